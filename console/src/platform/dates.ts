import { language } from './language.ts'
import { text } from './text.ts'

/** A range in wire form: yyyy-MM-dd HH:mm:ss, both ends inclusive, China's time (D-07, D-09). */
export type DateRange = readonly [begin: string, end: string]

export interface Preset {
  name: string
  label: string
  /** Calculated when clicked, so that a page left open overnight still means today. */
  range: (now?: Date) => DateRange
}

export const DATE_FORMAT = 'YYYY-MM-DD'
export const TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss'
export const DAY_BEGIN = '00:00:00'
export const DAY_END = '23:59:59'

/** Today in China, whatever the local time zone. */
export function today(now: Date = new Date()): string {
  return day(new Date(now.getTime() + 8 * 3_600_000))
}
/** The range from the first second of one day to the last of another. */
export const wholeDays = (first: string, last: string): DateRange => [`${first} ${DAY_BEGIN}`, `${last} ${DAY_END}`]

const lastDays =
  (first: number, last = 0) =>
  (now?: Date) =>
    wholeDays(minusDays(today(now), first), minusDays(today(now), last))
const lastMonths = (months: number) => (now?: Date) => wholeDays(minusMonths(today(now), months), today(now))

/** O-57: the last seven days end today; months follow the calendar. */
const short: readonly Preset[] = [
  { name: 'today', label: text.dates.today, range: lastDays(0) },
  { name: 'yesterday', label: text.dates.yesterday, range: lastDays(1, 1) },
  { name: 'lastWeek', label: text.dates.lastWeek, range: lastDays(6) },
  { name: 'last30Days', label: text.dates.last30Days, range: lastDays(29) },
]
const long: readonly Preset[] = [
  { name: 'last3Months', label: text.dates.last3Months, range: lastMonths(3) },
  { name: 'lastHalfYear', label: text.dates.lastHalfYear, range: lastMonths(6) },
  { name: 'lastYear', label: text.dates.lastYear, range: lastMonths(12) },
]

/** The presets of a date range; `withLong` adds three months, half a year and a year. */
export const presets = ({ withLong = false }: { withLong?: boolean } = {}): readonly Preset[] => (withLong ? [...short, ...long] : short)

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'always' })

/**
 * How long ago a time of the server was, in the largest unit that fits; its times are China's. Below a minute the difference of two
 * clocks would show.
 */
export function ago(time: string, now: Date = new Date()): string {
  const seconds = Math.round((Date.parse(`${time.replace(' ', 'T')}+08:00`) - now.getTime()) / 1000)
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length)
  if (!step) return text.justNow
  const [unit, size] = step
  return relative.format(Math.trunc(seconds / size), unit)
}

function minusDays(date: string, days: number): string {
  return day(new Date(Date.parse(`${date}T00:00:00Z`) - days * 86_400_000))
}

/** 31 May minus three months is the last day of February. */
function minusMonths(date: string, months: number): string {
  const [year, month, dayOfMonth] = date.split('-').map(Number) as [number, number, number]
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0))
  lastOfMonth.setUTCDate(Math.min(dayOfMonth, lastOfMonth.getUTCDate()))
  return day(lastOfMonth)
}

const day = (date: Date) => date.toISOString().slice(0, 10)
