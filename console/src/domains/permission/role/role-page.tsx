import { type Role, role } from '@hufu/contract/permission/role'
import { Button } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { roleName } from '../../../platform/names/role-names.ts'
import { TextFilter } from '../../../ui/list/search/filters.tsx'
import { StatusFilter } from '../../../ui/list/search/status-filter.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { StatusBatch } from '../../../ui/batch/status-batch.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useSelection, type Selection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { columnsOf } from './role-columns.tsx'
import type { RoleTask } from './role-dialogs.tsx'
import { text } from './text.ts'
import { type RoleActs, useRoleActs } from './use-role-acts.tsx'
import './role.css'

const RoleDialogs = lazyComponent(() => import('./role-dialogs.tsx'))
const NO_FILTERS = { name: '', code: '', status: '' }

/** The roles of this console: names, holders, and how much each grants. */
export default function RolePage() {
  const list = useList(NO_FILTERS)
  const query = { ...list.params, status: flagIn(list.params.status) }
  const rows = useCall(role.page, { query, keepPrevious: true })
  const dialog = useDialog<RoleTask>()
  const selection = useSelection<Role>(list.scope)
  const acts = useRoleActs(selection.clear)
  const add = (
    <ActButton call={role.save} type="primary" onClick={() => dialog.open({ kind: 'add' })}>
      {text.add}
    </ActButton>
  )
  return (
    <ListPage<Role>
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
      batch={<Batch selection={selection} acts={acts} onCompare={pair => dialog.open({ kind: 'compare', pair })} />}
      of={rows}
      columns={columnsOf({ acts, open: dialog.open })}
      rowName={row => roleName(row.name)}
      selection={selection}
      first={add}
    >
      {dialog.item && <RoleDialogs task={dialog.item} onClose={dialog.close} />}
    </ListPage>
  )
}

interface BatchProps {
  selection: Selection<Role>
  acts: RoleActs
  onCompare: (pair: readonly [Role, Role]) => void
}

function Batch({ selection, acts, onCompare }: BatchProps) {
  const { rows } = selection
  const [one, two] = rows
  const pair = rows.length === 2 && one && two ? ([one, two] as const) : undefined
  return (
    <StatusBatch of={selection} calls={role} acts={acts}>
      <Button size="small" disabled={!pair} title={pair ? '' : text.tools.compareHint} onClick={() => pair && onCompare(pair)}>
        {text.tools.compare}
      </Button>
    </StatusBatch>
  )
}
