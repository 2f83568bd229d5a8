import * as client from 'openid-client'
import { exportJWK, generateKeyPair } from 'jose'
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { app } from '@hufu/contract/apps/app'
import { operLog } from '@hufu/contract/audit/audit'
import { connect } from '@hufu/contract/federation/connect'
import { oidcClient } from '@hufu/contract/federation/oidc-client'
import { registration } from '@hufu/contract/federation/registration'
import { welcome } from '@hufu/contract/operations/welcome'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { mcpClient, mcpServer } from '../../../../test/mcp.ts'
import { Browser, CALLBACK, issuerOf, request } from '../../../../test/oidc.ts'
import { appOf, manage, register, registrationToken, switchRegistration } from '../../../../test/registration.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  await switchRegistration(server, true)
})
afterAll(() => server.close())

const insecure = { execute: [client.allowInsecureRequests] }
const byLibrary = (metadata: Partial<client.ClientMetadata>, initialAccessToken: string, auth?: client.ClientAuth) =>
  client.dynamicClientRegistration(new URL(issuerOf(server)), metadata, auth, { ...insecure, initialAccessToken })

async function signedIn() {
  const userId = await server.given.user()
  const browser = new Browser()
  await browser.signIn(server, userId)
  return { userId, browser }
}
/** Gives consent if the page asks for it, and returns the address at the application. */
async function throughConsent(browser: Browser, url: URL) {
  const shown = await browser.follow(server, url)
  const action = /<form method="post" action="([^"]*consent)"/.exec(await shown.answer.text())?.[1]
  if (action === undefined) return shown.url
  const answer = await browser.go(new URL(action, server.address), { method: 'POST', body: new URLSearchParams({ answer: 'yes' }) })
  return (await browser.follow(server, new URL(answer.headers.get('location')!, server.address))).url
}

test('DCR-01 a client registers itself with a token; its user may enter once granted, and is asked for consent', async () => {
  const { token, id, name, appGroupId } = await registrationToken(server)
  const config = await byLibrary({ redirect_uris: [CALLBACK], client_name: '报表助手', scope: 'openid profile' }, token)
  const metadata = config.clientMetadata()
  expect(metadata).toMatchObject({
    client_name: '报表助手',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
    client_secret_expires_at: 0,
    scope: 'openid profile',
    registration_client_uri: `${issuerOf(server)}/reg/${metadata.client_id}`,
  })
  expect(metadata.client_secret).toMatch(/^[\w-]{43}$/)
  const made = await appOf(server, metadata.client_id)
  expect(made).toMatchObject({
    name: '报表助手',
    appGroupId,
    protocol: 'oauth2',
    redirectUris: [CALLBACK],
    status: 1,
    isListed: 0,
    grantCount: 0,
  })
  // Nobody may open the application until it is granted.
  const { userId, browser } = await signedIn()
  const before = await browser.follow(server, (await request(config, { scope: 'openid profile' })).url)
  expect(await before.answer.text()).toContain('没有打开“报表助手”的权限')
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId: made.id })
  const { url, checks } = await request(config, { scope: 'openid profile' })
  const back = await throughConsent(browser, url)
  const tokens = await client.authorizationCodeGrant(config, back, checks)
  expect(tokens.claims()?.sub).toBe(userId)
  // The application shows its token, the token its applications, and the audit names the token.
  expect(await server.admin.call(registration.ofApp, { query: { appId: made.id } })).toMatchObject({ tokenName: name, isWaiting: false })
  const listed = (await server.admin.call(registration.list)).tokens.find(one => one.id === id)
  expect(listed).toMatchObject({ uses: 1, maxUses: 10, state: 'usable', waiting: 0 })
  expect(await server.admin.call(registration.apps, { query: { tokenId: id } })).toMatchObject([{ id: made.id, isWaiting: false }])
  const { records } = await server.admin.call(operLog.page, { query: { current: 1, size: 20 } })
  expect(records.find(row => row.module === 'registration' && row.operateType === 'create')).toMatchObject({
    userName: name,
    ip: '127.0.0.1',
  })
  expect((await server.admin.call(connect.state, { query: { appId: made.id } })).firstTime).not.toBeNull()
})

test('DCR-02 discovery lists the endpoint only while it is switched on; while off it answers 404', async () => {
  const { token } = await registrationToken(server)
  const { body } = await register(server, token)
  const discovered = async () => ((await (await fetch(`${issuerOf(server)}/.well-known/openid-configuration`)).json()) as Record<string, unknown>).registration_endpoint // prettier-ignore
  expect(await discovered()).toBe(`${issuerOf(server)}/reg`)
  await switchRegistration(server, false)
  expect(await discovered()).toBeUndefined()
  expect((await register(server, token)).status).toBe(404)
  expect((await manage('GET', body.registration_client_uri, String(body.registration_access_token))).status).toBe(404)
  await switchRegistration(server, true)
  expect((await register(server, token)).status).toBe(201)
})

test('DCR-03 a client may register with its own key, or as public with its own scheme, as the token allows', async () => {
  const keys = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'own', alg: 'ES256' as const }
  const { token } = await registrationToken(server, { redirectSchemes: ['com.example.agent'] })
  const keyed = await byLibrary({ redirect_uris: [CALLBACK], token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [jwk] } }, token, client.PrivateKeyJwt({ key: keys.privateKey, kid: 'own' })) // prettier-ignore
  expect(keyed.clientMetadata().client_secret).toBeUndefined()
  const { userId, browser } = await signedIn()
  const stored = await appOf(server, keyed.clientMetadata().client_id)
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId: stored.id })
  const authorization = await request(keyed, { scope: 'openid' })
  expect(
    (await client.authorizationCodeGrant(keyed, await throughConsent(browser, authorization.url), authorization.checks)).claims()?.sub,
  ).toBe(userId)
  const open = await byLibrary({ redirect_uris: ['com.example.agent:/back'], token_endpoint_auth_method: 'none' }, token, client.None())
  expect(open.clientMetadata().client_secret).toBeUndefined()
  expect((await server.admin.call(oidcClient.get, { query: { appId: (await appOf(server, open.clientMetadata().client_id)).id } })).isPublic).toBe(true) // prettier-ignore
})

test('DCR-04 a client reads, changes and deletes its own registration; each change issues a new token', async () => {
  const { token, name } = await registrationToken(server, { scopes: ['openid', 'profile'] })
  const { body: made } = await register(server, token, { redirect_uris: [CALLBACK], software_id: 'x-1', contacts: ['a@example.com'] })
  const at = made.registration_client_uri
  const first = String(made.registration_access_token)
  const read = await manage('GET', at, first)
  expect(read).toMatchObject({ status: 200, body: { client_id: made.client_id, software_id: 'x-1', contacts: ['a@example.com'] } })
  expect(read.body.client_secret).toBeUndefined()
  const other = 'https://app.example.com/elsewhere'
  const wanted = { client_id: made.client_id, client_secret: made.client_secret, redirect_uris: [other], client_name: '新名字' }
  const changed = await manage('PUT', at, first, wanted)
  expect(changed).toMatchObject({ status: 200, body: { redirect_uris: [other], client_name: '新名字', scope: 'openid profile' } })
  // Metadata that are omitted are emptied (RFC 7592, 2.2).
  expect(changed.body.software_id).toBeUndefined()
  const second = String(changed.body.registration_access_token)
  expect(second).not.toBe(first)
  expect((await manage('GET', at, first)).status).toBe(401)
  expect(await appOf(server, made.client_id)).toMatchObject({ name: '新名字', redirectUris: [other] })
  expect((await manage('DELETE', at, second)).status).toBe(204)
  expect((await manage('GET', at, second)).status).toBe(401)
  expect(await server.kernel.db.selectFrom('app').select('id').where('clientId', '=', String(made.client_id)).execute()).toEqual([])
  const { records } = await server.admin.call(operLog.page, { query: { current: 1, size: 20 } })
  for (const operateType of ['change', 'end'])
    expect(records.find(row => row.module === 'registration' && row.operateType === operateType && row.userName === name)).toBeDefined()
})

test('DCR-05 settings of an administrator stay when the client changes its registration', async () => {
  const { token } = await registrationToken(server)
  const { body: made } = await register(server, token, {
    redirect_uris: [CALLBACK],
    client_name: `客户端${server.given.next()}`,
    scope: 'openid profile email',
  })
  const stored = await appOf(server, made.client_id)
  const keptUri = 'https://app.example.com/kept'
  const { id, appGroupId, code, protocol, version } = stored
  await server.admin.call(app.update, {
    body: { id, appGroupId, code, protocol, version, name: '管理员定的名字', redirectUris: [keptUri] },
  })
  const setting = await server.admin.call(oidcClient.get, { query: { appId: id } })
  const { isPublic: _isPublic, ...draft } = setting
  await server.admin.call(oidcClient.update, {
    body: { ...draft, scopes: ['openid'], asksConsent: 0, offline: 1, fapi: 0, signedRequest: 0 },
  })
  const wanted = { client_id: made.client_id, redirect_uris: [`${CALLBACK}/2`], client_name: '另一个名字', scope: 'openid profile phone', post_logout_redirect_uris: ['https://app.example.com/bye'] } // prettier-ignore
  const { status, body } = await manage('PUT', made.registration_client_uri, String(made.registration_access_token), wanted)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      client_name: '管理员定的名字',
      redirect_uris: [keptUri],
      scope: 'openid',
      post_logout_redirect_uris: ['https://app.example.com/bye'],
    },
  })
  // The administrator's values also survive the next change.
  const again = await manage('PUT', made.registration_client_uri, String(body.registration_access_token), {
    ...wanted,
    post_logout_redirect_uris: [],
  })
  expect(again.body).toMatchObject({
    client_name: '管理员定的名字',
    redirect_uris: [keptUri],
    scope: 'openid',
    post_logout_redirect_uris: [],
  })
  expect(await server.admin.call(oidcClient.get, { query: { appId: id } })).toMatchObject({ offline: 1, asksConsent: 0 })
})

test('DCR-06 where approval is required, nobody signs in before an administrator enables the application, also after each change', async () => {
  const { token, id: tokenId } = await registrationToken(server, { needsApproval: 1 })
  const { body: made } = await register(server, token, {
    redirect_uris: [CALLBACK],
    client_name: '待批应用',
    token_endpoint_auth_method: 'none',
  })
  const { id } = await appOf(server, made.client_id)
  const { userId, browser } = await signedIn()
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId: id })
  const config = new client.Configuration((await client.discovery(new URL(issuerOf(server)), 'x', undefined, undefined, insecure)).serverMetadata(), String(made.client_id), undefined, client.None()) // prettier-ignore
  client.allowInsecureRequests(config)
  const page = async () => (await browser.follow(server, (await request(config, { scope: 'openid' })).url)).answer.text()
  expect(await page()).toContain('该应用正在等待管理员批准')
  expect((await server.admin.call(registration.list)).tokens.find(one => one.id === tokenId)?.waiting).toBe(1)
  const waits = async () => (await server.admin.call(welcome.today)).duties.find(({ kind }) => kind === 'appWaiting')
  expect(await waits()).toMatchObject({ count: 1, names: ['待批应用'], facts: { appId: id } })
  expect(await server.admin.call(registration.ofApp, { query: { appId: id } })).toMatchObject({ isWaiting: true })
  await server.admin.call(app.setStatus, { query: { status: 1 }, body: { ids: [id] } })
  expect(await waits()).toBeUndefined()
  const { url, checks } = await request(config, { scope: 'openid' })
  expect((await client.authorizationCodeGrant(config, await throughConsent(browser, url), checks)).claims()?.sub).toBe(userId)
  // Sending the same metadata is no change; another address is.
  const same = { client_id: made.client_id, redirect_uris: [CALLBACK], client_name: '待批应用', token_endpoint_auth_method: 'none' }
  const unchanged = await manage('PUT', made.registration_client_uri, String(made.registration_access_token), same)
  expect((await appOf(server, made.client_id)).status).toBe(1)
  await manage('PUT', made.registration_client_uri, String(unchanged.body.registration_access_token), {
    ...same,
    redirect_uris: [`${CALLBACK}/new`],
  })
  expect(await page()).toContain('该应用正在等待管理员批准')
  // An application that an administrator has disabled is shown as disabled, not as waiting.
  await server.admin.call(app.setStatus, { query: { status: 1 }, body: { ids: [id] } })
  await server.admin.call(app.setStatus, { query: { status: 0 }, body: { ids: [id] } })
  expect(await page()).toContain('该应用已停用')
})

test('DCR-08 registration is limited to sixty requests a minute per address', async () => {
  const limited = await startTestServer({ settings: { HUFU_RATE_LIMIT: '1' } })
  try {
    await switchRegistration(limited, true)
    const answers = await Promise.all(Array.from({ length: 61 }, () => register(limited, 'x'.repeat(43))))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBe(1)
    expect(refused[0]).toMatchObject({ body: { error: 'temporarily_unavailable' } })
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await limited.close()
  }
})

test('DCR-07, MCP-15 an agent registers itself by the official SDK with a registration token, and not without one', async () => {
  const notes = await mcpServer()
  const redirect = 'http://127.0.0.1:9999/callback'
  const { token } = await registrationToken(server, { redirectHosts: ['127.0.0.1'] })
  notes.register({ issuer: issuerOf(server), clientId: 'unused', secret: 'unused', format: 'opaque' })
  const attempt = async (initial?: string) => {
    const agent = mcpClient(redirect, { issuer: issuerOf(server) })
    const withToken = (url: string | URL, init?: RequestInit) => {
      const headers = new Headers(init?.headers)
      if (initial !== undefined && String(url).endsWith('/reg')) headers.set('authorization', `Bearer ${initial}`)
      return fetch(url, { ...init, headers })
    }
    const transport = new StreamableHTTPClientTransport(new URL(notes.identifier), { authProvider: agent.provider, fetch: withToken })
    const began = new Client({ name: '助手', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } }).connect(transport)
    const error: unknown = await began.then(
      () => undefined,
      (failed: unknown) => failed,
    )
    return { error, kept: agent.kept }
  }
  try {
    const without = await attempt()
    expect(without.kept.client).toBeUndefined()
    expect(without.error).not.toBeInstanceOf(UnauthorizedError)
    const { error, kept } = await attempt(token)
    expect(error).toBeInstanceOf(UnauthorizedError)
    expect(kept.url?.searchParams.get('client_id')).toBe(kept.client?.client_id)
    expect(await appOf(server, kept.client?.client_id)).toMatchObject({ name: '助手', redirectUris: [redirect] })
  } finally {
    await notes.close()
  }
})
