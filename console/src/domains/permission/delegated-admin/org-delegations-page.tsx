import { delegatedAdmin, type DelegatedAdmin, type DelegatedAdminOfOrg } from '@hufu/contract/permission/delegated-admin'
import { org } from '@hufu/contract/directory/org'
import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { TextFilter } from '../../../ui/list/search/filters.tsx'
import { ListTools } from '../../../ui/list/list-tools.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { PATH_FRESH_MS } from '../../../pickers/org/org-levels.ts'
import { AddDelegation } from './add-delegation.tsx'
import { columnsOf } from './delegation-columns.tsx'
import { useDelegationState } from './delegation-tools.ts'
import { RenewDialog } from './renew-dialog.tsx'
import { text } from './text.ts'
import { useOpenDelegation } from './use-open-delegation.ts'
import { useDelegationActs } from './use-delegation-acts.ts'
import { WhenDelegationEnabled } from './when-delegation-enabled.tsx'
import './delegated-admin.css'

// The editor, with its form and tree, is loaded when a delegation is opened.
const DelegationEditor = lazyComponent(() => import('./delegation-editor.tsx'))

/** Who administers one organisation (query orgId). */
export default function OrgDelegationsPage() {
  const [search] = useSearchParams()
  const orgId = search.get('orgId') ?? ''
  const navigate = useNavigate()
  if (orgId) return <Delegations key={orgId} orgId={orgId} />
  return (
    <Page title={text.title}>
      <Card>
        <Empty
          title={text.noOrg}
          hint={text.noOrgHint}
          action={<Button onClick={() => void navigate('/organiz/index')}>{text.toOrgs}</Button>}
        />
      </Card>
    </Page>
  )
}

function Delegations({ orgId }: { orgId: string }) {
  const path = useCall(org.path, { query: { id: orgId }, staleTime: PATH_FRESH_MS })
  const desk = useOpenDelegation()
  if (desk.task) return <DelegationEditor task={desk.task} orgId={orgId} onLeave={desk.close} />
  const name = path.data?.at(-1)?.name
  return (
    <Page title={name ? text.titleOf(name) : text.title} description={text.description} actions={<AddDelegation onAdd={desk.add} />}>
      <WhenDelegationEnabled>
        <Card>
          <OrgDelegations orgId={orgId} desk={desk} />
        </Card>
      </WhenDelegationEnabled>
    </Page>
  )
}

function OrgDelegations({ orgId, desk }: { orgId: string; desk: ReturnType<typeof useOpenDelegation> }) {
  const list = useList({ searchKey: '' })
  const rows = useCall(delegatedAdmin.pageByOrg, { query: { ...list.params, orgId }, keepPrevious: true })
  const renewing = useDialog<DelegatedAdmin>()
  const acts = useDelegationActs()
  const state = useDelegationState()
  const columns = columnsOf<DelegatedAdminOfOrg>({
    ...state,
    acts,
    onOpen: row => desk.open(row.id),
    onCopy: row => desk.copy(row.id),
    onRenew: renewing.open,
  })
  return (
    <>
      <SearchBar {...list.search}>
        <TextFilter name="searchKey" label={text.filters.searchKey} placeholder={text.filters.searchHint} />
      </SearchBar>
      <ListTools of={list.tools} onRefresh={() => void rows.refetch()} />
      <DataTable<DelegatedAdminOfOrg>
        {...list.table}
        label={text.list}
        of={rows}
        columns={columns}
        rowName={row => row.realName}
        empty={{ title: text.none, hint: text.noneHint, action: <AddDelegation onAdd={desk.add} /> }}
      />
      {renewing.item && <RenewDialog row={renewing.item} onClose={renewing.close} />}
    </>
  )
}
