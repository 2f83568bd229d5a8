import { open } from 'node:fs/promises'
import { parse } from 'node:path'
import type { Metadata, Sharp } from 'sharp'
import type { NewFile } from '../../../platform/files/files.ts'
import { Limiter } from '../../../platform/tasks/limiter.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { UploadedFile } from '../../../platform/http/context.ts'

/** The most pixels of a picture. A decoder may hold each more than twice, some 200 MB at this size, so AT_ONCE is 1. */
const POINTS_MAX = 4096 * 4096
const SIDE_MAX = 8192
const AT_ONCE = 1
const QUEUE_MAX = 20
const SECONDS_MAX = 20
const QUALITY = 90

const drawing = new Limiter(AT_ONCE, QUEUE_MAX)

/**
 * The library, loaded with the first picture and limited to the decoders for the formats of D-51. The limit is set only once,
 * because setting it again would refuse a picture that is being decoded at that moment.
 */
let library: ReturnType<typeof load> | undefined
async function load() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Nsgif'].map(name => `VipsForeignLoad${name}`) })
  return sharp
}

type Picture = Pick<NewFile, 'fileName' | 'contentType'> & { bytes: Buffer }

/**
 * Decodes a picture and encodes its pixels anew (bad input 39), which drops EXIF, GPS, comments and appended data. This runs
 * off the event loop; the content decides the format.
 */
export async function reencodePicture({ path, fileName }: UploadedFile): Promise<Picture> {
  const sharp = await (library ??= load())
  const { bytes, kind } = await drawing.run(async () => {
    const header = await sharp(path, { limitInputPixels: false }).metadata().catch(() => refuse('fileTypeRefused')) // prettier-ignore
    refuseHuge(header)
    const first = await chunksOf(path)
    if ((header.pages ?? 1) > 1 || first.moves) refuse('pictureMoves')
    const points = sharp(path, { limitInputPixels: POINTS_MAX, autoOrient: true }).timeout({ seconds: SECONDS_MAX })
    const { data, info } = await encoded(points, header, first.lossless).toBuffer({ resolveWithObject: true }).catch(() => refuse('fileTypeRefused')) // prettier-ignore
    return { bytes: data, kind: info.format }
  })
  const { name } = parse(fileName)
  return { fileName: `${name || 'picture'}.${kind === 'jpeg' ? 'jpg' : kind}`, contentType: `image/${kind}`, bytes }
}

/** Checks the size in the header before decoding: 30000 × 30000 may be a small file, but takes 3.6 GB of pixels. */
function refuseHuge({ width, height }: Metadata): void {
  if (width > SIDE_MAX || height > SIDE_MAX || width * height > POINTS_MAX) refuse('pictureTooLarge')
}

/** Encodes in the picture's own format; a GIF becomes a PNG, which keeps every pixel without choosing a palette. */
function encoded(points: Sharp, { format }: Metadata, lossless: boolean): Sharp {
  if (format === 'jpeg') return points.jpeg({ quality: QUALITY })
  if (format === 'webp') return points.webp({ quality: QUALITY, lossless })
  return points.png()
}

const PNG_HEAD = 8
const CHUNK_HEAD = 8
const CHUNK_CRC = 4
const CHUNKS_MAX = 1000

/** Reads what the decoder does not report: whether a WebP is lossless, and whether a PNG is animated (chunk acTL before IDAT). */
async function chunksOf(path: string): Promise<{ lossless: boolean; moves: boolean }> {
  const handle = await open(path)
  try {
    const head = Buffer.alloc(16)
    await handle.read(head, 0, head.length, 0)
    const lossless = head.toString('latin1', 12) === 'VP8L'
    if (head.toString('latin1', 1, 4) !== 'PNG') return { lossless, moves: false }
    let at = PNG_HEAD
    for (let n = 0; n < CHUNKS_MAX; n++) {
      const { bytesRead } = await handle.read(head, 0, CHUNK_HEAD, at)
      const name = head.toString('latin1', 4, CHUNK_HEAD)
      if (bytesRead < CHUNK_HEAD || name === 'IDAT') return { lossless, moves: false }
      if (name === 'acTL') return { lossless, moves: true }
      at += CHUNK_HEAD + head.readUInt32BE(0) + CHUNK_CRC
    }
    return refuse('fileTypeRefused')
  } finally {
    await handle.close()
  }
}
