import { expect, test } from 'vitest'
import { draw, frameOf } from './scan-picture.tsx'

const url = 'https://openauth.alipay.com/oauth2/publicAppAuthorize.htm?app_id=2021&state=abc'
const modules = () => {
  const { size, path } = draw(url)
  const dark = new Set(path.match(/\d+ \d+(?=h)/g))
  return { size, isDark: (x: number, y: number) => dark.has(`${x + 4} ${y + 4}`) }
}

test('ISO/IEC 18004 the QR code has its three finder patterns, each a dark ring around a dark square, and a border of four light modules', () => {
  const { size, isDark } = modules()
  const side = size - 8
  const marks = [[0, 0], [side - 7, 0], [0, side - 7]] as const // prettier-ignore
  for (const [left, top] of marks)
    for (let n = 0; n < 49; n++) {
      const [x, y] = [n % 7, Math.floor(n / 7)]
      const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3))
      expect(isDark(left + x, top + y), `${x} ${y}`).toBe(ring !== 2)
    }
  for (let n = -4; n < side + 4; n++) for (const edge of [-1, -4, side, side + 3]) expect(isDark(n, edge) || isDark(edge, n)).toBe(false)
})

test('ISO/IEC 18004 the QR code has error correction level M, so a seventh of it may be hidden', () => {
  const { isDark } = modules()
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map(x => (isDark(x, 8) ? 1 : 0))
  // The first two bits of the format, unmasked by 10…: 00 means M.
  expect([format[0]! ^ 1, format[1]! ^ 0]).toEqual([0, 0])
})

test('different addresses give different QR codes', () => {
  expect(draw(url).path).not.toBe(draw(`${url}d`).path)
})

test('LOGIN-03 the WeChat page is shown in a frame, as the script of WeChat does; other addresses become a QR code', () => {
  const framed = new URL(frameOf('https://open.weixin.qq.com/connect/qrconnect?appid=wx1&state=s#wechat_redirect'))
  expect(framed.origin + framed.pathname).toBe('https://open.weixin.qq.com/connect/qrconnect')
  expect(Object.fromEntries(framed.searchParams)).toMatchObject({ appid: 'wx1', state: 's', login_type: 'jssdk', self_redirect: 'true' })
  expect(frameOf(url)).toBe('')
})
