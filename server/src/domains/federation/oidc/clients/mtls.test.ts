import * as client from 'openid-client'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect } from '@hufu/contract/federation/connect'
import { oidcClient, type OidcClientDraft } from '@hufu/contract/federation/oidc-client'
import { resourceServer } from '@hufu/contract/federation/resource-server'
import { openRegistry, type CertificateAuthority, type CertificateHolder } from '../../../../../test/certificates.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { fetchWith, MTLS_SECRET, startMtlsProxy } from '../../../../../test/mtls.ts'
import { application, basic, Browser, CALLBACK, issuerOf, post, request } from '../../../../../test/oidc.ts'
import { CIBA_GRANT, EXCHANGE_GRANT } from './client.sql.ts'

let server: TestServer
let browser: Browser
let userId: string
let proxy: Awaited<ReturnType<typeof startMtlsProxy>>
let registry: Awaited<ReturnType<typeof openRegistry>>
let authority: CertificateAuthority
let billing: CertificateHolder
let own: CertificateHolder
beforeAll(async () => {
  registry = await openRegistry()
  authority = await registry.authority('应用证书', { kind: 'ec' })
  const stranger = await registry.authority('代理', { kind: 'ec' })
  proxy = await startMtlsProxy(await stranger.issue('localhost', { extensions: ['subjectAltName=DNS:localhost'] }))
  server = await startTestServer({ settings: { HUFU_MTLS_URL: proxy.address, HUFU_MTLS_SECRET: MTLS_SECRET } })
  proxy.to(server.address)
  billing = await authority.issue('billing')
  own = await selfSigned('crm')
  userId = await server.given.user()
  browser = new Browser()
  await browser.signIn(server, userId)
})
beforeEach(() => trust({ 'ca.proxyAddresses': '["127.0.0.1"]', 'ca.trustCerts': authority.pem, 'ca.revocationLists': '' }))
afterAll(async () => {
  await server.close()
  await proxy.close()
  await registry.close()
})

const selfSigned = async (name: string, parts: Parameters<CertificateAuthority['issue']>[1] = {}) =>
  registry.authority(name, { kind: 'ec', extensions: ['basicConstraints=critical,CA:FALSE'], ...parts })
async function trust(values: Record<string, string>) {
  for (const [configKey, configValue] of Object.entries(values))
    await server.kernel.db.updateTable('config').set({ configValue }).where('configKey', '=', configKey).execute()
  await server.kernel.config.refresh()
}
const DEFAULT = { pkce: 'required', scopes: null, offline: 0, asksConsent: 0, authMethod: 'secret', jwks: '', fapi: 0, version: 0 } as const
const set = (appId: string, parts: Partial<OidcClientDraft>) =>
  server.admin.call(oidcClient.update, { body: { ...DEFAULT, appId, ...parts } })
/** An application that authenticates with a certificate. */
async function showing(holder: CertificateHolder, authMethod: 'tls' | 'selfSigned' = 'tls') {
  const made = await application(server, userId)
  await set(made.appId, { authMethod, certificates: holder.pem })
  return made
}
const deviceForm = (clientId: string) => ({ client_id: clientId, scope: 'openid' })
async function pushed(clientId: string, holder: CertificateHolder | undefined, address = proxy.address, headers = {}) {
  const body = new URLSearchParams(deviceForm(clientId))
  const answer = await fetchWith(holder)(`${address}/protocols/oidc/device/auth`, { method: 'POST', body, headers })
  return [answer.status, ((await answer.json()) as { error?: string }).error]
}
const TAKEN = [200, undefined]
const REFUSED = [401, 'invalid_client']

/** The openid-client configuration of an application that calls the second host. */
async function asClient(clientId: string, holder: CertificateHolder | undefined) {
  const throughProxy = fetchWith(holder)
  return client.discovery(new URL(issuerOf(server)), clientId, { use_mtls_endpoint_aliases: true }, client.TlsClientAuth(), {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: (url, init) => (url.startsWith('https:') ? throughProxy(url, init) : fetch(url, init as RequestInit)),
  })
}
async function signIn(config: client.Configuration, more: Record<string, string> = {}) {
  const { url, checks } = await request(config, more)
  const back = await browser.follow(server, url)
  return client.authorizationCodeGrant(config, back.url, checks)
}

test('MTLS-01 discovery lists the second host and both certificate methods, if there is a second host', async () => {
  const { clientId } = await application(server)
  const metadata = (await asClient(clientId, undefined)).serverMetadata()
  const both = expect.arrayContaining(['tls_client_auth', 'self_signed_tls_client_auth', 'private_key_jwt'])
  expect(metadata).toMatchObject({
    token_endpoint_auth_methods_supported: both,
    introspection_endpoint_auth_methods_supported: both,
    revocation_endpoint_auth_methods_supported: both,
    tls_client_certificate_bound_access_tokens: true,
  })
  const aliases = metadata.mtls_endpoint_aliases as Record<string, string>
  for (const [endpoint, alias] of Object.entries(aliases))
    expect(alias).toBe(String(metadata[endpoint]).replace(server.address, proxy.address))
  const plain = await startTestServer({ beside: server })
  const withoutHost = (await (await fetch(`${issuerOf(plain)}/.well-known/openid-configuration`)).json()) as Record<string, unknown>
  expect(Object.keys(withoutHost).filter(name => /tls/.test(name))).toEqual([])
  expect(withoutHost.token_endpoint_auth_methods_supported).toEqual([
    'client_secret_basic',
    'client_secret_post',
    'private_key_jwt',
    'none',
  ])
  await plain.close()
})

test('MTLS-02 an application with a certificate of a trusted authority is identified by its subject, also after renewal', async () => {
  const { clientId } = await showing(billing)
  const config = await asClient(clientId, billing)
  const tokens = await signIn(config)
  expect(tokens.claims()?.sub).toBe(userId)
  expect((await client.fetchUserInfo(config, tokens.access_token, userId)).sub).toBe(userId)
  expect(await pushed(clientId, await authority.issue('billing'))).toEqual(TAKEN)
})

test('MTLS-02 a certificate of another subject or authority, expired, revoked or missing, is refused', async () => {
  const { clientId } = await showing(billing)
  const other = await registry.authority('别的机构', { kind: 'ec' })
  const revoked = await authority.issue('billing')
  await authority.revoke(revoked)
  await trust({ 'ca.revocationLists': await authority.list() })
  for (const holder of [
    await authority.issue('payroll'),
    await other.issue('billing'),
    await selfSigned('billing'),
    await authority.issue('billing', { end: '20200601000000Z' }),
    await authority.issue('billing', { extensions: ['extendedKeyUsage=serverAuth'] }),
    revoked,
    undefined,
  ])
    expect(await pushed(clientId, holder)).toEqual(REFUSED)
  expect((await post(server, '/device/auth', deviceForm(clientId), basic(clientId))).body.error).toBe('invalid_client')
  expect(await pushed(clientId, billing)).toEqual(TAKEN)
  await trust({ 'ca.trustCerts': '' })
  expect(await pushed(clientId, billing)).toEqual(REFUSED)
})

test('MTLS-03 an application with a self-signed certificate is identified by exactly this one, and may have two during a change', async () => {
  const { clientId, appId } = await showing(own, 'selfSigned')
  expect((await signIn(await asClient(clientId, own))).claims()?.sub).toBe(userId)
  const next = await selfSigned('crm')
  for (const holder of [next, await authority.issue('crm'), undefined]) expect(await pushed(clientId, holder)).toEqual(REFUSED)
  await set(appId, { authMethod: 'selfSigned', certificates: `${own.pem}\n${next.pem}`, version: 1 })
  expect(await pushed(clientId, own)).toEqual(TAKEN)
  expect(await pushed(clientId, next)).toEqual(TAKEN)
  const ended = await selfSigned('crm', { end: '20200601000000Z' })
  await set(appId, { authMethod: 'selfSigned', certificates: ended.pem, version: 2 })
  expect(await pushed(clientId, ended)).toEqual(REFUSED)
})

test('MTLS-04 a certificate header that does not come from the proxy is ignored', async () => {
  const { clientId } = await showing(billing)
  const escaped = encodeURIComponent(billing.pem)
  const direct = async (value: string) => {
    const { status, body } = await post(server, '/device/auth', deviceForm(clientId), { 'hufu-client-certificate': value })
    return [status, body.error]
  }
  expect(await direct(`${MTLS_SECRET}:${escaped}`)).toEqual(TAKEN)
  expect(await direct(`${MTLS_SECRET}:${billing.cert}`)).toEqual(TAKEN)
  for (const value of [
    escaped,
    `:${escaped}`,
    `${MTLS_SECRET.slice(1)}:${escaped}`,
    `${MTLS_SECRET}x:${escaped}`,
    `${MTLS_SECRET}:`,
    MTLS_SECRET,
    `${MTLS_SECRET}:%zz`,
    `${MTLS_SECRET}:${escaped}, ${MTLS_SECRET}:${escaped}`,
  ])
    expect(await direct(value)).toEqual(REFUSED)
  // The proxy overwrites the header that a client sends.
  expect(await pushed(clientId, undefined, proxy.address, { 'hufu-client-certificate': escaped })).toEqual(REFUSED)
  const unknowing = await startMtlsProxy(await authority.issue('localhost'), 'another-secret-that-is-long-enough-too')
  unknowing.to(server.address)
  expect(await pushed(clientId, billing, unknowing.address)).toEqual(REFUSED)
  await unknowing.close()
  for (const proxies of ['["10.0.0.0/8"]', '[]']) {
    await trust({ 'ca.proxyAddresses': proxies })
    expect(await pushed(clientId, billing)).toEqual(REFUSED)
  }
})

test('MTLS-05 a token is bound to its certificate: userinfo refuses it without one, and introspection returns the thumbprint', async () => {
  const { clientId } = await showing(own, 'selfSigned')
  const config = await asClient(clientId, own)
  const tokens = await signIn(config)
  const authorization = { authorization: `Bearer ${tokens.access_token}` }
  const userinfo = async (holder?: CertificateHolder) =>
    (await fetchWith(holder)(`${proxy.address}/protocols/oidc/me`, { headers: authorization })).status
  expect([await userinfo(own), await userinfo(billing), await userinfo()]).toEqual([200, 401, 401])
  expect((await fetch(`${issuerOf(server)}/me`, { headers: authorization })).status).toBe(401)
  const introspected = await client.tokenIntrospection(config, tokens.access_token)
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(own.cert, 'base64'))).toString('base64url')
  expect(introspected).toMatchObject({ active: true, cnf: { 'x5t#S256': digest } })
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token!)
  expect((await client.tokenIntrospection(config, renewed.access_token)).cnf).toEqual({ 'x5t#S256': digest })
  await expect(client.refreshTokenGrant(await asClient(clientId, undefined), renewed.refresh_token!)).rejects.toMatchObject({ error: 'invalid_client' }) // prettier-ignore
})

test('MTLS-05 a self-contained token and an exchanged one name the certificate they are bound to', async () => {
  const agent = await showing(own, 'selfSigned')
  const identifier = 'https://mcp.example.com/mtls'
  const appId = await server.given.app({ protocol: 'resource', redirectUris: [] })
  const scopes = [{ name: 'read', label: '读取', explanation: '' }]
  const draft = { appId, identifier, tokenFormat: 'jwt', scopes, agents: [{ agentId: agent.appId, scopes: ['read'] }], version: 0 } as const
  await server.admin.call(resourceServer.update, { body: draft })
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId })
  const config = await asClient(agent.clientId, own)
  const { access_token: subject } = await signIn(config)
  const exchanged = await client.genericGrantRequest(config, EXCHANGE_GRANT, {
    subject_token: subject,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    resource: identifier,
    scope: 'read',
  })
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(own.cert, 'base64'))).toString('base64url')
  expect(decodeJwt(exchanged.access_token)).toMatchObject({ aud: identifier, cnf: { 'x5t#S256': digest } })
})

test('MTLS-06 text that cannot be the certificate of an application is refused', async () => {
  const { appId } = await application(server, userId)
  const refused = (certificates: string, authMethod: 'tls' | 'selfSigned' = 'tls') =>
    server.admin.refused('clientCertificateWrong', oidcClient.update, { body: { ...DEFAULT, appId, authMethod, certificates } })
  for (const wrong of ['', 'MII', `${billing.pem}${own.pem}`, billing.pem.replace('MII', 'MIX'), `${billing.pem}\nand more`])
    await refused(wrong)
  await refused(own.pem.repeat(6), 'selfSigned')
  await refused('', 'selfSigned')
  await set(appId, { authMethod: 'tls', certificates: billing.pem })
  expect(await server.admin.call(oidcClient.get, { query: { appId } })).toMatchObject({ hasMtls: true, certificates: billing.pem })
  // A caller that leaves the certificates out does not change them.
  await set(appId, { authMethod: 'tls', version: 1 })
  expect((await server.admin.call(oidcClient.get, { query: { appId } })).certificates).toBe(billing.pem)
})

test('MTLS-06 an application held to FAPI 2.0 may use a certificate instead of a key, and its tokens are bound to it', async () => {
  const { appId, clientId } = await application(server, userId)
  await set(appId, { authMethod: 'tls', certificates: billing.pem, fapi: 1 })
  const config = await asClient(clientId, billing)
  const { url, checks } = await request(config)
  expect((await browser.follow(server, url)).url.searchParams.get('error')).toBe('invalid_request')
  const authorizationUrl = await client.buildAuthorizationUrlWithPAR(config, url.searchParams)
  const back = await browser.follow(server, authorizationUrl)
  expect(back.url.origin).toBe(new URL(CALLBACK).origin)
  const tokens = await client.authorizationCodeGrant(config, back.url, { ...checks })
  expect([tokens.token_type, (await client.tokenIntrospection(config, tokens.access_token)).cnf]).toEqual([
    'bearer',
    { 'x5t#S256': expect.any(String) },
  ])
})

test('MTLS-07 without the second host only applications with a certificate are refused', async () => {
  const { appId, clientId } = await showing(billing)
  const other = await application(server, userId)
  const plain = await startTestServer({ beside: server })
  const sent = await post(plain, '/device/auth', deviceForm(clientId), {
    'hufu-client-certificate': `${MTLS_SECRET}:${encodeURIComponent(billing.pem)}`,
  })
  expect([sent.status, sent.body.error]).toEqual(REFUSED)
  expect((await post(plain, '/device/auth', deviceForm(other.clientId), basic(other.clientId))).status).toBe(200)
  const body = { ...DEFAULT, appId, authMethod: 'tls', certificates: billing.pem, version: 1 } as const
  await plain.admin.refused('mtlsOff', oidcClient.update, { body })
  expect((await plain.admin.call(oidcClient.get, { query: { appId } })).hasMtls).toBe(false)
  await plain.close()
})

test('MTLS-07 a refused certificate is listed at its application', async () => {
  const { appId, clientId } = await showing(billing)
  await signIn(await asClient(clientId, await authority.issue('payroll'))).catch(() => undefined)
  const [refusal] = (await server.admin.call(connect.state, { query: { appId } })).refusals
  expect(refusal?.problem).toBe('certificate')
})

/** An application that uses CIBA and authenticates with a certificate. */
async function asking() {
  const made = await application(server, userId)
  await set(made.appId, { authMethod: 'tls', certificates: billing.pem, ciba: 1 })
  const { userName } = await server.kernel.db.selectFrom('users').select('userName').where('id', '=', userId).executeTakeFirstOrThrow()
  return { ...made, form: { scope: 'openid', login_hint: userName ?? '', client_id: made.clientId } }
}
async function send(path: string, form: Record<string, string>, holder?: CertificateHolder) {
  const init = { method: 'POST', body: new URLSearchParams(form) }
  const answer = await fetchWith(holder)(`${proxy.address}/protocols/oidc${path}`, init)
  return { status: answer.status, ...((await answer.json()) as { error?: string; auth_req_id?: string }) }
}

test('fapi-ciba-id1-ensure-wrong-client-id-in-backchannel-authorization-request', async () => {
  const { form } = await asking()
  const other = await showing(own, 'selfSigned')
  expect(await send('/backchannel', form, billing)).toMatchObject({ status: 200 })
  expect(await send('/backchannel', { ...form, client_id: other.clientId }, billing)).toMatchObject({
    status: 401,
    error: 'invalid_client',
  })
})

test.each([
  ['fapi-ciba-id1-ensure-wrong-client-id-in-token-endpoint-request', true],
  ['fapi-ciba-id1-ensure-mtls-holder-of-key-required', false],
])('%s', async (_module, isOther) => {
  const { form, clientId } = await asking()
  const { auth_req_id: request = '' } = await send('/backchannel', form, billing)
  const poll = { grant_type: CIBA_GRANT, auth_req_id: request }
  expect((await send('/token', { ...poll, client_id: clientId }, billing)).error).toBe('authorization_pending')
  const wrong = isOther ? { ...poll, client_id: (await showing(own, 'selfSigned')).clientId } : { ...poll, client_id: clientId }
  expect(await send('/token', wrong, isOther ? billing : undefined)).toMatchObject({ status: 401, error: 'invalid_client' })
})
