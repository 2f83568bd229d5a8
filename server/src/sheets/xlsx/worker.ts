import { parentPort, workerData } from 'node:worker_threads'
import { readCsv, type CsvOptions } from '../csv/read.ts'
import { formatOf } from './format.ts'
import { TableError, type TableErrorKind, type TableLimits } from './limits.ts'
import { mergedRanges, Merges } from './merges.ts'
import { SheetReader, type TableBatch } from './sheet.ts'
import { Zip } from './unzip.ts'
import { openBook, parsePart } from './workbook.ts'

export interface ReadOrder {
  bytes: Uint8Array
  limits: TableLimits
  csv: CsvOptions
}

export type ReadAnswer = { batches: TableBatch[] } | { done: true } | { error: TableErrorKind; message: string }

/** How many unread answers the worker may be ahead; every message back acknowledges one. */
const UNREAD_MAX = 3

const port = parentPort
if (!port) throw new Error('worker.ts runs in a worker')

let unread = 0
let wake = () => {}
port.on('message', () => {
  unread--
  wake()
})

const postAnswer = (answer: ReadAnswer) => port.postMessage(answer)

async function send(batches: TableBatch[]): Promise<void> {
  postAnswer({ batches })
  unread++
  if (unread >= UNREAD_MAX) await new Promise<void>(resolve => (wake = resolve))
}

async function read({ bytes, limits, csv }: ReadOrder): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (formatOf(file) === 'xlsx') await readBook(file, limits)
  else for (const batch of readCsv(file, csv, limits)) await send([batch])
  postAnswer({ done: true })
}

async function readBook(file: Buffer, limits: TableLimits): Promise<void> {
  const zip = new Zip(file, limits)
  const book = await openBook(zip, limits.cellCharacters)
  const sheet = new SheetReader(book, new Merges(await mergedRanges(zip, book.sheet)), limits)
  await parsePart(zip, book.sheet, sheet, async () => {
    const batches = sheet.take(false)
    if (batches) await send(batches)
  })
  const rest = sheet.take(true)
  if (rest) await send(rest)
  if (sheet.isEmpty) throw new TableError('noHeader')
}

try {
  await read(workerData as ReadOrder)
} catch (error) {
  // Any error here, such as broken deflate or UTF-8, is in the file.
  const message = error instanceof Error ? error.message : String(error)
  postAnswer({ error: error instanceof TableError ? error.kind : 'damaged', message })
}
port.close()
