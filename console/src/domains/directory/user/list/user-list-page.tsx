import { user } from '@hufu/contract/directory/user'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { useCall } from '../../../../platform/calls.ts'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { Can } from '../../../../ui/can.tsx'
import { Card, Page } from '../../../../ui/page.tsx'
import { useMay, useMayOpen, usePermissions } from '../../../../ui/permitted.ts'
import { Splitter } from '../../../../ui/splitter.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import { useDialog } from '../../../../ui/dialog/use-dialog.ts'
import { useList } from '../../../../ui/list/use-list.ts'
import { org } from '@hufu/contract/directory/org'
import { PATH_FRESH_MS, useOrgTops } from '../../../../pickers/org/org-levels.ts'
import { OrgTree } from '../../../../pickers/org/org-tree.tsx'
import { useOrgListTab } from '../../org/org-tabs.tsx'
import type { Act } from '../dialogs/act-dialogs.tsx'
import { includesChildren, NO_FILTERS, PLACE } from './list-params.ts'
import { text } from '../text.ts'
import type { Place } from '../dialogs/transfer-dialog.tsx'
import { UserList } from './user-list.tsx'
import '../user.css'

// The other tabs are loaded when first opened.
const OrgDetails = lazyComponent(async () => ({ default: (await import('./org-details.tsx')).OrgDetails }))
const OrgChildren = lazyComponent(async () => ({ default: (await import('./org-children.tsx')).OrgChildren }))

/** Bulk entry is offered only once it is known that no review is needed. */
const ReviewGate = lazyComponent(
  () => import('../../../../pickers/review/review-gate.tsx'),
  ({ children }) => children(undefined),
)

/** The main working page: organisations at the left, their users at the right. */
export default function UserListPage() {
  const list = useList(NO_FILTERS, PLACE)
  const { params, setParams, narrow } = list
  const { place, isTop } = useListedOrg(params.orgId)
  const dialog = useDialog<Act>()
  const go = (orgId: string) => narrow({ orgId })
  const orgList = useOrgListTab(place?.id)
  const startExport = () => {
    setParams({ tab: 'users' })
    dialog.open({ kind: 'export', ids: [], range: '2' })
  }
  const panels = [
    {
      key: 'users',
      label: text.tabs.users,
      children: <UserList list={list} place={place} hasIncludeChild={includesChildren(params.hasIncludeChild, isTop)} dialog={dialog} />,
    },
    { key: 'org', label: text.tabs.org, children: place && <OrgDetails id={place.id} /> },
    orgList?.tab ?? {
      key: 'children',
      label: text.tabs.children,
      children: place && (
        <OrgChildren place={place} paging={list.paging} onPage={setParams} onEnter={id => narrow({ orgId: id, tab: 'users' })} />
      ),
    },
  ]
  const choose = (tab: string) => (tab === orgList?.tab.key ? orgList.open() : narrow({ tab }))
  return (
    <Page title={text.title} description={text.description} actions={<Actions place={place} onExport={startExport} />}>
      <Splitter
        name="organiz"
        label={text.fields.orgName}
        at={place?.id ?? ''}
        chosen={place?.name}
        side={
          <Card>
            <Tree selected={place?.id} onSelect={go} />
          </Card>
        }
      >
        <Card>
          <Tabs activeKey={params.tab} onChange={choose} items={panels} className="panel-tabs" />
        </Card>
      </Splitter>
    </Page>
  )
}

/** Without a choice, the top of the tree. */
function useListedOrg(orgId: string): { place: Place | undefined; isTop: boolean } {
  const tops = useOrgTops().data
  const top = orgId === '' ? tops?.[0] : tops?.find(one => one.id === orgId)
  const path = useCall(org.path, {
    query: { id: orgId },
    enabled: tops !== undefined && !top,
    staleTime: PATH_FRESH_MS,
    keepPrevious: true,
  })
  if (top) return { place: top, isTop: true }
  return { place: orgId && tops ? { id: orgId, name: path.data?.at(-1)?.name ?? '' } : undefined, isTop: false }
}

function Tree({ selected, onSelect }: { selected: string | undefined; onSelect: (id: string) => void }) {
  const may = useMay()
  const mayOpen = useMayOpen()
  const maySetDelegations = mayOpen('/organiz/grade-admin')
  return (
    <div className="split-room">
      <OrgTree
        selected={selected}
        onSelect={onSelect}
        tools={node => [
          may(user.save) && { label: text.add, to: `/organiz/user?orgId=${node.id}` },
          may(org.byId) && { label: text.tools.orgDetail, to: `/organiz/orgDetail?id=${node.id}&from=index` },
          mayOpen('/authorize/index') && {
            label: text.tools.grant,
            to: `/authorize/index?type=org&give=1&targetId=${node.id}&targetName=${encodeURIComponent(node.name)}`,
          },
          maySetDelegations && { label: text.tools.delegations, to: `/organiz/grade-admin?orgId=${node.id}&from=index` },
        ]}
      />
      <FirstUserHint />
    </div>
  )
}

/** Shown while there is nothing below the top: the first steps. */
function FirstUserHint() {
  const tops = useOrgTops().data
  const permissions = usePermissions()
  const may = useMay()
  if (tops?.length !== 1 || tops[0]!.hasChildren || !permissions.menus.has('/organiz/org-list')) return null
  return (
    <p className="begin-here">
      {text.begin.words}
      {may(org.save) && <Link to="/organiz/org-list">{text.begin.add}</Link>}
      {may(org.saveMany) && <Link to={`/organiz/batch-add-org?parentId=${tops[0]!.id}`}>{text.begin.batch}</Link>}
    </p>
  )
}

function Actions({ place, onExport }: { place: Place | undefined; onExport: () => void }) {
  const navigate = useNavigate()
  const here = place ? `?orgId=${place.id}` : ''
  return (
    <>
      <Can call={user.pageDeleted}>
        <Button onClick={() => void navigate('/organiz/deleted-user')}>{text.deleted}</Button>
      </Can>
      <Can call={user.saveMany}>
        <ReviewGate objectType="user">
          {blocked => (
            <Button disabled={blocked !== undefined} title={blocked ?? ''} onClick={() => void navigate(`/organiz/batch-add-user${here}`)}>
              {text.batchAdd}
            </Button>
          )}
        </ReviewGate>
      </Can>
      <Can call={user.exportExcel}>
        <Button disabled={!place} onClick={onExport}>
          {text.export}
        </Button>
      </Can>
      <Can call={user.save}>
        <Button type="primary" onClick={() => void navigate(`/organiz/user${here}`)}>
          {text.add}
        </Button>
      </Can>
    </>
  )
}
