import { gradeAdmin, type GradeAdmin } from '@hufu/contract/permission/grade-admin'
import type { GradeState } from '@hufu/contract/grade-state'
import { useCall } from '../../../platform/calls.ts'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { type Selection, useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { AddGrade } from './add-grade.tsx'
import { columnsOf } from './grade-columns.tsx'
import type { GradeMeans } from './grade-tools.ts'
import { text } from './text.ts'

/** What narrows the grants, in the list and in the chain. */
export interface GradeQuery {
  searchKey: string
  orgId: string
  hasIncludeChild: boolean
  state?: GradeState
}

interface Props {
  params: { current: number; size: number }
  query: GradeQuery
  means: GradeMeans
  scope: string
  onPage: (paging: { current: number; size: number }) => void
  onAdd: () => void
  onClearFilters: (() => void) | undefined
}

export function GradeRows({ params: { current, size }, query, means, scope, onPage, onAdd, onClearFilters }: Props) {
  const rows = useCall(gradeAdmin.page, { query: { current, size, ...query }, keepPrevious: true })
  const selection = useSelection<GradeAdmin>(scope)
  return (
    <>
      <Batch selection={selection} means={means} />
      <DataTable<GradeAdmin>
        label={text.list}
        of={rows}
        columns={columnsOf<GradeAdmin>(means)}
        paging={{ current, size }}
        onPage={onPage}
        rowName={row => row.realName}
        selection={selection}
        empty={{ title: text.noneAtAll, hint: text.noneAtAllHint, action: <AddGrade onAdd={onAdd} /> }}
        onClearFilters={onClearFilters}
      />
    </>
  )
}

function Batch({ selection, means: { acts } }: { selection: Selection<GradeAdmin>; means: GradeMeans }) {
  const { rows } = selection
  // One that is not his would have the server refuse all of them.
  const lock = rows.every(row => row.mayChange) ? undefined : text.tools.batchForeign
  const tool = { size: 'small', disabled: lock !== undefined, title: lock } as const
  return (
    <BatchBar of={selection}>
      <ActButton call={gradeAdmin.setStatus} {...tool} onClick={() => acts.setStatus(rows, 1)}>
        {text.tools.enable}
      </ActButton>
      <ActButton call={gradeAdmin.setStatus} {...tool} onClick={() => acts.setStatus(rows, 0)}>
        {text.tools.disable}
      </ActButton>
      <ActButton call={gradeAdmin.remove} {...tool} danger onClick={() => acts.remove(rows)}>
        {text.tools.remove}
      </ActButton>
    </BatchBar>
  )
}
