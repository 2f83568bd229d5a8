import { plainTime } from '@hufu/contract/written'

/** The parts of a format in their order, with their digits. */
const WIDTHS = { yyyy: 4, MM: 2, dd: 2, HH: 2, mm: 2, ss: 2 } as const
type Part = keyof typeof WIDTHS
const PARTS = Object.keys(WIDTHS) as Part[]
const part = /yyyy|MM|dd|HH|mm|ss/g

/** Whether a format can be read: each part at most once, none without the greater ones, and no other letters but T and Z. */
export function isDateFormat(format: string): boolean {
  const parts: readonly string[] = format.match(part) ?? []
  const isWhole = parts.length > 0 && PARTS.slice(0, parts.length).every(each => parts.includes(each))
  return isWhole && !/[A-SU-Ya-z]/.test(format.replaceAll(part, ''))
}

const ZONE_MS = 8 * 3_600_000

const pad = (number: number) => String(number).padStart(2, '0')
const written = (year: number, month: number, day: number, hour = 0, minute = 0, second = 0) =>
  `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:${pad(second)}`

/** A time in UTC+8, as the API writes times. */
const inShanghaiTime = (ms: number): string => new Date(ms + ZONE_MS).toISOString().slice(0, 19).replace('T', ' ')

/**
 * Parses a date by a format such as `yyyyMMdd`, without one as ISO 8601 or milliseconds since 1970. A date without a time means
 * the end of the day.
 */
export function parseDate(value: string, format: string | undefined): string | undefined {
  const text = value.trim()
  if (format === undefined) return parseFree(plainTime(text))
  if (!isDateFormat(format)) return undefined
  const form = format.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  const pattern = form.replaceAll(part, each => `(?<${each}>\\d{${WIDTHS[each as Part]}})`)
  const found = new RegExp(`^${pattern}$`).exec(text)?.groups
  if (!found) return undefined
  const numberOf = (name: Part, fallback: number) => (found[name] === undefined ? fallback : Number(found[name]))
  const hasTime = found.HH !== undefined
  return real(
    numberOf('yyyy', 0), numberOf('MM', 1), numberOf('dd', 1),
    numberOf('HH', 23), numberOf('mm', hasTime ? 0 : 59), numberOf('ss', hasTime ? 0 : 59),
  ) // prettier-ignore
}

/** The time as text; undefined if the date or the time of day does not exist. */
function real(year: number, month: number, day: number, hour: number, minute: number, second: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isThere = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isThere && hour < 24 && minute < 60 && second < 60 ? written(year, month, day, hour, minute, second) : undefined
}

function parseFree(value: string): string | undefined {
  if (/^\d{12,14}$/.test(value)) return inShanghaiTime(Number(value))
  const day = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/.exec(value)
  if (day) {
    const [year, month, date, hour = 23, minute = 59, second = day[4] === undefined ? 59 : 0] = day
      .slice(1)
      .map(part => (part === undefined ? undefined : Number(part)))
    return real(year!, month!, date!, hour, minute, second)
  }
  const ms = /^\d{4}-\d{2}-\d{2}T/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? undefined : inShanghaiTime(ms)
}

const EPOCH_1601_MS = 11_644_473_600_000n
const NEVER = 0x7fffffffffffffffn
/** Parses a Windows FILETIME: units of 100 nanoseconds since 1601. 0 and the greatest value mean "never" and become ''. */
export function fileTime(value: string): string | undefined {
  if (!/^\d{1,19}$/.test(value)) return undefined
  const ticks = BigInt(value)
  if (ticks === 0n || ticks === NEVER) return ''
  return inShanghaiTime(Number(ticks / 10_000n - EPOCH_1601_MS))
}
