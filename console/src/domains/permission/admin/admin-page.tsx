import { admin, type Admin } from '@hufu/contract/permission/admin'
import { role } from '@hufu/contract/permission/role'
import { type ComponentProps } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { useSession } from '../../../platform/session.ts'
import { roleName } from '../../../platform/names/role-names.ts'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { TextFilter } from '../../../ui/list/search/filters.tsx'
import { StatusFilter } from '../../../ui/list/search/status-filter.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { ListTools } from '../../../ui/list/list-tools.tsx'
import { SearchBar, SearchField } from '../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { Card, Page, PageActs, PageCount } from '../../../ui/page.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { useAddressAct } from '../../../ui/dialog/use-address-act.ts'
import { useAddressParams } from '../../../platform/use-address-params.ts'
import { user } from '@hufu/contract/directory/user'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useImpersonate } from '../../../ui/use-impersonate.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { SeparationPanel } from '../separation/separation.tsx'
import { columnsOf } from './admin-columns.tsx'
import { text } from './text.ts'
import { useAdminActs } from './use-admin-acts.ts'
import './admin.css'

const AdminDialog = lazyComponent(() => import('./admin-dialog.tsx'))
const NO_FILTERS = { searchKey: '', roleId: '', status: '' }

/** The administrators and their roles, with the separation of duties beside them. */
export default function AdminPage() {
  const [{ tab }, setTab] = useListParams({ tab: 'admins' })
  const may = useMay()
  const panels = [
    { key: 'admins', label: text.tabs.admins, children: <AdminList /> },
    { key: 'separation', label: text.tabs.separation, children: <SeparationPanel /> },
  ]
  return (
    <Page title={text.title} description={text.description}>
      <Card>
        <Tabs activeKey={tab} onChange={key => setTab({ tab: key })} items={may(admin.page) ? panels : panels.slice(1)} />
      </Card>
    </Page>
  )
}

function AdminList() {
  const may = useMay()
  const list = useList(NO_FILTERS)
  const query = { ...list.params, status: flagIn(list.params.status) }
  const rows = useCall(admin.page, { query, keepPrevious: true })
  const own = useSession(person => person.id)
  const dialog = useDialog<Admin>()
  const selection = useSelection<Admin>(list.scope)
  const acts = useAdminActs(selection.clear)
  const named = useAddressParams()[0].get('user') ?? ''
  const chosen = useCall(user.pick, { query: { searchKey: named, size: 1 }, enabled: named !== '' })
  useAddressAct({ add: may(admin.save) && (() => dialog.open()) }, named === '' || !chosen.isPending)
  const add = (
    <ActButton call={admin.save} type="primary" onClick={() => dialog.open()}>
      {text.add}
    </ActButton>
  )
  return (
    <>
      <SearchBar {...list.search}>
        <TextFilter name="searchKey" label={text.filters.searchKey} placeholder={text.filters.searchHint} />
        <SearchField name="roleId" label={text.filters.role}>
          <RoleChoice />
        </SearchField>
        <StatusFilter name="status" label={text.filters.status} />
      </SearchBar>
      <PageCount of={rows.data} />
      <PageActs>{add}</PageActs>
      <ListTools of={list.tools} onRefresh={() => void rows.refetch()} />
      <BatchBar of={selection}>
        <ActButton call={admin.setStatus} size="small" onClick={() => acts.setStatuses(selection.rows, 1)}>
          {text.tools.enable}
        </ActButton>
        <ActButton call={admin.setStatus} size="small" onClick={() => acts.setStatuses(selection.rows, 0)}>
          {text.tools.disable}
        </ActButton>
        <ActButton call={admin.remove} size="small" danger onClick={() => acts.removeMany(selection.rows)}>
          {text.tools.remove}
        </ActButton>
      </BatchBar>
      <DataTable<Admin>
        {...list.table}
        label={text.list}
        of={rows}
        columns={columnsOf({ acts, own, onRoles: dialog.open, impersonate: useImpersonate() })}
        rowName={row => row.realName}
        selection={selection}
        empty={{ title: text.none, hint: text.noneHint, action: add }}
      />
      {dialog.isOpen && <AdminDialog row={dialog.item} users={chosen.data?.records} onClose={dialog.close} />}
    </>
  )
}

function RoleChoice(field: Omit<ComponentProps<typeof SelectField>, 'options'>) {
  const roles = useCall(role.list)
  return <SelectField {...field} options={[any, ...(roles.data ?? []).map(({ id, name }) => ({ value: id, label: roleName(name) }))]} />
}

const any = { value: '', label: text.any }
