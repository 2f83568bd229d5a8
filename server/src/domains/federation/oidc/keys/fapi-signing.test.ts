import { randomUUID } from 'node:crypto'
import { compactVerify, createRemoteJWKSet, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Configuration } from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oidcClient } from '@hufu/contract/federation/oidc-client'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { application, Browser, CALLBACK, issuerOf, post, proofFor, request } from '../../../../../test/oidc.ts'

// Titles are the names of modules of the OpenID conformance suite (docs/conformance.md), those of its plan for FAPI 2.0 Message
// Signing that the plan for the Security Profile leaves out. The application is held to FAPI 2.0 and signs its requests.
const names = ['ES256', 'PS256', 'RS256'] as const
type Alg = (typeof names)[number]
let server: TestServer
let userId: string
let browser: Browser
let clientId: string
let config: Configuration
let bound: CryptoKeyPair
const keys = new Map<Alg, CryptoKeyPair>()
beforeAll(async () => {
  server = await startTestServer()
  userId = await server.given.user()
  browser = new Browser()
  await browser.signIn(server, userId)
  for (const alg of names) keys.set(alg, await generateKeyPair(alg))
  bound = await generateKeyPair('ES256')
  ;({ clientId, config } = await signing())
})
afterAll(() => server.close())

const DRAFT = {
  pkce: 'required',
  scopes: null,
  offline: 0,
  asksConsent: 0,
  authMethod: 'key',
  fapi: 1,
  signedRequest: 1,
  version: 0,
} as const
async function signing(parts: object = {}, own: ReadonlyMap<Alg, CryptoKeyPair> = keys) {
  const made = await application(server, userId)
  const jwks = { keys: await Promise.all([...own].map(async ([kid, pair]) => ({ ...(await exportJWK(pair.publicKey)), kid, alg: kid }))) }
  await server.admin.call(oidcClient.update, { body: { ...DRAFT, appId: made.appId, jwks: JSON.stringify(jwks), ...parts } })
  return made
}
const now = () => Math.floor(Date.now() / 1000)
async function shown(of = clientId) {
  const claims = { iss: of, sub: of, aud: issuerOf(server), jti: randomUUID(), iat: now(), exp: now() + 60 }
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'ES256' }).sign(keys.get('ES256')!.privateKey)
  return { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer', client_assertion: token, client_id: of }
}

interface Parts {
  change?: Record<string, unknown>
  alg?: Alg
  key?: CryptoKey
  of?: string
  more?: Record<string, string>
}
/** Makes a signed request object, with the verifier and state that belong to it; `undefined` in `change` removes a claim. */
async function object({ change = {}, alg = 'ES256', key = keys.get(alg)!.privateKey, of = clientId, more = {} }: Parts = {}) {
  const { url, verifier, state } = await request(config, { scope: 'openid', ...more })
  const claims = { ...Object.fromEntries(url.searchParams), iss: of, client_id: of, aud: issuerOf(server), nbf: now(), exp: now() + 300, ...change } // prettier-ignore
  return { verifier, state, jwt: await new SignJWT(claims).setProtectedHeader({ alg, kid: alg, typ: 'oauth-authz-req+jwt' }).sign(key) }
}
async function push(parts: Parts = {}) {
  const { jwt, ...checks } = await object(parts)
  const { status, body } = await post(server, '/request', { request: jwt, ...(await shown(parts.of)) })
  return { ...checks, status, error: body.error, requestUri: String(body.request_uri) }
}
async function authorize(requestUri: string, of = clientId) {
  const query = new URLSearchParams({ client_id: of, request_uri: requestUri })
  return (await browser.follow(server, `${issuerOf(server)}/auth?${query.toString()}`)).url
}
async function redeem(code: string | null, verifier: string, of = clientId) {
  const form = { grant_type: 'authorization_code', code: code ?? '', redirect_uri: CALLBACK, code_verifier: verifier }
  return post(server, '/token', { ...form, ...(await shown(of)) }, { dpop: await proofFor(bound, 'POST', `${issuerOf(server)}/token`) })
}
const refused = async (parts: Parts) => expect(await push(parts)).toMatchObject({ status: 400, error: 'invalid_request_object' })

test('fapi2-security-profile-final-ensure-request-object-with-multiple-aud-succeeds', async () => {
  const { requestUri, verifier, state } = await push({ change: { aud: ['https://other1.example.com', issuerOf(server)] } })
  const url = await authorize(requestUri)
  expect(url.searchParams.get('state')).toBe(state)
  expect((await redeem(url.searchParams.get('code'), verifier)).body).toMatchObject({ token_type: 'DPoP' })
})

test('fapi2-security-profile-final-ensure-request-object-with-nbf-8-seconds-in-the-future-is-accepted', async () => {
  expect((await push({ change: { nbf: now() + 8 } })).status).toBe(201)
})

test('fapi2-security-profile-final-ensure-request-object-without-exp-fails, fapi2-security-profile-final-ensure-request-object-without-nbf-fails', async () => {
  for (const name of ['exp', 'nbf', 'aud', 'iss']) await refused({ change: { [name]: undefined } })
})

test('fapi2-security-profile-final-ensure-expired-request-object-fails', () => refused({ change: { nbf: now() - 600, exp: now() - 300 } }))

test('fapi2-security-profile-final-ensure-request-object-with-bad-aud-fails', async () => {
  await refused({ change: { aud: 'https://elsewhere.example.com' } })
  await refused({ change: { aud: `${issuerOf(server)}/request` } })
})

test('fapi2-security-profile-final-ensure-request-object-with-exp-over-60-fails', () => refused({ change: { exp: now() + 70 * 60 } }))

test('fapi2-security-profile-final-ensure-request-object-with-nbf-over-60-fails', () => refused({ change: { nbf: now() - 70 * 60 } }))

test('fapi2-security-profile-final-ensure-signed-request-object-with-RS256-fails', async () => {
  await refused({ alg: 'RS256' })
  expect((await push({ alg: 'PS256' })).status).toBe(201)
})

test('fapi2-security-profile-final-ensure-request-object-signature-algorithm-is-not-none', async () => {
  const [, claims] = (await object()).jwt.split('.')
  const bare = `${Buffer.from('{"alg":"none","typ":"oauth-authz-req+jwt"}').toString('base64url')}.${claims}.`
  const { status, body } = await post(server, '/request', { request: bare, ...(await shown()) })
  expect([status, body.error]).toEqual([400, 'invalid_request_object'])
})

test('fapi2-security-profile-final-ensure-request-object-with-invalid-signature-fails', async () => {
  const { jwt } = await object()
  const bent = jwt.replace(/.{4}$/, four => (four === 'AAAA' ? 'BBBB' : 'AAAA'))
  const { status, body } = await post(server, '/request', { request: bent, ...(await shown()) })
  expect([status, body.error]).toEqual([400, 'invalid_request_object'])
})

test('fapi2-security-profile-final-ensure-matching-key-in-authorization-request', async () => {
  const others = new Map<Alg, CryptoKeyPair>([['ES256', await generateKeyPair('ES256')]])
  const other = await signing({}, others)
  // An object signed by another application is refused, whichever client it names.
  await refused({ key: others.get('ES256')!.privateKey })
  const { jwt } = await object({ key: others.get('ES256')!.privateKey, of: other.clientId })
  const { status, body } = await post(server, '/request', { request: jwt, ...(await shown()) })
  expect([status, body.error]).toEqual([400, 'invalid_request_object'])
})

test('fapi2-security-profile-final-ensure-unsigned-request-at-par-endpoint-fails', async () => {
  const { url } = await request(config)
  const { status, body } = await post(server, '/request', { ...Object.fromEntries(url.searchParams), ...(await shown()) })
  expect([status, body.error]).toEqual([400, 'invalid_request'])
})

test('fapi2-security-profile-final-par-authorization-request-containing-request_uri', async () => {
  const { requestUri } = await push()
  await refused({ change: { request_uri: requestUri } })
})

test('OC-23 request, response, refusal and introspection are all signed, with ES256 or newer', async () => {
  const { appId, clientId: of } = await signing({ signedResponse: 1, signedIntrospection: 1 })
  expect((await server.admin.call(oidcClient.get, { query: { appId } })).signedIntrospection).toBe(1)
  const jwks = createRemoteJWKSet(new URL(`${issuerOf(server)}/jwks`))
  const verified = async (jwt: string) => {
    await compactVerify(jwt, jwks, { algorithms: ['ES256'] })
    return decodeJwt(jwt)
  }
  const plain = await push({ of })
  expect((await authorize(plain.requestUri, of)).href).not.toContain('code=')
  const { requestUri, verifier, state } = await push({ of, more: { response_mode: 'jwt' } })
  const back = await authorize(requestUri, of)
  expect([...back.searchParams.keys()]).toEqual(['response'])
  const answer = await verified(back.searchParams.get('response')!)
  expect(answer).toMatchObject({ iss: issuerOf(server), aud: of, state })
  const silent = await push({ of, more: { response_mode: 'jwt', prompt: 'none', claims: '{"id_token":{"acr":{"essential":true,"value":"urn:hufu:acr:key"}}}' } }) // prettier-ignore
  expect(await verified((await authorize(silent.requestUri, of)).searchParams.get('response')!)).toMatchObject({
    error: 'login_required',
    aud: of,
  })
  const { body } = await redeem(String(answer.code), verifier, of)
  expect(decodeProtectedHeader(String(body.id_token)).alg).toBe('ES256')
  const response = await fetch(`${issuerOf(server)}/token/introspection`, {
    method: 'POST',
    headers: { accept: 'application/token-introspection+jwt' },
    body: new URLSearchParams({ token: String(body.access_token), ...(await shown(of)) }),
  })
  expect(await verified(await response.text())).toMatchObject({
    aud: of,
    token_introspection: { active: true, sub: userId, client_id: of },
  })
})
