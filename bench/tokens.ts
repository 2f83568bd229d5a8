import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { API_CLIENT, CAS_SERVICE, HOME, OAUTH_CLIENT, SECRET } from './app-data.ts'
import { type Ask, createAsk, basic } from './http.ts'
import { ms, perSecond, runConcurrently } from './measure.ts'
import type { Row } from './reads.ts'
import { largeMetadata, samlSignIns } from './saml.ts'
import { signInWithLink, type Running } from './server.ts'

const CALLERS = 32
const SECONDS = 5
const WARM_SECONDS = 2
const AIM = '70 % of it in memory'
const SCOPE = 'openid profile roles'

interface Peer {
  port: number
  refreshTokens: string[]
}

/** An issuer with refresh tokens, one for each caller. */
interface Issuer {
  ask: Ask
  base: string
  app: Record<string, string>
  api: Record<string, string>
  refreshTokens: string[]
}

interface Measured {
  each: number
  p50: number
  p99: number
  failed: number
}

/**
 * Applications that sign users in and refresh tokens, thirty-two at once;
 * compared with oidc-provider, which keeps everything in memory.
 */
export async function tokens(server: Running, password: string): Promise<Row[]> {
  const ask = createAsk(server.address)
  const cookies = await signedInVisitors(server, password)
  const refreshTokens = await Promise.all(cookies.map(async cookie => (await codeFlow(ask, cookie)).refresh_token))
  const ours = { ask, base: '/protocols/oidc', app: basic(OAUTH_CLIENT, SECRET), api: basic(API_CLIENT, SECRET), refreshTokens }
  const peer = await startPeer()
  const bare = await loads(peer.issuer)
  peer.stop()
  const mine = await loads(ours)
  const flow = await measureWarm((_n, caller) => codeFlow(ask, cookies[caller]!))
  const cas = await measureWarm((_n, caller) => casLogin(ask, cookies[caller]!))
  const saml = await samlSignIns(server, cookies)
  const metadata = await largeMetadata()
  return [
    ...Object.entries(bare).map(([what, got]): Row => [`limit here: ${what} of oidc-provider with its store in memory, c${CALLERS}`, figures(got), '']),
    ...Object.entries(mine).map(([what, got]): Row => [`${what}, c${CALLERS}`, `${figures(got)}, ${Math.round((got.each * 100) / bare[what]!.each)} % of it in memory`, AIM]),
    [`a whole sign-in to an application with PKCE (request, code, tokens), c${CALLERS}`, figures(flow), ''],
    [`a whole CAS sign-in (login, serviceValidate), c${CALLERS}`, figures(cas), ''],
    [`limit here: the two signatures of a SAML answer alone, on one core`, `${perSecond(saml.alone)} /s`, ''],
    [`a whole SAML sign-in, from the request to the page that posts the answer, c${CALLERS}`, figures(saml.measured), ''],
    [`SAML metadata of 1 MiB read beside the event loop`, `${ms(metadata.p50)} ms, p95 ${ms(metadata.p95)}, event loop stands at most ${ms(metadata.standstill)}`, '100 ms'],
  ] // prettier-ignore
}

const figures = ({ each, p50, p99, failed }: Measured) =>
  `${perSecond(each)} /s, p50 ${ms(p50)} ms, p99 ${ms(p99)} ms${failed ? `, ${failed} failed` : ''}`

/** The session cookies of signed-in users. */
async function signedInVisitors(server: Running, password: string): Promise<string[]> {
  const { records } = await server.call(delegatedAdmin.page, { query: { size: 500 } })
  const names = [...new Set(records.map(record => record.userName))].slice(0, CALLERS)
  return Promise.all(names.map(async name => `idaas-link=${(await signInWithLink(name, password)).link}`))
}

async function measureWarm(act: (n: number, caller: number) => Promise<unknown>): Promise<Measured> {
  await runConcurrently(CALLERS, WARM_SECONDS, act)
  return runConcurrently(CALLERS, SECONDS, act)
}

async function loads({ ask, base, app, api, refreshTokens }: Issuer): Promise<Record<string, Measured>> {
  const liveTokens = [...refreshTokens]
  let shown = ''
  const got = async (path: string, form: Record<string, string>, headers: Record<string, string>) => {
    const { status, text } = await ask(base + path, { form, headers })
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    return JSON.parse(text) as Tokens & { active: boolean }
  }
  const renew = async (_n: number, caller: number) => {
    const { refresh_token, access_token } = await got('/token', { grant_type: 'refresh_token', refresh_token: liveTokens[caller]! }, app)
    liveTokens[caller] = refresh_token
    shown = access_token
  }
  const introspect = async () => {
    if (!(await got('/token/introspection', { token: shown }, app)).active) throw new Error('the token is not active')
  }
  // In this order, because oidc-provider's store in memory keeps the latest
  // thousand entries, and client tokens would displace user tokens.
  return {
    refresh: await measureWarm(renew),
    introspection: await measureWarm(introspect),
    'client credentials': await measureWarm(() => got('/token', { grant_type: 'client_credentials' }, api)),
  }
}

interface Tokens {
  access_token: string
  refresh_token: string
}

/** A complete authorization code flow, as a browser and an application run it. */
async function codeFlow(ask: Issuer['ask'], cookie: string): Promise<Tokens> {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: OAUTH_CLIENT,
    response_type: 'code',
    redirect_uri: `${HOME}app/0/`,
    scope: SCOPE,
    state: randomBytes(8).toString('hex'),
    nonce: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const code = new URL(await redirectFrom(ask, `/protocols/oidc/auth?${query.toString()}`, cookie)).searchParams.get('code')
  const form = { grant_type: 'authorization_code', code: code ?? '', redirect_uri: `${HOME}app/0/`, code_verifier: verifier }
  const { status, text } = await ask('/protocols/oidc/token', { form, headers: basic(OAUTH_CLIENT, SECRET) })
  if (status !== 200) throw new Error(text)
  return JSON.parse(text) as Tokens
}

async function casLogin(ask: Issuer['ask'], cookie: string): Promise<void> {
  const service = encodeURIComponent(CAS_SERVICE)
  const ticket = new URL(await redirectFrom(ask, `/protocols/cas/login?service=${service}`, cookie)).searchParams.get('ticket')
  const { text } = await ask(`/protocols/cas/p3/serviceValidate?service=${service}&ticket=${ticket}`)
  if (!text.includes('authenticationSuccess')) throw new Error(text)
}

/** The application's address to which the browser is redirected. */
async function redirectFrom(ask: Issuer['ask'], path: string, cookie: string): Promise<string> {
  const { status, headers, text } = await ask(path, { headers: { cookie } })
  if (!headers.location?.startsWith(HOME)) throw new Error(`did not come back: ${status} ${headers.location ?? text}`)
  return headers.location
}

function startPeer(): Promise<{ issuer: Issuer; stop(): void }> {
  const child = fork(new URL('peer.ts', import.meta.url), [OAUTH_CLIENT, SECRET, String(CALLERS)])
  const headers = basic(OAUTH_CLIENT, SECRET)
  return new Promise(resolve =>
    child.once('message', ({ port, refreshTokens }: Peer) =>
      resolve({
        issuer: { ask: createAsk(`http://127.0.0.1:${port}`), base: '', app: headers, api: headers, refreshTokens },
        stop: () => child.kill(),
      }),
    ),
  )
}
