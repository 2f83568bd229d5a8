import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { parseJson } from './json.ts'

/** First the value without its long lists, then these in pieces. */
export type Piece = { frame: unknown } | { path: readonly string[]; items: readonly unknown[] }

/** Longer lists are handed over in pieces of this length: a few milliseconds each. */
const PIECE = 500

type LongList = { path: readonly string[]; items: readonly unknown[] }

/** The value with its long lists empty. Lists within lists stay, as each is part of one item. */
function frameOf(value: unknown, path: readonly string[], lists: LongList[]): unknown {
  if (Array.isArray(value)) {
    if (value.length <= PIECE) return value
    lists.push({ path, items: value })
    return []
  }
  if (typeof value !== 'object' || value === null) return value
  // An assignment would not reach a property called __proto__.
  for (const [key, inner] of Object.entries(value)) Object.defineProperty(value, key, { value: frameOf(inner, [...path, key], lists) })
  return value
}

function* piecesOf(json: string): Generator<Piece> {
  const lists: LongList[] = []
  yield { frame: frameOf(parseJson(json), [], lists) }
  for (const { path, items } of lists) for (let at = 0; at < items.length; at += PIECE) yield { path, items: items.slice(at, at + PIECE) }
}

const port = parentPort
if (!port) throw new Error('large-json-worker.ts runs in a worker')

const hand = (piece: Piece | 'all') => port.postMessage(piece)

for (const piece of piecesOf(workerData as string)) {
  hand(piece)
  await once(port, 'message')
}
hand('all')
