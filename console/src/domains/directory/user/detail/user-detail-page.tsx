import { type UserInFull, user } from '@hufu/contract/directory/user'
import { sync } from '@hufu/contract/provisioning/sync'
import { useSearchParams } from 'react-router'
import { useCall } from '../../../../platform/calls.ts'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { Card, Page } from '../../../../ui/page.tsx'
import { useMay } from '../../../../ui/permitted.ts'
import { Empty, Failure, Skeleton } from '../../../../ui/states.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import { useListParams } from '../../../../ui/list/use-list-params.ts'
import { DetailActions } from './detail-actions.tsx'
import { DetailHead } from './detail-head.tsx'
import { JobList } from './job-list.tsx'
import { PersonDetails } from './person-details.tsx'
import { Rights } from './rights.tsx'
import { detailText } from './detail-text.ts'
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
  const body = found.data ? (
    <Person person={found.data} />
  ) : id === '' ? (
    <Empty title={detailText.missing} hint={detailText.missingHint} />
  ) : found.isError ? (
    <Failure error={found.error} onRetry={() => void found.refetch()} />
  ) : (
    <Skeleton lines={8} />
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
