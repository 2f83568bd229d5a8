import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Configuration } from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oidcClient } from '@hufu/contract/federation/oidc-client'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { application, Browser, CALLBACK, issuerOf, post, proofFor, request } from '../../../../../test/oidc.ts'

// Titles are the names of modules of the OpenID conformance suite (docs/conformance.md). The application is held to the profile
// and authenticates with a key.
let server: TestServer
let browser: Browser
let clientId: string
let config: Configuration
let keys: CryptoKeyPair
let old: CryptoKeyPair
let bound: CryptoKeyPair
beforeAll(async () => {
  server = await startTestServer()
  const userId = await server.given.user()
  browser = new Browser()
  await browser.signIn(server, userId)
  const made = await application(server, userId)
  clientId = made.clientId
  config = made.config
  keys = await generateKeyPair('ES256')
  old = await generateKeyPair('RS256')
  bound = await generateKeyPair('ES256')
  const jwks = {
    keys: [
      { ...(await exportJWK(keys.publicKey)), kid: 'ES256' },
      { ...(await exportJWK(old.publicKey)), kid: 'RS256' },
    ],
  }
  const draft = { pkce: 'required', scopes: null, offline: 0, asksConsent: 0, authMethod: 'key', fapi: 1, version: 0 } as const
  await server.admin.call(oidcClient.update, { body: { ...draft, appId: made.appId, jwks: JSON.stringify(jwks) } })
})
afterAll(() => server.close())

const now = () => Math.floor(Date.now() / 1000)
/** The client assertion that the application sends in place of a secret; `change` makes it wrong. */
async function assertion(change: Record<string, unknown> = {}, alg: 'ES256' | 'RS256' = 'ES256') {
  const claims = { iss: clientId, sub: clientId, aud: issuerOf(server), jti: randomUUID(), iat: now(), exp: now() + 60, ...change }
  const token = await new SignJWT(claims).setProtectedHeader({ alg, kid: alg }).sign((alg === 'ES256' ? keys : old).privateKey)
  return { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer', client_assertion: token }
}
async function push(shown: Record<string, string>) {
  const { url, verifier } = await request(config)
  const { status, body } = await post(server, '/request', { ...Object.fromEntries(url.searchParams), ...shown })
  return { status, error: body.error, requestUri: String(body.request_uri), verifier }
}
async function code() {
  const { requestUri, verifier } = await push(await assertion())
  const { url } = await browser.follow(
    server,
    `${issuerOf(server)}/auth?${new URLSearchParams({ client_id: clientId, request_uri: requestUri }).toString()}`,
  )
  return { code: url.searchParams.get('code')!, code_verifier: verifier, redirect_uri: CALLBACK, grant_type: 'authorization_code' }
}
const proof = async () => ({ dpop: await proofFor(bound, 'POST', `${issuerOf(server)}/token`) })

test('fapi2-security-profile-final-discovery-end-point-verification', () => {
  const metadata = config.serverMetadata()
  expect(metadata).toMatchObject({
    token_endpoint_auth_methods_supported: expect.arrayContaining(['private_key_jwt']),
    pushed_authorization_request_endpoint: `${issuerOf(server)}/request`,
    authorization_response_iss_parameter_supported: true,
    code_challenge_methods_supported: ['S256'],
    dpop_signing_alg_values_supported: expect.arrayContaining(['ES256']),
    token_endpoint_auth_signing_alg_values_supported: expect.arrayContaining(['ES256', 'PS256']),
  })
})

test('fapi2-security-profile-final-ensure-unsigned-authorization-request-without-using-par-fails', async () => {
  const { url } = await request(config)
  expect((await browser.follow(server, url)).url.searchParams.get('error')).toBe('invalid_request')
})

test('fapi2-security-profile-final-ensure-holder-of-key-required', async () => {
  const { status, body } = await post(server, '/token', { ...(await code()), ...(await assertion()) })
  expect([status, body.error]).toEqual([400, 'invalid_grant'])
})

test('fapi2-security-profile-final-ensure-client-assertion-in-token-endpoint', async () => {
  const without = await post(server, '/token', { ...(await code()), client_id: clientId }, await proof())
  expect(['invalid_client', 'invalid_request']).toContain(without.body.error)
  const { status, body } = await post(server, '/token', { ...(await code()), ...(await assertion()) }, await proof())
  expect([status, body.token_type]).toEqual([200, 'DPoP'])
})

const TOKEN = () => `${issuerOf(server)}/token`
test.each<[string, () => Record<string, unknown>, 'ES256' | 'RS256']>([
  ['fapi2-security-profile-final-ensure-signed-client-assertion-with-RS256-fails', () => ({}), 'RS256'],
  ['fapi2-security-profile-final-ensure-client-assertion-with-exp-is-5-minutes-in-past-fails', () => ({ exp: now() - 300 }), 'ES256'],
  ['fapi2-security-profile-final-ensure-client-assertion-with-wrong-aud-fails', () => ({ aud: 'https://elsewhere.example.com' }), 'ES256'],
  ['fapi2-security-profile-final-ensure-client-assertion-with-no-sub-fails', () => ({ sub: undefined }), 'ES256'],
  [
    'fapi2-security-profile-final-par-ensure-jwt-client-assertions-nbf-over-60-seconds-in-the-future-fails',
    () => ({ nbf: now() + 90, exp: now() + 180 }),
    'ES256',
  ],
  ['fapi2-security-profile-final-par-test-array-as-audience-fails', () => ({ aud: [issuerOf(server)] }), 'ES256'],
  ['fapi2-security-profile-final-par-test-par-endpoint-url-as-audience-fails', () => ({ aud: `${issuerOf(server)}/request` }), 'ES256'],
  ['fapi2-security-profile-final-par-test-token-endpoint-url-as-audience-fails', () => ({ aud: TOKEN() }), 'ES256'],
])('%s', async (_module, change, alg) => {
  const pushed = await push(await assertion(change(), alg))
  expect([pushed.status, pushed.error]).toEqual([401, 'invalid_client'])
  const { status, body } = await post(server, '/token', { ...(await code()), ...(await assertion(change(), alg)) }, await proof())
  expect([status, body.error]).toEqual([401, 'invalid_client'])
})

test('fapi2-security-profile-final-par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted', async () => {
  expect((await push(await assertion({ nbf: now() + 8, iat: now() + 8 }))).status).toBe(201)
})
