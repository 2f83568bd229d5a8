import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { workerEnvironment } from '../worker-environment.ts'
import { parseJson } from './json.ts'
import type { Piece } from './large-json-worker.ts'

/** So many characters are parsed in about 8 ms; a longer text would hold the event loop. */
const AT_ONCE = 1_000_000

/** `parseJson` for texts of any length: long ones are parsed in a worker thread, which hands over their lists in pieces. */
export async function parseLargeJson(json: string): Promise<unknown> {
  if (json.length <= AT_ONCE) return parseJson(json)
  const worker = new Worker(new URL('./large-json-worker.ts', import.meta.url), { workerData: json, env: workerEnvironment, name: 'json' })
  const next = async () => ((await once(worker, 'message')) as [Piece | 'all'])[0]
  try {
    let whole: unknown
    for (let piece = await next(); piece !== 'all'; piece = await next()) {
      if ('frame' in piece) whole = piece.frame
      else listAt(whole, piece.path).push(...piece.items)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
      worker.postMessage('read')
    }
    return whole
  } finally {
    await worker.terminate()
  }
}

const listAt = (whole: unknown, path: readonly string[]): unknown[] =>
  path.reduce((value, key) => (value as Record<string, unknown>)[key], whole) as unknown[]
