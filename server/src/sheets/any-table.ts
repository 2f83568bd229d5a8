import { markOf } from './cell-marks.ts'
import type { CsvOptions } from './csv/read.ts'
import { text } from './text.ts'
import { readTable, TableError, tableLimits } from './xlsx/index.ts'

/** Why a file cannot be read, as a sentence. */
export class TableProblem extends Error {
  readonly sentence: string
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.sentence = sentence
  }
}

/** Reads any table, .xlsx or CSV: the first row has the titles, which become the keys of every other row. */
export async function* readAnyTable(
  bytes: AsyncIterable<Uint8Array>,
  { rows: limit, ...csv }: CsvOptions & { rows: number },
): AsyncGenerator<Record<string, string>[]> {
  let titles: string[] | undefined
  try {
    for await (const { first, rows } of readTable(bytes, { rows: limit }, csv)) {
      const isFirst = titles === undefined
      titles ??= titlesOf(rows[0] ?? [])
      const columns = titles
      const read = (isFirst ? rows.slice(1) : rows).map((cells, n) => rowOf(columns, cells, first + n + (isFirst ? 1 : 0)))
      yield read.filter(row => Object.values(row).some(value => value !== ''))
    }
  } catch (error) {
    throw error instanceof TableError ? new TableProblem(text.problems[error.kind], error) : error
  }
}

function titlesOf(cells: readonly string[]): string[] {
  const titles = cells.map((cell, at) => typedValue(cell.trim(), 1, String(at + 1)))
  while (titles.at(-1) === '') titles.pop()
  if (titles.length === 0) throw new TableError('noHeader')
  const untitled = titles.indexOf('')
  if (untitled >= 0) throw new TableProblem(text.untitledColumn(untitled + 1))
  const doubled = titles.find((title, at) => titles.indexOf(title) !== at)
  if (doubled !== undefined) throw new TableProblem(text.doubledColumn(doubled))
  return titles
}

function rowOf(titles: readonly string[], cells: readonly string[], row: number): Record<string, string> {
  if (cells.slice(titles.length).some(cell => cell.trim() !== '')) throw new TableProblem(text.widerRow(row))
  if (cells.some(cell => cell.length > tableLimits.cellCharacters)) throw new TableProblem(text.longCell(row))
  return Object.fromEntries(titles.map((title, at) => [title, typedValue((cells[at] ?? '').trim(), row, title)]))
}

/** A field map may read dates and booleans; a list with other cells that nobody typed is refused as a whole. */
function typedValue(value: string, row: number, title: string): string {
  const marked = markOf(value)
  if (!marked || marked.mark === 'date' || marked.mark === 'boolean') return marked?.text ?? value
  throw new TableProblem(text.markedCell(row, title, text.marks[marked.mark]))
}
