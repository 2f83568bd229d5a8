import { TableError, tableLimits } from '../xlsx/tables.ts'

export interface CsvOptions {
  /** `auto`: UTF-8 if valid, else GB 18030. */
  encoding: 'auto' | 'utf-8' | 'gb18030'
  separator: 'auto' | ',' | ';' | '\t'
  rows: number
}
const GROUP = 1000

/** The rows of a CSV file (RFC 4180), in groups; an unterminated quoted cell is `damaged`. */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>, options: CsvOptions): AsyncGenerator<{ first: number; rows: string[][] }> {
  const text = decoded(await readAll(bytes), options.encoding)
  const rows = cellsOf(text, options.separator === 'auto' ? separatorOf(text) : options.separator)
  let group: string[][] = []
  let count = 0
  for (const cells of rows) {
    if (++count > options.rows + 1) throw new TableError('tooManyRows')
    group.push(cells)
    if (group.length < GROUP) continue
    yield { first: count - group.length + 1, rows: group }
    group = []
  }
  if (count === 0) throw new TableError('noHeader')
  if (group.length > 0) yield { first: count - group.length + 1, rows: group }
}

async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > tableLimits.packedBytes) throw new TableError('tooLarge')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function decoded(bytes: Buffer, encoding: CsvOptions['encoding']): string {
  for (const one of encoding === 'auto' ? (['utf-8', 'gb18030'] as const) : [encoding])
    try {
      const text = new TextDecoder(one, { fatal: true }).decode(bytes)
      if (text.includes('\0')) throw new TableError('damaged')
      return text
    } catch (error) {
      if (error instanceof TableError) throw error
    }
  throw new TableError('damaged')
}

/** The separator most frequent in the titles. */
function separatorOf(text: string): string {
  const titles = text.slice(0, text.search(/[\r\n]|$/))
  const most = [',', '\t', ';'].map(one => ({ one, count: titles.split(one).length }))
  return most.toSorted((a, b) => b.count - a.count)[0]!.one
}

/** Empty lines are skipped. */
function* cellsOf(text: string, separator: string): Generator<string[]> {
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
    if (cells.length > tableLimits.columns) throw new TableError('damaged')
    if (cells.some(one => one !== '')) yield cells
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
