import { crc32, createInflateRaw } from 'node:zlib'
import { TableError, type TableLimits } from './limits.ts'

interface Entry {
  method: number
  crc: number
  packed: number
  unpacked: number
  at: number
}

/** Reads only the central directory, which is checked before a single byte is inflated. */
export class Zip {
  readonly #bytes: Buffer
  readonly #entries: Map<string, Entry>

  constructor(bytes: Buffer, limits: TableLimits) {
    this.#bytes = bytes
    this.#entries = directory(bytes)
    const sizes = [...this.#entries.values()]
    const unpacked = sizes.reduce((sum, entry) => sum + entry.unpacked, 0)
    const tooDense = unpacked > limits.ratioFrom && unpacked > bytes.length * limits.ratio
    if (unpacked > limits.unpackedBytes || tooDense) {
      throw new TableError('tooLarge', `unpacks from ${bytes.length} to ${unpacked} bytes`)
    }
  }

  has(name: string): boolean {
    return this.#entries.has(plainName(name))
  }

  /** Whether the name of a part fulfils a condition; names are in lower case. */
  some(condition: (name: string) => boolean): boolean {
    return [...this.#entries.keys()].some(condition)
  }

  /** The directory may lie, so inflated bytes are counted, too: a part that goes on beyond its size is refused. */
  async *inflate(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(plainName(name))
    if (!entry) throw new TableError('damaged', `no part ${name}`)
    let size = 0
    let crc = 0
    for await (const chunk of unpack(entry, this.#slice(entry))) {
      size += chunk.length
      if (size > entry.unpacked) throw new TableError('damaged', `${name} is longer than it says`)
      crc = crc32(chunk, crc)
      yield chunk
    }
    if (size !== entry.unpacked || crc !== entry.crc) throw new TableError('damaged', `${name} fails its checksum`)
  }

  #slice({ at, packed }: Entry): Buffer {
    const bytes = this.#bytes
    if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== 0x04034b50) throw new TableError('damaged', 'no local header')
    const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    if (from + packed > bytes.length) throw new TableError('damaged', 'a part ends outside the file')
    return bytes.subarray(from, from + packed)
  }
}

async function* unpack({ method }: Entry, bytes: Buffer): AsyncGenerator<Buffer> {
  if (method === 0) {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
  } else if (method === 8) {
    const inflate = createInflateRaw({ chunkSize: 65_536 })
    inflate.end(bytes)
    yield* inflate
  } else {
    throw new TableError('damaged', `compression ${method}`)
  }
}

// Some writers use backslashes or a leading slash; Excel compares part names ignoring case.
export const plainName = (name: string) => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()

function directory(bytes: Buffer): Map<string, Entry> {
  const { count, offset } = endRecord(bytes)
  const entries = new Map<string, Entry>()
  let at = offset
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw new TableError('damaged', 'no directory')
    if (bytes.readUInt16LE(at + 8) & 1) throw new TableError('encrypted', 'an entry has a password')
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
    const name = plainName(bytes.toString('utf8', at + 46, nameEnd))
    // With two parts of one name a file can show one to a scanner and the other to its reader.
    if (entries.has(name)) throw new TableError('damaged', `two entries ${name}`)
    entries.set(name, entryAt(bytes, at, bytes.subarray(nameEnd, extraEnd)))
    at = extraEnd + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** Sizes beyond 32 bits are in the ZIP64 extra field, and some writers put all of them there. */
function entryAt(bytes: Buffer, at: number, extra: Buffer): Entry {
  const wide = zip64Field(extra)
  const size = (offset: number) => {
    const value = bytes.readUInt32LE(at + offset)
    return value === 0xffffffff ? wide() : value
  }
  const unpacked = size(24)
  const packed = size(20)
  return { method: bytes.readUInt16LE(at + 10), crc: bytes.readUInt32LE(at + 16), unpacked, packed, at: size(42) }
}

function zip64Field(extra: Buffer): () => number {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2)
  at += 4
  return () => {
    if (at + 8 > extra.length) throw new TableError('damaged', 'no ZIP64 size')
    at += 8
    return Number(extra.readBigUInt64LE(at - 8))
  }
}

function endRecord(bytes: Buffer): { count: number; offset: number } {
  // The record is 22 bytes long and may be followed by a comment of at most 65,535.
  const end = bytes.lastIndexOf('PK\x05\x06', bytes.length - 22, 'latin1')
  if (end < 0 || end < bytes.length - 22 - 65_535) throw new TableError('damaged', 'the end is missing')
  const count = bytes.readUInt16LE(end + 10)
  const offset = bytes.readUInt32LE(end + 16)
  if (count !== 0xffff && offset !== 0xffffffff) return { count, offset }
  const wide = end >= 20 ? Number(bytes.readBigUInt64LE(end - 12)) : bytes.length
  if (wide + 56 > bytes.length) throw new TableError('damaged', 'no ZIP64 end')
  return { count: Number(bytes.readBigUInt64LE(wide + 32)), offset: Number(bytes.readBigUInt64LE(wide + 48)) }
}
