import { importPlan, type PlanRow } from '@hufu/contract/import'
import { named } from '@hufu/contract/text'
import { useState } from 'react'
import { Input } from 'antd'
import { REMARK_MAX } from '@hufu/contract/shapes'
import { useCall } from '../platform/calls.ts'
import { wordWidth } from '../ui/list/columns/column-layout.ts'
import { type Columns, DataTable } from '../ui/list/data-table.tsx'
import { pageSize } from '../ui/list/list-params.ts'
import { StatusTag, type Tone } from '../ui/tag.tsx'
import { text } from './text.ts'
import type { Typed } from './use-typed.ts'

interface Row extends PlanRow {
  id: string
}
const words = text.plan
const mendText = text.mend
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

/** The padding of a cell, and the most a column of reasons takes before its text breaks. */
const PADDING = 28
const REASON_MAX = 280
/** As wide as the longest reason of the page. */
const reasonWidth = (rows: readonly Row[]): number => PADDING + Math.min(REASON_MAX, Math.max(0, ...rows.flatMap(reasonsOf).map(wordWidth)))

const INPUT_PADDING = 20
/** The text of a suggestion is smaller. */
const CHIP = { padding: 14, scale: 12 / 14 }
const TEXT_WIDTH = { least: 72, most: 360 }
const inputWidth = (value: string): number => INPUT_PADDING + Math.min(TEXT_WIDTH.most, Math.max(TEXT_WIDTH.least, wordWidth(value)))

/** The width of a column with cells to correct: of its longest text, input or suggestion. */
function repairWidth(rows: readonly Row[], index: number, title: string, typed: Typed): number {
  const widths = rows.map(row => {
    const value = row.cells[index]?.value ?? ''
    const problem = problemOf(row, title)
    if (!problem) return Math.min(TEXT_WIDTH.most, wordWidth(value))
    const { suggestion } = problem
    const chip = suggestion === undefined ? 0 : CHIP.padding + CHIP.scale * wordWidth(mendText.suggestion(suggestion))
    return Math.max(inputWidth(typed.of(row.row, title) ?? value), chip)
  })
  return PADDING + Math.ceil(Math.max(...widths))
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
    { key: 'reason', title: words.reason, width: reasonWidth(rows), ellipsis: false, render: (_, row) => <Reason row={row} /> },
    ...titles.map((title, index) => ({
      key: title,
      title,
      ...(typed && rows.some(row => problemOf(row, title)) && { ellipsis: false, width: repairWidth(rows, index, title, typed) }),
      render: (_: unknown, row: Row) => <Cell row={row} index={index} title={title} typed={typed} />,
    })),
  ]
}

const problemOf = (row: PlanRow, title: string) => row.faults.find(({ column }) => column === title)

/** The problems of a row, or else one sentence about what changes. */
function reasonsOf({ faults, changes }: PlanRow): string[] {
  if (faults.length > 0) return faults.map(({ column, message }) => words.problemOf(column, message))
  return changes.length > 0 ? [words.changedColumns(named.listed(changes.map(change => change.column)))] : []
}

function Reason({ row }: { row: PlanRow }) {
  const reasons = reasonsOf(row)
  if (row.faults.length === 0) return reasons[0]
  return (
    <ul className="plan-reasons">
      {reasons.map(reason => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
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
  const problem = problemOf(row, title)
  if (!problem) return value
  if (!typed) return <mark className="plan-problem">{value || words.blank}</mark>
  return <RepairCell row={row.row} title={title} value={value} suggestion={problem.suggestion} typed={typed} />
}

interface Props {
  row: number
  title: string
  value: string
  suggestion: string | undefined
  typed: Typed
}

/** A refused cell with its value, to be corrected, as wide as its text; a suggestion is shown under it. */
function RepairCell({ row, title, value, suggestion, typed }: Props) {
  const now = typed.of(row, title) ?? value
  return (
    <span className="mend-cell">
      <Input
        size="small"
        status="error"
        aria-label={mendText.cell(row, title)}
        value={now}
        style={{ width: inputWidth(now) }}
        maxLength={REMARK_MAX}
        onChange={({ target }) => typed.put(row, title, target.value)}
      />
      {suggestion !== undefined && suggestion !== now && (
        <button
          type="button"
          className="chip chip-info mend-suggestion"
          aria-label={mendText.take(row, title, suggestion)}
          onClick={() => typed.put(row, title, suggestion)}
        >
          {mendText.suggestion(suggestion)}
        </button>
      )}
    </span>
  )
}
