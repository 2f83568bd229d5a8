import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oidcClient } from '@hufu/contract/federation/oidc-client'
import { application, configOf, request, SECRET } from '../server/test/oidc.ts'
import { PASSWORD } from '../server/test/given.ts'
import { checkAccessibility, openFixture, type Fixture } from './browser.ts'
import { createUser } from './sign-in-page.ts'

/** An application with its session in a cookie, as frameworks set it; its logout address deletes the session. */
interface RelyingParty {
  server: Server
  port: number
  /** The requests to the logout address. */
  logouts: { sid: string | null; cookie: string }[]
}
let fixture: Fixture
let relying: RelyingParty
beforeAll(async () => {
  fixture = await openFixture()
  const logouts: RelyingParty['logouts'] = []
  const server = createServer((message, answer) => {
    const url = new URL(message.url ?? '/', 'http://app')
    if (url.pathname === '/leave') {
      logouts.push({ sid: url.searchParams.get('sid'), cookie: message.headers.cookie ?? '' })
      return void answer.writeHead(200, { 'set-cookie': 'app-session=; Max-Age=0; Path=/', 'cache-control': 'no-store' }).end()
    }
    const cookie = url.pathname === '/callback' ? { 'set-cookie': 'app-session=open; Path=/; HttpOnly; SameSite=Lax' } : {}
    answer
      .writeHead(200, { 'content-type': 'text/html', ...cookie })
      .end(`<h1>${message.headers.cookie?.includes('app-session') ? 'in' : 'out'}</h1>`)
  })
  await new Promise<void>(done => server.listen(0, done))
  relying = { server, port: (server.address() as AddressInfo).port, logouts }
})
afterAll(async () => {
  await fixture.close()
  await new Promise(done => relying.server.close(done))
})

/** Signs in to the application at this host name and out by the console; returns the state of the application's session then. */
async function signOutVia(host: string) {
  const { server } = fixture
  const origin = `http://${host}:${relying.port}`
  const { id: userId, userName, realName } = await createUser(fixture, '/wel/index')
  const { appId, clientId } = await application(server, userId, { redirectUris: [`${origin}/callback`] })
  const draft = {
    appId,
    pkce: 'required',
    scopes: null,
    offline: 0,
    asksConsent: 0,
    authMethod: 'secret',
    jwks: '',
    fapi: 0,
    version: 0,
  } as const
  await server.admin.call(oidcClient.update, { body: { ...draft, frontchannelUri: `${origin}/leave` } })
  const page = await fixture.visit('/login')
  await page.getByLabel('账号').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/wel/index')
  const { url } = await request(await configOf(server, clientId, SECRET), { redirect_uri: `${origin}/callback` })
  await page.goto(url.href)
  await page.waitForURL(`${origin}/callback**`)
  await page.goto(`${origin}/`)
  expect(await page.getByRole('heading').textContent()).toBe('in')
  await page.goto(`${server.address}/wel/index`)
  await page.getByRole('button', { name: realName }).click()
  const before = relying.logouts.length
  const framed = page.waitForURL('**/session/frames**', { waitUntil: 'commit' })
  await page.getByRole('menuitem', { name: '退出登录', exact: true }).click()
  await framed
  await page.waitForURL('**/login')
  expect(relying.logouts.length).toBe(before + 1)
  await page.goto(`${origin}/`)
  return page.getByRole('heading').textContent()
}

test('FC-05 at a host of the same site the browser sends the cookie of the application, whose session ends with the sign-out', async () => {
  expect(await signOutVia('127.0.0.1')).toBe('out')
  expect(relying.logouts.at(-1)).toEqual({ sid: expect.any(String), cookie: expect.stringContaining('app-session=open') })
})

test('FC-05 at a foreign site the address is loaded without the cookie, and the session of the application continues', async () => {
  expect(await signOutVia('localhost')).toBe('in')
  expect(relying.logouts.at(-1)).toEqual({ sid: expect.any(String), cookie: '' })
})

test('FC-04 the console stores the address, explains where it works and that the result of the sign-out is unknown', async () => {
  const { admin, given } = fixture.server
  const appId = await given.app({ redirectUris: ['https://app.example.com/callback'] })
  const page = await fixture.visitAs('1', `/app/detail?id=${appId}&tab=oidc`)
  await page.getByText('是否退出成功无法得知', { exact: false }).waitFor()
  const field = page.getByLabel('前端退出地址')
  await field.fill('https://elsewhere.example.com/leave')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('须与某个回调地址的协议、主机和端口相同', { exact: false }).waitFor()
  await page.getByRole('dialog').getByRole('button').last().click()
  await field.fill('https://app.example.com/leave')
  await page.mouse.move(0, 0)
  await checkAccessibility(page, 'oidc-front')
  await page.getByRole('button', { name: '保存' }).click()
  await expect
    .poll(async () => (await admin.call(oidcClient.get, { query: { appId } })).frontchannelUri)
    .toBe('https://app.example.com/leave')
})
