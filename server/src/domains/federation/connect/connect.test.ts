import { app } from '@hufu/contract/apps/app'
import { connect } from '@hufu/contract/federation/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { application, basic, Browser, CALLBACK, post, request, SECRET, signInTo } from '../../../../test/oidc.ts'

let server: TestServer
let userId: string
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  userId = await server.given.user({ realName: '接入者' })
})
afterAll(() => server.close())

const state = (appId: string) => server.admin.call(connect.state, { query: { appId } })
const newest = async (appId: string) => (await state(appId)).refusals[0]
async function browser(): Promise<Browser> {
  const one = new Browser()
  await one.signIn(server, userId)
  return one
}

test('a redirect address that differs by a slash is shown beside the registered one', async () => {
  const { appId, config } = await application(server, userId)
  expect(await state(appId)).toEqual({ firstTime: null, lastVisit: null, refusals: [] })
  const { url } = await request(config, { redirect_uri: `${CALLBACK}/` })
  await (await browser()).follow(server, url)
  expect(await newest(appId)).toMatchObject({ problem: 'redirectUri', sent: `${CALLBACK}/`, registered: [CALLBACK], ip: '127.0.0.1' })
  // The refusal is shown beside the present registration, so an address registered since then no longer differs.
  const { version } = await server.admin.call(app.byId, { query: { id: appId } })
  const { appGroupId, name, code, protocol } = await server.admin.call(app.byId, { query: { id: appId } })
  await server.admin.call(app.update, {
    body: { id: appId, appGroupId, name, code, protocol, redirectUris: [`${CALLBACK}/`], version },
  })
  expect((await newest(appId))!.registered).toEqual([`${CALLBACK}/`])
})

test.each([
  ['pkceMissing', { code_challenge: '', code_challenge_method: '' }, ''],
  ['pkceMethod', { code_challenge_method: 'plain' }, 'plain'],
  ['responseType', { response_type: 'id_token' }, 'id_token'],
  ['redirectMissing', { redirect_uri: '' }, ''],
] as const)('a refused authorization request is recorded with its faulty parameter: %s', async (problem, more, sent) => {
  const { appId, config } = await application(server, userId)
  const { url } = await request(config)
  for (const [name, value] of Object.entries(more)) {
    if (value === '') url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  await (await browser()).follow(server, url)
  expect(await newest(appId)).toMatchObject({ problem, sent })
})

test('a request without the scope openid, or with unknown scopes only, is recorded as a problem of its scope', async () => {
  const { appId, config } = await application(server, userId)
  for (const scope of ['', 'nothing-known']) {
    const { url } = await request(config, { scope })
    if (scope === '') url.searchParams.delete('scope')
    await (await browser()).follow(server, url)
    expect(await newest(appId), scope).toMatchObject({ problem: 'scope', sent: scope })
  }
})

test('a mistyped client_id is shown at the application with that redirect address, and a disabled application as disabled', async () => {
  const { appId, clientId, config } = await application(server, userId, { redirectUris: ['https://one.example.com/cb'] })
  const { url } = await request(config, { redirect_uri: 'https://one.example.com/cb' })
  url.searchParams.set('client_id', `${clientId}x`)
  await (await browser()).follow(server, url)
  expect(await newest(appId)).toMatchObject({ problem: 'clientId', sent: `${clientId}x`, registered: [clientId] })
  await server.admin.call(app.setStatus, { query: { status: 0 }, body: { ids: [appId] } })
  url.searchParams.set('client_id', clientId)
  await (await browser()).follow(server, url)
  expect(await newest(appId)).toMatchObject({ problem: 'disabled' })
})

const grant = (clientId: string, secret: string, more: Record<string, string> = {}) =>
  post(
    server,
    '/token',
    { grant_type: 'authorization_code', redirect_uri: CALLBACK, code: 'a-code-that-is-none', code_verifier: 'v'.repeat(43), ...more },
    basic(clientId, secret),
  )

test('a wrong secret is recorded as the problem, and neither secrets nor codes are stored', async () => {
  const { appId, clientId } = await application(server, userId)
  await grant(clientId, 'a-wrong-secret')
  expect(await newest(appId)).toMatchObject({ problem: 'secret', sent: '' })
  await grant(clientId, SECRET)
  expect(await newest(appId)).toMatchObject({ problem: 'code', sent: '' })
  await grant(clientId, SECRET, { grant_type: 'password' })
  expect(await newest(appId)).toMatchObject({ problem: 'grantType', sent: 'password' })
  const records = JSON.stringify(await server.kernel.db.selectFrom('refusedRequest').selectAll().where('appId', '=', appId).execute())
  for (const secret of ['a-wrong-secret', SECRET, 'a-code-that-is-none', 'v'.repeat(43)]) expect(records).not.toContain(secret)
})

test('the first exchanged code sets the time of the first sign-in; a user without access is not a refused request', async () => {
  const stranger = await application(server)
  await (await browser()).follow(server, (await request(stranger.config)).url)
  expect(await state(stranger.appId)).toMatchObject({ firstTime: null, lastVisit: { realName: '接入者', fault: 'noAccess' }, refusals: [] })
  const { appId, config } = await application(server, userId)
  await signInTo(server, await browser(), config)
  const { firstTime, lastVisit } = await state(appId)
  expect(firstTime).not.toBeNull()
  expect(lastVisit).toMatchObject({ fault: '' })
  await signInTo(server, await browser(), config)
  expect((await state(appId)).firstTime).toBe(firstTime)
})

test('the user part and the query values of an address are not stored, unless they are registered', async () => {
  const { appId, config } = await application(server, userId, { redirectUris: [`${CALLBACK}?a=1`] })
  const { url } = await request(config, { redirect_uri: 'https://u:p@app.example.com/callback?a=1&token=secret' })
  await (await browser()).follow(server, url)
  expect((await newest(appId))!.sent).toBe('https://app.example.com/callback?a=1&token=…')
})

test('the last twenty refused requests of each application are kept, and a flood writes at most twenty a minute', async () => {
  const { appId, clientId } = await application(server, userId)
  const { db } = server.kernel
  const refusedRequests = async () =>
    (await db.selectFrom('refusedRequest').select('id').where('appId', '=', appId).orderBy('id').execute()).map(({ id }) => id)
  for (let n = 0; n < 20; n++) await grant(clientId, `wrong-${n}`)
  const first = await refusedRequests()
  expect(first).toHaveLength(20)
  for (let n = 0; n < 5; n++) await grant(clientId, `again-${n}`)
  expect(await refusedRequests()).toEqual(first)
  await db.updateTable('refusedRequest').set({ createTime: '2026-01-01T00:00:00+08:00' }).where('appId', '=', appId).execute()
  for (let n = 0; n < 2; n++) await grant(clientId, `later-${n}`)
  const now = await refusedRequests()
  expect(now).toHaveLength(20)
  expect(now.slice(0, 18)).toEqual(first.slice(2))
})

const casAt = (path: string, query: Record<string, string>) =>
  `${server.address}/protocols/cas/${path}?${new URLSearchParams(query).toString()}`

test('CAS: an unknown service is shown at the application on the same host, else at those waiting for their first sign-in', async () => {
  const service = 'https://records.example.com/in/'
  const appId = await server.given.app({ protocol: 'cas', redirectUris: [service] })
  const one = await browser()
  await one.go(casAt('login', { service: 'https://records.example.com/inn/?ticket=ST-secret' }))
  expect(await newest(appId)).toMatchObject({
    problem: 'service',
    sent: 'https://records.example.com/inn/?ticket=…',
    registered: [service],
  })
  await one.go(casAt('login', { service: 'https://elsewhere.example.org/' }))
  expect(await newest(appId)).toMatchObject({ problem: 'service', sent: 'https://elsewhere.example.org/' })
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId })
  const ticketOf = async () => new URL((await one.go(casAt('login', { service }))).headers.get('location')!).searchParams.get('ticket')!
  await fetch(casAt('p3/serviceValidate', { service: `${service}other`, ticket: await ticketOf() }))
  expect(await newest(appId)).toMatchObject({ problem: 'serviceChanged', sent: `${service}other`, detail: service })
  await fetch(casAt('p3/serviceValidate', { service, ticket: 'ST-none' }))
  expect(await newest(appId)).toMatchObject({ problem: 'ticket', sent: '' })
  expect((await state(appId)).firstTime).toBeNull()
  await fetch(casAt('p3/serviceValidate', { service, ticket: await ticketOf() }))
  expect((await state(appId)).firstTime).not.toBeNull()
})

test('only users who configure applications see its refused requests', async () => {
  const { appId } = await application(server)
  await (await server.as(userId)).refused('forbidden', connect.state, { query: { appId } })
  await server.admin.refused('appMissing', connect.state, { query: { appId: 'nothing' } })
})
