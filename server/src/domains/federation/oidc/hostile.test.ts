import { generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dice, mutant } from '../../../../test/fuzz-input.ts'
import { application, basic, Browser, CALLBACK, issuerOf, post, proofFor, request, signInTo } from '../../../../test/oidc.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { openRawSocket } from '../../../../test/raw.ts'

const SEED = 20260725
const MUTANTS = 500
let server: TestServer
let userId: string
let browser: Browser
let app: Awaited<ReturnType<typeof application>>
const lines: string[] = []
beforeAll(async () => {
  server = await startTestServer({ log: line => lines.push(line) })
  userId = await server.given.user({ realName: '周芷若' })
  app = await application(server, userId)
  browser = new Browser()
  await browser.signIn(server, userId)
})
afterAll(() => server.close())

/** Expects that the server has logged neither an error nor any of these secrets. */
function expectQuiet(...secrets: string[]): void {
  expect(lines.filter(line => line.includes('"level":50') || line.includes('defect'))).toEqual([])
  for (const secret of secrets) expect(lines.some(line => line.includes(secret))).toBe(false)
}

/** An unused authorization code with its verifier. */
async function freshCode() {
  const { url, verifier } = await request(app.config)
  return { code: (await browser.follow(server, url)).url.searchParams.get('code')!, verifier }
}
const exchange = (code: string, verifier: string, headers: Record<string, string> = {}) =>
  post(
    server,
    '/token',
    { grant_type: 'authorization_code', redirect_uri: CALLBACK, code, code_verifier: verifier },
    { ...basic(app.clientId), ...headers },
  )
const refresh = (token: string) => post(server, '/token', { grant_type: 'refresh_token', refresh_token: token }, basic(app.clientId))
const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code'

test('OP-80 none of five hundred mutated tokens is accepted, each gets the standard error, and the originals stay valid', async () => {
  const { tokens } = await signInTo(server, browser, app.config)
  const code = await freshCode()
  const device = await post(server, '/device/auth', { client_id: app.clientId }, basic(app.clientId))
  const pushed = await post(server, '/request', Object.fromEntries((await request(app.config)).url.searchParams), basic(app.clientId))
  const [access, renewal, id] = [tokens.access_token, tokens.refresh_token!, tokens.id_token!]
  const proof = await proofFor((await generateKeyPair('ES256')) as CryptoKeyPair, 'POST', `${issuerOf(server)}/token`)
  const silently = async (more: Record<string, string>) => {
    const { url, answer } = await browser.follow(server, (await request(app.config, { prompt: 'none', ...more })).url)
    return { status: answer.status, error: url.searchParams.get('error') ?? /invalid_\w+/.exec(await answer.text())?.[0] }
  }
  type Outcome = { status: number; error: unknown }
  const outcomeOf = ({ status, body }: Awaited<ReturnType<typeof post>>): Outcome => ({
    status,
    error: body.active === false ? 'inactive' : body.error,
  })
  const cases: [kind: string, token: string, show: (token: string) => Promise<Outcome>, errors: RegExp][] = [
    ['access token', access, async one => outcomeOf(await post(server, '/me', { access_token: one })), /^(invalid_token|invalid_request)$/],
    ['access token', access, async one => outcomeOf(await post(server, '/token/introspection', { token: one }, basic(app.clientId))), /^inactive$/],
    ['refresh token', renewal, async one => outcomeOf(await refresh(one)), /^(invalid_grant|invalid_request)$/],
    ['code', code.code, async one => outcomeOf(await exchange(one, code.verifier)), /^(invalid_grant|invalid_request)$/],
    ['device code', String(device.body.device_code), async one => outcomeOf(await post(server, '/token', { grant_type: deviceCode, device_code: one }, basic(app.clientId))), /^(invalid_grant|invalid_request)$/],
    ['request_uri', String(pushed.body.request_uri), one => silently({ request_uri: one }), /^(invalid_request|invalid_request_uri|request_uri_not_supported)$/],
    ['id_token_hint', id, one => silently({ id_token_hint: one }), /^(invalid_request|invalid_client)$/],
    ['id_token_hint at logout', id, async one => {
      const page = await browser.go(`${issuerOf(server)}/session/end?${new URLSearchParams({ id_token_hint: one }).toString()}`)
      return { status: page.status, error: /invalid_\w+/.exec(await page.text())?.[0] }
    }, /^(invalid_request|invalid_client)$/],
    ['DPoP proof', proof, async one => outcomeOf(await exchange('x', code.verifier, { dpop: encodeURI(one) })), /^(invalid_dpop_proof|invalid_grant)$/],
  ] // prettier-ignore
  const die = dice(SEED)
  for (let n = 0; n < MUTANTS; n++) {
    const [kind, token, show, errors] = cases[n % cases.length]!
    const changed = mutant(token, die)
    // The library reads a request_uri up to a second prefix, so one that is written twice is still valid.
    if (changed === token || changed === '' || (kind === 'request_uri' && changed.startsWith(token + token))) continue
    const { status, error } = await show(changed)
    expect.soft([status < 500, String(error)], `${kind} ${n}: ${changed.slice(0, 80)}`).toEqual([true, expect.stringMatching(errors)])
  }
  expect((await exchange(code.code, code.verifier)).status).toBe(200)
  expect((await fetch(`${issuerOf(server)}/me`, { headers: { authorization: `Bearer ${access}` } })).status).toBe(200)
  expect((await refresh(renewal)).status).toBe(200)
  expectQuiet(access, renewal, id, code.code, proof)
})

const PARAMETERS = [
  'client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state', 'nonce', 'code_challenge', 'code_challenge_method', 'prompt', 'max_age',
  'id_token_hint', 'login_hint', 'acr_values', 'ui_locales', 'claims', 'request', 'request_uri', 'resource', 'dpop_jkt', 'display',
] // prettier-ignore
const VALUES = [
  '%00', 'a%00b', '%ff%fe', '%ed%a0%80', '%', '%zz', '%0d%0aset-cookie:x=1', 'x'.repeat(8000), '%E5%BC%A0', '__proto__', '%7B%22a%22:%7B%7D%7D', '-1',
  '1e400', '%E2%80%AE', '%F0%9F%98%80',
] // prettier-ignore
const inQuery = (url: URL, name: string, value: string) => {
  const others = [...url.searchParams].filter(([key]) => key !== name)
  return `${url.origin}${url.pathname}?${new URLSearchParams(others).toString()}&${name}=${value}`
}

test.each(PARAMETERS)(
  'OP-81 whatever value %s has, the answer is an error of the standard or the value is ignored, and never a server error',
  async name => {
    const { url } = await request(app.config)
    for (const who of [browser, new Browser()]) {
      for (const value of VALUES) {
        const answer = await who.go(inQuery(url, name, value))
        const to = answer.headers.get('location')
        const summary = `${name}=${value.slice(0, 30)}: ${answer.status} ${to ?? (await answer.text()).replace(/^.*<h1>/s, '').slice(0, 200)}`
        expect.soft([answer.status, summary.includes('server_error')], summary).toEqual([answer.status < 400 ? 303 : 400, false])
        // A redirect leads only to the application's address or to this server.
        if (to !== null) expect.soft([new URL(CALLBACK).origin, server.address]).toContain(new URL(to, server.address).origin)
      }
      // A repeated parameter is refused, except a repeated `resource` (RFC 8707), which is unknown here; `claims` is not checked.
      const twice = await who.go(`${url.href}&${name}=x&${name}=y`)
      expect.soft([303, 400]).toContain(twice.status)
      expect
        .soft(`${twice.headers.get('location')} ${await twice.text()}`)
        .toMatch(name === 'claims' ? /./ : /invalid_re(quest|direct_uri)|invalid_client|invalid_target/)
    }
    expectQuiet()
  },
)

const ENDPOINTS = ['/token', '/token/introspection', '/token/revocation', '/request', '/device/auth', '/me', '/session/end/confirm', '/device', '/auth', '/session/end'] // prettier-ignore
const FORM = 'application/x-www-form-urlencoded'
const BODIES: [type: string, body: string][] = [
  [FORM, '%00=%00&client_id=%00&token=%00&refresh_token=%00&grant_type=refresh_token&code=%00&device_code=%00&user_code=%00'],
  [FORM, `grant_type=authorization_code&code=x&redirect_uri=%00&code_verifier=${'v'.repeat(43)}`],
  [FORM, '%ff%fe=%ff&grant_type=%ed%a0%80&token=%ff&client_id=%ff'],
  [FORM, `${'a=1&'.repeat(5000)}grant_type=refresh_token`],
  [FORM, 'grant_type=refresh_token&'.repeat(1200)],
  [FORM, 'grant_type[]=refresh_token&grant_type[__proto__]=x&__proto__=x&constructor=x&hasOwnProperty=x'],
  [FORM, ''],
  [`${FORM}; charset=gbk`, 'grant_type=refresh_token&refresh_token=\u5f20'],
  [`${FORM}; charset=nonsense`, 'grant_type=refresh_token'],
  ['application/json', '{"grant_type":"refresh_token"'],
  ['application/json', '{"__proto__":{"a":1}}'],
  ['text/plain', 'grant_type=refresh_token'],
  ['multipart/form-data; boundary=x', '--x\r\n'],
  ['', 'grant_type=refresh_token'],
  [';;;', 'grant_type=refresh_token'],
]

test.each(ENDPOINTS)('OP-82 no body causes a server error at %s', async path => {
  for (const [type, body] of BODIES)
    for (const headers of [
      {},
      basic(app.clientId),
      { authorization: 'Basic %00' },
      { authorization: `Basic ${btoa('%00:%00')}` },
      { authorization: 'Bearer' },
      { 'content-encoding': 'gzip' },
    ]) {
      const answer = await fetch(issuerOf(server) + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { accept: 'application/json', 'content-type': type, ...headers },
        body: Buffer.from(body, 'latin1'),
      })
      const text = await answer.text()
      const summary = `${path} ${type} ${JSON.stringify(headers)} ${body.slice(0, 60)}: ${answer.status} ${text.slice(0, 200)}`
      expect.soft([answer.status < 500, text.includes('server_error')], summary).toEqual([true, false])
    }
  const { pathname } = new URL(issuerOf(server) + path)
  for (const head of [`content-type: ${FORM}\r\ncontent-length: 500`, `content-type: ${FORM}\r\ntransfer-encoding: chunked`]) {
    const { socket, got } = await openRawSocket(server, `POST ${pathname} HTTP/1.1\r\nHOST\r\n${head}\r\n\r\n1f4\r\ngrant_type=refresh_tok`)
    socket.destroy()
    expect.soft(got()).not.toContain(' 500 ')
  }
  await server.kernel.answers.ended(5000)
  expectQuiet()
})

test('OP-83 a body of undeclared length is cut off where it grows too long', async () => {
  const endless = () => new ReadableStream({ start: one => { for (let n = 0; n < 40; n++) one.enqueue(Buffer.from('scope=openid&'.repeat(200))); one.close() } }) // prettier-ignore
  for (const path of ['/token', '/request', '/auth', '/device/auth']) {
    const answer = await fetch(issuerOf(server) + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': FORM, ...basic(app.clientId) },
      body: endless(),
      duplex: 'half',
    } as RequestInit)
    expect([path, answer.status, /invalid_request/.test(await answer.text())]).toEqual([path, 400, true])
  }
  expectQuiet()
})
