import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface Part {
  name: string
  text: AsyncIterable<string> | Iterable<string>
}

interface Written {
  name: Buffer
  crc: number
  packed: number
  unpacked: number
  at: number
}

/** A ZIP file as a stream. Sizes are known only afterwards, so they follow each part (bit 3) and are in the directory. */
export async function* zip(parts: Iterable<Part>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for (const part of parts) {
    const entry: Written = { name: Buffer.from(part.name), crc: 0, packed: 0, unpacked: 0, at }
    const header = Buffer.concat([localHeader(entry), entry.name])
    yield header
    for await (const chunk of packed(part, entry)) yield chunk
    yield descriptor(entry)
    at += header.length + entry.packed + 16
    written.push(entry)
  }
  const directory = Buffer.concat(written.flatMap(entry => [directoryHeader(entry), entry.name]))
  yield Buffer.concat([directory, endRecord(written.length, directory.length, at)])
}

/** Deflate runs in Node's thread pool; level 3 is twice as fast as 6 and a tenth larger. */
async function* packed(part: Part, entry: Written): AsyncGenerator<Buffer> {
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const text of part.text) {
      const chunk = Buffer.from(text)
      entry.crc = crc32(chunk, entry.crc)
      entry.unpacked += chunk.length
      yield chunk
    }
  }
  const deflate = createDeflateRaw({ level: 3, chunkSize: 65_536 })
  // An error surfaces in the loop below, since pipeline destroys deflate with it.
  pipeline(Readable.from(bytes(), { highWaterMark: 2 }), deflate, () => {})
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    entry.packed += chunk.length
    yield chunk
  }
}

// 20: version 2.0; 0x0808: sizes follow, names are UTF-8; 8: deflate; 33: 1 January 1980.
function localHeader({ name }: Written): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(0x0808, 6)
  header.writeUInt16LE(8, 8)
  header.writeUInt16LE(33, 12)
  header.writeUInt16LE(name.length, 26)
  return header
}

function descriptor({ crc, packed, unpacked }: Written): Buffer {
  const sizes = Buffer.alloc(16)
  sizes.writeUInt32LE(0x08074b50, 0)
  sizes.writeUInt32LE(crc, 4)
  sizes.writeUInt32LE(packed, 8)
  sizes.writeUInt32LE(unpacked, 12)
  return sizes
}

function directoryHeader({ name, crc, packed, unpacked, at }: Written): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(20, 6)
  header.writeUInt16LE(0x0808, 8)
  header.writeUInt16LE(8, 10)
  header.writeUInt16LE(33, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(packed, 20)
  header.writeUInt32LE(unpacked, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(at, 42)
  return header
}

function endRecord(count: number, size: number, at: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return end
}
