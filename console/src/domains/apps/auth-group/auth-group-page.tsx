import { authGroup, type AuthGroup } from '@hufu/contract/apps/auth-group'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { TextFilter } from '../../../ui/list/search/filters.tsx'
import { StatusFilter } from '../../../ui/list/search/status-filter.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { useMay } from '../../../ui/permitted.ts'
import { StatusBatch } from '../../../ui/batch/status-batch.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { useAuthGroupActs } from './use-auth-group-acts.ts'

const AuthGroupDialog = lazyComponent(() => import('./auth-group-dialog.tsx'))
const NO_FILTERS = { name: '', code: '', status: '' }

/** Permission groups: what each grants, to how many, and whether it is enabled. */
export default function AuthGroupPage() {
  const list = useList(NO_FILTERS)
  const rows = useCall(authGroup.page, { query: { ...list.params, status: flagIn(list.params.status) }, keepPrevious: true })
  const selection = useSelection<AuthGroup>(list.scope)
  const form = useDialog<AuthGroup>()
  const acts = useAuthGroupActs(selection.clear)
  const mayOpen = useMay()(authGroup.auth)
  const add = (
    <ActButton call={authGroup.save} type="primary" onClick={() => form.open()}>
      {text.add}
    </ActButton>
  )
  return (
    <ListPage<AuthGroup>
      words={text}
      actions={add}
      list={list}
      search={
        <SearchBar {...list.search}>
          <TextFilter name="name" label={text.columns.name} />
          <TextFilter name="code" label={text.columns.code} />
          <StatusFilter name="status" label={text.columns.status} />
        </SearchBar>
      }
      batch={<StatusBatch of={selection} calls={authGroup} acts={acts} />}
      of={rows}
      columns={columnsOf({ acts, mayOpen, onEdit: form.open })}
      rowName={row => row.name}
      selection={selection}
      first={add}
    >
      {form.isOpen && <AuthGroupDialog row={form.item} onClose={form.close} />}
    </ListPage>
  )
}
