const dayMs = 86_400_000

/** A number as somebody would type it: no exponent, no binary noise, no digits of the file lost. */
export function numberText(raw: string): string {
  const text = raw.trim()
  // Kept as text: 18 digits of an identity number do not fit a double.
  if (/^-?(?:0|[1-9]\d*)$/.test(text)) return text === '-0' ? '0' : text
  const value = Number(text)
  if (text === '' || !Number.isFinite(value)) return text
  // Excel keeps 15 digits; the rest is binary noise (0.30000000000000004).
  return withoutExponent(Number(value.toPrecision(15)))
}

function withoutExponent(value: number): string {
  const text = String(value === 0 ? 0 : value)
  const [digits = '', exponent] = text.split('e')
  if (exponent === undefined) return text
  if (Number(exponent) > 0) return BigInt(value).toString()
  return `${digits.startsWith('-') ? '-' : ''}0.${'0'.repeat(-Number(exponent) - 1)}${digits.replace(/\D/g, '')}`
}

/** Excel's day count as yyyy-MM-dd, with HH:mm:ss if it has a time, or only a time if it has no day. */
export function dateText(raw: string, from1904: boolean): string {
  const serial = Number(raw)
  if (raw.trim() === '' || !(serial >= 0 && serial < 2_958_466)) return numberText(raw)
  const seconds = Math.round(serial * 86_400)
  const clock = new Date(seconds * 1_000).toISOString().slice(11, 19)
  if (seconds < 86_400 && !from1904) return clock
  const days = Math.floor(seconds / 86_400)
  // Excel has a 29 February 1900; days before it are off by one.
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  const day = new Date(epoch + days * dayMs).toISOString().slice(0, 10)
  return clock === '00:00:00' ? day : `${day} ${clock}`
}

/** `t="d"`: a date written as ISO 8601. */
export function isoDateText(raw: string): string {
  const [, day, clock = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d))?/.exec(raw.trim()) ?? []
  if (!day) return raw
  return clock === '00:00:00' ? day : `${day} ${clock}`
}

/** What a number format makes of a number: a date, digits with leading zeros, or nothing that matters here. */
export type NumberStyle = 'date' | { zeros: number } | undefined

/** 27 to 36 and 50 to 58 are the East Asian formats of dates. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

export function styleOf(id: number, code: string | undefined): NumberStyle {
  if (code === undefined) return isBuiltInDate(id) ? 'date' : undefined
  if (/^0{2,50}$/.test(code)) return { zeros: code.length }
  return isDateFormat(code) ? 'date' : undefined
}

function isDateFormat(code: string): boolean {
  // Excel allows 255 characters; without a limit the pattern would be slow on many brackets.
  const bare = code.slice(0, 255).replace(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
  return /[ymdhs]/i.test(bare.split(';')[0] ?? '') && !/general/i.test(bare)
}
