const OVERLAP_MS = 5 * 60_000
const DAY_MS = 86_400_000
/** Matches `20261123093000Z`, `2026-11-23 09:30:00.5+08` and `2026-11-23T09:30:00Z`: the same parts in the same order. */
const TIME = /^(\d{4})(-?)(\d\d)\2(\d\d)([T ]?)(\d\d)(:?)(\d\d)\7(\d\d)([.,]\d+)?(Z|[+-]\d\d(?::?\d\d)?)?$/
const NUMBER = /^\d{1,20}$/
/** Number of digits of a Unix time in seconds and in milliseconds. */
const SECONDS = 10
const MILLISECONDS = 13

/** A source's time in milliseconds since 1970; undefined if the value is not a time. */
function timeOf(value: string): number | undefined {
  if (NUMBER.test(value)) {
    if (value.length === MILLISECONDS) return Number(value)
    return value.length === SECONDS ? Number(value) * 1000 : undefined
  }
  const [, year, , month, day, , hour, , minute, second, , zone = ''] = TIME.exec(value) ?? []
  if (year === undefined) return undefined
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  const offset = hours === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) - offset
}

function isLater(one: string, than: string): boolean {
  const [a, b] = [timeOf(one), timeOf(than)]
  if (a !== undefined && b !== undefined) return a > b || (a === b && one > than)
  if (NUMBER.test(one) && NUMBER.test(than)) return BigInt(one) > BigInt(than)
  return one > than
}

/**
 * The last change among rows, by the source's own clock or counter. A time more than a day in the future is ignored as an error
 * of its row.
 */
export class LatestChange {
  readonly #until: number
  value: string | undefined

  constructor(now: Date, since?: string) {
    this.#until = now.getTime() + DAY_MS
    this.value = since
  }

  take(found: unknown): void {
    const value = typeof found === 'number' ? String(found) : typeof found === 'string' ? found.trim() : ''
    if (value === '' || (timeOf(value) ?? 0) > this.#until) return
    if (this.value === undefined || isLater(value, this.value)) this.value = value
  }
}

/**
 * Where the next delta starts: for times five minutes before the watermark, because a change may become visible after a later
 * one.
 */
export function withOverlap(watermark: string): string {
  const time = timeOf(watermark)
  if (time === undefined) return watermark
  if (watermark.length === MILLISECONDS) return String(time - OVERLAP_MS)
  if (watermark.length === SECONDS) return String(time / 1000 - OVERLAP_MS / 1000)
  // The result keeps the form of the watermark: separators, fraction and zone.
  const [, year, dash, month, day, between, hour, colon, minute, second, fraction = '', zone = ''] = TIME.exec(watermark)!
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) - OVERLAP_MS
  const [date, clock] = new Date(wall).toISOString().slice(0, 19).split('T') as [string, string]
  return `${date.replaceAll('-', dash!)}${between}${clock.replaceAll(':', colon!)}${fraction}${zone}`
}
