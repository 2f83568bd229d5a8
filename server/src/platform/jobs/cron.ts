import type { RefusalName } from '@hufu/contract/refusals'
import { Cron } from 'croner'

const SHOWN = 5
const SHORTEST_GAP_MS = 60_000
const options = {
  mode: '6-part',
  timezone: 'Asia/Shanghai',
  // As in Quartz: 1 is Sunday, and 0/5 means every 5 starting at 0.
  alternativeWeekdays: true,
  sloppyRanges: true,
  paused: true,
} as const

const FORM = /^[\dA-Za-z*?,/#-]+(?: [\dA-Za-z*?,/#-]+){5}$/
const isOpen = (field: string) => field === '*' || field === '?'

export type CronCheck = { times: Date[] } | { refusal: RefusalName }

/** The next five times of an expression, or why it cannot be used. */
export function checkCron(cron: string, after: Date): CronCheck {
  if (!FORM.test(cron)) return { refusal: 'cronProblem' }
  const [, , , day, , weekday] = cron.split(' ')
  if (!isOpen(day!) && !isOpen(weekday!)) return { refusal: 'cronBothDays' }
  const times = timesOf(cron, after)
  if (!times) return { refusal: 'cronProblem' }
  if (times.length === 0) return { refusal: 'cronNever' }
  const isTooClose = times.some((time, n) => n > 0 && time.getTime() - times[n - 1]!.getTime() < SHORTEST_GAP_MS)
  return isTooClose ? { refusal: 'cronTooOften' } : { times }
}

function timesOf(cron: string, after: Date): Date[] | undefined {
  try {
    return new Cron(cron, options).nextRuns(SHOWN, after)
  } catch {
    return undefined
  }
}

/** The first time after a moment. */
export function nextTime(cron: string, after: Date): Date {
  const time = new Cron(cron, options).nextRun(after)
  if (!time) throw new Error(`no next time: ${cron}`)
  return time
}
