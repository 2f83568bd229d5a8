import { maskIdCard, maskPhone } from '@hufu/contract/text-rules'

const DEPTH_MAX = 6
const TEXT_MAX = 200
const LIST_MAX = 10

/** Telephones and ID numbers wherever they stand in what a source gave; what is named as a secret is cut. */
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
/** As few as a telephone has: most texts are looked at no further. */
const MANY_DIGITS = /\d{11}/
