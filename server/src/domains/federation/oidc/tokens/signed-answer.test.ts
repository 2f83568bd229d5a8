import { compactVerify, createRemoteJWKSet, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appSetting } from '@hufu/contract/apps/app-setting'
import { oidcClient, type OidcClientDraft } from '@hufu/contract/federation/oidc-client'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { application, basic, Browser, CALLBACK, issuerOf, post, request, SECRET, signInTo } from '../../../../../test/oidc.ts'
import { addSecret } from '../../../apps/index.ts'

let server: TestServer
let userId: string
let browser: Browser
beforeAll(async () => {
  server = await startTestServer()
  userId = await server.given.user()
  browser = new Browser()
  await browser.signIn(server, userId)
})
afterAll(() => server.close())

const DEFAULT = { pkce: 'required', scopes: null, offline: 0, asksConsent: 0, authMethod: 'secret', jwks: '', fapi: 0, version: 0 } as const
const set = (appId: string, parts: Partial<OidcClientDraft>) =>
  server.admin.call(oidcClient.update, { body: { ...DEFAULT, appId, ...parts } })
const INTROSPECTION = 'application/token-introspection+jwt'
const asksFor = (token: string, accept: string, clientId: string) =>
  fetch(`${issuerOf(server)}/token/introspection`, {
    method: 'POST',
    headers: { ...basic(clientId), accept },
    body: new URLSearchParams({ token }),
  })

test('OC-19 a response with response_mode=jwt is signed, and valid only for the application that asked', async () => {
  const { config, clientId } = await application(server, userId, { tokenAlg: 'ES256' })
  client.useJwtResponseMode(config)
  const { url, checks } = await request(config, { scope: 'openid' })
  expect(url.searchParams.get('response_mode')).toBe('jwt')
  const back = await browser.follow(server, url)
  expect([...back.url.searchParams.keys()]).toEqual(['response'])
  const answer = back.url.searchParams.get('response')!
  expect(decodeProtectedHeader(answer).alg).toBe('ES256')
  expect(decodeJwt(answer)).toMatchObject({ iss: issuerOf(server), aud: clientId, state: checks.expectedState, code: expect.any(String) })
  const other = await application(server, userId, { tokenAlg: 'ES256' })
  client.useJwtResponseMode(other.config)
  await expect(client.authorizationCodeGrant(other.config, back.url, checks)).rejects.toThrow()
  const forged = new URL(back.url)
  forged.searchParams.set('response', answer.replace(/\.[^.]+$/, `.${'A'.repeat(86)}`))
  await expect(client.authorizationCodeGrant(config, forged, checks)).rejects.toThrow()
  expect((await client.authorizationCodeGrant(config, back.url, checks)).claims()?.sub).toBe(userId)
  // A refusal is signed as well.
  const refused = await browser.follow(server, (await request(config, { scope: 'openid', prompt: 'none', claims: '{"id_token":{"acr":{"essential":true,"value":"urn:hufu:acr:key"}}}' })).url) // prettier-ignore
  expect(decodeJwt(refused.url.searchParams.get('response')!)).toMatchObject({ error: 'login_required' })
})

test('OC-19 with form_post.jwt our own page sends the signed response', async () => {
  const { config } = await application(server, userId)
  const { url } = await request(config, { scope: 'openid', response_mode: 'form_post.jwt' })
  const { answer } = await browser.follow(server, url)
  const html = await answer.text()
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).toContain('正在返回')
  const [, response = ''] = /name="response" value="([^"]+)"/.exec(html) ?? []
  expect(decodeJwt(response)).toMatchObject({ iss: issuerOf(server), code: expect.any(String) })
})

test('OC-20 an application set to signed responses is refused any other', async () => {
  const { config, appId } = await application(server, userId)
  await set(appId, { signedResponse: 1 })
  expect((await server.admin.call(oidcClient.get, { query: { appId } })).signedResponse).toBe(1)
  for (const mode of [undefined, 'query', 'form_post']) {
    const { url } = await request(config, { scope: 'openid', ...(mode && { response_mode: mode }) })
    const { url: end, answer } = await browser.follow(server, url)
    expect(`${end.search} ${await answer.text()}`).not.toContain('code=')
    expect(end.searchParams.get('code')).toBeNull()
  }
  client.useJwtResponseMode(config)
  const { tokens } = await signInTo(server, browser, config, { scope: 'openid' })
  expect(tokens.claims()?.sub).toBe(userId)
})

test('OC-21 introspection is signed where requested, and may be required to be signed', async () => {
  const { config, clientId, appId } = await application(server, userId)
  const { tokens } = await signInTo(server, browser, config)
  const asking = await client.discovery(new URL(issuerOf(server)), clientId, { client_secret: SECRET, introspection_signed_response_alg: 'RS256' }, client.ClientSecretBasic(SECRET), { execute: [client.allowInsecureRequests] }) // prettier-ignore
  expect(await client.tokenIntrospection(asking, tokens.access_token)).toMatchObject({ active: true, sub: userId, client_id: clientId })
  const plain = await asksFor(tokens.access_token, 'application/json', clientId)
  expect(await plain.json()).toMatchObject({ active: true })
  const answer = await asksFor(tokens.access_token, INTROSPECTION, clientId)
  expect(answer.headers.get('content-type')).toContain(INTROSPECTION)
  const jwt = await answer.text()
  const { payload, protectedHeader } = await compactVerify(jwt, createRemoteJWKSet(new URL(`${issuerOf(server)}/jwks`)))
  expect(protectedHeader).toMatchObject({ typ: 'token-introspection+jwt', alg: 'RS256' })
  expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({ iss: issuerOf(server), token_introspection: { active: true } })
  await set(appId, { signedIntrospection: 1 })
  for (const token of [tokens.access_token, 'unknown']) {
    expect((await post(server, '/token/introspection', { token }, basic(clientId))).body).toMatchObject({ error: 'invalid_request' })
    expect((await asksFor(token, INTROSPECTION, clientId)).status).toBe(200)
  }
})

test('OC-21 a resource server gets signed introspection as well', async () => {
  const { db } = server.kernel
  const appId = await server.given.app({ protocol: 'resource' })
  await addSecret(db, { appId }, SECRET)
  await set(appId, { signedIntrospection: 1 })
  const { clientId } = await db.selectFrom('app').select('clientId').where('id', '=', appId).executeTakeFirstOrThrow()
  const answer = await asksFor('unknown', INTROSPECTION, clientId)
  expect(decodeJwt(await answer.text())).toMatchObject({ aud: clientId, token_introspection: { active: false } })
})

test('OC-22 ID tokens of an application held to FAPI 2.0 are signed with ES256, and cannot be set to RS256', async () => {
  const { appId, clientId } = await application(server, userId)
  const keys = await generateKeyPair('ES256')
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256' }] })
  expect((await server.admin.call(oidcClient.get, { query: { appId } })).tokenAlg).toBe('RS256')
  await set(appId, { authMethod: 'key', jwks, fapi: 1 })
  expect((await server.admin.call(oidcClient.get, { query: { appId } })).tokenAlg).toBe('ES256')
  const draft = { appId, tokenSeconds: 3600, openPush: 0 as const, singleLogout: 0 as const }
  await server.admin.refused('fapiNeedsAlg', appSetting.update, { body: { ...draft, tokenAlg: 'RS256' } })
  await server.admin.call(appSetting.update, { body: { ...draft, tokenAlg: 'ES256' } })
  const config = await client.discovery(new URL(issuerOf(server)), clientId, undefined, client.PrivateKeyJwt({ key: keys.privateKey, kid: 'one' }), { execute: [client.allowInsecureRequests] }) // prettier-ignore
  const { verifier, state, checks } = await request(config)
  const more = { redirect_uri: CALLBACK, scope: 'openid', state, nonce: checks.expectedNonce, code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' } // prettier-ignore
  const { url } = await browser.follow(server, await client.buildAuthorizationUrlWithPAR(config, more))
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair())
  const tokens = await client.authorizationCodeGrant(config, url, checks, undefined, { DPoP })
  expect(decodeProtectedHeader(tokens.id_token!).alg).toBe('ES256')
  // Once FAPI 2.0 is switched off, RS256 is allowed again.
  await set(appId, { version: 1 })
  await server.admin.call(appSetting.update, { body: { ...draft, tokenAlg: 'RS256' } })
})
