import { setTimeout as pause } from 'node:timers/promises'

/** Whether it has ended, well or badly, when so many milliseconds have gone by; what has not goes on by itself. */
export async function endedWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
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
