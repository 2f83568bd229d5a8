import { open } from 'node:fs/promises'
import { extname } from 'node:path'

/** What a browser or a desktop might run (D-51). */
const REFUSED = new Set(['.exe', '.bat', '.cmd', '.sh', '.js', '.html', '.htm', '.svg', '.com', '.msi', '.vbs', '.ps1', '.xhtml', '.mjs'])
export const refusedType = (name: string): boolean => REFUSED.has(extname(name.trim()).toLowerCase())

const types: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.txt': 'text/plain; charset=utf-8',
  '.zip': 'application/zip',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
}
export const contentTypeOf = (name: string): string => types[extname(name).toLowerCase()] ?? 'application/octet-stream'

const HEAD_BYTES = 32
const PICTURE_SIDE_MAX = 8192

/** Judged by content: png, jpg, gif, webp; the name says nothing (D-51). Undefined for anything else. */
export async function pictureType(path: string): Promise<string | undefined> {
  const handle = await open(path)
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    await handle.read(head, 0, HEAD_BYTES, 0)
    return typeOf(head)
  } finally {
    await handle.close()
  }
}

function typeOf(head: Buffer): string | undefined {
  if (head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) {
    // A picture of 30000 × 30000 is small as a file and huge on a screen.
    return head.readUInt32BE(16) <= PICTURE_SIDE_MAX && head.readUInt32BE(20) <= PICTURE_SIDE_MAX ? 'image/png' : undefined
  }
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg'
  if (/^GIF8[79]a/.test(head.toString('latin1', 0, 6)))
    return head.readUInt16LE(6) <= PICTURE_SIDE_MAX && head.readUInt16LE(8) <= PICTURE_SIDE_MAX ? 'image/gif' : undefined
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  return undefined
}
