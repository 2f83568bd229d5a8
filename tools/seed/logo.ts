import { crc32, deflateSync } from 'node:zlib'

const SIZE = 96

/** A plain square logo: two tones of one hue with a lighter band, as PNG. */
export function logoPng(hue: number): Buffer {
  const [dark, light] = [rgbOf(hue, 0.42), rgbOf(hue, 0.58)]
  const line = (y: number) => Array.from({ length: SIZE }, (_, x) => (Math.abs(x - y) < 14 ? [255, 255, 255] : x > y ? light : dark)).flat()
  const pixels = Buffer.concat(Array.from({ length: SIZE }, (_, y) => Buffer.from([0, ...line(y)])))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function rgbOf(hue: number, lightness: number): number[] {
  const spread = 0.55 * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map(n => {
    const k = (n + hue / 30) % 12
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  })
}
