import { nextTime } from './cron.ts'
import { fromWire } from '../clock.ts'

export interface DueByCron {
  cron: string
  nextTime: string
  /** The time by the database's clock. */
  now: string
}

/** When something is due next, and whether a further due time has passed meanwhile. Missed times are not made up for one by one. */
export function dueTimes(schedule: DueByCron): { next: Date; isMissed: boolean } {
  const now = fromWire(schedule.now)
  return { next: nextTime(schedule.cron, now), isMissed: nextTime(schedule.cron, fromWire(schedule.nextTime)) <= now }
}
