import { createHash } from 'node:crypto'
import { sm2 } from 'sm-crypto-v2'
import { integerOf, partsOf, TAG } from './der.ts'
import { refuseCertificate } from './certificate-error.ts'

/** n, the order of the curve's base point (GB/T 32918.5). */
const ORDER = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n
/** The default identity of GM/T 0009. */
const USER_ID = '1234567812345678'

/** Whether an uncompressed point is on the curve. */
export function isSm2Point(point: Buffer): boolean {
  if (point.length !== 65 || point[0] !== 4) return false
  try {
    return sm2.verifyPublicKey(point.toString('hex'))
  } catch {
    return false
  }
}

/**
 * Verifies SM2 with SM3 (GB/T 32918.2), the signature in GM/T 0009's form: SEQUENCE of r and s. The library does not check
 * form and range of r and s, so this does, and no second encoding of a signature is accepted (CVE-2026-23965 to 23967, bad
 * (r, n + s)).
 */
export function verifySm2(point: Buffer, message: Buffer, signature: Buffer): boolean {
  if (!isSm2Point(point)) return false
  const parts = partsOf(signature)
  const [r, s] = [scalarOf(integerOf(parts.next(TAG.integer))), scalarOf(integerOf(parts.next(TAG.integer)))]
  parts.end()
  return isPair(point, message, r, s)
}

const PAIR_BYTES = 64

/** The same for r and s concatenated, 32 bytes each, as in a JSON Web Signature. */
export function verifySm2Pair(point: Buffer, message: Buffer, pair: Buffer): boolean {
  if (!isSm2Point(point) || pair.length !== PAIR_BYTES) return false
  const [r, s] = [pair.subarray(0, 32), pair.subarray(32)].map(part => inRange(BigInt(`0x${part.toString('hex')}`)))
  return isPair(point, message, r, s)
}

export const signSm2 = (secret: Buffer, point: Buffer, message: Buffer): Buffer =>
  Buffer.from(sm2.doSignature(digestOf(point.toString('hex'), message), secret.toString('hex'), { hash: false }), 'hex')

function isPair(point: Buffer, message: Buffer, r: bigint | undefined, s: bigint | undefined): boolean {
  if (r === undefined || s === undefined || (r + s) % ORDER === 0n) return false
  const key = point.toString('hex')
  return sm2.doVerifySignature(digestOf(key, message), hex(r) + hex(s), key, { hash: false })
}

// Node's SM3 is four times as fast, and a revocation list may be long.
const digestOf = (key: string, message: Buffer) => new Uint8Array(createHash('sm3').update(sm2.getZ(key, USER_ID)).update(message).digest())

/** From 1 to n - 1. */
function scalarOf(digits: Buffer): bigint | undefined {
  if (digits[0]! >= 0x80 || digits.length > 33) refuseCertificate('unreadable')
  return inRange(BigInt(`0x${digits.toString('hex')}`))
}

const inRange = (scalar: bigint) => (scalar > 0n && scalar < ORDER ? scalar : undefined)

const hex = (scalar: bigint): string => scalar.toString(16).padStart(64, '0')
