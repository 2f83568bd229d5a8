import { delegatedAdmin, type DelegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import type { DelegationState } from '@hufu/contract/delegation-state'
import { useCall } from '../../../platform/calls.ts'
import { PageCount } from '../../../ui/page.tsx'
import { StatusBatch } from '../../../ui/batch/status-batch.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { ListTools } from '../../../ui/list/list-tools.tsx'
import type { List } from '../../../ui/list/use-list.ts'
import { type Selection, useSelection } from '../../../ui/list/use-selection.ts'
import { AddDelegation } from './add-delegation.tsx'
import { columnsOf } from './delegation-columns.tsx'
import type { DelegationActions } from './delegation-tools.ts'
import { text } from './text.ts'
import { useDelegationActs } from './use-delegation-acts.ts'

/** The filters of the list and of the chain. */
export interface DelegationQuery {
  searchKey: string
  orgId: string
  hasIncludeChild: boolean
  state?: DelegationState
}

interface Props {
  list: List<{ searchKey: string }>
  query: DelegationQuery
  actions: DelegationActions
  onAdd: () => void
}

export function DelegationRows({ list, query, actions, onAdd }: Props) {
  const rows = useCall(delegatedAdmin.page, { query: { ...list.paging, ...query }, keepPrevious: true })
  const selection = useSelection<DelegatedAdmin>(list.scope)
  return (
    <>
      <PageCount of={rows.data} />
      <ListTools of={list.tools} onRefresh={() => void rows.refetch()} />
      <Batch selection={selection} />
      <DataTable<DelegatedAdmin>
        {...list.table}
        label={text.list}
        of={rows}
        columns={columnsOf<DelegatedAdmin>(actions)}
        rowName={row => row.realName}
        selection={selection}
        empty={{ title: text.noneAtAll, hint: text.noneAtAllHint, action: <AddDelegation onAdd={onAdd} /> }}
      />
    </>
  )
}

function Batch({ selection }: { selection: Selection<DelegatedAdmin> }) {
  const acts = useDelegationActs(selection.clear)
  // The server refuses the whole batch if the user may not change one of its delegations.
  const lock = selection.rows.every(row => row.mayChange) ? undefined : text.tools.batchForeign
  return <StatusBatch of={selection} calls={delegatedAdmin} acts={acts} blocked={{ enable: lock, disable: lock, remove: lock }} />
}
