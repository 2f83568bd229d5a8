import { generateKeyPair, exportJWK } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { app, appGroup } from '@hufu/contract/apps/app'
import { operLog } from '@hufu/contract/audit/audit'
import { registration } from '@hufu/contract/federation/registration'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { basic, CALLBACK, issuerOf, post } from '../../../../test/oidc.ts'
import { appOf, manage, register, registrationToken, switchRegistration } from '../../../../test/registration.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_RATE_LIMIT: '0' } })
  await switchRegistration(server, true)
})
afterAll(() => server.close())

const apps = async () =>
  Number(
    (
      await server.kernel.db
        .selectFrom('app')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
const usesOf = async (id: string) => (await server.admin.call(registration.list)).tokens.find(one => one.id === id)!.uses

test('DCR-10 a missing, unknown, expired, revoked or used-up token registers nothing', async () => {
  const before = await apps()
  const none = await register(server, undefined)
  expect(none).toMatchObject({ status: 401, body: { error: 'invalid_token' } })
  expect(none.headers.get('www-authenticate')).toContain('invalid_token')
  for (const strange of ['x'.repeat(43), 'short', "' or 1=1 --"]) expect((await register(server, strange)).status).toBe(401)
  const over = await registrationToken(server)
  await server.kernel.pool.query(`update registration_token set end_time = now() - interval '1 second' where id = $1`, [over.id])
  expect((await register(server, over.token)).status).toBe(401)
  const revoked = await registrationToken(server)
  expect(await server.admin.call(registration.revoke, { body: { id: revoked.id, stopsApps: false } })).toBe(0)
  expect((await register(server, revoked.token)).status).toBe(401)
  await server.admin.refused('registrationTokenMissing', registration.revoke, { body: { id: revoked.id, stopsApps: false } })
  expect(await apps()).toBe(before)
  const single = await registrationToken(server, { maxUses: 1 })
  expect((await register(server, single.token)).status).toBe(201)
  expect((await register(server, single.token)).status).toBe(401)
  const states = new Map((await server.admin.call(registration.list)).tokens.map(one => [one.id, one.state]))
  expect([over, revoked, single].map(({ id }) => states.get(id))).toEqual(['over', 'revoked', 'usedUp'])
})

test('DCR-10 a refused request is recorded in the audit under the name of its token', async () => {
  const { token, name } = await registrationToken(server)
  await register(server, token, { redirect_uris: ['https://evil.example/'], client_secret: 'never-recorded' })
  const { records } = await server.admin.call(operLog.page, { query: { current: 1, size: 5 } })
  const record = records.find(row => row.userName === name)!
  expect(record).toMatchObject({ module: 'registration', operateType: 'create', code: '400' })
  const { params } = await server.admin.call(operLog.byId, { query: { id: record.id } })
  expect(params).toContain('https://evil.example/')
  expect(params).not.toContain('never-recorded')
})

test('DCR-11 of concurrent registrations with the last use of a token one succeeds', async () => {
  const { token, id } = await registrationToken(server, { maxUses: 1 })
  const answers = await Promise.all(Array.from({ length: 6 }, () => register(server, token)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 401, 401, 401, 401, 401])
  expect(await usesOf(id)).toBe(1)
})

test('DCR-12 applications that register with one name get different ones, also concurrently', async () => {
  const { token } = await registrationToken(server)
  const metadata = { redirect_uris: [CALLBACK], client_name: '同名助手' }
  const answers = await Promise.all(Array.from({ length: 4 }, () => register(server, token, metadata)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const names = answers.map(({ body }) => String(body.client_name))
  expect(new Set(names).size).toBe(4)
  for (const name of names) expect(name).toMatch(/^同名助手( [0-9a-f]{6})?$/)
})

test('DCR-13 addresses must follow the rules of the console and the policy of the token', async () => {
  const { token, id } = await registrationToken(server, { redirectHosts: ['app.example.com', '*.apps.example.com'] })
  const refused = async (uri: string) => (await register(server, token, { redirect_uris: [uri] })).body.error
  for (const uri of [
    'javascript:alert(1)', 'data:text/html,x', 'https://app.example.com/a#b', 'https://app.example.com/*', 'https://user@app.example.com/a',
    'https://APP.example.com/a', 'http://app.example.com/a', 'https://app.example.com\\@evil.example/', 'https://evil.example/a',
    'https://app.example.com.evil.example/a', 'https://apps.example.com/', 'https://evilapps.example.com/', 'com.example.app:/back', 'not an address', '',
    `https://app.example.com/${'a'.repeat(600)}`,
  ]) expect([uri, await refused(uri)]).toEqual([uri, 'invalid_redirect_uri']) // prettier-ignore
  for (const more of [
    { post_logout_redirect_uris: ['https://evil.example/bye'] },
    { backchannel_logout_uri: 'http://10.0.0.1/logout' },
    { client_uri: 'javascript:alert(1)' },
    { logo_uri: 'data:image/png;base64,AA' },
  ])
    expect((await register(server, token, { redirect_uris: [CALLBACK], ...more })).body.error).toBe('invalid_client_metadata')
  expect((await register(server, token, { redirect_uris: [] })).body.error).toBe('invalid_redirect_uri')
  // A refused registration does not count as a use of the token.
  expect(await usesOf(id)).toBe(0)
  expect((await register(server, token, { redirect_uris: ['https://one.apps.example.com/'] })).status).toBe(201)
})

test('DCR-14 unsupported, too many or too large metadata are refused with a reason, and unknown ones are ignored', async () => {
  const { token } = await registrationToken(server, { grantTypes: ['authorization_code'], scopes: ['profile'] })
  const answer = async (metadata: object) => (await register(server, token, { redirect_uris: [CALLBACK], ...metadata })).body
  const { publicKey } = await generateKeyPair('ES256', { extractable: true })
  const key = await exportJWK(publicKey)
  const secret = { ...key, d: 'private' }
  const cases: Record<string, object> = {
    jwks_uri: { jwks_uri: 'http://169.254.169.254/latest/meta-data' },
    sector_identifier_uri: { sector_identifier_uri: 'https://app.example.com/sector' },
    'at most five': { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: Array.from({ length: 200 }, () => key) } },
    'public keys': { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [secret] } },
    'jwks is needed': { token_endpoint_auth_method: 'private_key_jwt' },
    token_endpoint_auth_method: { token_endpoint_auth_method: 'tls_client_auth' },
    'does not allow refresh_token': { grant_types: ['authorization_code', 'refresh_token'] },
    grant_types: { grant_types: ['client_credentials'] },
    response_types: { response_types: ['code id_token'] },
    scope: { scope: 'openid email' },
    client_name: { client_name: '<b>x</b>' },
    subject_type: { subject_type: 'pairwise' },
    contacts: { contacts: Array.from({ length: 100 }, () => 'a@example.com') },
    id_token_signed_response_alg: { id_token_signed_response_alg: 'none' },
  }
  for (const [words, metadata] of Object.entries(cases)) {
    const { error, error_description: description } = await answer(metadata)
    expect([words, error, description]).toEqual([words, 'invalid_client_metadata', expect.stringContaining(words)])
    expect(description).toMatch(/^[\x20-\x7e]+$/)
  }
  expect((await answer({ software_statement: 'nothing' })).error).toBe('invalid_software_statement')
  expect((await answer({ software_statement: 'eyJhbGciOiJub25lIn0.e30.AA' })).error).toBe('unapproved_software_statement')
  const large = await register(server, token, { redirect_uris: [CALLBACK], unknown: 'x'.repeat(70_000) })
  expect(large).toMatchObject({ status: 413, body: { error: 'invalid_client_metadata' } })
  for (const text of ['[]', '"x"', '{', '{"redirect_uris":["a"],"redirect_uris":["b"]}'])
    expect((await register(server, token, text)).body.error).toBe('invalid_client_metadata')
  const made = await answer({ fancy_new_field: { a: 1 }, client_id: 'mine', client_secret: 'mine', scope: 'profile' })
  expect(made).toMatchObject({ scope: 'profile', client_secret: expect.stringMatching(/^[\w-]{43}$/) })
  expect(made.client_id).not.toBe('mine')
  expect(made.fancy_new_field).toBeUndefined()
})

test('DCR-15 a registration is managed only with its own token', async () => {
  const { token } = await registrationToken(server)
  const [one, other] = [await register(server, token), await register(server, token)]
  const [at, own] = [one.body.registration_client_uri, String(one.body.registration_access_token)]
  for (const strange of [undefined, token, String(other.body.registration_access_token)])
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { client_id: one.body.client_id, redirect_uris: [CALLBACK] } : undefined
      expect((await manage(method, at, strange, body)).status).toBe(401)
    }
  const put = async (metadata: object) => (await manage('PUT', at, own, { redirect_uris: [CALLBACK], ...metadata })).body
  const { client_id } = one.body
  expect(await put({})).toMatchObject({ error: 'invalid_request' })
  expect(await put({ client_id: other.body.client_id })).toMatchObject({ error: 'invalid_request' })
  expect(await put({ client_id, client_secret: other.body.client_secret })).toMatchObject({ error: 'invalid_request' })
  expect(await put({ client_id, registration_access_token: own })).toMatchObject({ error: 'invalid_request' })
  expect(await put({ client_id, redirect_uris: ['https://evil.example/'] })).toMatchObject({ error: 'invalid_redirect_uri' })
  expect(await put({ client_id, token_endpoint_auth_method: 'none' })).toMatchObject({ error: 'invalid_client_metadata' })
  // Of two concurrent changes only one is made, because it ends the token of the other.
  const both = await Promise.all([1, 2].map(n => manage('PUT', at, own, { client_id, redirect_uris: [`${CALLBACK}/${n}`] })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('DCR-16 an application cannot delete its registration once users have grants, or change it once it is disabled', async () => {
  const { token } = await registrationToken(server)
  const { body } = await register(server, token)
  const own = String(body.registration_access_token)
  const { id } = await appOf(server, body.client_id)
  await server.given.grant({ subjectType: 'user', subjectId: await server.given.user(), appId: id })
  expect(await manage('DELETE', body.registration_client_uri, own)).toMatchObject({ status: 403, body: { error: 'access_denied' } })
  await server.admin.call(app.setStatus, { query: { status: 0 }, body: { ids: [id] } })
  const wanted = { client_id: body.client_id, redirect_uris: [CALLBACK] }
  expect(await manage('PUT', body.registration_client_uri, own, wanted)).toMatchObject({ status: 403, body: { error: 'access_denied' } })
  expect((await appOf(server, body.client_id)).status).toBe(0)
})

test('DCR-17 revoking a token can disable the applications it registered, and no others', async () => {
  const [first, second] = [await registrationToken(server), await registrationToken(server)]
  const made = [await register(server, first.token), await register(server, first.token)]
  const other = await register(server, second.token)
  expect(await server.admin.call(registration.revoke, { body: { id: first.id, stopsApps: true } })).toBe(2)
  for (const { body } of made) expect((await appOf(server, body.client_id)).status).toBe(0)
  expect((await appOf(server, other.body.client_id)).status).toBe(1)
})

test('DCR-18 a grant type or scope that is not registered is refused', async () => {
  const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code'
  const { token } = await registrationToken(server, { grantTypes: ['authorization_code', DEVICE] })
  const [one, other] = [await register(server, token), await register(server, token, { grant_types: [DEVICE] })]
  const auth = ({ body }: typeof one) => basic(String(body.client_id), String(body.client_secret))
  const asks = (by: typeof one) => post(server, '/device/auth', { scope: 'openid' }, auth(by))
  expect((await asks(other)).body.device_code).toBeDefined()
  expect((await asks(one)).body).toMatchObject({ error: 'invalid_request', error_description: expect.stringContaining('not allowed') })
  for (const grant of ['client_credentials', 'refresh_token', 'urn:ietf:params:oauth:grant-type:token-exchange'])
    expect((await post(server, '/token', { grant_type: grant, refresh_token: 'x', subject_token: 'x' }, auth(one))).body).toMatchObject({
      error_description: expect.stringContaining('not allowed'),
    })
})

test('DCR-19 tokens and secrets are not stored in clear, a token of a removed group registers nothing, and token names are unique', async () => {
  const { token, id, name, appGroupId } = await registrationToken(server)
  const stored = JSON.stringify((await server.kernel.pool.query(`select * from registration_token where id = $1`, [id])).rows)
  expect(stored).not.toContain(token)
  const { body } = await register(server, token)
  const rows = JSON.stringify((await server.kernel.pool.query(`select * from app_registration`)).rows) // prettier-ignore
  expect(rows).not.toContain(String(body.registration_access_token))
  const audit = JSON.stringify((await server.kernel.pool.query(`select * from oper_log where module = 'registration'`)).rows)
  for (const secret of [token, body.registration_access_token, body.client_secret]) expect(audit).not.toContain(String(secret))
  const draft = { maxUses: 1, endTime: '2099-01-01 00:00:00', appGroupId, redirectHosts: ['a.example.com'], redirectSchemes: [], grantTypes: ['authorization_code' as const], scopes: null, needsApproval: 0 as const } // prettier-ignore
  await server.admin.refused('registrationTokenNameTaken', registration.save, { body: { ...draft, name } })
  const empty = await registrationToken(server)
  await server.admin.call(appGroup.remove, { body: { ids: [empty.appGroupId] } })
  expect((await register(server, empty.token)).status).toBe(401)
  expect((await fetch(`${issuerOf(server)}/reg`)).status).toBe(404)
})
