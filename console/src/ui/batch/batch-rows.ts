import type { ReactNode } from 'react'
import { hasDuplicate, illegalCharacters, stripBlanks } from '@hufu/contract/text-rules'
import { text as sharedText } from '@hufu/contract/text'
import { text } from '../text.ts'

export interface GridColumn {
  key: string
  title: string
  required?: boolean
  width?: number
  maxLength?: number
  placeholder?: string
  /** Values must be unique, compared after `fold`. */
  unique?: boolean
  /** The group within which values must be unique. */
  among?: (row: GridRow, rows: readonly GridRow[]) => string
  fold?: (value: string) => string
  /** The text that is meant by a typed or pasted one; by default the text without blanks. */
  clean?: (value: string) => string
  /** The problem of a typed value; not called for empty ones. */
  problem?: (value: string) => string | undefined
  /** Shown before its field. */
  before?: (row: GridRow, number: number) => ReactNode
}
export interface GridRow {
  key: number
  cells: Readonly<Record<string, string>>
  /** The server's problems by column; '' is the whole row. Removed when the cell changes. */
  refused: Readonly<Record<string, string>>
  /** The indent below the rows above; 0 in a flat list. */
  depth: number
}
/** Column → sentence; '' is the whole row. */
export type RowProblems = Readonly<Record<string, string>>

let serial = 0
export const newRow = (cells: GridRow['cells'] = {}, depth = 0): GridRow => ({ key: ++serial, cells, refused: {}, depth })
export const newRows = (count: number): GridRow[] => Array.from({ length: count }, () => newRow())
export const isBlank = ({ cells }: GridRow): boolean => Object.values(cells).every(value => value === '')
/** The cells of a row that are sent: those with a value. */
export const filled = ({ cells }: GridRow): Record<string, string> =>
  Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== ''))
export const cellOf = (row: GridRow, column: string): string => row.cells[column] ?? ''

/** A row with a changed cell, without the server's problem of that cell. */
export function withCell(row: GridRow, column: string, value: string): GridRow {
  if (cellOf(row, column) === value) return row
  const { [column]: _cell, '': _row, ...refused } = row.refused
  return { ...row, cells: { ...row.cells, [column]: value }, refused }
}

export const withCleanCell = (row: GridRow, { key, clean = stripBlanks }: GridColumn): GridRow =>
  withCell(row, key, clean(cellOf(row, key)))

/** The problems of each row with any value; rows without problems are left out. */
export function problemsIn(rows: readonly GridRow[], columns: readonly GridColumn[]): Map<number, RowProblems> {
  const filledRows = rows.filter(row => !isBlank(row))
  const doubled = new Map(columns.filter(column => column.unique).map(column => [column.key, duplicatesIn(filledRows, column)]))
  const found = new Map<number, RowProblems>()
  for (const row of filledRows) {
    const problems = Object.fromEntries(
      columns.flatMap(column => {
        const sentence = row.refused[column.key] ?? problemOf(column, row, { filledRows, doubled: doubled.get(column.key) })
        return sentence ? [[column.key, sentence]] : []
      }),
    )
    const all = row.refused[''] ? { ...problems, '': row.refused[''] } : problems
    if (Object.keys(all).length > 0) found.set(row.key, all)
  }
  return found
}

interface RowContext {
  filledRows: readonly GridRow[]
  doubled: ReadonlySet<string> | undefined
}
function problemOf(column: GridColumn, row: GridRow, { filledRows, doubled }: RowContext): string | undefined {
  const value = cellOf(row, column.key)
  if (value === '') return column.required ? text.grid.required(column.title) : undefined
  const illegal = illegalCharacters(value)
  if (illegal) return sharedText.field.illegalCharacters + illegal
  if (doubled?.has(folded(column, row, filledRows))) return text.grid.doubled(column.title)
  return column.problem?.(value)
}

function folded({ key, fold, among }: GridColumn, row: GridRow, rows: readonly GridRow[]): string {
  const value = cellOf(row, key)
  return `${among?.(row, rows) ?? ''} ${fold?.(value) ?? value}`
}

/** Values that are in more than one row of a column. */
function duplicatesIn(rows: readonly GridRow[], column: GridColumn): Set<string> {
  const values = rows.filter(row => cellOf(row, column.key) !== '').map(row => folded(column, row, rows))
  if (!hasDuplicate(values)) return new Set()
  const seen = new Set<string>()
  return new Set(values.filter(value => seen.size === seen.add(value).size))
}

/** After saving: removes stored rows and keeps refused ones with reasons. `row` counts from 1 in the order sent. */
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
