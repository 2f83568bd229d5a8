import { nextTime } from './cron.ts'
import { fromWire } from '../wire-time.ts'

export interface DueByCron {
  cron: string
  nextTime: string
  /** By the clock of the database. */
  now: string
}

/** When something comes due again; what was missed more than once is not made up for. */
export function dueTimes(due: DueByCron): { next: Date; isMissed: boolean } {
  const now = fromWire(due.now)
  return { next: nextTime(due.cron, now), isMissed: nextTime(due.cron, fromWire(due.nextTime)) <= now }
}
