import { createHmac } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT, type JWK, type JWTPayload } from 'jose'
import { randomPKCECodeVerifier } from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { application, basic, Browser, CALLBACK, issuerOf, post, request, SECRET, signInTo } from '../../../../test/oidc.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { signingKeys } from './keys/signing-key.sql.ts'

let server: TestServer
let userId: string
let browser: Browser
let app: Awaited<ReturnType<typeof application>>
beforeAll(async () => {
  server = await startTestServer()
  userId = await server.given.user({ realName: '王小明' })
  app = await application(server, userId)
  browser = new Browser()
  await browser.signIn(server, userId)
})
afterAll(() => server.close())

/** An unused authorization code with its verifier. */
async function freshCode() {
  const { url, verifier } = await request(app.config)
  const back = await browser.follow(server, url)
  return { code: back.url.searchParams.get('code')!, verifier }
}
const use = (parts: Record<string, string>, headers = basic(app.clientId)) =>
  post(server, '/token', { grant_type: 'authorization_code', redirect_uri: CALLBACK, ...parts }, headers)

test('OP-10 a code is valid once; a second use revokes its tokens', async () => {
  const { code, verifier } = await freshCode()
  const first = await use({ code, code_verifier: verifier })
  expect(first.status).toBe(200)
  expect((await use({ code, code_verifier: verifier })).body).toMatchObject({ error: 'invalid_grant' })
  const me = await fetch(`${issuerOf(server)}/me`, { headers: { authorization: `Bearer ${String(first.body.access_token)}` } })
  expect(me.status).toBe(401)
  expect(me.headers.get('www-authenticate')).toContain('invalid_token')
})

test('OP-10 of twenty concurrent uses of one code at most one gets tokens, and those are revoked', async () => {
  const { code, verifier } = await freshCode()
  const answers = await Promise.all(Array.from({ length: 20 }, () => use({ code, code_verifier: verifier })))
  expect(answers.filter(answer => answer.status === 200).length).toBeLessThanOrEqual(1)
  expect(
    answers.filter(answer => answer.status !== 200).every(answer => answer.status === 400 && answer.body.error === 'invalid_grant'),
  ).toBe(true)
  for (const { body } of answers.filter(answer => answer.status === 200))
    expect((await fetch(`${issuerOf(server)}/me`, { headers: { authorization: `Bearer ${String(body.access_token)}` } })).status).toBe(401)
})

test('OP-11 a code without its verifier, with another verifier, or for another address or client is refused', async () => {
  const other = await application(server, userId)
  const { code, verifier } = await freshCode()
  const wrong = [
    await use({ code }),
    await use({ code, code_verifier: randomPKCECodeVerifier() }),
    await use({ code, code_verifier: verifier, redirect_uri: `${CALLBACK}/` }),
    await use({ code, code_verifier: verifier }, basic(other.clientId)),
    await use({ code: 'unknown', code_verifier: verifier }),
  ]
  expect(wrong.map(({ status, body }) => [status, body.error])).toEqual(wrong.map(() => [400, 'invalid_grant']))
})

test('OP-12 a request without code_challenge, or with the method plain, is refused for confidential and public applications', async () => {
  const open = await application(server, userId, { isPublic: true })
  for (const { config } of [app, open]) {
    for (const change of [
      (url: URL) => url.searchParams.delete('code_challenge'),
      (url: URL) => url.searchParams.set('code_challenge_method', 'plain'),
    ]) {
      const { url } = await request(config)
      change(url)
      const back = await browser.follow(server, url)
      expect([back.url.origin, back.url.searchParams.get('error')]).toEqual(['https://app.example.com', 'invalid_request'])
    }
  }
})

const TRICKS: [string, string][] = [
  ['another port', 'https://app.example.com:8443/callback'],
  ['the same port said', 'https://app.example.com:443/callback'],
  ['more path', 'https://app.example.com/callback/more'],
  ['a slash', 'https://app.example.com/callback/'],
  ['dots', 'https://app.example.com/x/../callback'],
  ['a query', 'https://app.example.com/callback?next=1'],
  ['a fragment', 'https://app.example.com/callback#x'],
  ['userinfo', 'https://app.example.com@evil.example/callback'],
  ['userinfo of the right host', 'https://evil@app.example.com/callback'],
  ['upper case', 'https://APP.example.com/callback'],
  ['upper case path', 'https://app.example.com/Callback'],
  ['encoded', 'https://app.example.com/%63allback'],
  ['encoded slash', 'https://app.example.com%2fcallback'],
  ['backslash', 'https://app.example.com\\@evil.example/callback'],
  ['a host that ends alike', 'https://evilapp.example.com/callback'],
  ['a host that begins alike', 'https://app.example.com.evil.example/callback'],
  ['plain http', 'http://app.example.com/callback'],
  ['no scheme', '//app.example.com/callback'],
  ['javascript', 'javascript:alert(1)//https://app.example.com/callback'],
  ['data', 'data:text/html,x'],
  ['an own address', '/login'],
  ['blank in front', ' https://app.example.com/callback'],
  ['line feed', 'https://app.example.com/callback\n'],
  ['wildcard', 'https://*.example.com/callback'],
  ['ideographic dot', 'https://app。example.com/callback'],
  ['full-width letters', 'https://ａｐｐ.example.com/callback'],
  ['a letter of another alphabet', 'https://аpp.example.com/callback'],
  ['the same letter in punycode', 'https://xn--pp-6kc.example.com/callback'],
  ['a dot at the end of the host', 'https://app.example.com./callback'],
  ['encoded twice', 'https://app.example.com/%2563allback'],
  ['dots encoded', 'https://app.example.com/%2e%2e/callback'],
  ['dots encoded twice', 'https://app.example.com/%252e%252e/callback'],
  ['an encoded @', 'https://app.example.com%40evil.example/callback'],
  ['an encoded backslash', 'https://app.example.com%5c@evil.example/callback'],
  ['backslashes for slashes', 'https:\\\\app.example.com\\callback'],
  ['no slashes', 'https:app.example.com/callback'],
  ['one slash', 'https:/app.example.com/callback'],
  ['three slashes', 'https:///app.example.com/callback'],
  ['a backslash and a slash', '/\\app.example.com/callback'],
  ['a NUL', 'https://app.example.com/callback\u0000'],
  ['a NUL before another host', 'https://app.example.com\u0000.evil.example/callback'],
  ['a tab in the scheme', 'ht\ttps://app.example.com/callback'],
  ['a line separator', 'https://app.example.com/callback\u2028'],
  ['a zero-width space', 'https://app.example.com/call\u200bback'],
  ['two query signs', 'https://app.example.com/callback??'],
  ['an empty fragment', 'https://app.example.com/callback#'],
  ['parameters of a path', 'https://app.example.com/callback;x=1'],
  ['a wildcard of paths', 'https://app.example.com/*'],
  ['8,000 signs', `https://app.example.com/callback?${'x'.repeat(8000)}`],
  ['a file', 'file:///callback'],
  ['a blob', 'blob:https://app.example.com/callback'],
  ['vbscript', 'vbscript:msgbox(1)'],
  ['javascript in capitals', 'JaVaScRiPt://app.example.com/callback%0aalert(1)'],
  ['a number for a host', 'https://2130706433/callback'],
  ['nothing', ''],
]
test.each(TRICKS)('OP-13 a redirect address with a trick is refused: %s', async (_name, redirectUri) => {
  const { url } = await request(app.config, { redirect_uri: redirectUri })
  const { answer } = await browser.follow(server, url)
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  expect(await answer.text()).toMatch(redirectUri === '' ? 'invalid_request' : 'invalid_redirect_uri')
})

test('OP-13 a request without a redirect address, with two, or of an unknown client is not redirected either', async () => {
  const { url } = await request(app.config)
  const changed = [
    (one: URL) => one.searchParams.delete('redirect_uri'),
    (one: URL) => one.searchParams.append('redirect_uri', 'https://evil.example/'),
    (one: URL) => one.searchParams.set('client_id', 'nobody'),
  ]
  for (const change of changed) {
    const wrong = new URL(url)
    change(wrong)
    const { answer } = await browser.follow(server, wrong)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  }
})

/** The claims, signed with the key of this server that signed `token`. */
async function signedLike(token: string, claims: JWTPayload) {
  const header = decodeProtectedHeader(token)
  const key = (await signingKeys(server.kernel)).find(({ kid }) => kid === header.kid)!
  return new SignJWT(claims).setProtectedHeader({ alg: header.alg!, kid: header.kid! }).sign(await importJWK(key as JWK, header.alg))
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
test('OP-14 an ID token that is unsigned, altered, forged with an HMAC, of another client or of another issuer is refused as a hint', async () => {
  const { tokens } = await signInTo(server, browser, app.config)
  const [, body = ''] = tokens.id_token!.split('.')
  const claims = decodeJwt(tokens.id_token!)
  const jwks = await (await fetch(`${issuerOf(server)}/jwks`)).text()
  const hmac = (head: string, text: string, key: string) =>
    `${head}.${text}.${createHmac('sha256', key).update(`${head}.${text}`).digest('base64url')}`
  const other = await application(server, userId)
  const theirs = await signInTo(server, browser, other.config)
  const forged = [
    `${part({ alg: 'none' })}.${body}.`,
    `${part({ alg: 'None' })}.${body}.`,
    hmac(part({ alg: 'HS256' }), body, jwks),
    hmac(part({ alg: 'HS256' }), body, SECRET),
    hmac(part({ alg: 'HS256' }), body, 'kept as a hash'),
    `${part({ alg: 'RS256' })}.${part({ ...claims, sub: '1' })}.${tokens.id_token!.split('.')[2]}`,
    theirs.tokens.id_token!,
    await signedLike(tokens.id_token!, { ...claims, iss: 'https://other.example' }),
  ]
  const errorFor = async (hint: string) => {
    const { url } = await request(app.config, { id_token_hint: hint, prompt: 'none' })
    return (await browser.follow(server, url)).url.searchParams.get('error')
  }
  expect(await errorFor(await signedLike(tokens.id_token!, claims))).toBeNull()
  for (const hint of forged) expect(await errorFor(hint)).toBe('invalid_request')
})

test('OP-15 an expired, an invented and a foreign access token are refused alike', async () => {
  const { tokens } = await signInTo(server, browser, app.config)
  const foreign = await signedLike(tokens.id_token!, { ...decodeJwt(tokens.id_token!), iss: 'https://other.example', scope: 'openid' })
  await server.kernel.db.updateTable('oidcPayload').set({ expiresAt: '2020-01-01' }).where('type', '=', 'AccessToken').execute()
  const { rows } = await server.kernel.pool.query(
    `update oidc_payload set payload = jsonb_set(payload, '{exp}', '1') where type = 'AccessToken' returning 1`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const token of [tokens.access_token, 'x'.repeat(43), foreign, ''])
    expect((await fetch(`${issuerOf(server)}/me`, { headers: { authorization: `Bearer ${token}` } })).status).toBeOneOf([400, 401])
  expect((await post(server, '/token/introspection', { token: tokens.access_token }, basic(app.clientId))).body).toEqual({ active: false })
})

test('OP-16 a wrong secret, an unknown client, two secrets and none get invalid_client or invalid_request', async () => {
  const { code, verifier } = await freshCode()
  const answers = [
    await use({ code, code_verifier: verifier }, basic(app.clientId, 'wrong')),
    await use({ code, code_verifier: verifier }, basic('nobody')),
    await use({ code, code_verifier: verifier, client_id: app.clientId, client_secret: SECRET }, basic(app.clientId)),
    await post(server, '/token', { grant_type: 'authorization_code', code, code_verifier: verifier, client_id: app.clientId }),
  ]
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [401, 'invalid_client'],
    [401, 'invalid_client'],
    [400, 'invalid_request'],
    [401, 'invalid_client'],
  ])
})

test.each(['password', 'implicit', 'urn:ietf:params:oauth:grant-type:jwt-bearer', 'refresh_token\u0000', '__proto__'])(
  'OP-17 the grant type %j is refused',
  async grant => {
    const { status, body } = await post(server, '/token', { grant_type: grant, username: 'admin', password: 'x' }, basic(app.clientId))
    expect([status, body.error]).toEqual([400, 'unsupported_grant_type'])
  },
)

test.each(['token', 'id_token', 'code id_token', 'code token', 'none', ''])('OP-18 the response type %j is refused', async type => {
  const { url } = await request(app.config, { response_type: type })
  const back = await browser.follow(server, url)
  expect(back.url.searchParams.get('code')).toBeNull()
  expect(`${back.url.href} ${await back.answer.text()}`).toMatch(/unsupported_response_type|invalid_request/)
})

test('OP-19 a scope of a megabyte is a protocol error at every endpoint, and the server goes on', async () => {
  const scope = 'openid '.repeat(150_000)
  const { url } = await request(app.config)
  const inBody = (path: string, headers: Record<string, string> = {}) =>
    browser.go(`${issuerOf(server)}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ ...Object.fromEntries(url.searchParams), scope, grant_type: 'client_credentials' }),
      headers,
    })
  const answers = [
    await inBody('/auth'),
    await inBody('/token', basic(app.clientId)),
    await inBody('/request', basic(app.clientId)),
    await inBody('/device/auth', basic(app.clientId)),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('invalid_request')
  }
  url.searchParams.set('scope', scope)
  const long = await fetch(url, { redirect: 'manual' }).then(
    answer => answer.status,
    () => 431,
  )
  expect(long).toBe(431)
  expect((await fetch(`${issuerOf(server)}/jwks`)).status).toBe(200)
})

test('OP-21 a user without access sees in Chinese whom to ask, and the application gets access_denied', async () => {
  const closed = await application(server)
  const { url, checks } = await request(closed.config)
  const { url: at, answer } = await browser.follow(server, url)
  expect(answer.status).toBe(403)
  const page = await answer.text()
  expect(page).toMatch(/您没有打开“应用\d+”的权限/)
  expect(page).toContain('请联系管理员：系统管理员')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  const back = await browser.follow(server, new URL(/href="([^"]+decline)"/.exec(page)![1]!, at))
  expect([back.url.origin + back.url.pathname, back.url.searchParams.get('error'), back.url.searchParams.get('state')]).toEqual([
    CALLBACK,
    'access_denied',
    checks.expectedState,
  ])
  const silent = await browser.follow(server, (await request(closed.config, { prompt: 'none' })).url)
  expect(silent.url.searchParams.get('error')).toBe('access_denied')
  const visits = await server.kernel.db.selectFrom('appVisit').select('fault').where('appId', '=', closed.appId).execute()
  expect(visits).toEqual([{ fault: 'noAccess' }])
})

test('OP-22 losing the grant ends the next refresh and the present token', async () => {
  const one = await application(server, userId)
  const { tokens } = await signInTo(server, browser, one.config)
  await server.kernel.db.deleteFrom('appGrant').where('appId', '=', one.appId).execute()
  expect(
    (await post(server, '/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token! }, basic(one.clientId))).body,
  ).toMatchObject({ error: 'invalid_grant' })
  expect((await fetch(`${issuerOf(server)}/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } })).status).toBe(401)
  expect((await post(server, '/token/introspection', { token: tokens.access_token }, basic(one.clientId))).body).toEqual({ active: false })
})

test('OP-23 an application limited to certain addresses says so to users elsewhere', async () => {
  const inside = await application(server, userId, { ipWhitelist: ['10.0.0.0/8'] })
  const { answer } = await browser.follow(server, (await request(inside.config)).url)
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('当前网络地址不允许打开')])
})

test('OP-24 a user who must change their password does that first', async () => {
  const late = await server.given.user()
  const mine = await application(server, late)
  await server.kernel.db.updateTable('users').set({ passwordFrom: 'created' }).where('id', '=', late).execute()
  const own = new Browser()
  await own.signIn(server, late)
  const { url, answer } = await own.follow(server, (await request(mine.config)).url)
  expect(await answer.text()).toContain('请先修改密码')
  await server.kernel.db.updateTable('users').set({ passwordFrom: 'own' }).where('id', '=', late).execute()
  server.kernel.sessions.forget()
  expect((await own.follow(server, `${url.href}?again`)).url.href.startsWith(CALLBACK)).toBe(true)
})

test('OP-25 the database holds no token, code or private key in clear', async () => {
  const { tokens, code } = await signInTo(server, browser, app.config)
  const { rows } = await server.kernel.pool.query('select t::text as row from oidc_payload t union all select t::text from oidc_key t')
  const all = rows.map(({ row }: { row: string }) => row).join('\n')
  for (const secret of [tokens.access_token, tokens.refresh_token!, code]) expect(all).not.toContain(secret)
  expect(all).not.toMatch(/"d":|PRIVATE/)
})

test('OP-26 a disabled application is refused as a client', async () => {
  const gone = await application(server, userId)
  const { tokens } = await signInTo(server, browser, gone.config)
  await server.kernel.db.updateTable('app').set({ status: 0 }).where('id', '=', gone.appId).execute()
  const { answer } = await browser.follow(server, (await request(gone.config)).url)
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('invalid_client')])
  const refresh = await post(server, '/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token! }, basic(gone.clientId))
  expect([refresh.status, refresh.body.error]).toEqual([401, 'invalid_client'])
})

test('OP-27 an application without a secret is public: only its own origins may call', async () => {
  const open = await application(server, userId, { isPublic: true })
  const preflight = async (origin: string) => {
    const { url, verifier } = await request(open.config)
    const code = (await browser.follow(server, url)).url.searchParams.get('code')!
    return post(
      server,
      '/token',
      { grant_type: 'authorization_code', client_id: open.clientId, code, code_verifier: verifier, redirect_uri: CALLBACK },
      { origin },
    )
  }
  const own = await preflight('https://app.example.com')
  expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, 'https://app.example.com'])
  const foreign = await preflight('https://evil.example')
  expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([400, null])
})
