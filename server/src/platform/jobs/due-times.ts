import { nextTime } from './cron.ts'
import { fromWire } from '../wire-time.ts'

export interface DueByCron {
  cron: string
  nextTime: string
  /** By the clock of the database. */
  now: string
}

/** When something comes due again; what was missed more than once is not made up for. */
export function dueTimes(schedule: DueByCron): { next: Date; isMissed: boolean } {
  const now = fromWire(schedule.now)
  return { next: nextTime(schedule.cron, now), isMissed: nextTime(schedule.cron, fromWire(schedule.nextTime)) <= now }
}
