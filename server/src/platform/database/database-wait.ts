import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { databaseCode } from './db.ts'
import { text } from '../text/text.ts'

const TIMEOUT_MS = 60_000
const PAUSE_MS = 1000
const CONNECT_MS = 5000
/** The database is not there yet, is starting or has no free connection, so a later attempt may succeed. */
const RETRYABLE = /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|EPIPE|57P0|08|53300)/

interface Waiting {
  timeoutMs?: number
  /** Called once, after the first attempt has failed. */
  onWait?: () => void
}

/** Waits up to a minute until an external database answers, because it may be starting at the same time. */
export async function waitForDatabase(url: string, { timeoutMs = TIMEOUT_MS, onWait }: Waiting = {}): Promise<void> {
  const end = performance.now() + timeoutMs
  for (let attempt = 1; ; attempt++) {
    const error = await attemptAt(url)
    if (error === undefined) return
    const mayCome = RETRYABLE.test(databaseCode(error) ?? 'ETIMEDOUT')
    if (!mayCome || performance.now() >= end) throw new Error(sentenceOf(error, url), { cause: error })
    if (attempt === 1) onWait?.()
    await pause(Math.max(0, Math.min(PAUSE_MS, end - performance.now())))
  }
}

async function attemptAt(url: string): Promise<Error | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (error) {
    return error as Error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The address without its password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

function sentenceOf(error: Error, url: string): string {
  const code = databaseCode(error) ?? ''
  const place = placeOf(url)
  if (code === '3D000') return text.databaseMissing(place)
  if (code.startsWith('28')) return text.databaseRefused(place)
  return text.databaseAway(place, error.message || code)
}
