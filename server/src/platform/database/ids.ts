import { randomBytes, randomFillSync } from 'node:crypto'

const POOL_BYTES = 8192
const pool = Buffer.allocUnsafeSlow(POOL_BYTES)
let taken = POOL_BYTES

/** As random as randomBytes, but asks the kernel less often: writing a hundred thousand rows takes half a million random values. */
export function randomChunk(length: number): Buffer {
  if (taken + length > POOL_BYTES) {
    randomFillSync(pool)
    taken = 0
  }
  const chunk = Buffer.from(pool.subarray(taken, taken + length))
  // Bytes handed out are not kept.
  pool.fill(0, taken, taken + length)
  taken += length
  return chunk
}

let lastMillisecond = 0
let counter = 0

/**
 * A UUID of version 7 (RFC 9562) without its dashes: 32 characters (D-09), ascending in time, so that indexes
 * grow at their end and `order by id` is the order of creation, also within one millisecond.
 */
export function newId(): string {
  const now = Math.max(Date.now(), lastMillisecond)
  counter = now === lastMillisecond ? counter + 1 : 0
  if (counter > 0xfff) {
    lastMillisecond = now + 1
    counter = 0
  } else lastMillisecond = now
  const random = randomChunk(8)
  random[0] = (random[0]! & 0x3f) | 0x80
  return lastMillisecond.toString(16).padStart(12, '0') + '7' + counter.toString(16).padStart(3, '0') + random.toString('hex')
}

/** 256 bits, base64url: session tokens, device tokens. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** 128 random bits without a time, for ids that must not be guessable, such as file ids. */
export const newSecretId = (): string => randomBytes(16).toString('hex')
