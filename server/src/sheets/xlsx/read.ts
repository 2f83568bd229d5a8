import { Worker } from 'node:worker_threads'
import { workerEnvironment } from '../../platform/worker-environment.ts'
import { TableError, tableLimits, type TableLimits } from './limits.ts'
import type { TableBatch } from './sheet.ts'
import type { ReadAnswer, ReadOrder } from './worker.ts'

/**
 * Reads the first sheet of an .xlsx as text, in a worker that stays at most a few batches ahead. Leaving the loop early
 * ends the worker. An unreadable file throws a TableError.
 */
export async function* readTable(bytes: AsyncIterable<Uint8Array>, limits: Partial<TableLimits> = {}): AsyncGenerator<TableBatch> {
  const within = { ...tableLimits, ...limits }
  const file = await readAll(bytes, within.packedBytes)
  checkMagic(file)
  yield* fromWorker({ bytes: file, limits: within })
}

async function readAll(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > limit) throw new TableError('tooLarge', `more than ${limit} bytes`)
    chunks.push(chunk)
  }
  // Not from the shared buffer pool, as the memory is transferred to the worker.
  const file = Buffer.from(new ArrayBuffer(size))
  let at = 0
  for (const chunk of chunks) {
    file.set(chunk, at)
    at += chunk.length
  }
  return file
}

function checkMagic(file: Buffer): void {
  if (file.toString('latin1', 0, 4) === 'PK\x03\x04') return
  // Excel stores a workbook with a password in the container of old .xls files.
  const old = file.toString('hex', 0, 8) === 'd0cf11e0a1b11ae1'
  const locked = old && file.includes(Buffer.from('EncryptedPackage', 'utf16le'))
  throw new TableError(locked ? 'encrypted' : 'notXlsx', 'not a ZIP file')
}

async function* fromWorker(order: ReadOrder & { bytes: Buffer }): AsyncGenerator<TableBatch> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: order,
    transferList: [order.bytes.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: order.limits.heapMb },
    env: workerEnvironment,
    name: 'table',
  })
  const answers = inbox(worker, order.limits.milliseconds)
  try {
    for (;;) {
      const answer = await answers()
      if ('fault' in answer) throw new TableError(answer.fault, answer.message)
      if ('done' in answer) return
      yield* answer.batches
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
      worker.postMessage('read')
    }
  } finally {
    await worker.terminate()
  }
}

/** Receives answers one after the other; only time spent waiting for them counts. */
function inbox(worker: Worker, milliseconds: number): () => Promise<ReadAnswer> {
  const answers: ReadAnswer[] = []
  let wake = () => {}
  const receive = (answer: ReadAnswer) => {
    answers.push(answer)
    wake()
  }
  worker.on('message', receive)
  worker.on('error', error => receive(crash(error)))
  worker.on('exit', () => receive({ fault: 'damaged', message: 'the worker ended' }))
  let left = milliseconds
  return async () => {
    const since = performance.now()
    if (answers.length === 0) {
      const timer = setTimeout(() => receive({ fault: 'timeout', message: `not read in ${milliseconds} ms` }), left)
      await new Promise<void>(resolve => (wake = resolve))
      clearTimeout(timer)
    }
    left -= performance.now() - since
    return answers.shift() as ReadAnswer
  }
}

function crash(error: unknown): ReadAnswer {
  const full = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return { fault: full ? 'tooLarge' : 'damaged', message: String(error) }
}
