import { z } from 'zod'
import { text as fieldText } from '@hufu/contract/text'
import { illegalCharacters } from '@hufu/contract/text-rules'
import { refuse, Refused } from '../platform/http/refuse.ts'
import { markOf } from './cell-marks.ts'
import { readTable, TableError } from './xlsx/index.ts'
import type { Column, RowProblem } from './sheet-kind.ts'
import { text } from './text.ts'
import type { Schema } from '@hufu/contract/schema'

export interface SheetRow {
  row: number
  cells: string[]
}

const GROUP = 1000
const NAMED_MAX = 5
const TITLE_SHOWN = 20

/** The rows of a sheet in groups of about a thousand, the titles first; unreadable files are refused with their sentence. */
export async function* sheetRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SheetRow[]> {
  let group: SheetRow[] = []
  try {
    for await (const { first, rows } of readTable(bytes)) {
      for (const [n, cells] of rows.entries()) group.push({ row: first + n, cells })
      if (group.length < GROUP) continue
      yield group
      group = []
    }
  } catch (error) {
    throw error instanceof TableError ? new Refused('tableProblem', { sentence: text.problems[error.kind] }) : error
  }
  if (group.length > 0) yield group
}

/** Columns by position in the sheet; undefined for ones that are ignored. */
export type Layout = readonly (Column | undefined)[]

const refuseTable = (sentence: string) => refuse('tableProblem', { sentence })
const listed = (titles: readonly string[]) =>
  titles
    .slice(0, NAMED_MAX)
    .map(title => title.slice(0, TITLE_SHOWN))
    .join('、') + (titles.length > NAMED_MAX ? '…' : '')

/** Reads titles in any order, with or without an asterisk; columns added by a result file are ignored, so that it can be sent again. */
export function readTitles(columns: readonly Column[], cells: readonly string[]): Layout {
  const titles = cells.map(cell => cell.replace(/[*＊]/g, '').trim())
  while (titles.at(-1) === '') titles.pop()
  const columnByTitle = new Map(columns.map(column => [column.title, column]))
  const untitled = titles.indexOf('')
  if (untitled >= 0) refuseTable(text.untitledColumn(untitled + 1))
  const added = new Set<string>([text.verdict, text.reason])
  const strange = titles.filter(title => !columnByTitle.has(title) && !added.has(title))
  if (strange.length > 0) refuseTable(text.unknownColumns(listed(strange)))
  const doubled = titles.find((title, at) => titles.indexOf(title) !== at)
  if (doubled !== undefined) refuseTable(text.doubledColumn(doubled))
  const missing = columns.filter(column => column.required && !titles.includes(column.title)).map(column => column.title)
  if (missing.length > 0) refuseTable(text.missingColumns(listed(missing)))
  return titles.map(title => {
    const column = columnByTitle.get(title)
    return column?.unread ? undefined : column
  })
}

export interface ReadCells<D> {
  /** By key, without empty cells. */
  cells: Record<string, string>
  problems: RowProblem[]
  draft: D | undefined
}

/** What is needed to read the rows of a file. */
export interface RowReader<D> {
  columns: readonly Column[]
  layout: Layout
  schema: Schema<D>
}

/** Checks the cells of one row with the forms' schemas; every faulty column is named once. */
export function readCells<D>({ columns, layout, schema }: RowReader<D>, row: SheetRow): ReadCells<D> {
  const cells: Record<string, string> = {}
  const problems: RowProblem[] = []
  for (const [at, cell] of row.cells.entries()) {
    const { value, problem } = typedValue(cell, layout[at])
    if (value === '') continue
    const column = layout[at]
    if (column) cells[column.key] = value
    if (column && problem) problems.push({ column: column.title, message: problem })
    else if (at >= layout.length) problems.push({ column: '', message: text.untitledCell(at + 1) })
    const illegal = column && illegalCharacters(value)
    if (illegal) problems.push({ column: column.title, message: fieldText.field.illegalCharacters + illegal })
  }
  const parsed = z.safeParse(schema, cells)
  if (!parsed.success) problems.push(...problemsOf(columns, parsed.error.issues, problems))
  return { cells, problems, draft: parsed.success && problems.length === 0 ? parsed.data : undefined }
}

/** The text of a cell, and what is wrong if nobody typed it so. */
function typedValue(cell: string, column: Column | undefined): { value: string; problem?: string } {
  const value = cell.trim()
  const marked = markOf(value)
  if (!marked) return { value }
  return marked.mark === 'date' && column?.date ? { value: marked.text } : { value, problem: text.marks[marked.mark] }
}

function problemsOf(columns: readonly Column[], issues: readonly z.core.$ZodIssue[], already: readonly RowProblem[]): RowProblem[] {
  const found = new Map<string, RowProblem>()
  for (const issue of issues) {
    const column = columns.find(column => column.key === issue.path[0])?.title ?? ''
    if (!found.has(column) && !already.some(problem => problem.column === column)) found.set(column, { column, message: issue.message })
  }
  return [...found.values()]
}
