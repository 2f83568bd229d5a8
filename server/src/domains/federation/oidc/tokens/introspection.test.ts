import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { application, basic, Browser, issuerOf, post, signInTo } from '../../../../../test/oidc.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'

let server: TestServer
let userId: string
let browser: Browser
let app: Awaited<ReturnType<typeof application>>
beforeAll(async () => {
  server = await startTestServer()
  userId = await server.given.user()
  app = await application(server, userId)
  browser = new Browser()
  await browser.signIn(server, userId)
})
afterAll(() => server.close())

const introspect = async (token: string, hint?: string, clientId = app.clientId) =>
  (await post(server, '/token/introspection', { token, ...(hint !== undefined && { token_type_hint: hint }) }, basic(clientId))).body
const meOf = async (token: string) => (await fetch(`${issuerOf(server)}/me`, { headers: { authorization: `Bearer ${token}` } })).status

test('N-15 introspection answers inactive for a refresh token, except to its own client with token_type_hint=refresh_token', async () => {
  const other = await application(server, userId)
  const { tokens } = await signInTo(server, browser, app.config)
  const refresh = tokens.refresh_token!
  for (const hint of [undefined, 'access_token', 'something']) expect(await introspect(refresh, hint)).toEqual({ active: false })
  for (const hint of [undefined, 'access_token', 'refresh_token'])
    expect(await introspect(refresh, hint, other.clientId)).toEqual({ active: false })
  expect(await introspect(refresh, 'refresh_token')).toMatchObject({ active: true, client_id: app.clientId, sub: userId })
  expect(await introspect(tokens.access_token, 'refresh_token')).toMatchObject({ active: true, client_id: app.clientId })
  expect(await introspect(tokens.access_token, undefined, other.clientId)).toMatchObject({ active: true, client_id: app.clientId })
})

test('N-15 a refresh token is not accepted in place of an access token', async () => {
  const { tokens } = await signInTo(server, browser, app.config, { scope: 'openid offline_access', prompt: 'consent' })
  expect(await meOf(tokens.refresh_token!)).toBe(401)
  expect(await introspect(tokens.refresh_token!)).toEqual({ active: false })
})

test('N-15 with offline_access, too, introspection shows a refresh token to its own client only', async () => {
  const { tokens } = await signInTo(server, browser, app.config, { scope: 'openid offline_access', prompt: 'consent' })
  const other = await application(server, userId)
  expect(await introspect(tokens.refresh_token!, 'refresh_token', other.clientId)).toEqual({ active: false })
  expect(await introspect(tokens.refresh_token!, 'refresh_token')).toMatchObject({ active: true })
})

test('OP-37 each code has a grant of its own: revoking the tokens of one tab leaves the other tab signed in', async () => {
  const [one, two] = [await signInTo(server, browser, app.config), await signInTo(server, browser, app.config)]
  await client.tokenRevocation(app.config, one.tokens.access_token)
  expect(await meOf(one.tokens.access_token)).toBe(401)
  expect(await meOf(two.tokens.access_token)).toBe(200)
  const next = await client.refreshTokenGrant(app.config, two.tokens.refresh_token!)
  expect(await meOf(next.access_token)).toBe(200)
  await client.tokenRevocation(app.config, next.refresh_token!)
  expect(await meOf(next.access_token)).toBe(401)
  await expect(client.refreshTokenGrant(app.config, one.tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('OP-37 a code used twice revokes its own tokens, and none of another code', async () => {
  const [one, two] = [await signInTo(server, browser, app.config), await signInTo(server, browser, app.config)]
  const form = { grant_type: 'authorization_code', code: one.code, redirect_uri: 'https://app.example.com/callback' }
  expect((await post(server, '/token', { ...form, code_verifier: one.checks.pkceCodeVerifier }, basic(app.clientId))).body).toMatchObject({
    error: 'invalid_grant',
  })
  expect(await meOf(one.tokens.access_token)).toBe(401)
  expect(await meOf(two.tokens.access_token)).toBe(200)
})

test('OP-37 the tokens of every tab end with the session', async () => {
  const own = new Browser()
  await own.signIn(server, userId)
  const [one, two] = [await signInTo(server, own, app.config), await signInTo(server, own, app.config)]
  await server.kernel.pool.query(`update session set ended_by = 'logout' where user_id = $1`, [userId])
  for (const { tokens } of [one, two]) {
    expect(await meOf(tokens.access_token)).toBe(401)
    await expect(client.refreshTokenGrant(app.config, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' })
  }
  await browser.signIn(server, userId)
})
