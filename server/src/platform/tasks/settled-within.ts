import { setTimeout as pause } from 'node:timers/promises'

/** Whether the work has settled within so many milliseconds; unsettled work goes on. */
export async function settledWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController()
  const ended = work.then(
    () => true,
    () => true,
  )
  try {
    return await Promise.race([ended, pause(ms, false, { signal: over.signal })])
  } finally {
    over.abort()
  }
}
