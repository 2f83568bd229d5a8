import { markCell } from '../cell-marks.ts'
import { TableError, type TableLimits } from '../xlsx/limits.ts'
import type { TableBatch } from '../xlsx/sheet.ts'

export interface CsvOptions {
  /** `auto`: UTF-16 with a byte order mark, UTF-8 if valid, else GB 18030. */
  encoding: 'auto' | 'utf-8' | 'gb18030'
  separator: 'auto' | ',' | ';' | '\t'
}
export const detectedCsv: CsvOptions = { encoding: 'auto', separator: 'auto' }
const GROUP = 1000

/** The rows of a CSV file (RFC 4180), in groups of consecutive ones; an unterminated quoted cell is `damaged`. */
export function* readCsv(file: Buffer, options: CsvOptions, limits: TableLimits): Generator<TableBatch> {
  const text = decoded(file, options.encoding)
  let batch: TableBatch = { first: 1, rows: [] }
  let [row, count] = [0, 0]
  for (const cells of cellsOf(text, options.separator === 'auto' ? separatorOf(text) : options.separator, limits)) {
    row++
    if (cells.every(cell => cell.trim() === '')) continue
    if (++count > limits.rows + 1) throw new TableError('tooManyRows')
    if (batch.rows.length === GROUP || batch.first + batch.rows.length !== row) {
      if (batch.rows.length > 0) yield batch
      batch = { first: row, rows: [] }
    }
    batch.rows.push(cells.map(cell => plainCell(cell, limits)))
  }
  if (count === 0) throw new TableError('noHeader')
  yield batch
}

function decoded(bytes: Buffer, encoding: CsvOptions['encoding']): string {
  const order = bytes.toString('hex', 0, 2)
  if (encoding === 'auto' && (order === 'fffe' || order === 'feff'))
    return new TextDecoder(order === 'fffe' ? 'utf-16le' : 'utf-16be').decode(bytes)
  for (const one of encoding === 'auto' ? (['utf-8', 'gb18030'] as const) : [encoding])
    try {
      const text = new TextDecoder(one, { fatal: true }).decode(bytes)
      if (text.includes('\0')) throw new TableError('otherFormat', 'not a text')
      return text
    } catch (error) {
      if (error instanceof TableError) throw error
    }
  throw new TableError('otherFormat', 'not a text')
}

/** A spreadsheet reads ="007" as the text 007; any other formula has no text, and of 1.38E+10 only some digits are left. */
function plainCell(cell: string, { cellCharacters }: TableLimits): string {
  const written = cell.trim()
  const text = /^="([^"]*)"$/.exec(written)?.[1]
  if (text !== undefined) return text
  if (/^=./.test(written)) return markCell('formula', written)
  if (/^-?\d(?:\.\d+)?E\+\d{2,3}$/.test(written)) return markCell('digits', written)
  return cell.slice(0, cellCharacters + 1)
}

/** The separator most frequent in the titles. */
function separatorOf(text: string): string {
  const titles = text.slice(0, text.search(/[\r\n]|$/))
  const most = [',', '\t', ';'].map(one => ({ one, count: titles.split(one).length }))
  return most.toSorted((a, b) => b.count - a.count)[0]!.one
}

function* cellsOf(text: string, separator: string, { columns }: TableLimits): Generator<string[]> {
  const plain = new RegExp(`[^${separator}\\r\\n]*`, 'y')
  let cells: string[] = []
  for (let at = 0; at <= text.length;) {
    const [cell, end] = text[at] === '"' ? quotedAt(text, at) : plainAt(plain, text, at)
    cells.push(cell)
    at = end
    if (text[at] === separator) {
      at++
      continue
    }
    if (at < text.length && text[at] !== '\r' && text[at] !== '\n') throw new TableError('damaged')
    if (cells.length > columns) throw new TableError('damaged')
    yield cells
    cells = []
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
}

function plainAt(plain: RegExp, text: string, at: number): [string, number] {
  plain.lastIndex = at
  plain.exec(text)
  return [text.slice(at, plain.lastIndex), plain.lastIndex]
}

function quotedAt(text: string, at: number): [string, number] {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 2))
    if (text[end + 1] !== '"') return [text.slice(at + 1, end).replaceAll('""', '"'), end + 1]
  throw new TableError('damaged')
}
