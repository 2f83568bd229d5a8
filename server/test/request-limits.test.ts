import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEmail } from '@hufu/contract/credentials/account-email'
import { phone } from '@hufu/contract/credentials/phone'
import { saml } from '@hufu/contract/federation/saml'
import { sync } from '@hufu/contract/provisioning/sync'
import { phoneOf } from './given.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { rawAt } from './raw.ts'
import { scimClient } from './scim.ts'
import { CAPTCHA } from './settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_RATE_LIMIT: '1', HUFU_MOCK_PROVIDERS: '1' } })
  const mail = { 'mail.host': '127.0.0.1', 'mail.port': '9', 'mail.from': 'iam@hufu.example' }
  for (const [configKey, configValue] of Object.entries(mail))
    await server.kernel.db.updateTable('config').set({ configValue }).where('configKey', '=', configKey).execute()
  await server.kernel.config.refresh()
})
afterAll(() => server.close())

/** Fills the counter beyond any limit, for a minute. */
const exhaustLimit = (kind: string, key: string) =>
  sql`insert into limit_count (kind, key, count, window_end) values (${kind}, ${key}, 1000000, now() + interval '1 minute')
    on conflict (kind, key) do update set count = 1000000, window_end = excluded.window_end`.execute(server.kernel.db)

let addresses = 1
const isRefused = ({ status, text }: { status: number | undefined; text: string }) => status === 429 || text.includes('操作过于频繁')

test.for([
  ['casLogin', 'GET', '/protocols/cas/login?service=https%3A%2F%2Fnobody.example%2F'],
  ['casLogin', 'POST', '/protocols/cas/job'],
  ['deviceCode', 'POST', '/protocols/oidc/device'],
  ['oidcRequest', 'GET', '/protocols/oidc/auth?client_id=nobody'],
  ['oidcRequest', 'POST', '/protocols/oidc/device/auth'],
  ['oidcRequest', 'POST', '/protocols/oidc/backchannel'],
  ['registration', 'POST', '/protocols/oidc/reg'],
  ['samlLogin', 'GET', '/protocols/saml/metadata'],
  ['samlLogin', 'GET', '/protocols/saml/sso'],
  ['samlLogin', 'POST', '/protocols/saml/sso'],
  ['idpLogin', 'GET', '/protocols/upstream/nobody/start'],
  ['destination', 'GET', '/api/userLogin/getDestination?uri=%2Fprotocols%2Foidc%2Fauth'],
  ['destination', 'GET', '/api/userLogin/getDestinationLogo?uri=%2Fprotocols%2Foidc%2Fauth'],
  ['syncInbox', 'POST', '/api/publicApi/syncFile/nobody/user'],
  ['syncEvent', 'POST', '/api/publicApi/syncEvent/nobody'],
] as const)('T7 public requests are limited by address: %s of %s %s', async ([kind, method, path]) => {
  const from = `127.0.88.${++addresses}`
  expect(isRefused(await rawAt(server, method, path, { from }))).toBe(false)
  await exhaustLimit(kind, from)
  expect(isRefused(await rawAt(server, method, path, { from }))).toBe(true)
})

test('T7 a SCIM client without its own limit has the common one', async () => {
  const client = await scimClient(server)
  expect((await client.ask('GET', '/Users?count=1')).status).toBe(200)
  await exhaustLimit('scim', client.id)
  expect((await client.ask('GET', '/Users?count=1')).status).toBe(429)
})

test('T7 metadata are fetched within a limit, pasted ones without', async () => {
  await exhaustLimit('samlMetadata', '1')
  await server.admin.refused('tooOften', saml.preview, { body: { source: { url: 'https://nobody.example/metadata' } } })
  expect((await server.admin.send(saml.preview, { body: { metadata: '<none/>' } })).envelope.message).not.toContain('操作过于频繁')
})

test.for(['mailUser', 'mailUserDay'])('D-20 codes by mail are limited per sender: %s', async kind => {
  const id = await server.given.user()
  const own = await server.as(id)
  await exhaustLimit(kind, id)
  await own.refused('tooOften', accountEmail.sendCode, { body: { email: `${id}@example.com` } })
})

test.for(['mailBox', 'mailBoxDay'])('D-20 codes by mail are limited per mailbox, whichever user sends them: %s', async kind => {
  const id = await server.given.user()
  const own = await server.as(id)
  await exhaustLimit(kind, server.kernel.keys.blindIndex('emailCode', `${id}@example.com`))
  await own.refused('tooOften', accountEmail.sendCode, { body: { email: `${id}@example.com` } })
})

test.for(['smsPhone', 'smsPhoneDay'])('D-20 codes by SMS are limited per telephone: %s', async kind => {
  const telephone = phoneOf(server.given.next())
  const nonce = `limit-${kind}`
  await server.nobody.send(phone.image, { query: { id: nonce } })
  await exhaustLimit(kind, server.kernel.keys.blindIndex('phone', telephone))
  await server.nobody.refused('tooOften', phone.sendCode, { query: { telephone, nonce, captcha: CAPTCHA } })
})

test('T7 sources of synchronisation are tested and previewed within a limit', async () => {
  const source = { direction: 'in' as const, type: 'http' as const, url: 'https://nobody.example/users', method: 'GET' as const }
  await exhaustLimit('syncTest', '1')
  await server.admin.refused('tooOften', sync.testConnect, { body: source })
  const mapping = [{ object: 'user' as const, to: 'userName', from: 'login' }]
  await server.admin.refused('tooOften', sync.preview, { body: { ...source, objectType: 'user', name: '试', mapping } })
})
