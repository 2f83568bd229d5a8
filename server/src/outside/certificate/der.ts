import { refuseCertificate } from './certificate-error.ts'

/** One element of DER (X.690): only definite, shortest lengths, so that signed data has one encoding. */
export interface Der {
  tag: number
  body: Buffer
  /** With tag and length. */
  whole: Buffer
}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  printable: 0x13,
  teletex: 0x14,
  ia5: 0x16,
  utcTime: 0x17,
  generalTime: 0x18,
  bmp: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const

/** `[n]`, constructed. */
export const context = (n: number): number => 0xa0 + n

/** Exactly one element, with nothing after it. */
export function readDer(bytes: Buffer, tag?: number): Der {
  const { element, rest } = first(bytes)
  if (rest.length > 0 || (tag !== undefined && element.tag !== tag)) refuseCertificate('unreadable')
  return element
}

function first(bytes: Buffer): { element: Der; rest: Buffer } {
  const [tag, short] = bytes
  // Tags of several bytes do not occur in X.509.
  if (tag === undefined || short === undefined || (tag & 0x1f) === 0x1f) return refuseCertificate('unreadable')
  const { length, from } = short < 0x80 ? { length: short, from: 2 } : longLength(bytes, short & 0x7f)
  if (from + length > bytes.length) refuseCertificate('unreadable')
  const element = { tag, body: bytes.subarray(from, from + length), whole: bytes.subarray(0, from + length) }
  return { element, rest: bytes.subarray(from + length) }
}

function longLength(bytes: Buffer, count: number): { length: number; from: number } {
  if (count < 1 || count > 3 || bytes.length < 2 + count) refuseCertificate('unreadable')
  const length = bytes.readUIntBE(2, count)
  if (length < 0x80 || bytes[2] === 0) refuseCertificate('unreadable')
  return { length, from: 2 + count }
}

/** The elements inside one, read in order. */
export class DerElements {
  #rest: Buffer

  constructor({ body }: Pick<Der, 'body'>) {
    this.#rest = body
  }

  next(tag?: number): Der {
    const { element, rest } = first(this.#rest)
    if (tag !== undefined && element.tag !== tag) refuseCertificate('unreadable')
    this.#rest = rest
    return element
  }

  /** The next element if it has one of these tags. */
  maybe(...tags: readonly number[]): Der | undefined {
    return this.#rest.length > 0 && tags.includes(this.#rest[0]!) ? this.next() : undefined
  }

  all(tag?: number): Der[] {
    const found: Der[] = []
    while (this.#rest.length > 0) found.push(this.next(tag))
    return found
  }

  end(): void {
    if (this.#rest.length > 0) refuseCertificate('unreadable')
  }
}

export const partsOf = (bytes: Buffer, tag: number = TAG.sequence): DerElements => new DerElements(readDer(bytes, tag))

export function oidOf({ tag, body }: Der): string {
  if (tag !== TAG.oid || body.length === 0 || body.at(-1)! >= 0x80) refuseCertificate('unreadable')
  const arcs: number[] = []
  let arc = 0
  for (const byte of body) {
    // A leading 0x80 is padding; arcs of more than 48 bits do not occur.
    if ((arc === 0 && byte === 0x80) || arc > 2 ** 41) refuseCertificate('unreadable')
    arc = arc * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      arcs.push(arc)
      arc = 0
    }
  }
  const [head = 0, ...tail] = arcs
  const root = Math.min(Math.floor(head / 40), 2)
  return [root, head - root * 40, ...tail].join('.')
}

/** The bytes of an INTEGER in its shortest form, sign included. */
export function integerOf({ tag, body }: Der): Buffer {
  const [first, second = 0] = body
  const padded = body.length > 1 && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80))
  if (tag !== TAG.integer || first === undefined || padded) refuseCertificate('unreadable')
  return body
}

/** A number from 0 to 65535. */
export function smallIntegerOf(der: Der): number {
  const body = integerOf(der)
  if (body.length > 3 || body[0]! >= 0x80) refuseCertificate('unreadable')
  return body.readUIntBE(0, body.length)
}

/** DER has two booleans: 00 and FF. */
export function booleanOf({ tag, body }: Der): boolean {
  if (tag !== TAG.boolean || body.length !== 1 || (body[0] !== 0 && body[0] !== 0xff)) refuseCertificate('unreadable')
  return body[0] === 0xff
}

/** A BIT STRING of whole bytes. */
export function bytesOfBits({ tag, body }: Der): Buffer {
  if (tag !== TAG.bits || body[0] !== 0) refuseCertificate('unreadable')
  return body.subarray(1)
}

const utcForm = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/
const generalForm = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/

/** UTCTime until 2049, GeneralizedTime after (RFC 5280, 4.1.2.5). */
export function timeOf({ tag, body }: Der): Date {
  const form = tag === TAG.utcTime ? utcForm : tag === TAG.generalTime ? generalForm : refuseCertificate('unreadable')
  const parts = form.exec(body.toString('latin1'))?.slice(1).map(Number) ?? refuseCertificate('unreadable')
  const [written, month, day, hour, minute, second] = parts as [number, number, number, number, number, number]
  const year = tag === TAG.generalTime ? written : written < 50 ? 2000 + written : 1900 + written
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || date.getUTCHours() !== hour) refuseCertificate('unreadable')
  return date
}
