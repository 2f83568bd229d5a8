import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { application, Browser, issuerOf, request } from '../../../../test/oidc.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const han = /\p{Script=Han}/u
async function pageAt(path: string, headers: Record<string, string> = { 'accept-language': 'zh-CN' }) {
  const answer = await fetch(server.address + path, { headers, redirect: 'manual' })
  return { type: answer.headers.get('content-type') ?? '', html: await answer.text() }
}
const PAGES = [
  '/protocols/saml/sso',
  '/protocols/saml/sso?SAMLRequest=x',
  '/protocols/saml/go?r=unknown',
  '/protocols/saml/start/nobody',
  '/protocols/cas/login?service=https%3A%2F%2Fnobody.example.com',
  '/protocols/cas/logout',
  '/protocols/oidc/auth?client_id=nobody',
  '/protocols/oidc/interaction/unknown',
  '/protocols/oidc/device',
  '/protocols/upstream/nobody/start',
  '/protocols/upstream/nobody/callback?state=x',
]

test('every page of the protocols is in English for browsers that ask for it, and in Chinese for others', async () => {
  for (const path of PAGES) {
    const chinese = await pageAt(path)
    expect([path, chinese.type]).toEqual([path, expect.stringContaining('text/html')])
    expect([path, chinese.html]).toEqual([path, expect.stringContaining('<html lang="zh-CN">')])
    expect([path, han.test(chinese.html)]).toEqual([path, true])
    for (const headers of [{ 'accept-language': 'en-GB,en;q=0.9' }, { 'accept-language': 'zh-CN', cookie: 'hufu-language=en' }] as Record<
      string,
      string
    >[]) {
      const { html } = await pageAt(path, headers)
      expect([path, html]).toEqual([path, expect.stringContaining('<html lang="en">')])
      expect([path, /\p{Script=Han}+/u.exec(html)]).toEqual([path, null])
    }
  }
})

test('who comes from an application and asks for English is led to the sign-in page in English', async () => {
  const { config } = await application(server)
  const languageOfSignIn = async (parameters: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await new Browser().go((await request(config, parameters)).url, { headers })
    const interaction = await fetch(new URL(answer.headers.get('location')!, server.address), {
      redirect: 'manual',
      headers: { ...headers, cookie: [headers.cookie ?? [], answer.headers.getSetCookie().map(line => line.split(';')[0])].flat(2).join('; ') }, // prettier-ignore
    })
    const { pathname, searchParams } = new URL(interaction.headers.get('location')!, server.address)
    return [pathname, searchParams.get('ui_locales')]
  }
  expect(await languageOfSignIn({ ui_locales: 'en' })).toEqual(['/login', 'en'])
  expect(await languageOfSignIn({}, { 'accept-language': 'en-GB' })).toEqual(['/login', 'en'])
  expect(await languageOfSignIn({})).toEqual(['/login', null])
  expect(await languageOfSignIn({ ui_locales: 'zh-CN' }, { 'accept-language': 'en-GB' })).toEqual(['/login', null])
  // Where the console speaks English, whoever asks for Chinese gets it.
  expect(await languageOfSignIn({ ui_locales: 'zh-CN' }, { cookie: 'hufu-language=en' })).toEqual(['/login', 'zh'])
})

test('discovery names both languages, and ui_locales chooses the page of a refusal (OpenID Connect Core, 3.1.2.1)', async () => {
  const discovery = await fetch(`${issuerOf(server)}/.well-known/openid-configuration`)
  expect(((await discovery.json()) as { ui_locales_supported: string[] }).ui_locales_supported).toEqual(['zh-CN', 'en'])
  // A user without access is refused on a page of the interaction, which follows the request by redirects.
  const { config } = await application(server)
  const browser = new Browser()
  await browser.signIn(server, await server.given.user())
  const refused = async (locales?: string) => {
    const { url } = await request(config, locales === undefined ? {} : { ui_locales: locales })
    return (await browser.follow(server, url)).answer.text()
  }
  expect(await refused('fr en zh-CN')).toContain('You may not open')
  expect(await refused('zh-CN en')).toContain('的权限')
  expect(await refused()).toContain('的权限')
})
