import { setImmediate } from 'node:timers/promises'

/** How long work may hold the event loop before other requests get their turn; a step in it may take as long again. */
const TURN_MS = 20

/** Lets other requests run in the middle of long work. */
export class Pauses {
  #since = performance.now()

  async take(): Promise<void> {
    if (performance.now() - this.#since < TURN_MS) return
    await setImmediate()
    this.#since = performance.now()
  }
}

/** Maps a list one by one, with pauses. */
export async function mapWithPauses<T, R>(list: Iterable<T>, by: (item: T) => R): Promise<Awaited<R>[]> {
  const pauses = new Pauses()
  const mapped: Awaited<R>[] = []
  for (const item of list) {
    await pauses.take()
    mapped.push(await by(item))
  }
  return mapped
}
