import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { app, appGroup } from '@hufu/contract/apps/app'
import { appVisit } from '@hufu/contract/apps/app-visit'
import { operLog } from '@hufu/contract/audit/audit'
import { user } from '@hufu/contract/directory/user'
import { accountConsents, resourceServer } from '@hufu/contract/federation/resource-server'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { mcpClient, mcpServer } from '../../../../../test/mcp.ts'
import { application, basic, Browser, issuerOf, post, request } from '../../../../../test/oidc.ts'
import { endSession } from '../../../../platform/access/session-lifecycle.ts'

const REDIRECT = 'https://agent.example.com/callback'
const SCOPES = [
  { name: 'notes:read', label: '读取笔记', explanation: '查看您的全部笔记' },
  { name: 'notes:write', label: '修改笔记', explanation: '新增、修改您的笔记' },
]

let server: TestServer
let notes: Awaited<ReturnType<typeof mcpServer>>
let granted: Awaited<ReturnType<typeof resource>>
let other: Awaited<ReturnType<typeof resource>>
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  notes = await mcpServer()
  granted = await resource(notes.identifier)
  other = await resource('https://other.example.com/api')
  notes.register({ issuer: issuerOf(server), clientId: granted.clientId, secret: granted.clientSecret, format: 'opaque' })
})
afterAll(async () => {
  await notes.close()
  await server.close()
})

/** Registers a resource server in the console, as an administrator does. */
async function resource(
  identifier: string,
  parts: { tokenFormat?: 'opaque' | 'jwt'; agents?: { agentId: string; scopes: string[] }[] } = {},
) {
  const { given, admin } = server
  const { id: appGroupId } = await admin.call(appGroup.save, { body: { name: `资源${given.next()}` } })
  const made = await admin.call(app.save, {
    body: { appGroupId, name: `笔记服务${given.next()}`, code: `notes-${given.next()}`, protocol: 'resource' },
  })
  const body = {
    appId: made.id,
    identifier,
    tokenFormat: parts.tokenFormat ?? 'opaque',
    scopes: SCOPES,
    agents: parts.agents ?? [],
    version: 0,
  }
  await admin.call(resourceServer.update, { body })
  return { ...made, body }
}

/** A user signed in at their browser, with an agent: a public application to which they have access. */
async function userWithAgent(resourceId = granted.id) {
  const userId = await server.given.user()
  const agent = await application(server, userId, { isPublic: true, redirectUris: [REDIRECT], name: `桌面助手${server.given.next()}` })
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId: resourceId })
  const browser = new Browser()
  await browser.signIn(server, userId)
  return { userId, agent, browser }
}

const pageOf = async (answer: Response) => {
  const html = await answer.text()
  return { html, action: /<form method="post" action="([^"]*consent)"/.exec(html)?.[1] }
}
/** Follows the agent's request to the page of consent and answers it. */
async function consent(browser: Browser, url: URL, answer = 'yes') {
  const shown = await browser.follow(server, url)
  if (shown.url.origin !== server.address) return { html: '', back: shown.url }
  const { html, action } = await pageOf(shown.answer)
  if (action === undefined) return { html, back: undefined }
  const answerPage = await browser.go(new URL(action, server.address), { method: 'POST', body: new URLSearchParams({ answer }) })
  const next = answerPage.headers.get('location')
  return { html, back: next === null ? undefined : (await browser.follow(server, new URL(next, server.address))).url }
}

async function connect(identifier: string, provider: ReturnType<typeof mcpClient>['provider']) {
  const transport = new StreamableHTTPClientTransport(new URL(identifier), { authProvider: provider })
  const client = new Client({ name: '助手', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  return { transport, client }
}
/** Signs an agent in: the resource server challenges it, its user consents here, and it exchanges the code. */
async function signInAgent(browser: Browser, clientId: string) {
  const agent = mcpClient(REDIRECT, { issuer: issuerOf(server), clientId })
  const first = await connect(notes.identifier, agent.provider)
  await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError)
  const { html, back } = await consent(browser, agent.kept.url!)
  await first.transport.finishAuth(back!.searchParams)
  const second = await connect(notes.identifier, agent.provider)
  await second.client.connect(second.transport)
  return { ...agent, ...second, html, back }
}

const introspected = async (token: string, by = granted) =>
  (await post(server, '/token/introspection', { token }, basic(by.clientId, by.clientSecret))).body
const set = (table: 'app' | 'oidcResource', column: string, id: string, values: object) =>
  server.kernel.db.updateTable(table).set(values as never).where(column as never, '=', id as never).execute() // prettier-ignore

test('MCP-01 an agent finds the issuer by the resource, its user consents to scopes in words, and its token works for that resource only', async () => {
  const { userId, agent, browser } = await userWithAgent()
  const { client, kept, html } = await signInAgent(browser, agent.clientId)
  for (const word of ['桌面助手', 'agent.example.com', '读取笔记', '查看您的全部笔记']) expect(html).toContain(word)
  expect(html).not.toContain('修改笔记')
  expect(kept.url!.searchParams.get('resource')).toBe(notes.identifier)
  expect(await client.callTool({ name: 'read', arguments: {} })).toMatchObject({ content: [{ text: `read by ${userId}` }] })
  expect(notes.last.claims).toMatchObject({ sub: userId, scope: 'notes:read', client_id: agent.clientId })
  // The token is useless elsewhere: at userinfo, at another resource server and for another application.
  const token = kept.tokens!.access_token
  expect((await fetch(`${issuerOf(server)}/me`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(403)
  expect(await introspected(token, other)).toEqual({ active: false })
  const stranger = await application(server, userId)
  expect((await post(server, '/token/introspection', { token }, basic(stranger.clientId))).body).toEqual({ active: false })
  const { records } = await server.admin.call(appVisit.page, { query: { appId: granted.id, current: 1, size: 10 } })
  expect(records[0]).toMatchObject({ userId, agent: expect.stringContaining('桌面助手'), fault: '' })
  await client.close()
})

test('MCP-02 the metadata of the issuer stand at both well-known names, with its path behind them', async () => {
  for (const name of ['oauth-authorization-server', 'openid-configuration']) {
    const answer = await fetch(`${server.address}/.well-known/${name}/protocols/oidc`)
    expect(await answer.json()).toMatchObject({
      issuer: issuerOf(server),
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
  }
  const own = (await (await fetch(`${issuerOf(server)}/.well-known/openid-configuration`)).json()) as Record<string, unknown>
  expect(own.client_id_metadata_document_supported).toBeUndefined()
  expect(own.registration_endpoint).toBeUndefined()
})

test('MCP-03 consent is remembered for this client and resource; further scopes are asked for when needed (step-up)', async () => {
  const { agent, browser } = await userWithAgent()
  const { client, kept, transport } = await signInAgent(browser, agent.clientId)
  // The second time the user is not asked for consent.
  const again = await consent(browser, kept.url!)
  expect([again.html, again.back?.searchParams.has('code')]).toEqual(['', true])
  await expect(client.callTool({ name: 'write', arguments: {} })).rejects.toThrow()
  expect(kept.url!.searchParams.get('scope')).toContain('notes:write')
  const more = await consent(browser, kept.url!)
  expect(more.html).toContain('修改笔记')
  await transport.finishAuth(more.back!.searchParams)
  expect(await client.callTool({ name: 'write', arguments: {} })).toMatchObject({ content: [{ type: 'text' }] })
  expect(notes.last.claims?.scope?.split(' ')).toContain('notes:write')
  await client.close()
})

test('MCP-04 no access is granted by a user who declines, or who may not use the resource', async () => {
  const { agent, browser } = await userWithAgent()
  const begun = mcpClient(REDIRECT, { issuer: issuerOf(server), clientId: agent.clientId })
  const { client, transport } = await connect(notes.identifier, begun.provider)
  await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError)
  const { back } = await consent(browser, begun.kept.url!, 'no')
  expect([back!.searchParams.get('error'), back!.searchParams.get('code')]).toEqual(['access_denied', null])
  const userId = await server.given.user()
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId: agent.appId })
  const without = new Browser()
  await without.signIn(server, userId)
  const refused = await consent(without, begun.kept.url!)
  expect(refused.html).toContain('您没有打开“笔记服务')
  expect(refused.back).toBeUndefined()
})

test('MCP-05 nobody consents for another user: a form from another window or session changes nothing', async () => {
  const [one, two] = [await userWithAgent(), await userWithAgent()]
  const begun = mcpClient(REDIRECT, { issuer: issuerOf(server), clientId: one.agent.clientId })
  const { client, transport } = await connect(notes.identifier, begun.provider)
  await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError)
  const shown = await one.browser.follow(server, begun.kept.url!)
  const { action } = await pageOf(shown.answer)
  const send = (browser: Browser, init: RequestInit) => browser.go(new URL(action!, server.address), { method: 'POST', ...init })
  expect((await send(two.browser, { body: new URLSearchParams({ answer: 'yes' }) })).status).toBe(400)
  expect((await send(one.browser, { body: '{"answer":"yes"}', headers: { 'content-type': 'application/json' } })).status).toBe(400)
  // Another user has meanwhile signed in at this browser.
  await one.browser.signIn(server, two.userId)
  expect((await send(one.browser, { body: new URLSearchParams({ answer: 'yes' }) })).status).toBe(303)
  expect(await server.kernel.db.selectFrom('oidcConsent').select('id').where('userId', 'in', [one.userId, two.userId]).execute()).toEqual(
    [],
  )
})

test('MCP-06 users and administrators see and withdraw a consent, and its tokens end at once', async () => {
  for (const by of ['user', 'administrator'] as const) {
    const { userId, agent, browser } = await userWithAgent()
    const { client, kept } = await signInAgent(browser, agent.clientId)
    await client.close()
    const token = kept.tokens!.access_token
    expect(await introspected(token)).toMatchObject({ active: true, sub: userId })
    const own = await server.as(userId)
    const [mine] = await own.call(accountConsents.list)
    expect(mine).toMatchObject({ clientName: expect.stringContaining('桌面助手'), clientHost: 'agent.example.com', scopes: ['读取笔记'] })
    const consentsOf = (searchKey: string) => server.admin.call(resourceServer.consents, { query: { appId: granted.id, searchKey } })
    const { userName } = await server.admin.call(user.byId, { query: { id: userId } })
    expect(await consentsOf(userName)).toMatchObject({ total: 1, records: [{ id: mine!.id, userId }] })
    expect(await consentsOf('nobody-of-this-name')).toMatchObject({ total: 0, records: [] })
    await (await server.as(await server.given.user())).refused('consentMissing', accountConsents.withdraw, { body: { id: mine!.id } })
    await server.admin.refused('consentMissing', resourceServer.withdraw, { body: { appId: other.id, id: mine!.id } })
    if (by === 'user') await own.call(accountConsents.withdraw, { body: { id: mine!.id } })
    else await server.admin.call(resourceServer.withdraw, { body: { appId: granted.id, id: mine!.id } })
    expect(await introspected(token)).toEqual({ active: false })
    expect(await own.call(accountConsents.list)).toEqual([])
    const { html } = await consent(browser, kept.url!, 'no')
    expect(html).toContain('读取笔记')
  }
})

test('MCP-07 losing a grant, or a disabled resource server, takes effect at the next introspection', async () => {
  const { userId, agent, browser } = await userWithAgent()
  const { client, kept } = await signInAgent(browser, agent.clientId)
  await client.close()
  const token = kept.tokens!.access_token
  await set('app', 'id', granted.id, { status: 0 })
  expect((await post(server, '/token/introspection', { token }, basic(granted.clientId, granted.clientSecret))).status).toBe(401)
  await set('app', 'id', granted.id, { status: 1 })
  expect(await introspected(token)).toMatchObject({ active: true, scope: 'notes:read' })
  await server.kernel.db.deleteFrom('appGrant').where('subjectId', '=', userId).where('appId', '=', granted.id).execute()
  expect(await introspected(token)).toEqual({ active: false })
})

test('MCP-08 a resource server that reads tokens itself gets them signed for its own audience, for at most five minutes', async () => {
  const jwt = await mcpServer()
  const read = await resource(jwt.identifier, { tokenFormat: 'jwt' })
  jwt.register({ issuer: issuerOf(server), clientId: read.clientId, secret: read.clientSecret, format: 'jwt' })
  const { userId, agent, browser } = await userWithAgent(read.id)
  const begun = mcpClient(REDIRECT, { issuer: issuerOf(server), clientId: agent.clientId })
  const { client, transport } = await connect(jwt.identifier, begun.provider)
  await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError)
  const { back } = await consent(browser, begun.kept.url!)
  await transport.finishAuth(back!.searchParams)
  const claims = await jwt.verify(begun.kept.tokens!.access_token)
  expect(claims).toMatchObject({ sub: userId, client_id: agent.clientId, scope: 'notes:read', aud: jwt.identifier })
  expect(claims.exp - Math.floor(Date.now() / 1000)).toBeLessThanOrEqual(300)
  await jwt.close()
})

test('MCP-12 a self-contained token can be introspected, and is inactive once its client revokes it', async () => {
  const read = await resource(`https://signed${server.given.next()}.example.com/mcp`, { tokenFormat: 'jwt' })
  const { userId, agent, browser } = await userWithAgent(read.id)
  const { config, clientId } = agent
  const signedToken = async () => {
    const { url, checks } = await request(config, { redirect_uri: REDIRECT, scope: 'openid notes:read', resource: read.body.identifier })
    const { back } = await consent(browser, url)
    return client.authorizationCodeGrant(config, back!, checks, { resource: read.body.identifier })
  }
  const [one, other] = [await signedToken(), await signedToken()]
  expect(one.access_token.split('.')).toHaveLength(3)
  expect(await introspected(one.access_token, read)).toMatchObject({ active: true, sub: userId, client_id: clientId })
  await client.tokenRevocation(config, one.access_token)
  expect(await introspected(one.access_token, read)).toEqual({ active: false })
  expect(await introspected(other.access_token, read)).toMatchObject({ active: true })
})

/** An MCP server that acts for its users at the notes server, with the token that a user's agent sends it. */
async function actingServer(scopes: string[]) {
  const mine = await resource(`https://acting${server.given.next()}.example.com/mcp`)
  const now = await server.admin.call(resourceServer.get, { query: { appId: granted.id } })
  const body = { ...granted.body, agents: [{ agentId: mine.id, scopes }], version: now.version }
  await server.admin.call(resourceServer.update, { body })
  const they = await userWithAgent(mine.id)
  await server.given.grant({ subjectType: 'user', subjectId: they.userId, appId: granted.id })
  const { config } = they.agent
  const { url, checks } = await request(config, { redirect_uri: REDIRECT, scope: 'openid notes:read', resource: mine.body.identifier })
  const { back } = await consent(they.browser, url)
  const tokens = await client.authorizationCodeGrant(config, back!, checks, { resource: mine.body.identifier })
  return { ...they, mine, token: tokens.access_token }
}
const EXCHANGE = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
}
type Acting = Awaited<ReturnType<typeof actingServer>>
const exchange = ({ mine, token }: Acting, more: Record<string, string> = {}, by = mine) =>
  post(server, '/token', { ...EXCHANGE, subject_token: token, resource: notes.identifier, ...more }, basic(by.clientId, by.clientSecret))

test('MCP-10 an agent acts for a user within the rights of both; the token, the visits and the operation log name both', async () => {
  const acting = await actingServer(['notes:read'])
  const { body } = await exchange(acting)
  expect(body).toMatchObject({ token_type: 'Bearer', scope: 'notes:read', issued_token_type: EXCHANGE.subject_token_type })
  expect(await introspected(String(body.access_token))).toMatchObject({
    active: true,
    sub: acting.userId,
    client_id: acting.mine.clientId,
    aud: notes.identifier,
    act: { sub: acting.mine.clientId },
  })
  const { records } = await server.admin.call(appVisit.page, { query: { appId: granted.id, current: 1, size: 10 } })
  expect(records[0]).toMatchObject({ userId: acting.userId, agent: expect.stringContaining('笔记服务') })
  for (const target of [acting.userId, acting.mine.id]) {
    const [logged] = (await server.admin.call(operLog.page, { query: { target, module: 'resourceServer', operateType: 'actFor', current: 1, size: 10 } })).records // prettier-ignore
    expect(logged).toMatchObject({ userId: acting.mine.id, userName: expect.stringContaining('笔记服务') })
    const { targets: auditTargets } = await server.admin.call(operLog.targets, { query: { id: logged!.id } })
    expect(auditTargets.map(({ type, id }) => `${type} ${id}`).toSorted()).toEqual([`app ${acting.mine.id}`, `app ${granted.id}`, `user ${acting.userId}`].toSorted()) // prettier-ignore
  }
  expect((await exchange(acting, { scope: 'notes:read notes:write' })).body.error).toBe('invalid_scope')
  expect((await exchange(acting, { resource: 'https://nowhere.example.com/' })).body.error).toBe('invalid_target')
  // A client that is no agent there, or sends a token made for another client, gets nothing.
  expect((await exchange(acting, {}, other)).status).toBe(400)
  expect((await exchange(acting, { subject_token: String(body.access_token) })).body.error).toBe('invalid_request')
  expect((await exchange(acting, { subject_token: 'a.b.c' })).body.error).toBe('invalid_request')
})

test('MCP-11 acting for a user ends with the right of the user, the right of the agent, the consent, and the session', async () => {
  const ends: [string, (acting: Acting) => Promise<unknown>][] = [
    ['right of the user', async ({ userId }) => dropGrant(userId, granted.id)],
    ['right of the user at the agent', async ({ userId, mine }) => dropGrant(userId, mine.id)],
    ['right of the agent', async ({ mine }) => server.kernel.db.deleteFrom('oidcAgent').where('agentId', '=', mine.id).execute()],
    ['agent disabled', async ({ mine }) => set('app', 'id', mine.id, { status: 0 })],
    [
      'consent',
      async ({ userId }) => {
        const own = await server.as(userId)
        for (const { id } of await own.call(accountConsents.list)) await own.call(accountConsents.withdraw, { body: { id } })
      },
    ],
    [
      'session',
      async ({ userId }) => {
        const rows = await server.kernel.db.selectFrom('session').select('id').where('userId', '=', userId).execute()
        for (const { id } of rows) await endSession(server.kernel.db, id)
      },
    ],
    ['revoked', async ({ agent, token }) => post(server, '/token/revocation', { token, client_id: agent.clientId })],
  ]
  for (const [what, end] of ends) {
    const acting = await actingServer(['notes:read'])
    const token = String((await exchange(acting)).body.access_token)
    expect([what, (await introspected(token)).active]).toEqual([what, true])
    await end(acting)
    expect([what, (await introspected(token)).active]).toEqual([what, false])
  }
})

const dropGrant = (userId: string, appId: string) =>
  server.kernel.db.deleteFrom('appGrant').where('subjectId', '=', userId).where('appId', '=', appId).execute()
