import { hasDuplicate, illegalCharacters, stripBlanks } from '@hufu/contract/text-rules'
import { text as shared } from '@hufu/contract/text'
import { text } from './text.ts'

export interface GridColumn {
  key: string
  title: string
  required?: boolean
  width?: number
  maxLength?: number
  placeholder?: string
  /** No two rows may hold the same; told apart by what `fold` makes of it. */
  unique?: boolean
  fold?: (value: string) => string
  /** What is wrong with what was typed; never asked about nothing. */
  fault?: (value: string) => string | undefined
}
export interface GridRow {
  key: number
  cells: Readonly<Record<string, string>>
  /** What the server said of its cells; '' is the whole row. Forgotten when they are typed anew. */
  refused: Readonly<Record<string, string>>
}
/** Column → sentence; '' is the whole row. */
export type RowFaults = Readonly<Record<string, string>>

let serial = 0
export const newRow = (cells: GridRow['cells'] = {}): GridRow => ({ key: ++serial, cells, refused: {} })
export const newRows = (count: number): GridRow[] => Array.from({ length: count }, () => newRow())
export const isBlank = ({ cells }: GridRow): boolean => Object.values(cells).every(value => value === '')
export const cellOf = (row: GridRow, column: string): string => row.cells[column] ?? ''

/** A cell as it is after typing: what the server said of it no longer holds. */
export function withCell(row: GridRow, column: string, value: string): GridRow {
  if (cellOf(row, column) === value) return row
  const { [column]: _cell, '': _row, ...refused } = row.refused
  return { ...row, cells: { ...row.cells, [column]: value }, refused }
}

export const withCleanCell = (row: GridRow, column: string): GridRow => withCell(row, column, stripBlanks(cellOf(row, column)))

/** What is wrong with each row that has been begun; rows without a fault are left out. */
export function faultsIn(rows: readonly GridRow[], columns: readonly GridColumn[]): Map<number, RowFaults> {
  const begun = rows.filter(row => !isBlank(row))
  const doubled = new Map(columns.filter(column => column.unique).map(column => [column.key, doubledIn(begun, column)]))
  const found = new Map<number, RowFaults>()
  for (const row of begun) {
    const faults = Object.fromEntries(
      columns.flatMap(column => {
        const sentence = row.refused[column.key] ?? faultOf(column, cellOf(row, column.key), doubled.get(column.key))
        return sentence ? [[column.key, sentence]] : []
      }),
    )
    const all = row.refused[''] ? { ...faults, '': row.refused[''] } : faults
    if (Object.keys(all).length > 0) found.set(row.key, all)
  }
  return found
}

function faultOf(column: GridColumn, value: string, doubled: ReadonlySet<string> | undefined): string | undefined {
  if (value === '') return column.required ? text.grid.required(column.title) : undefined
  const illegal = illegalCharacters(value)
  if (illegal) return shared.field.illegalCharacters + illegal
  if (doubled?.has(folded(column, value))) return text.grid.doubled(column.title)
  return column.fault?.(value)
}

const folded = ({ fold }: GridColumn, value: string) => fold?.(value) ?? value

/** The values of a column that stand in more than one row (FIELD-10). */
function doubledIn(rows: readonly GridRow[], column: GridColumn): Set<string> {
  const values = rows.flatMap(row => cellOf(row, column.key) || []).map(value => folded(column, value))
  if (!hasDuplicate(values)) return new Set()
  const seen = new Set<string>()
  return new Set(values.filter(value => seen.size === seen.add(value).size))
}

/** After saving: what was stored leaves, what was refused stays with its reasons. `row` counts from 1 in the order sent. */
export function afterSave(
  rows: readonly GridRow[],
  sent: readonly GridRow[],
  errors: readonly { row: number; field: string; message: string }[],
  columns: readonly GridColumn[],
): GridRow[] {
  const refused = new Map<number, Record<string, string>>()
  for (const { row, field, message } of errors) {
    const key = sent[row - 1]?.key
    if (key === undefined) continue
    const column = columns.some(one => one.key === field) ? field : ''
    refused.set(key, { ...refused.get(key), [column]: message })
  }
  const stored = new Set(sent.map(row => row.key).filter(key => !refused.has(key)))
  return rows.filter(row => !stored.has(row.key)).map(row => ({ ...row, refused: refused.get(row.key) ?? row.refused }))
}
