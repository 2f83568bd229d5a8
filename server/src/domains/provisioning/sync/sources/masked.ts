import { maskIdCard, maskPhone } from '@hufu/contract/text-rules'

const DEPTH_MAX = 6
const TEXT_MAX = 200
const LIST_MAX = 10

/** Masks phone and ID numbers anywhere in a source value, and hides values whose names suggest a secret. */
export function masked(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskedText(value.slice(0, TEXT_MAX))
  if (typeof value === 'number') return /^1\d{10}$/.test(String(value)) ? maskPhone(String(value)) : value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex').slice(0, TEXT_MAX)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEPTH_MAX) return '…'
  if (Array.isArray(value)) return value.slice(0, LIST_MAX).map(part => masked(part, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, /pass|pwd|secret|token/i.test(key) ? '***' : masked(part, depth + 1)]),
  )
}
export const maskedText = (value: string): string =>
  MANY_DIGITS.test(value)
    ? value
        .replaceAll(/(?<!\d)\d{17}[\dXx](?!\d)|(?<!\d)\d{15}(?!\d)/g, found => maskIdCard(found))
        .replaceAll(/(?<!\d)1\d{10}(?!\d)/g, found => maskPhone(found))
    : value
/** The digits of a phone number, the shortest number to mask: most texts have fewer and need no further search. */
const MANY_DIGITS = /\d{11}/
