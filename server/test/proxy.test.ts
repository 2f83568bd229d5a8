import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '@hufu/contract/operations/config'
import { loginLog } from '@hufu/contract/audit/login-log'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { startTestServer, type TestServer } from './harness.ts'
import { raw, tokenOf } from './raw.ts'

let server: TestServer
let behind: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // Without the captcha, because a missing captcha does not count as an attempt and is not logged.
  await server.kernel.db.updateTable('config').set({ configValue: '0' }).where('configKey', '=', 'captchaMode').execute()
  behind = await startTestServer({ beside: server, settings: { HUFU_TRUST_PROXY: 'loopback', HUFU_PUBLIC_URL: 'https://sso.example.com' } })
})
afterAll(async () => {
  await behind.close()
  await server.close()
})

const forwarded = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }

async function addressSeen(node: TestServer, headers: Record<string, string>): Promise<string | undefined> {
  const loginName = `nobody-${Math.random().toString(36).slice(2)}`
  await node.nobody.send(signIn.login, { body: { loginName, pwd: 'x' }, headers })
  const { records } = await server.admin.call(loginLog.page, { query: { userName: loginName } })
  return records[0]?.ip
}

test('N-08 the caller’s address is read from X-Forwarded-For only for connections from a configured proxy', async () => {
  const elsewhere = await startTestServer({ beside: server, settings: { HUFU_TRUST_PROXY: '10.0.0.0/8' } })
  try {
    expect(await addressSeen(behind, forwarded)).toBe('198.51.100.7')
    expect(await addressSeen(elsewhere, forwarded)).toBe('127.0.0.1')
    expect(await addressSeen(server, forwarded)).toBe('127.0.0.1')
  } finally {
    await elsewhere.close()
  }
})

test('N-08 of several forwarded addresses the one seen by the proxy itself counts', async () => {
  expect(await addressSeen(behind, { 'x-forwarded-for': '203.0.113.1, 198.51.100.8' })).toBe('198.51.100.8')
})

test('N-08 scheme and host are those of HUFU_PUBLIC_URL, whatever is forwarded', async () => {
  const admin = behind.withToken(server.admin.token!)
  const from = (origin: string) => admin.send(config.refresh, { headers: { ...forwarded, origin } })
  expect((await from('https://sso.example.com')).envelope.code).toBe('success')
  for (const origin of ['http://evil.example', 'https://evil.example', 'http://sso.example.com', behind.address])
    expect((await from(origin)).envelope.code, origin).toBe('4403')
  const out = await behind.withToken((await server.as(await server.given.user())).token!).send(signIn.logout, { headers: forwarded })
  for (const cookie of out.headers.getSetCookie()) expect(cookie).toContain('Secure')
})

test('N-08 without HUFU_PUBLIC_URL the Host header of the request is the site', async () => {
  const ask = async (origin: string) => {
    const headers = { host: 'portal.example:8080', origin, 'x-forwarded-host': 'evil.example', ...tokenOf(server) }
    return (await raw(server, 'POST', config.refresh.path, { headers })).json
  }
  expect(await ask('http://portal.example:8080')).toMatchObject({ code: 'success' })
  expect(await ask('http://evil.example')).toMatchObject({ code: '4403' })
})
