import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '@hufu/contract/federation/connect'
import { oidcClient, type OidcClientDraft } from '@hufu/contract/federation/oidc-client'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { application, basic, Browser, CALLBACK, issuerOf, post, request } from '../../../../../test/oidc.ts'

let server: TestServer
let userId: string
let browser: Browser
let keys: CryptoKeyPair
beforeAll(async () => {
  server = await startTestServer()
  userId = await server.given.user()
  browser = new Browser()
  await browser.signIn(server, userId)
  keys = await generateKeyPair('ES256')
})
afterAll(() => server.close())

const DEFAULT = { pkce: 'required', scopes: null, offline: 0, asksConsent: 0, authMethod: 'secret', jwks: '', fapi: 0, version: 0 } as const
async function signing(parts: Partial<OidcClientDraft> = {}) {
  const made = await application(server, userId)
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' as const }
  await server.admin.call(oidcClient.update, {
    body: { ...DEFAULT, appId: made.appId, jwks: JSON.stringify({ keys: [jwk] }), ...parts },
  })
  return made
}
/** The parameters of a request, with the checks and the verifier that the application keeps. */
async function begun(config: client.Configuration, more: Record<string, string> = {}) {
  const { url, checks, verifier } = await request(config, more)
  return { params: Object.fromEntries(url.searchParams), checks, verifier }
}
const signed = (
  clientId: string,
  params: Record<string, unknown>,
  { key = keys.privateKey, alg = 'ES256', life = '5m' }: { key?: CryptoKey | Uint8Array; alg?: string; life?: string } = {},
) =>
  new SignJWT({ aud: issuerOf(server), iss: clientId, ...params })
    .setProtectedHeader({ alg, kid: 'one', typ: 'oauth-authz-req+jwt' })
    .setIssuedAt()
    .setExpirationTime(life)
    .sign(key)
const addressOf = (params: Record<string, string>) => new URL(`${issuerOf(server)}/auth?${new URLSearchParams(params).toString()}`)
const errorAt = async (url: URL) => (await browser.follow(server, url)).url.searchParams.get('error')

test('OC-18 of a signed request only the signed parameters count, not those beside it', async () => {
  const { clientId, config } = await signing()
  expect(config.serverMetadata()).toMatchObject({
    request_parameter_supported: true,
    request_object_signing_alg_values_supported: expect.arrayContaining(['ES256', 'PS256']),
  })
  expect(config.serverMetadata().request_object_signing_alg_values_supported).not.toContain('none')
  const { params, checks } = await begun(config, { scope: 'openid' })
  const object = await signed(clientId, params)
  const back = await browser.follow(
    server,
    addressOf({ client_id: clientId, request: object, scope: 'openid phone', response_type: 'code', redirect_uri: CALLBACK }),
  )
  expect((await client.authorizationCodeGrant(config, back.url, checks)).scope).toBe('openid')
})

test('OC-18 offline_access and essential claims work in a signed request as in a plain one', async () => {
  const { clientId, config } = await signing({ offline: 1 })
  const { params, checks } = await begun(config, { scope: 'openid offline_access' })
  const object = await signed(clientId, { ...params, claims: { userinfo: { name: { essential: true } } } })
  const back = await browser.follow(server, addressOf({ client_id: clientId, request: object }))
  const tokens = await client.authorizationCodeGrant(config, back.url, checks)
  expect(tokens.scope).toBe('openid offline_access')
  expect(await client.fetchUserInfo(config, tokens.access_token, userId)).toMatchObject({ name: expect.any(String) })
})

test('OC-18 a signed request may be pushed', async () => {
  const { clientId, config } = await signing({ signedRequest: 1 })
  const { params, checks } = await begun(config)
  const pushed = await post(server, '/request', { request: await signed(clientId, params) }, basic(clientId))
  expect(pushed.status).toBe(201)
  const back = await browser.follow(server, addressOf({ client_id: clientId, request_uri: String(pushed.body.request_uri) }))
  expect((await client.authorizationCodeGrant(config, back.url, checks)).claims()?.sub).toBe(userId)
  const plain = await post(server, '/request', params, basic(clientId))
  expect([plain.status, plain.body.error]).toEqual([400, 'invalid_request'])
})

test('OC-18 where a signed request is required, an unsigned one is refused, and the administrator sees why', async () => {
  const { appId, config } = await signing({ signedRequest: 1 })
  expect((await server.admin.call(oidcClient.get, { query: { appId } })).signedRequest).toBe(1)
  expect(await errorAt((await request(config)).url)).toBe('invalid_request')
  await expect
    .poll(async () => (await server.admin.call(connect.state, { query: { appId } })).refusals)
    .toMatchObject([{ detail: expect.stringContaining('Request Object') }])
  const unkeyed = await application(server, userId)
  await server.admin.refused('clientKeyMissing', oidcClient.update, { body: { ...DEFAULT, appId: unkeyed.appId, signedRequest: 1 } })
  // A signedRequest that is left out stays on, so the key is still needed.
  await server.admin.refused('clientKeyMissing', oidcClient.update, { body: { ...DEFAULT, appId, version: 1 } })
})

test('OC-18 a request object not signed by this application, not for this issuer, or expired is refused', async () => {
  const { clientId, config } = await signing()
  const other = await application(server, userId)
  const { params } = await begun(config)
  const stranger = await generateKeyPair('ES256')
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(params)).toString('base64url')}.`
  const objects = {
    stranger: await signed(clientId, params, { key: stranger.privateKey }),
    secret: await signed(clientId, params, { alg: 'HS256', key: new TextEncoder().encode('a-secret-of-two-hundred-and-fifty-six-bits') }),
    none,
    audience: await signed(clientId, { ...params, aud: 'https://elsewhere.example.com' }),
    issuer: await signed(clientId, { ...params, iss: other.clientId }),
    'client in it': await signed(clientId, { ...params, client_id: other.clientId }),
    over: await signed(clientId, params, { life: '-5m' }),
    nested: await signed(clientId, { ...params, request: 'x.y.z' }),
    garbage: 'no-object',
  }
  for (const [what, object] of Object.entries(objects))
    expect([what, await errorAt(addressOf({ ...params, request: object }))]).toEqual([what, 'invalid_request_object'])
  // A request object of an application without a key is refused too.
  const bare = await begun(other.config)
  const object = await signed(other.clientId, bare.params)
  expect(await errorAt(addressOf({ ...bare.params, request: object }))).toBe('invalid_request_object')
})

test('oidcc-ensure-request-object-with-redirect-uri', async () => {
  const { clientId, config } = await signing()
  const elsewhere = 'https://app.example.com/elsewhere'
  const { params, checks } = await begun(config, { scope: 'openid' })
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(params)).toString('base64url')}.`
  const outside = { ...params, redirect_uri: elsewhere }
  for (const beside of [outside, params]) {
    const { url, answer } = await browser.follow(server, addressOf({ ...beside, request: unsigned }))
    const shown = url.origin === server.address ? await answer.text() : url.href
    expect(shown).toMatch(beside === outside ? /invalid_redirect_uri|redirect_uri|无法完成登录/ : /error=invalid_request_object/)
    expect(url.href).not.toContain(elsewhere)
  }
  // A signed request object is accepted, and its own redirect address counts.
  const back = await browser.follow(server, addressOf({ ...outside, request: await signed(clientId, params) }))
  expect(back.url.href.startsWith(`${CALLBACK}?`)).toBe(true)
  expect((await client.authorizationCodeGrant(config, back.url, checks)).claims()?.aud).toBe(clientId)
  const inside = await browser.follow(
    server,
    addressOf({ ...params, request: await signed(clientId, { ...params, redirect_uri: elsewhere }) }),
  )
  expect([inside.url.origin, inside.answer.status]).toEqual([server.address, 400])
})
