import { workText } from '@hufu/contract/sign-in/proof-of-work'

// WebCrypto returns each digest by a promise, which takes far longer than the digest, and is missing on plain http.

const ROUND_CONSTANTS = Uint32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
  0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
  0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
  0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
  0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
  0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]) // prettier-ignore
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19] as const
type Eight = [number, number, number, number, number, number, number, number]
const BLOCK_BYTES = 64
const TEXT_MAX = 55

const words = new Uint32Array(64)
const rotateRight = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

/** The first 32 bits of the SHA-256 of a text of at most 55 ASCII characters (FIPS 180-4, one block). */
export function digestStart(text: string): number {
  if (text.length > TEXT_MAX) throw new RangeError(text)
  words.fill(0, 0, 16)
  for (let at = 0; at < text.length; at++) words[at >> 2]! |= text.charCodeAt(at) << (24 - (at % 4) * 8)
  words[text.length >> 2]! |= 0x80 << (24 - (text.length % 4) * 8)
  words[BLOCK_BYTES / 4 - 1] = text.length * 8
  for (let at = 16; at < 64; at++) {
    const [early, late] = [words[at - 15]!, words[at - 2]!]
    const low = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3)
    const high = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10)
    words[at] = words[at - 16]! + low + words[at - 7]! + high
  }
  let [a, b, c, d, e, f, g, h]: Eight = [...START]
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g)
    const one = (h + (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + choice + ROUND_CONSTANTS[at]! + words[at]!) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const two = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return (START[0] + a) >>> 0
}

/** The smallest number of this round whose digest begins with `bits` zero bits. */
export function findNumber(id: string, round: number, bits: number): number {
  const limit = 2 ** (32 - bits)
  for (let number = 0; ; number++) if (digestStart(workText(id, round, number)) < limit) return number
}
