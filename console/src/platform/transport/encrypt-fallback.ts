/** RSA-OAEP (RFC 8017, 7.1.1) with SHA-256 and no label, for browsers without WebCrypto. Encryption only. */
export function rsaOaepSha256(spki: Uint8Array, message: Uint8Array): Uint8Array {
  const { modulus, exponent, length } = readPublicKey(spki)
  const seed = crypto.getRandomValues(new Uint8Array(HASH_BYTES))
  const encoded = toNumber(pad(message, seed, length))
  return toBytes(modPow(encoded, exponent, modulus), length)
}

const HASH_BYTES = 32

function pad(message: Uint8Array, seed: Uint8Array, length: number): Uint8Array {
  const room = length - HASH_BYTES - 1
  if (message.length > room - HASH_BYTES - 1) throw new RangeError('message too long')
  const block = new Uint8Array(room)
  block.set(sha256(new Uint8Array()))
  block[room - message.length - 1] = 1
  block.set(message, room - message.length)
  const maskedBlock = xor(block, mgf1(seed, room))
  const maskedSeed = xor(seed, mgf1(maskedBlock, HASH_BYTES))
  return Uint8Array.of(0, ...maskedSeed, ...maskedBlock)
}

/** MGF1 of RFC 8017, B.2.1. */
function mgf1(seed: Uint8Array, length: number): Uint8Array {
  const mask: number[] = []
  for (let counter = 0; mask.length < length; counter++) mask.push(...sha256(Uint8Array.of(...seed, ...toBytes(BigInt(counter), 4))))
  return Uint8Array.from(mask.slice(0, length))
}

const xor = (left: Uint8Array, right: Uint8Array) => left.map((byte, index) => byte ^ right[index]!)

/** SubjectPublicKeyInfo: SEQUENCE { SEQUENCE algorithm, BIT STRING { SEQUENCE { INTEGER, INTEGER } } }. */
function readPublicKey(spki: Uint8Array): { modulus: bigint; exponent: bigint; length: number } {
  const [, bits] = children(children(spki)[0]!)
  const [modulus, exponent] = children(children(bits!.subarray(1))[0]!)
  const significant = modulus![0] === 0 ? modulus!.subarray(1) : modulus!
  return { modulus: toNumber(significant), exponent: toNumber(exponent!), length: significant.length }
}

/** The contents of consecutive DER values. */
function children(der: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = []
  for (let at = 0; at < der.length;) {
    const first = der[at + 1]!
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f
    const begin = at + 2 + lengthBytes
    const length = lengthBytes === 0 ? first : Number(toNumber(der.subarray(at + 2, begin)))
    found.push(der.subarray(begin, begin + length))
    at = begin + length
  }
  return found
}

function modPow(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (let square = base % modulus, rest = exponent; rest > 0n; rest >>= 1n, square = (square * square) % modulus)
    if (rest & 1n) result = (result * square) % modulus
  return result
}

function toNumber(bytes: Uint8Array): bigint {
  let number = 0n
  for (const byte of bytes) number = (number << 8n) | BigInt(byte)
  return number
}

function toBytes(number: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let index = length - 1, rest = number; index >= 0; index--, rest >>= 8n) bytes[index] = Number(rest & 0xffn)
  return bytes
}

// The constants of FIPS 180-4 are fractions of roots of the first primes: computed, not copied.
const primes = firstPrimes(64)
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0
const ROUND = primes.map(prime => fraction(Math.cbrt(prime)))
const START = primes.slice(0, 8).map(prime => fraction(Math.sqrt(prime)))

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number++) if (found.every(prime => number % prime !== 0)) found.push(number)
  return found
}

/** FIPS 180-4. */
export function sha256(message: Uint8Array): Uint8Array {
  const blocks = Math.ceil((message.length + 9) / 64)
  const padded = new Uint8Array(blocks * 64)
  padded.set(message)
  padded[message.length] = 0x80
  padded.set(toBytes(BigInt(message.length) * 8n, 8), padded.length - 8)
  const view = new DataView(padded.buffer)
  let state = START
  for (let block = 0; block < blocks; block++) state = compress(state, schedule(view, block * 64))
  return Uint8Array.from(state.flatMap(word => [word >>> 24, (word >>> 16) & 0xff, (word >>> 8) & 0xff, word & 0xff]))
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

function schedule(view: DataView, offset: number): number[] {
  const words = Array.from({ length: 16 }, (_, index) => view.getInt32(offset + index * 4))
  for (let index = 16; index < 64; index++) {
    const [old, recent] = [words[index - 15]!, words[index - 2]!]
    const small = rotate(old, 7) ^ rotate(old, 18) ^ (old >>> 3)
    const large = rotate(recent, 17) ^ rotate(recent, 19) ^ (recent >>> 10)
    words.push((words[index - 16]! + small + words[index - 7]! + large) | 0)
  }
  return words
}

function compress(state: number[], words: number[]): number[] {
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number]
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g)
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + ROUND[index]! + words[index]!) | 0
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + state[index]!) | 0)
}
