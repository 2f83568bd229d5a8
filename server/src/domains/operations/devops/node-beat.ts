import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { QueueJob } from '../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { version } from '../../../platform/version.ts'
import { writeBeat } from './devops.sql.ts'

const BEAT_MS = 10_000

/** Each node reports every ten seconds that it is alive. */
export function nodeBeat({ db }: Kernel, host = hostname()): QueueJob {
  const id = randomUUID()
  let lastBeat = -Infinity
  return {
    name: 'node-beat',
    run: async () => {
      if (performance.now() - lastBeat < BEAT_MS) return
      lastBeat = performance.now()
      await writeBeat(db, { id, host, version })
    },
  }
}
