import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appRequest } from '@hufu/contract/federation/app-request'
import { factor } from '@hufu/contract/credentials/factor'
import { CIBA, cibaIn } from '../../../../../test/ciba.ts'
import { PASSWORD } from '../../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { application, basic, Browser, configOf, issuerOf, post, signInTo } from '../../../../../test/oidc.ts'
import { sealed } from '../../../../../test/secrets.ts'

let server: TestServer
let ciba: ReturnType<typeof cibaIn>
beforeAll(async () => {
  server = await startTestServer()
  ciba = cibaIn(server)
})
afterAll(() => server.close())

const MISSING = ['aud', 'iss', 'exp', 'iat', 'nbf', 'jti'] as const
const errorOf = async (clientId: string, params: Record<string, string>) => {
  const { status, body } = await ciba.ask(clientId, params)
  return `${status} ${String(body.error)}`
}

test('CIBA-12 login_hint is an account name from the source the application uses, and from no other', async () => {
  const employeeNumber = `E${server.given.next()}`
  const { clientId, appId, userId, userName } = await ciba.asking({}, { accountFrom: 'employeeNumber' })
  await server.kernel.db.updateTable('users').set({ employeeNumber }).where('id', '=', userId).execute()
  for (const login_hint of [userName, userId, `${employeeNumber}0`, '', '\0', `${employeeNumber}%`, 'x'.repeat(300)])
    expect(await errorOf(clientId, { login_hint }), login_hint).toMatch(/^400 (unknown_user_id|invalid_request)$/)
  expect(await errorOf(clientId, { login_hint: userName })).toBe('400 unknown_user_id')
  expect((await ciba.ask(clientId, { login_hint: employeeNumber.toLowerCase() })).status).toBe(200)
  // An own account at the application replaces the name from the configured source.
  await server.kernel.db.insertInto('appAccount').values({ appId, userId, account: 'wang.wu' }).execute()
  expect(await errorOf(clientId, { login_hint: employeeNumber })).toBe('400 unknown_user_id')
  expect((await ciba.ask(clientId, { login_hint: 'wang.wu' })).status).toBe(200)
  // A name that two users share identifies neither.
  const other = await server.given.user()
  await server.given.grant({ subjectType: 'user', subjectId: other, appId })
  await server.kernel.db.updateTable('users').set({ employeeNumber: 'WANG.WU' }).where('id', '=', other).execute()
  expect(await errorOf(clientId, { login_hint: 'wang.wu' })).toBe('400 unknown_user_id')
})

test('CIBA-13 a user without access to the application is answered like an unknown one, and sees no request', async () => {
  const { clientId, userId, userName, appId } = await ciba.asking()
  const stranger = await server.given.user()
  const { userName: strange } = await server.kernel.db.selectFrom('users').select('userName').where('id', '=', stranger).executeTakeFirstOrThrow() // prettier-ignore
  const refused = [await ciba.ask(clientId, { login_hint: strange }), await ciba.ask(clientId, { login_hint: 'nobody-at-all' })]
  expect(refused.map(({ status, body }) => ({ status, body }))).toEqual([refused[0], refused[0]].map(one => ({ status: one!.status, body: one!.body }))) // prettier-ignore
  expect(refused[0]!.body.error).toBe('unknown_user_id')
  expect(await ciba.waiting(await server.as(stranger))).toEqual([])
  await server.kernel.db.updateTable('users').set({ status: 0 }).where('id', '=', userId).execute()
  expect(await errorOf(clientId, { login_hint: userName })).toBe('400 unknown_user_id')
  await server.kernel.db.updateTable('users').set({ status: 1 }).where('id', '=', userId).execute()
  await server.kernel.db.updateTable('app').set({ status: 0 }).where('id', '=', appId).execute()
  expect(await errorOf(clientId, { login_hint: userName })).toBe('401 invalid_client')
})

test('CIBA-13 an ID token of the application names its user; if the user has lost access, it gets access_denied', async () => {
  const { clientId, userId, config, appId } = await ciba.asking()
  const browser = new Browser()
  await browser.signIn(server, userId)
  const { tokens } = await signInTo(server, browser, config)
  const hint = { id_token_hint: tokens.id_token! }
  expect((await ciba.ask(clientId, hint)).status).toBe(200)
  const foreign = await ciba.asking()
  expect(await errorOf(foreign.clientId, hint)).toBe('400 invalid_request')
  expect(await errorOf(clientId, { id_token_hint: `${tokens.id_token!.slice(0, -4)}AAAA` })).toBe('400 invalid_request')
  await server.kernel.db.deleteFrom('appGrant').where('appId', '=', appId).execute()
  expect(await errorOf(clientId, hint)).toBe('403 access_denied')
})

test('CIBA-14, fapi-ciba-id1-ensure-authorization-request-with-multiple-hints-fails, fapi-ciba-id1-ensure-authorization-request-with-potentially-bad-binding-message, fapi-ciba-id1-ensure-other-scope-order-succeeds an invalid request is refused before the user is asked', async () => {
  const { clientId, userId, userName } = await ciba.asking()
  const hint = { login_hint: userName }
  const wrong: [Record<string, string>, string][] = [
    [{}, 'invalid_request'],
    [{ ...hint, login_hint_token: 'x' }, 'invalid_request'],
    [{ login_hint_token: 'x' }, 'invalid_request'],
    [{ ...hint, scope: '' }, 'invalid_request'],
    [{ ...hint, scope: 'profile' }, 'invalid_request'],
    [{ ...hint, user_code: '1234' }, 'invalid_request'],
    [{ ...hint, claims: JSON.stringify({ id_token: { acr: { essential: true } } }) }, 'invalid_request'],
    [{ ...hint, requested_expiry: '0' }, 'invalid_request'],
    [{ ...hint, requested_expiry: 'soon' }, 'invalid_request'],
    [{ ...hint, binding_message: 'x'.repeat(65) }, 'invalid_binding_message'],
    [{ ...hint, binding_message: '<b>付款</b>' }, 'invalid_binding_message'],
    [{ ...hint, binding_message: 'pay \u202E001' }, 'invalid_binding_message'],
    [{ ...hint, binding_message: 'рay' }, 'invalid_binding_message'],
    [{ ...hint, binding_message: 'two\nlines' }, 'invalid_binding_message'],
  ]
  for (const [params, error] of wrong) expect((await ciba.ask(clientId, params)).body.error, JSON.stringify(params)).toBe(error)
  expect(await ciba.waiting(await server.as(userId))).toEqual([])
  const { body } = await ciba.ask(clientId, { ...hint, scope: 'profile openid', requested_expiry: '86400' })
  expect(body.expires_in).toBe(600)
  expect((await post(server, '/backchannel', { scope: 'openid', ...hint, client_id: clientId })).status).toBe(401)
  expect((await post(server, '/backchannel', { scope: 'openid', ...hint }, basic(clientId, 'a wrong secret'))).status).toBe(401)
})

test('CIBA-15, fapi-ciba-id1-ensure-wrong-auth-req-id-in-token-endpoint-request the application that asked gets tokens once, however many polls come at the same time', async () => {
  const { clientId, userId, userName } = await ciba.asking()
  const other = await ciba.asking()
  const id = await ciba.idOf(clientId, { login_hint: userName })
  await ciba.agree(userId)
  for (const wrong of [`${id}x`, 'x', '']) expect((await ciba.poll(clientId, wrong)).status).toBe(400)
  expect((await ciba.poll(other.clientId, id)).body.error).toBe('invalid_grant')
  const answers = await Promise.all(Array.from({ length: 10 }, () => ciba.poll(clientId, id)))
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  expect(answers.filter(({ status }) => status !== 200).every(({ body }) => ['invalid_grant', 'authorization_pending', 'slow_down'].includes(String(body.error)))).toBe(true) // prettier-ignore
})

test('CIBA-16 a request is answered by its own user, once; each approval needs its own proof of identity', async () => {
  const { clientId, userId, userName } = await ciba.asking()
  const me = await server.as(userId)
  await ciba.idOf(clientId, { login_hint: userName })
  await ciba.idOf(clientId, { login_hint: userName })
  const [second, first] = await ciba.waiting(me)
  const body = { id: first!.id }
  const thief = await server.as(await server.given.user())
  for (const act of [appRequest.agree, appRequest.decline]) await thief.refused('appRequestMissing', act, { body })
  await server.admin.refused('appRequestMissing', appRequest.agree, { body })
  const prove = async () => me.call(factor.stepUp, { body: { kind: 'password', secret: await sealed(server, PASSWORD) } })
  await prove()
  const answers = await Promise.all([appRequest.agree, appRequest.decline, appRequest.agree].map(act => me.send(act, { body })))
  expect(answers.filter(({ envelope }) => envelope.code === 'success' || envelope.code === '0').length).toBe(1)
  const other = { body: { id: second!.id } }
  const { rows } = await server.kernel.pool.query<{ answer: string }>(`select answer from app_request where id = $1`, [first!.id])
  // If the decline came first, the authentication has not been used up.
  if (rows[0]!.answer === 'yes') {
    await me.refused('stepUpNeeded', appRequest.agree, other)
    await prove()
  }
  await me.call(appRequest.agree, other)
})

test('CIBA-17 a user who may not open the application now, from this address or in this job, cannot approve', async () => {
  const { clientId, userId, userName, appId } = await ciba.asking()
  const id = await ciba.idOf(clientId, { login_hint: userName })
  const me = await server.as(userId)
  const [request] = await ciba.waiting(me)
  const body = { id: request!.id }
  const set = (values: { ipWhitelist?: string[]; asksJob?: 0 | 1; status?: 0 | 1 }) =>
    server.kernel.db.updateTable('app').set(values).where('id', '=', appId).execute()
  await set({ ipWhitelist: ['10.0.0.1'] })
  await me.refused('appRequestNoAccess', appRequest.agree, { body })
  await set({ ipWhitelist: [] })
  const { rows } = await server.kernel.pool.query<{ id: string }>(`delete from app_grant where app_id = $1 returning id`, [appId])
  expect(rows.length).toBe(1)
  await me.refused('appRequestNoAccess', appRequest.agree, { body })
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId })
  await set({ status: 0 })
  await me.refused('appRequestMissing', appRequest.agree, { body })
  await set({ status: 1 })
  await me.call(appRequest.agree, { body })
  // The user loses access after agreeing, so there are no tokens.
  await server.kernel.pool.query(`delete from app_grant where app_id = $1`, [appId])
  expect((await ciba.poll(clientId, id)).body.error).toBe('invalid_grant')
  const two = await ciba.asking({}, { asksJob: 1 })
  const part = await server.given.org()
  const several = await server.given.user({ others: [part] })
  await server.given.grant({ subjectType: 'user', subjectId: several, appId: two.appId })
  const { userName: name } = await server.kernel.db.selectFrom('users').select('userName').where('id', '=', several).executeTakeFirstOrThrow() // prettier-ignore
  await ciba.idOf(two.clientId, { login_hint: name })
  const they = await server.as(several)
  const [waitingRequest] = await ciba.waiting(they)
  await they.refused('appRequestNeedsJob', appRequest.agree, { body: { id: waitingRequest!.id } })
})

test('CIBA-18 a user is not flooded: two pending requests of one application, five of all, ten an hour of one application', async () => {
  const first = await ciba.asking()
  const { userId, userName } = first
  const hint = { login_hint: userName }
  const others = await Promise.all(Array.from({ length: 3 }, () => ciba.asking()))
  for (const { appId } of others) await server.given.grant({ subjectType: 'user', subjectId: userId, appId })
  const together = await Promise.all(Array.from({ length: 5 }, () => ciba.ask(first.clientId, hint)))
  expect(together.filter(({ status }) => status === 200).length).toBe(2)
  expect(together.find(({ status }) => status !== 200)).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } })
  for (const { clientId } of others.slice(0, 2)) await ciba.idOf(clientId, hint)
  await ciba.idOf(others[0]!.clientId, hint)
  expect(await errorOf(others[2]!.clientId, hint)).toBe('429 temporarily_unavailable')
  const me = await server.as(userId)
  expect((await ciba.waiting(me)).length).toBe(5)
  for (const { id } of await ciba.waiting(me)) await me.call(appRequest.decline, { body: { id } })
  for (let n = 2; n < 10; n++) {
    await ciba.idOf(first.clientId, hint)
    const [request] = await ciba.waiting(me)
    await me.call(appRequest.decline, { body: { id: request!.id } })
  }
  expect(await errorOf(first.clientId, hint)).toBe('429 temporarily_unavailable')
  expect((await ciba.ask(others[2]!.clientId, hint)).status).toBe(200)
})

test('CIBA-18 an application that tries out account names is rate-limited', async () => {
  const limited = await startTestServer({ settings: { HUFU_RATE_LIMIT: '1' } })
  try {
    const own = cibaIn(limited)
    const { clientId } = await own.asking()
    const notices = []
    for (let n = 0; n < 121; n++) notices.push((await own.ask(clientId, { login_hint: `name${n}` })).status)
    expect(notices.filter(status => status === 400).length).toBe(120)
    expect(notices.at(-1)).toBe(429)
  } finally {
    await limited.close()
  }
})

test('CIBA-19, fapi-ciba-id1-ensure-backchannel-authorization-request-without-request-fails, fapi-ciba-id1-ensure-request-object-missing-aud-fails, fapi-ciba-id1-ensure-request-object-bad-aud-fails, fapi-ciba-id1-ensure-request-object-missing-iss-fails, fapi-ciba-id1-ensure-request-object-bad-iss-fails, fapi-ciba-id1-ensure-request-object-missing-exp-fails, fapi-ciba-id1-ensure-request-object-expired-exp-fails, fapi-ciba-id1-ensure-request-object-missing-iat-fails, fapi-ciba-id1-ensure-request-object-missing-nbf-fails, fapi-ciba-id1-ensure-request-object-nbf-is-10-minutes-in-future-fails, fapi-ciba-id1-ensure-request-object-missing-jti-fails, fapi-ciba-id1-ensure-request-object-signature-algorithm-is-none-fails, fapi-ciba-id1-ensure-request-object-signature-algorithm-is-bad-fails, fapi-ciba-id1-ensure-request-object-signed-by-other-client-fails of a signed request only the signed content counts; where one is required, any other is refused', async () => {
  const keys = await generateKeyPair('ES256')
  const jwks = JSON.stringify({ keys: [await exportJWK(keys.publicKey)] })
  const { clientId, userId, userName } = await ciba.asking({ signedRequest: 1, jwks })
  expect(await errorOf(clientId, { login_hint: userName })).toBe('400 invalid_request')
  const now = Math.floor(Date.now() / 1000)
  const whole = { aud: issuerOf(server), iss: clientId, exp: now + 300, iat: now, nbf: now, jti: 'one', scope: 'openid', login_hint: userName } // prettier-ignore
  const signed = (claims: Record<string, unknown>, key = keys.privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(key)
  const send = async (request: string) => {
    const { status, body } = await post(server, '/backchannel', { request }, basic(clientId))
    return `${status} ${String(body.error ?? '')}`
  }
  for (const name of MISSING) {
    const { [name]: _, ...rest } = whole
    expect(await send(await signed(rest)), name).toBe('400 invalid_request')
  }
  const wrong = [{ aud: 'https://other.example.com' }, { iss: 'another' }, { exp: now - 300 }, { nbf: now + 600, exp: now + 900 }]
  for (const part of wrong) expect(await send(await signed({ ...whole, ...part })), JSON.stringify(part)).toBe('400 invalid_request')
  const foreign = await generateKeyPair('ES256')
  expect(await send(await signed(whole, foreign.privateKey))).toBe('400 invalid_request')
  const plain = (header: object) => `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${Buffer.from(JSON.stringify(whole)).toString('base64url')}.` // prettier-ignore
  expect(await send(plain({ alg: 'none' }))).toBe('400 invalid_request')
  const good = await signed({ ...whole, binding_message: 'A1' })
  expect(await send(`${good.slice(0, -6)}AAAAAA`)).toBe('400 invalid_request')
  // Parameters beside the signed request do not count.
  const beside = { request: good, binding_message: 'B2', scope: 'openid email' }
  expect((await post(server, '/backchannel', beside, basic(clientId))).status).toBe(200)
  const [request] = await ciba.waiting(await server.as(userId))
  expect(request).toMatchObject({ bindingMessage: 'A1', scopes: [{ name: 'openid' }] })
})

test('CIBA-20, fapi-ciba-id1-ensure-without-client-assertion-in-token-endpoint-fails, fapi-ciba-id1-ensure-without-client-assertion-in-backchannel-authorization-request-fails an application with a key authenticates by it at both endpoints, and its bound token is useless without the key', async () => {
  const keys = await generateKeyPair('ES256')
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one' }] })
  const { clientId, userId, userName } = await ciba.asking({ authMethod: 'key', jwks })
  const config = await client.discovery(new URL(issuerOf(server)), clientId, undefined, client.PrivateKeyJwt({ key: keys.privateKey, kid: 'one' }), { execute: [client.allowInsecureRequests] }) // prettier-ignore
  expect((await ciba.ask(clientId, { login_hint: userName })).status).toBe(401)
  const backchannel = await client.initiateBackchannelAuthentication(config, { scope: 'openid', login_hint: userName })
  await ciba.agree(userId)
  expect((await ciba.poll(clientId, backchannel.auth_req_id)).status).toBe(401)
  const proofs = await client.randomDPoPKeyPair('ES256')
  const tokens = await client.pollBackchannelAuthenticationGrant(config, backchannel, undefined, {
    DPoP: client.getDPoPHandle(config, proofs),
  })
  expect(tokens.token_type).toBe('dpop')
  expect((await fetch(`${issuerOf(server)}/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } })).status).toBe(401)
})

test('CIBA-02 an application without a secret cannot use CIBA', async () => {
  const userId = await server.given.user()
  const { clientId } = await application(server, userId, { isPublic: true })
  const config = await configOf(server, clientId)
  await expect(client.initiateBackchannelAuthentication(config, { scope: 'openid', login_hint: 'x' })).rejects.toMatchObject({ error: 'invalid_request' }) // prettier-ignore
  const answer = await post(server, '/token', { grant_type: CIBA, auth_req_id: 'x', client_id: clientId })
  expect(answer.body.error).toBe('invalid_request')
})
