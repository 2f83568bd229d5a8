import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { health } from '@hufu/contract/operations/config'
import { file } from '@hufu/contract/operations/file'
import { dice } from '../../../../test/fuzz-input.ts'
import { startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'

let server: TestServer
let me: Subject
const lines: string[] = []
beforeAll(async () => {
  server = await startTestServer({ log: line => lines.push(line) })
  me = await server.as(await server.given.user())
})
afterAll(() => server.close())

const upload = (bytes: Uint8Array, name = 'x.png') => me.send(file.uploadPicture, { file: { name, bytes } })
async function stored(bytes: Uint8Array, name?: string) {
  const { envelope } = await upload(bytes, name)
  expect(envelope).toMatchObject({ code: 'success' })
  const info = envelope.data as { fileId: string; fileName: string; fileSize: number; contentType: string }
  const got = await server.admin.send(file.download, { query: { fileId: info.fileId } })
  expect(got.bytes.length).toBe(info.fileSize)
  expect(got.headers.get('content-type')).toBe(info.contentType)
  return { ...info, bytes: got.bytes }
}
const refused = async (bytes: Uint8Array, message: string, label: string) =>
  expect((await upload(bytes)).envelope, label).toEqual({ code: 'global_prompt', message, data: null })

/** Three quarters red, one quarter blue, so that a rotation is visible. */
const points = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: { width: width / 2, height: height / 2, channels: 3, background: '#0000ff' } }, left: 0, top: 0 },
  ])
const frames = () => sharp([0, 120, 240].map(r => ({ create: { width: 8, height: 8, channels: 3, background: { r, g: 0, b: 0 } } })) as never, { join: { animated: true } }) // prettier-ignore

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const part = Buffer.alloc(body.length + 8)
  part.writeUInt32BE(data.length, 0)
  body.copy(part, 4)
  part.writeUInt32BE(crc32(body), body.length + 4)
  return part
}
/** Where the chunks of a PNG begin, after IHDR. */
const BEHIND_HEAD = 33
const withChunk = (png: Buffer, name: string, data: Buffer) =>
  Buffer.concat([png.subarray(0, BEHIND_HEAD), chunk(name, data), png.subarray(BEHIND_HEAD)])

test('bad input 39 EXIF, GPS and comments are removed, the picture is upright and looks the same', async () => {
  const photo = await points()
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Artist: 'artist-canary' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 54/1 20/1' } })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">xmp-canary</x:xmpmeta>')
    .toBuffer()
  expect(photo.toString('latin1')).toMatch(/artist-canary[^]*xmp-canary/)
  const clean = await stored(photo, 'photo.jpg')
  expect(clean).toMatchObject({ fileName: 'photo.jpg', contentType: 'image/jpeg' })
  expect(clean.bytes.toString('latin1')).not.toMatch(/canary|Exif|xmpmeta|GPS/)
  const { width, height, exif, xmp, orientation } = await sharp(clean.bytes).metadata()
  expect({ width, height, exif, xmp, orientation }).toEqual({ width: 20, height: 40, exif: undefined, xmp: undefined, orientation: undefined }) // prettier-ignore
  const corner = await sharp(clean.bytes).extract({ left: 16, top: 2, width: 1, height: 1 }).raw().toBuffer()
  expect(corner[2]).toBeGreaterThan(200)
  const webp = await stored(await points().webp().withExif({ IFD0: { Artist: 'artist-canary' } }).toBuffer()) // prettier-ignore
  expect(webp.bytes.toString('latin1')).not.toMatch(/canary|EXIF/)
  const text = await stored(withChunk(await points().png().toBuffer(), 'tEXt', Buffer.from('Comment\0text-canary')))
  expect(text.bytes.toString('latin1')).not.toMatch(/canary|tEXt/)
})

test('bad input 39 data appended to a picture is removed: PNG and HTML, JPEG and ZIP, GIF and script in one file', async () => {
  const tail = Buffer.from('<html><script>tail-canary</script>PK\x03\x04tail-canary')
  for (const picture of [points().png(), points().jpeg(), points().gif(), points().webp()]) {
    const clean = await stored(Buffer.concat([await picture.toBuffer(), tail]))
    expect(clean.bytes.toString('latin1')).not.toMatch(/canary|<script|PK\x03\x04/)
  }
  const html = withChunk(await points().png().toBuffer(), 'iTXt', Buffer.from('<svg onload=tail-canary>'))
  expect((await stored(html)).bytes.toString('latin1')).not.toContain('canary')
})

test('bad input 39 PNG, GIF (stored as PNG) and lossless WebP keep every pixel', async () => {
  for (const [picture, type] of [
    [points().png(), 'png'],
    [points().gif(), 'png'],
    [points().webp({ lossless: true }), 'webp'],
  ] as const) {
    const sent = await picture.toBuffer()
    const clean = await stored(sent, `logo.${type}`)
    expect(clean).toMatchObject({ fileName: `logo.${type}`, contentType: `image/${type}` })
    const seen = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer()
    expect((await seen(clean.bytes)).equals(await seen(sent))).toBe(true)
  }
})

test('bad input 39 the size in the header is checked before decoding a pixel, for each format', async () => {
  const png = await points().png().toBuffer()
  png.writeUInt32BE(30_000, 16)
  png.writeUInt32BE(30_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  const jpeg = await points().jpeg().toBuffer()
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  jpeg.writeUInt16BE(30_000, frame + 5)
  jpeg.writeUInt16BE(30_000, frame + 7)
  const gif = await points().gif().toBuffer()
  const image = gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]))
  for (const at of [6, image + 5]) gif.writeUInt32LE((30_000 << 16) | 30_000, at)
  // The size of a lossless WebP: 14 bits each, minus one.
  const webp = await points().webp({ lossless: true }).toBuffer()
  webp.writeUInt32LE(((16_382 << 14) | 16_382) >>> 0, 21)
  for (const [kind, bytes] of Object.entries({ png, jpeg, gif, webp })) {
    await refused(bytes, '图片尺寸过大', kind)
    // The file has only a header, so this refusal comes before any decoding.
    if (kind === 'png' || kind === 'jpeg') await refused(bytes.subarray(0, kind === 'png' ? 80 : frame + 400), '图片尺寸过大', `${kind} head`) // prettier-ignore
  }
  const wide = await sharp({ create: { width: 9000, height: 2, channels: 3, background: 'red' } }).png().toBuffer() // prettier-ignore
  await refused(wide, '图片尺寸过大', 'a long strip')
})

test('bad input 39 animated pictures are refused: GIF, WebP and PNG', async () => {
  await refused(await frames().gif().toBuffer(), '不支持动态图片', 'gif')
  await refused(await frames().webp().toBuffer(), '不支持动态图片', 'webp')
  const moving = withChunk(await points().png().toBuffer(), 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
  await refused(moving, '不支持动态图片', 'png')
})

test('bad input 39, D-51 SVG with script, other formats, truncated files and other content are refused, whatever their name', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const others: Record<string, Buffer> = {
    svg: Buffer.from(svg),
    'svg with a head': Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`),
    html: Buffer.from('<html>GIF89a<script>alert(1)</script>'),
    'html behind a signature': Buffer.from('GIF89a/*<script>alert(1)</script>*/=1'),
    tiff: await points().tiff().toBuffer(),
    avif: await points().avif().toBuffer(),
    pdf: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj'),
    nothing: Buffer.alloc(0),
    'half a png': (await points(400, 400).png().toBuffer()).subarray(0, 200),
    'half a jpeg': (await points(400, 400).jpeg().toBuffer()).subarray(0, 700),
  }
  for (const [kind, bytes] of Object.entries(others)) await refused(bytes, '文件类型不支持', kind)
})

test('bad input 39, T15 a picture’s name is its last part, at most 200 characters, with the extension of its format', async () => {
  const png = await points().png().toBuffer()
  const names = {
    '../../x.png': 'x.png',
    'C:\\temp\\logo.png': 'logo.png',
    'page.html': 'page.png',
    'ann\u202egpj.exe': 'anngpj.png',
    '...': 'file.png',
    '徽标（新）.jpeg': '徽标（新）.png',
  }
  for (const [sent, kept] of Object.entries(names)) expect((await stored(png, sent)).fileName, sent).toBe(kept === '.png' ? 'png' : kept)
  const long = (await stored(png, `${'😀长'.repeat(150)}.png`)).fileName
  expect([...long].length).toBe(200)
  expect(long.endsWith('长.png') && long.isWellFormed()).toBe(true)
})

test('R19, bad input 39 two hundred damaged pictures give a picture or a refusal, never a server error', async () => {
  const die = dice(39)
  const whole = [await points().png().toBuffer(), await points().jpeg().toBuffer(), await points().webp().toBuffer(), await points().gif().toBuffer()] // prettier-ignore
  for (let n = 0; n < 200; n++) {
    const bytes = Buffer.from(whole[n % 4]!)
    for (let hit = 0; hit <= die.below(4); hit++) bytes[die.below(bytes.length)] = die.below(256)
    const { status, envelope } = await upload(die.chance(0.2) ? bytes.subarray(0, die.below(bytes.length)) : bytes)
    expect([status, ['success', 'global_prompt'].includes(envelope.code)], `${n} ${envelope.message}`).toEqual([200, true])
  }
  expect(lines.filter(line => line.includes('defect'))).toEqual([])
})

test('bad input 39 twenty concurrent pictures are processed one after the other, and other requests are served meanwhile', async () => {
  const heavy = await sharp({ create: { width: 1500, height: 1500, channels: 3, background: 'green' } }).webp({ quality: 50 }).toBuffer() // prettier-ignore
  // The decoders are chosen once per process, because blocking them even briefly would refuse a picture in progress.
  const shut = vi.spyOn(sharp, 'block')
  let most = 0
  const watch = setInterval(() => {
    const { queue, process } = sharp.counters()
    most = Math.max(most, queue + process)
  }, 2)
  const answers = Promise.all(Array.from({ length: 20 }, () => upload(heavy)))
  expect((await server.nobody.call(health)).status).toBe('UP')
  expect(new Set((await answers).map(({ envelope }) => envelope.code))).toEqual(new Set(['success']))
  clearInterval(watch)
  expect(shut.mock.calls.length).toBeLessThanOrEqual(1)
  // The counters cover the whole process, in which another test may be processing a picture.
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(3)
})
