import { createHmac, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS, STEP_SECONDS } from '@hufu/contract/credentials/totp'

/** Phone clocks are assumed to be off by less than one step. */
const DRIFT_STEPS = 1
const codeForm = new RegExp(`^[0-9]{${CODE_DIGITS}}$`)
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const stepAt = (milliseconds: number): number => Math.floor(milliseconds / 1000 / STEP_SECONDS)

/** The code of one step: RFC 4226 over RFC 6238's counter, with HMAC-SHA-1 as authenticator apps have it. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.at(-1)! & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

/**
 * The step with this code, among the previous, present and next one and later than `last`; undefined if none matches. Takes
 * constant time.
 */
export function matchingStep(secret: Buffer, code: string, last: number, now: number): number | undefined {
  if (!codeForm.test(code)) return undefined
  const steps = Array.from({ length: 2 * DRIFT_STEPS + 1 }, (_, n) => stepAt(now) - DRIFT_STEPS + n)
  return steps.filter(step => timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code))).find(step => step > last)
}

/** RFC 4648 without padding, for typing into an app. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map(five => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The otpauth address of the QR code. Default parameters are left out, which keeps the code small. */
export const uriOf = (issuer: string, account: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(account)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
