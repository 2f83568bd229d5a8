import { expect, test } from 'vitest'
import { ownPath } from './redirect.ts'

const ORIGIN = 'https://hufu.example'
const jump = (redirect: string | null) => ownPath(redirect, ORIGIN)

test('ROUTE-07 a path on our origin is followed with its query and hash', () => {
  expect(jump('/app/list')).toBe('/app/list')
  expect(jump('/app/list?appGroupId=g1&appGroupName=%E5%8A%9E#top')).toBe('/app/list?appGroupId=g1&appGroupName=%E5%8A%9E#top')
  expect(jump('/organiz/user/中文')).toBe('/organiz/user/%E4%B8%AD%E6%96%87')
})

test('T6 a redirect that could leave our origin is not followed', () => {
  const evil = [
    '',
    null,
    'app/list',
    '.',
    '?x',
    '#x',
    'evil.example',
    '@evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:x',
    'file:///etc/passwd',
    'http://evil.example',
    'https://evil.example',
    'https:evil.example',
    'https:/evil.example',
    '//evil.example',
    '///evil.example',
    '////evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\\/evil.example',
    '/a\\..\\evil',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/ /evil.example',
    '/\u00a0/evil.example',
    '/\u2028/evil.example',
    '/\u2029/evil.example',
    '/\u0000/evil.example',
    '/\u007f/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/./\\evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '//evil.example@hufu.example',
    '//hufu.example.evil',
    '//[::1]',
    '//0x7f000001',
    '//evil%E3%80%82example',
    '//ｅｖｉｌ.example',
    'https://hufu.example@evil.example',
    `${ORIGIN}/app/list`,
    '/app\r\nLocation: https://evil.example',
    '/app\u0085x',
    ' /app',
    '\u2028/app',
    '/\u202e',
    'ftp://x',
    'mailto:x@y',
    '/\u001f/evil.example',
  ]
  for (const redirect of evil) {
    const target = jump(redirect)
    if (target === undefined) continue
    const url = new URL(target, ORIGIN)
    expect(url.origin, String(redirect)).toBe(ORIGIN)
    expect(target.startsWith('//') || target.includes('\\'), String(redirect)).toBe(false)
  }
  for (const redirect of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    'https:evil',
    'javascript:1',
    `${ORIGIN}/x`,
  ])
    expect(jump(redirect), redirect).toBeUndefined()
})

test('T6 an encoded slash stays part of the path', () => {
  expect(jump('/%2F%2Fevil.example')).toBe('/%2F%2Fevil.example')
  expect(new URL(jump('/%09/evil.example')!, ORIGIN).origin).toBe(ORIGIN)
})
