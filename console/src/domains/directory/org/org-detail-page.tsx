import type { ReplyOf } from '@hufu/contract/call'
import { authorize } from '@hufu/contract/apps/authorize'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { sync } from '@hufu/contract/provisioning/sync'
import { DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { Dropdown } from '../../../ui/dropdown.tsx'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { Copyable, Empty, Missing } from '../../../ui/states.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { useMay } from '../../../ui/permitted.ts'
import type { Tool } from '../../../ui/list/row-tools.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { OrgChildren } from './org-children.tsx'
import { EnabledTag } from '../../../ui/enabled-tag.tsx'
import type { OrgTask } from './org-dialogs.tsx'
import { useOrgActs } from './org-acts.ts'
import { ORG_LIST } from './org-place.ts'
import { grantOf, orgTools } from './org-tools.ts'
import { text } from './text.ts'
import './org.css'

// Dialogs are loaded when first opened.
const OrgDialogs = lazyComponent(() => import('./org-dialogs.tsx'))

const PendingBanner = lazyComponent(() => import('../../../pickers/review/pending-banner.tsx'))
// Loaded after what the page shows first.
const ObjectSources = lazyComponent<{ orgId: string }>(() => import('../../../pickers/object-sources.tsx'))

const Timeline = lazyComponent<{ of: 'ofOrg'; id: string }>(() => import('../../../pickers/timeline/timeline.tsx'))

const words = text.detail

/** All about one organisation (query id), and those directly below it. */
export default function OrgDetailPage() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const navigate = useNavigate()
  if (id) return <Detail key={id} id={id} />
  return (
    <Page title={words.title}>
      <Card>
        <Empty title={words.none} action={<Button onClick={() => void navigate(ORG_LIST)}>{words.toList}</Button>} />
      </Card>
    </Page>
  )
}

function Detail({ id }: { id: string }) {
  const found = useCall(org.byId, { query: { id }, quietly: true })
  const path = useCall(org.path, { query: { id }, quietly: true })
  const above = path.data?.slice(0, -1) ?? []
  const dialog = useDialog<OrgTask>()
  const navigate = useNavigate()
  const may = useMay()
  const acts = useOrgActs({ onRemoved: () => void navigate(ORG_LIST, { replace: true }) })
  const row = found.data
  if (!row)
    return (
      <Page title={words.title}>
        <Card>
          <Missing of={found} />
        </Card>
      </Page>
    )
  const menu = orgTools(row, { acts, open: dialog.open })
    // This link is beside the menu already.
    .filter(tool => !tool || !tool.to)
    .filter(tool => tool !== undefined && tool !== false)
    .filter(tool => !tool.call || may(tool.call))
  const actions = (
    <>
      {may(user.page) && (
        <Button onClick={() => void navigate(`/organiz/index?orgId=${id}&hasIncludeChild=true`)}>{words.people(row.userCount)}</Button>
      )}
      <ActButton call={authorize.save} onClick={() => void navigate(grantOf(row))}>
        {text.acts.grant}
      </ActButton>
      {menu.length > 0 && (
        <Dropdown menu={{ items: menuItems(menu) }}>
          <Button>
            {text.list.more}
            <DownOutlined aria-hidden />
          </Button>
        </Dropdown>
      )}
      <ActButton call={org.update} type="primary" onClick={() => dialog.open({ kind: 'edit', row })}>
        {text.acts.edit}
      </ActButton>
    </>
  )
  return (
    <Page title={row.name} description={above.map(step => step.name).join(' / ')} actions={actions}>
      <PendingBanner objectType="org" id={id} />
      <Card>
        <h2 className="card-title">{words.facts}</h2>
        <Descriptions of={factsOf(row)} />
        <h2 className="card-title facts-next">{words.children}</h2>
        <OrgChildren parent={row} />

        <h2 className="card-title facts-next">{words.timeline}</h2>
        <Timeline of="ofOrg" id={id} />

        {may(sync.bySource) && (
          <>
            <h2 className="card-title facts-next">{words.sources}</h2>
            <ObjectSources orgId={id} />
          </>
        )}
      </Card>
      {dialog.isOpen && <OrgDialogs of={dialog} />}
    </Page>
  )
}

const menuItems = (tools: readonly Tool[]) =>
  tools.map(({ label, onClick, danger = false, disabledBecause }) => ({
    key: label,
    label: disabledBecause ? <span title={disabledBecause}>{label}</span> : label,
    danger,
    disabled: disabledBecause !== undefined,
    onClick: () => onClick?.(),
  }))

type Found = ReplyOf<typeof org.byId>

function factsOf(row: Found) {
  const { dialog, columns } = text
  return [
    [dialog.name, row.name],
    [dialog.code, <Copyable key="code" value={row.code} />],
    [dialog.shortName, row.shortName],
    [dialog.orgType, row.orgTypeName],
    [dialog.parent, row.parentName],
    [columns.status, <EnabledTag key="status" status={row.status} />],
    [words.countPeople, row.userCount],
    [words.countBelow, row.childCount],
    [dialog.leader, row.leader],
    [dialog.phone, row.phone],
    [dialog.address, row.address],
    [dialog.sortNum, row.sortNum],
    [dialog.originOrgId, row.originOrgId],
    [dialog.remark, row.remark],
    [words.created, <Time key="created" at={row.createTime} />],
    [words.updated, <Time key="updated" at={row.updateTime} />],
  ] as const
}
