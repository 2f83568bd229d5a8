import { expect, test } from 'vitest'
import { isRegistered, redirectUriProblem, urisProblem, webUriProblem } from './app-uri.ts'

const REFUSED = [
  '', ' ', 'app', '/callback', '//evil.example', 'https:evil', 'https:/one-slash', 'https://', 'http://app.example/cb',
  'http://localhost.evil.example/cb', 'http://127.0.0.1.evil.example/', 'http://172.32.0.1/', 'http://11.0.0.1/', 'http://[2001:db8::1]/',
  'https://*.example/cb', 'https://app.example/*', 'https://app.example/cb#', 'https://app.example/cb#token', 'https://user@app.example/',
  'https://user:secret@app.example/', 'https://@app.example/', 'https://app.example\\@evil.example/', 'https:\\\\app.example\\',
  'https://app.example/a b', 'https://app.example/\u202ecb', 'https://app.example/\r\ncb', ' https://app.example/', 'https://app.example/ ',
  'https://app.example/\u200bcb', 'HTTPS://app.example/', 'https://APP.example/', 'https://app.example:443/', 'https://app.example/a/../b',
  'https://app.example/%2e%2e/b', 'https://应用.example/', 'http://0x7f.1/', 'http://2130706433/', 'javascript:alert(1)',
  'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'blob:https://app.example/x', 'about:blank', 'ftp://app.example/',
  'ws://app.example/', 'app:/callback', 'myapp://callback', 'urn:ietf:wg:oauth:2.0:oob', `https://app.example/${'a'.repeat(500)}`,
] // prettier-ignore

test('D-62 deceptive redirect addresses are refused, each with its reason', () => {
  for (const uri of REFUSED)
    expect([uri, redirectUriProblem('oauth2', uri)]).toEqual([uri, expect.stringMatching(/地址|自定义协议|规范写法/)])
})

test('D-62 https is accepted anywhere, http on this machine and in private networks, private-use schemes for OAuth', () => {
  const web = [
    'https://app.example', 'https://app.example/', 'https://app.example/cb?x=1&y=%E4%B8%AD', 'https://app.example:8443/cb',
    'http://localhost:3000/cb', 'http://127.0.0.1/cb', 'http://[::1]:8080/cb', 'http://10.1.2.3/cb', 'http://172.16.0.1/cb',
    'http://192.168.1.9:8080/cb', 'http://[fd12:3456::1]/cb', 'https://xn--fiqs8s.example/',
  ] // prettier-ignore
  for (const uri of web) expect([uri, redirectUriProblem('cas', uri), webUriProblem(uri)]).toEqual([uri, undefined, undefined])
  for (const uri of ['com.example.app:/callback', 'cn.gov.example.oa://callback']) {
    expect([uri, redirectUriProblem('oauth2', uri)]).toEqual([uri, undefined])
    expect(redirectUriProblem('cas', uri)).toBeDefined()
  }
})

test('D-62 a list of addresses is refused if one is wrong or repeated, or there are more than fifty', () => {
  const each = (uri: string) => redirectUriProblem('oauth2', uri)
  expect(urisProblem(['https://a.example/'], each)).toBeUndefined()
  expect(urisProblem(['https://a.example/', 'http://a.example/'], each)).toContain('http://a.example/')
  expect(urisProblem(['https://a.example/', 'https://a.example/'], each)).toBe('地址重复')
  expect(urisProblem(Array.from({ length: 51 }, (_, n) => `https://a.example/${n}`), each)).toBe('地址不能超过50个') // prettier-ignore
})

test('D-62 redirect addresses match exactly; for CAS one ending in / covers everything below it', () => {
  expect(isRegistered('oauth2', ['https://a.example/'], 'https://a.example/cb')).toBe(false)
  expect(isRegistered('oauth2', ['https://a.example/cb'], 'https://a.example/cb')).toBe(true)
  const below = ['https://a.example/oa/']
  expect(isRegistered('cas', below, 'https://a.example/oa/login?x=1')).toBe(true)
  for (const uri of ['https://a.example/oa', 'https://a.example/other', 'https://a.example/oa/../other', 'https://a.example.evil/oa/'])
    expect([uri, isRegistered('cas', below, uri)]).toEqual([uri, false])
})
