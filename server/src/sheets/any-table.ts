import { readCsv, type CsvOptions } from './csv/read.ts'
import { text } from './text.ts'
import { readTable, TableError, tableLimits } from './xlsx/tables.ts'

/** Why a file cannot be read, as a sentence. */
export class TableProblem extends Error {
  readonly sentence: string
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.sentence = sentence
  }
}

/** Reads any table, .xlsx or CSV: the first row has the titles, which become the keys of every other row. */
export async function* readAnyTable(bytes: AsyncIterable<Uint8Array>, options: CsvOptions): AsyncGenerator<Record<string, string>[]> {
  let titles: string[] | undefined
  try {
    for await (const { first, rows } of await opened(bytes, options)) {
      const isFirst = titles === undefined
      titles ??= titlesOf(rows[0] ?? [])
      const columns = titles
      const read = (isFirst ? rows.slice(1) : rows).map((cells, n) => rowOf(columns, cells, first + n + (isFirst ? 1 : 0)))
      yield read.filter(row => Object.values(row).some(value => value !== ''))
    }
  } catch (error) {
    throw error instanceof TableError ? new TableProblem(text.faults[error.kind], error) : error
  }
}

/** Decides by the first bytes: anything but a ZIP file is text. */
async function opened(bytes: AsyncIterable<Uint8Array>, options: CsvOptions) {
  const pieces = bytes[Symbol.asyncIterator]()
  const first = await pieces.next()
  const head = first.done ? Buffer.alloc(0) : Buffer.from(first.value)
  const whole = async function* () {
    yield head
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  }
  const isBook = head.subarray(0, 2).toString('latin1') === 'PK' || head.subarray(0, 4).toString('hex') === 'd0cf11e0'
  return isBook ? readTable(whole(), { rows: options.rows }) : readCsv(whole(), options)
}

function titlesOf(cells: readonly string[]): string[] {
  const titles = cells.map(cell => cell.trim())
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
  return Object.fromEntries(titles.map((title, at) => [title, (cells[at] ?? '').trim()]))
}
