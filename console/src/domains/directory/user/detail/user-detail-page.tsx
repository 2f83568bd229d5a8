import { type UserInFull, user } from '@hufu/contract/directory/user'
import { sync } from '@hufu/contract/provisioning/sync'
import { useSearchParams } from 'react-router'
import type { ReactNode } from 'react'
import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { useCall } from '../../../../platform/calls.ts'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { Card, Page } from '../../../../ui/page.tsx'
import { useMay } from '../../../../ui/permitted.ts'
import { Empty, Loaded, Skeleton } from '../../../../ui/states.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import { useListParams } from '../../../../ui/list/use-list-params.ts'
import { DetailActions } from './detail-actions.tsx'
import { JobList } from './job-list.tsx'
import { PersonDetails } from './person-details.tsx'
import { detailText } from './detail-text.ts'
import { Tag } from '../../../../ui/tag.tsx'
import { Avatar, UserStatus } from '../person.tsx'
import { text } from '../text.ts'
import { roleName } from '../../../../platform/names/role-names.ts'
import '../user.css'

const OpenApps = lazyComponent(
  () => import('./open-apps.tsx'),
  () => <Skeleton lines={4} />,
)
const PendingBanner = lazyComponent(() => import('../../../../pickers/review/pending-banner.tsx'))
// Loaded when the tab is opened.
const ObjectSources = lazyComponent(
  () => import('../../../../pickers/object-sources.tsx'),
  () => <Skeleton lines={3} />,
)

const Timeline = lazyComponent(
  () => import('../../../../pickers/timeline/timeline.tsx'),
  () => <Skeleton lines={6} />,
)

/** One user in full: /organiz/detail?id= */
export default function UserDetailPage() {
  const id = useSearchParams()[0].get('id') ?? ''
  const found = useCall(user.byId, { query: { id }, enabled: id !== '', quietly: true })
  const body =
    id === '' ? (
      <Empty title={detailText.missing} hint={detailText.missingHint} />
    ) : (
      <Loaded of={found} lines={8}>
        {data => <Person person={data} />}
      </Loaded>
    )
  return (
    <Page
      title={found.data ? <DetailHead person={found.data} /> : detailText.title}
      description={found.data?.orgName}
      actions={found.data && <DetailActions person={found.data} />}
    >
      <PendingBanner objectType="user" id={id} />
      <Card>{body}</Card>
    </Page>
  )
}

function Person({ person }: { person: UserInFull }) {
  const [{ tab }, setParams] = useListParams({ tab: 'basic' })
  const words = detailText.tabs
  const may = useMay()
  return (
    <Tabs
      activeKey={tab}
      onChange={next => setParams({ tab: next })}
      className="panel-tabs"
      items={[
        { key: 'basic', label: words.basic, children: <PersonDetails key={person.id} person={person} /> },
        { key: 'jobs', label: words.jobs, children: <JobList jobs={person.jobs} label={detailText.jobs} /> },
        { key: 'rights', label: words.rights, children: <Rights userId={person.id} /> },
        { key: 'apps', label: words.apps, children: <OpenApps userId={person.id} name={person.realName} /> },
        { key: 'timeline', label: words.timeline, children: <Timeline of="ofUser" id={person.id} /> },
        ...(may(sync.bySource) ? [{ key: 'sources', label: words.sources, children: <ObjectSources userId={person.id} /> }] : []),
      ]}
    />
  )
}

/** A status that is only shown, never stored. */
const LOCKED = 2
const LockNote = lazyComponent(() => import('./lock-note.tsx'))

function DetailHead({ person }: { person: UserInFull }) {
  return (
    <span className="detail-head">
      <Avatar of={person} />
      <span data-name>{person.realName}</span>
      <span className="detail-marks">
        <UserStatus of={person} />
        {person.status === LOCKED && <LockNote userId={person.id} />}
        {person.id === BUILT_IN_ACCOUNT && <Tag>{text.builtIn}</Tag>}
        {person.authenticated === 1 ? <Tag tone="good">{text.authenticated}</Tag> : <Tag>{text.notAuthenticated}</Tag>}
      </span>
    </span>
  )
}

/** The rights of a user, and where each comes from. */
function Rights({ userId }: { userId: string }) {
  const found = useCall(user.rights, { query: { userId } })
  return (
    <Loaded of={found} lines={4}>
      {({ systemRoles, groups }) => (
        <>
          <Part title={detailText.systemRoles} none={detailText.noRoles}>
            {systemRoles.length > 0 && systemRoles.map(role => <Tag key={role.id}>{roleName(role.name)}</Tag>)}
          </Part>
          <Part title={detailText.groups} none={detailText.noGroups}>
            {groups.length > 0 && groups.map(group => <Tag key={group.id}>{group.name}</Tag>)}
          </Part>
        </>
      )}
    </Loaded>
  )
}

function Part({ title, none, children }: { title: string; none: string; children: ReactNode }) {
  return (
    <section className="rights">
      <h2 className="card-title">{title}</h2>
      {children ? <div className="labels">{children}</div> : <p className="dialog-note">{none}</p>}
    </section>
  )
}
