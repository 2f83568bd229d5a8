import { INVISIBLE, WHITE } from './written.ts'

/** Login names: D-41. Compared by `foldName`. */
export const userNameForm = /^[A-Za-z0-9_.@-]{2,50}$/

/** The < and > in the text, each once, in order of appearance; '' if there are none. */
export function illegalCharacters(text: string): string {
  return [...new Set(text.match(/[<>]/g))].join('')
}

const BLANK = String.raw`[${WHITE}${INVISIBLE}]`

// Old text symbols that Unicode also lists as pictographs (© ® ™ ℹ ↔ 〰 ㊗ …): emoji only with a variation selector.
const TEXT_SYMBOL = String.raw`[\u00A9\u00AE\u2000-\u25FF\u3000-\u32FF]`

// Digits, # and * carry the property Emoji because keycaps are made of them; alone they are text.
const EMOJI = [
  String.raw`[0-9#*]\uFE0F?\u20E3`,
  String.raw`(?![0-9#*])\p{Emoji}\uFE0F`,
  String.raw`[\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}]`,
  String.raw`(?!${TEXT_SYMBOL})\p{Extended_Pictographic}`,
  // characters that join and colour sequences: selectors, the keycap frame, the tags of flags such as Scotland's
  String.raw`[\uFE00-\uFE0F\u20E3\u{E0020}-\u{E007F}]`,
].join('|')

const blanksAndEmoji = new RegExp(`${BLANK}|${EMOJI}`, 'gu')
const onlyBlanks = new RegExp(`^${BLANK}+$`, 'u')

/** Removes every blank and every emoji, inside the text too, as trim inputs do (O-31: 张 三 → 张三). */
export function stripBlanks(text: string): string {
  return text.replace(blanksAndEmoji, '')
}

/** For inputs that do not trim: remark, address, search. */
export function isOnlySpaces(text: string): boolean {
  return onlyBlanks.test(text)
}

export function hasDuplicate(list: readonly unknown[]): boolean {
  return new Set(list).size < list.length
}

export function normaliseIdCard(text: string): string {
  return text.replace(/x$/, 'X')
}

/**
 * GB 11643: 18 digits of which the last is a check digit (or X), or the 15 digits used before 1999, without a check digit.
 * `now` is a parameter for tests; the date is China's, whatever the server's time zone.
 */
export function idCardProblem(text: string, now: Date = new Date()): boolean {
  const card = normaliseIdCard(text)
  // Without the flag i or u, \d matches ASCII digits only, so full-width digits fail here.
  if (/^[1-9]\d{14}$/.test(card)) return !isBirthDate(`19${card.slice(6, 12)}`, now)
  if (!/^[1-9]\d{16}[\dX]$/.test(card)) return true
  return idCardCheckDigit(card.slice(0, 17)) !== card.charAt(17) || !isBirthDate(card.slice(6, 14), now)
}

/** ISO 7064 MOD 11-2, as GB 11643 prescribes: weights are the powers of two modulo eleven. */
export function idCardCheckDigit(first17: string): string {
  let sum = 0
  for (const digit of first17) sum = (sum + Number(digit)) * 2
  return '10X98765432'.charAt(sum % 11)
}

function isBirthDate(day: string, now: Date): boolean {
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(4, 6)), Number(day.slice(6, 8))]
  const read = new Date(Date.UTC(year, month - 1, date))
  const isReal = read.getUTCFullYear() === year && read.getUTCMonth() === month - 1 && read.getUTCDate() === date
  const eightHours = 8 * 3_600_000
  const today = new Date(now.getTime() + eightHours).toISOString().slice(0, 10).replaceAll('-', '')
  return isReal && year >= 1800 && day <= today
}

/** 138****0001: the first three and the last four digits. A number too short for that is hidden completely. */
export function maskPhone(phone: string): string {
  return masked(phone, 3, 4)
}

/** 1101**********1234: first four, last four. */
export function maskIdCard(idCard: string): string {
  return masked(idCard, 4, 4)
}

function masked(text: string, head: number, tail: number): string {
  const hidden = text.length - head - tail
  if (hidden < head) return '*'.repeat(text.length)
  return text.slice(0, head) + '*'.repeat(hidden) + text.slice(-tail)
}
