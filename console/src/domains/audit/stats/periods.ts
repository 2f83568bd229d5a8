import type { LoginDay, Unit } from '@hufu/contract/audit/stats'
import { type DateRange, DAY_BEGIN, today, wholeDays } from '../../../platform/dates.ts'

const DAY_MS = 86_400_000
export const MOST_DAYS = 366
/** The length of the default range. */
const USUAL_DAYS = 30

const dayOf = (time: string) => time.slice(0, 10)
const plus = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

/** The range to show: the last thirty days by default, cut to what can be answered. */
export function rangeOf(begin: string, end: string, now?: Date): { range: DateRange; isCut: boolean } {
  const last = dayOf(end) || today(now)
  const first = dayOf(begin) || plus(last, 1 - USUAL_DAYS)
  const earliest = plus(last, 1 - MOST_DAYS)
  const isCut = first < earliest
  return { range: isCut ? wholeDays(earliest, last) : [begin || `${first} ${DAY_BEGIN}`, end || wholeDays(last, last)[1]], isCut }
}

export interface Period {
  first: string
  last: string
  success: number
  fail: number
}

const beginOf: Readonly<Record<Unit, (date: string) => string>> = {
  day: date => date,
  week: date => plus(date, -((new Date(date).getUTCDay() + 6) % 7)),
  month: date => `${date.slice(0, 7)}-01`,
}

/** Days grouped by calendar weeks and months, cut to the range at both ends. */
export function periodsOf(days: readonly LoginDay[], unit: Unit): Period[] {
  const periods = new Map<string, Period>()
  for (const { date, success, fail } of days) {
    const begin = beginOf[unit](date)
    const period = periods.get(begin)
    if (period) Object.assign(period, { last: date, success: period.success + success, fail: period.fail + fail })
    else periods.set(begin, { first: date, last: date, success, fail })
  }
  return [...periods.values()]
}

/** The last day of the period that begins here. */
export function endOf(begin: string, unit: Unit): string {
  if (unit === 'day') return begin
  if (unit === 'week') return plus(begin, 6)
  const [year, month] = begin.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** The label on the axis: the month for months, else month and day. */
export const shortOf = (date: string, unit: Unit): string => (unit === 'month' ? date.slice(0, 7) : date.slice(5))
