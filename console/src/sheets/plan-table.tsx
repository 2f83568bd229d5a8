import { importPlan, type PlanRow } from '@hufu/contract/import'
import { named } from '@hufu/contract/text'
import { useState } from 'react'
import { Button, Input } from 'antd'
import { REMARK_MAX } from '@hufu/contract/shapes'
import { useCall } from '../platform/calls.ts'
import { type Columns, DataTable } from '../ui/list/data-table.tsx'
import { pageSize } from '../ui/list/list-params.ts'
import { StatusTag, type Tone } from '../ui/tag.tsx'
import { text } from './text.ts'
import type { Typed } from './use-typed.ts'

interface Row extends PlanRow {
  id: string
}
const words = text.plan
const tones: Record<PlanRow['verdict'], Tone> = { new: 'good', changed: 'info', unchanged: 'plain', refused: 'bad', done: 'good' }

/** The rows of a sheet after its dry run; verdict '' shows all of them. */
export function PlanTable({ planId, verdict, typed }: { planId: string; verdict: '' | PlanRow['verdict']; typed?: Typed }) {
  const [paging, setPaging] = useState({ current: 1, size: pageSize() })
  const rows = useCall(importPlan.pageRow, { query: { ...paging, planId, verdict }, keepPrevious: true })
  const data = rows.data && { ...rows.data, records: rows.data.records.map(row => ({ ...row, id: String(row.row) })) }
  return (
    <DataTable<Row>
      label={words.table}
      of={{ data, error: rows.error, isFetching: rows.isFetching, refetch: rows.refetch }}
      columns={columnsOf(data?.records ?? [], typed)}
      paging={paging}
      onPage={setPaging}
      rowName={row => `${words.row} ${row.row}`}
      empty={{ title: words.none }}
    />
  )
}

/** Number, verdict and reason stay visible; the cells follow in the order of the sheet. */
function columnsOf(rows: readonly Row[], typed: Typed | undefined): Columns<Row> {
  const titles = rows[0]?.cells.map(cell => cell.title) ?? []
  return [
    { key: 'row', title: words.row, dataIndex: 'row', width: 64, align: 'right', fixed: 'start' },
    {
      key: 'verdict',
      title: words.verdict,
      width: 92,
      fixed: 'start',
      render: (_, row) => <StatusTag tone={tones[row.verdict]}>{words.verdicts[row.verdict]}</StatusTag>,
    },
    { key: 'reason', title: words.reason, width: 260, render: (_, row) => <Reason row={row} /> },
    ...titles.map((title, index) => ({
      key: title,
      title,
      render: (_: unknown, row: Row) => <Cell row={row} index={index} title={title} typed={typed} />,
    })),
  ]
}

function Reason({ row }: { row: PlanRow }) {
  if (row.faults.length > 0)
    return (
      <ul className="plan-reasons">
        {row.faults.map(({ column, message }) => (
          <li key={column + message}>{words.problemOf(column, message)}</li>
        ))}
      </ul>
    )
  return row.changes.length > 0 ? words.changedColumns(named.listed(row.changes.map(change => change.column))) : null
}

function Cell({ row, index, title, typed }: { row: PlanRow; index: number; title: string; typed: Typed | undefined }) {
  const value = row.cells[index]?.value ?? ''
  const change = row.changes.find(({ column }) => column === title)
  if (change)
    return (
      <span className="plan-change">
        <del>
          <span className="heard-only">{words.was}</span>
          {change.old || words.blank}
        </del>
        <span aria-hidden="true"> → </span>
        <ins>
          <span className="heard-only">{words.becomes}</span>
          {change.fresh || words.blank}
        </ins>
      </span>
    )
  const problem = row.faults.find(({ column }) => column === title)
  if (!problem) return value
  if (!typed) return <mark className="plan-problem">{value || words.blank}</mark>
  return <RepairCell row={row.row} title={title} value={value} suggestion={problem.suggestion} typed={typed} />
}

const mendText = text.mend

interface Props {
  row: number
  title: string
  value: string
  suggestion: string | undefined
  typed: Typed
}

/** A refused cell with its value, to be corrected; a suggestion is shown beside it. */
function RepairCell({ row, title, value, suggestion, typed }: Props) {
  const now = typed.of(row, title) ?? value
  return (
    <span className="mend-cell">
      <Input
        size="small"
        status="error"
        aria-label={mendText.cell(row, title)}
        value={now}
        maxLength={REMARK_MAX}
        onChange={({ target }) => typed.put(row, title, target.value)}
      />
      {suggestion !== undefined && suggestion !== now && (
        <Button
          type="link"
          size="small"
          aria-label={mendText.take(row, title, suggestion)}
          onClick={() => typed.put(row, title, suggestion)}
        >
          {mendText.suggestion(suggestion)}
        </Button>
      )}
    </span>
  )
}
