import { Alert, Button, Switch } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type Envelope, notifier, ok } from '../../platform/client.ts'
import { WARNING_MS } from '../../platform/constants.ts'
import { BatchLine } from './batch-line.tsx'
import { afterSave, problemsIn, type GridColumn, type GridRow, isBlank, newRows } from './batch-rows.ts'
import { confirmAct } from '../dialog/confirm-act.ts'
import { withSpareRow } from './paste-cells.ts'
import { text } from '../text.ts'
import { GRID_LIMIT, useBatchCells } from './use-batch-cells.ts'
import './batch-grid.css'

const MORE = 5

/** The reply of batchSave calls. */
export interface Saved {
  success: number
  fail: number
  errors: readonly { row: number; field: string; message: string }[]
}
interface Props {
  label: string
  columns: readonly GridColumn[]
  rows: GridRow[]
  onRows: (change: (rows: GridRow[]) => GridRow[]) => void
  /** Called when a cell is left or a block pasted. */
  onSettled?: (rows: readonly GridRow[]) => void
  /** Stores rows without problems; `errors` numbers them from 1. */
  save: (rows: readonly GridRow[]) => Promise<Envelope<Saved>>
  /** Called before the grid handles a key; true if that was all. */
  onKey?: (event: KeyboardEvent, row: GridRow) => boolean
  /** Says how many were saved, and where they are listed. */
  saved: { words: (count: number) => string; to: string }
  /** Why nothing can be saved yet. */
  blockedBecause?: string | undefined
  /** More tools over the rows. */
  children?: ReactNode
}

/** Whether something was typed that is not saved: for the UnsavedGuard of the page, which outlives the grid's tab. */
export const hasInput = (rows: readonly GridRow[]): boolean => rows.some(row => !isBlank(row))

/** A grid to type or paste rows; saved rows are removed, others stay with their problems. */
export function BatchGrid({ label, columns, rows, onRows, onSettled, save, onKey, saved, blockedBecause, children }: Props) {
  const [busy, setBusy] = useState(false)
  const [onlyFaulty, setOnlyFaulty] = useState(false)
  const [done, setDone] = useState<{ words: string; to: string }>()
  const grid = useRef<HTMLTableElement>(null)
  const problems = problemsIn(rows, columns)
  const filledRows = rows.filter(row => !isBlank(row))
  const good = filledRows.filter(row => !problems.has(row.key))
  const { at, ...listeners } = useBatchCells({ grid, rows, columns, onRows, onSettled, onKey })
  const submit = async () => {
    setBusy(true)
    const answer = await save(good).finally(() => setBusy(false))
    if (!ok(answer)) return
    const { success, fail, errors } = answer.data
    onRows(now => withSpareRow(afterSave(now, good, errors, columns), GRID_LIMIT))
    const left = fail + problems.size
    setDone(success > 0 ? { words: saved.words(success), to: saved.to } : undefined)
    if (left > 0) return notifier.toast(text.grid.saved(success, left), WARNING_MS, 'warning')
    setOnlyFaulty(false)
  }
  const clear = () =>
    confirmAct({
      title: text.grid.clearTitle,
      content: text.grid.clearText,
      okText: text.grid.clear,
      danger: true,
      run: async () => onRows(() => newRows(MORE)),
    })
  const shown = onlyFaulty ? rows.filter(row => problems.has(row.key)) : rows
  return (
    <div className="batch-grid">
      <div className="toolbar">
        <Button
          disabled={rows.length >= GRID_LIMIT}
          onClick={() => onRows(now => [...now, ...newRows(Math.min(MORE, GRID_LIMIT - now.length))])}
        >
          {text.grid.addRows(MORE)}
        </Button>
        <Button disabled={filledRows.length === 0} onClick={clear}>
          {text.grid.clear}
        </Button>
        {children}
        <label className="grid-switch">
          <Switch size="small" checked={onlyFaulty} disabled={!onlyFaulty && problems.size === 0} onChange={setOnlyFaulty} />
          {text.grid.onlyFaulty}
        </label>
        <output className="grid-count">{text.grid.count(good.length, problems.size)}</output>
        <Button type="primary" loading={busy} disabled={good.length === 0 || blockedBecause !== undefined} onClick={() => void submit()}>
          {blockedBecause ?? text.grid.save(good.length)}
        </Button>
      </div>
      <output>
        {done && (
          <Alert type="success" showIcon className="grid-done" title={done.words} action={<Link to={done.to}>{text.grid.show}</Link>} />
        )}
      </output>
      <p className="grid-hint">{text.grid.hint(GRID_LIMIT)}</p>
      <div className="grid-room">
        <table ref={grid} className="grid" aria-label={label} {...listeners}>
          <Head columns={columns} />
          <tbody>
            {shown.map(row => (
              <BatchLine
                key={row.key}
                row={row}
                number={rows.indexOf(row) + 1}
                columns={columns}
                isGood={!isBlank(row) && !problems.has(row.key)}
                problems={shownProblems(problems.get(row.key), row, row.key === at, columns)}
                onChange={onRows}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** A field above the grid that applies to all rows. */
export function BatchTop({ id, label, hint, children }: { id: string; label: string; hint: string; children: ReactNode }) {
  return (
    <div className="batch-top">
      <label htmlFor={id}>
        {label}
        <span className="grid-star">{text.grid.star}</span>
      </label>
      {children}
      <p className="grid-hint">{hint}</p>
    </div>
  )
}

function Head({ columns }: { columns: readonly GridColumn[] }) {
  return (
    <thead>
      <tr>
        <th scope="col" className="grid-number">
          {text.grid.number}
        </th>
        {columns.map(({ key, title, required, width }) => (
          <th key={key} scope="col" style={{ minWidth: width }}>
            {title}
            {required && <span className="grid-star">{text.grid.star}</span>}
          </th>
        ))}
        <th scope="col">{text.grid.reason}</th>
        <th scope="col" className="grid-drop">
          <span className="heard-only">{text.table.tools}</span>
        </th>
      </tr>
    </thead>
  )
}

/** Missing values are not reported for the row being typed. */
function shownProblems(
  problems: Readonly<Record<string, string>> | undefined,
  row: GridRow,
  isHere: boolean,
  columns: readonly GridColumn[],
) {
  if (!problems || !isHere) return problems
  return Object.fromEntries(Object.entries(problems).filter(([key]) => !columns.some(column => column.key === key) || row.cells[key]))
}
