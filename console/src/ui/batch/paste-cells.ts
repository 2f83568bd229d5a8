import { stripBlanks } from '@hufu/contract/text-rules'
import { type GridColumn, type GridRow, isBlank, newRow, withCell } from './batch-rows.ts'

/**
 * Reads cells from the clipboard as spreadsheets write them: tabs between
 * cells, and quotes around cells with tabs, breaks or quotes.
 */
export function readCells(pasted: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /("(?:[^"]|"")*"(?=[\t\r\n]|$)|[^\t\r\n]*)(\t|\r\n|\n|\r|$)/gy
  const source = pasted.replace(/(?:\r\n|\n|\r)+$/, '')
  for (const [, value = '', end] of source.matchAll(cell)) {
    rows.at(-1)!.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  return rows
}

export const isBlock = (pasted: string): boolean => /[\t\r\n]/.test(pasted.trimEnd())

interface Target {
  rows: readonly GridRow[]
  columns: readonly GridColumn[]
  /** The position of the cursor. */
  at: { row: number; column: string }
  limit: number
}

/**
 * Inserts a block of cells at the cursor, adding rows as needed. A first line with the grid's titles says which columns are meant.
 */
export function pasteCells(pasted: string, { rows, columns, at, limit }: Target): { rows: GridRow[]; cut: number } {
  const block = readCells(pasted)
  const titled = titlesOf(block[0] ?? [], columns)
  const lines = titled ? block.slice(1) : block
  const from = columns.findIndex(column => column.key === at.column)
  const keys = titled ?? columns.slice(from).map(column => column.key)
  const first = Math.max(
    0,
    rows.findIndex(row => row.key === at.row),
  )
  const filled = [...rows]
  // Cuts the block at the row limit, so that it overwrites only rows it covers.
  const fitting = lines.slice(0, Math.max(0, limit - first))
  const depths = keys[0] === columns[0]?.key ? depthsOf(fitting) : []
  const base = filled[first]?.depth ?? 0
  for (const [index, cells] of fitting.entries()) {
    let row = filled[first + index] ?? newRow()
    for (const [n, value] of cells.entries()) {
      const key = keys[n]
      const column = columns.find(one => one.key === key)
      if (column) row = withCell(row, column.key, (column.clean ?? stripBlanks)(value).slice(0, column.maxLength ?? DEFAULT_MAX))
    }
    const depth = depths[index]
    filled[first + index] = depth === undefined ? row : { ...row, depth: base + depth }
  }
  return { rows: filled, cut: lines.length - fitting.length }
}

const DEFAULT_MAX = 50

/** The columns of a title line, '' for unknown ones; undefined if it is no title line. */
function titlesOf(line: readonly string[], columns: readonly GridColumn[]): string[] | undefined {
  const keys = line.map(title => columns.find(column => column.title === stripBlanks(title).replace(/\*$/, ''))?.key ?? '')
  return keys.filter(key => key !== '').length >= 2 ? keys : undefined
}

/** The indent of each line of an outline, from its leading blanks; empty if none is indented. */
function depthsOf(lines: readonly (readonly string[])[]): number[] {
  const widths = lines.map(([first = '']) => first.length - first.trimStart().length)
  const step = Math.min(...widths.filter(width => width > 0))
  return step === Infinity ? [] : widths.map(width => Math.round(width / step))
}

/** Adds a blank last row to type into, and limits each indent to one more than the row above. */
export const withSpareRow = (rows: readonly GridRow[], limit: number): GridRow[] => {
  const last = rows.at(-1)
  const withSpare = rows.length < limit && (!last || !isBlank(last)) ? [...rows, newRow({}, last?.depth)] : rows
  let most = 0
  return withSpare.map(row => {
    const depth = Math.min(row.depth, most)
    most = depth + 1
    return depth === row.depth ? row : { ...row, depth }
  })
}
