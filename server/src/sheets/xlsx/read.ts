import { Worker } from 'node:worker_threads'
import { workerEnvironment } from '../../platform/worker-environment.ts'
import { detectedCsv, type CsvOptions } from '../csv/read.ts'
import { TableError, tableLimits, type TableLimits } from './limits.ts'
import type { TableBatch } from './sheet.ts'
import type { ReadAnswer, ReadOrder } from './worker.ts'

/**
 * Reads the first visible sheet of an .xlsx, or a CSV file, as text, in a worker that stays at most a few batches ahead.
 * Leaving the loop early ends the worker. An unreadable file throws a TableError.
 */
export async function* readTable(
  bytes: AsyncIterable<Uint8Array>,
  limits: Partial<TableLimits> = {},
  csv: CsvOptions = detectedCsv,
): AsyncGenerator<TableBatch> {
  const within = { ...tableLimits, ...limits }
  const file = await readAll(bytes, within.packedBytes)
  yield* fromWorker({ bytes: file, limits: within, csv })
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
      if ('error' in answer) throw new TableError(answer.error, answer.message)
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
  worker.on('exit', () => receive({ error: 'damaged', message: 'the worker ended' }))
  let left = milliseconds
  return async () => {
    const since = performance.now()
    if (answers.length === 0) {
      const timer = setTimeout(() => receive({ error: 'timeout', message: `not read in ${milliseconds} ms` }), left)
      await new Promise<void>(resolve => (wake = resolve))
      clearTimeout(timer)
    }
    left -= performance.now() - since
    return answers.shift() as ReadAnswer
  }
}

function crash(error: unknown): ReadAnswer {
  const full = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return { error: full ? 'tooLarge' : 'damaged', message: String(error) }
}
