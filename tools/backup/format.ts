import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { SealedKey } from './key.ts'
import type { Table } from './tables.ts'
import { BackupError, text } from './text.ts'

/**
 * The format: gzip over lines. `#head {…}`; for each table `#table name`, its rows as JSON and `#end {rows, sha256}`;
 * then `#mac {hmac}` with the master key over everything before it, and finally `#done`. zcat can read it; a file without its
 * last line is no backup. Version 1 had no MAC.
 */
export const FORMAT = 'hufu-backup'
export const FORMAT_VERSION = 2
const FIRST_WITH_MAC = 2

export interface Head {
  format: typeof FORMAT
  formatVersion: number
  /** The version of the product that wrote the backup. */
  version: string
  time: string
  steps: readonly string[]
  tables: readonly Table[]
  key: SealedKey | null
}

export interface Sum {
  table: string
  rows: number
  sha256: string
}

export const headLine = (head: Head): string => `#head ${JSON.stringify(head)}\n`
export const tableLine = (name: string): string => `#table ${name}\n`
export const endLine = (sum: Sum): string => `#end ${JSON.stringify(sum)}\n`
export const macLine = (hmac: string): string => `#mac ${JSON.stringify({ hmac })}\n`
export const doneLine = '#done\n'

/** Uses a derived key, so that nothing else made with the master key can pass for a MAC. */
export const macOf = (digest: Buffer, master: Buffer): string =>
  createHmac('sha256', createHmac('sha256', master).update('hufu-backup-2 mac').digest()).update(digest).digest('hex')

/** Counts and digests the rows of one table. */
export class Summing {
  readonly #hash = createHash('sha256')
  #rows = 0

  add(lines: readonly (string | Buffer)[]): void {
    for (const line of lines) this.#hash.update(line).update('\n')
    this.#rows += lines.length
  }

  sum(table: string): Sum {
    return { table, rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

export type Entry =
  | { kind: 'head'; head: Head }
  | { kind: 'rows'; table: string; lines: Buffer[] }
  | { kind: 'end'; sum: Sum }
  | { kind: 'mac'; hmac: string; digest: Buffer }
  | { kind: 'done' }

/** The entries in order; throws a BackupError whose sentence says why a file cannot be read. */
export async function* readEntries(file: string): AsyncGenerator<Entry> {
  if (!existsSync(file)) throw new BackupError(text.noFile(file))
  const stream = createReadStream(file).on('error', error => plain.destroy(error))
  const plain = stream.pipe(createGunzip())
  const whole = createHash('sha256')
  let table = ''
  let first = true
  let last = ''
  try {
    for await (const lines of linesOf(plain)) {
      let rows: Buffer[] = []
      for (const line of lines) {
        // Only `#done` may follow the MAC, and nothing may follow `#done`.
        if (last === '#done' || (last === '#mac' && !line.equals(DONE))) throw new BackupError(text.damagedFile(file))
        if (line[0] !== HASH) {
          rows.push(line)
          whole.update(line).update('\n')
          continue
        }
        if (rows.length > 0) yield { kind: 'rows', table, lines: rows }
        rows = []
        const [seal, rest] = split(line)
        if (first !== (seal === '#head')) throw new BackupError(text.notABackup(file))
        first = false
        last = seal
        if (seal !== '#mac' && seal !== '#done') whole.update(line).update('\n')
        if (seal === '#head') yield { kind: 'head', head: JSON.parse(rest) as Head }
        else if (seal === '#table') table = rest
        else if (seal === '#end') yield { kind: 'end', sum: JSON.parse(rest) as Sum }
        else if (seal === '#mac') yield { kind: 'mac', hmac: (JSON.parse(rest) as { hmac: string }).hmac, digest: whole.digest() }
        else if (seal === '#done') yield { kind: 'done' }
      }
      if (rows.length > 0) yield { kind: 'rows', table, lines: rows }
    }
  } catch (error) {
    throw readProblem(error, file)
  } finally {
    stream.destroy()
  }
}

const DONE = Buffer.from('#done')
const HASH = '#'.charCodeAt(0)
const NEWLINE = 10

function split(line: Buffer): [string, string] {
  const plain = line.toString('utf8')
  const space = plain.indexOf(' ')
  return space < 0 ? [plain, ''] : [plain.slice(0, space), plain.slice(space + 1)]
}

/** The complete lines of each piece. Splits bytes at newlines, because JSON leaves other line separators unescaped. */
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let chunks: Buffer[] = []
  for await (const piece of bytes) {
    const lines: Buffer[] = []
    let from = 0
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, from)) {
      lines.push(chunks.length > 0 ? Buffer.concat([...chunks, piece.subarray(from, at)]) : piece.subarray(from, at))
      chunks = []
      from = at + 1
    }
    if (from < piece.length) chunks.push(piece.subarray(from))
    if (lines.length > 0) yield lines
  }
}

function readProblem(error: unknown, file: string): unknown {
  if (error instanceof BackupError) return error
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'Z_BUF_ERROR') return new BackupError(text.truncated(file))
  if (code?.startsWith('Z_') || error instanceof SyntaxError) return new BackupError(text.notABackup(file))
  return error
}

export interface Checked {
  file: string
  head: Head
  sums: ReadonlyMap<string, Sum>
  /** Undefined in a file of version 1. */
  mac: { hmac: string; digest: Buffer } | undefined
}

/** Reads a backup once before anything is changed: it must be complete, and each table must match its digest. */
export async function checkBackup(file: string): Promise<Checked> {
  let head: Head | undefined
  let done = false
  let mac: Checked['mac']
  let summing = new Summing()
  const sums = new Map<string, Sum>()
  for await (const entry of readEntries(file)) {
    if (entry.kind === 'head') head = checkedHead(entry.head, file)
    else if (entry.kind === 'rows') summing.add(entry.lines)
    else if (entry.kind === 'end') {
      const found = summing.sum(entry.sum.table)
      if (found.rows !== entry.sum.rows || found.sha256 !== entry.sum.sha256) throw new BackupError(text.damaged(found.table))
      sums.set(found.table, found)
      summing = new Summing()
    } else if (entry.kind === 'mac') mac = entry
    else done = true
  }
  if (!head) throw new BackupError(text.notABackup(file))
  if (!done || !head.tables.every(({ name }) => sums.has(name))) throw new BackupError(text.truncated(file))
  return { file, head, sums, mac }
}

/** Refuses a changed file: its digests could be calculated again, but its MAC only with the master key. */
export function refuseChanged({ file, head, mac }: Checked, master: Buffer, withoutMac = false): void {
  if (head.formatVersion < FIRST_WITH_MAC) {
    if (!withoutMac) throw new BackupError(text.noMac(file))
    return
  }
  const [stored, right] = [Buffer.from(String(mac?.hmac)), Buffer.from(mac ? macOf(mac.digest, master) : '')]
  if (!mac || stored.length !== right.length || !timingSafeEqual(stored, right)) throw new BackupError(text.changed(file))
}

function checkedHead(head: Head, file: string): Head {
  if (head.format !== FORMAT) throw new BackupError(text.notABackup(file))
  if (head.formatVersion > FORMAT_VERSION) throw new BackupError(text.otherFormat(head.formatVersion))
  return head
}
