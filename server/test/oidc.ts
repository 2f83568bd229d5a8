import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, SignJWT } from 'jose'
import * as client from 'openid-client'
import type { Insertable } from 'kysely'
import { addSecret } from '../src/domains/apps/app/client-secret.sql.ts'
import { startSession } from '../src/platform/access/session-lifecycle.ts'
import type { Tables } from '../migrations/tables.ts'
import type { TestServer } from './harness.ts'

export const SECRET = 'a-secret-of-two-hundred-and-fifty-six-bits'
export const issuerOf = (server: Pick<TestServer, 'address'>) => `${server.address}/protocols/oidc`

const HUFU = '127.0.0.1'

/** A minimal browser: keeps cookies by host and path, and does not follow redirects by itself. */
export class Browser {
  readonly #cookies = new Map<string, { name: string; value: string; path: string; host: string }>()

  async go(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address)
    const cookie = [...this.#cookies.values()]
      .filter(({ host }) => host === url.hostname)
      .filter(({ path }) => url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...init.headers, ...(cookie && { cookie }) },
    })
    for (const line of answer.headers.getSetCookie()) this.keep(line, url.hostname)
    return answer
  }

  keep(line: string, host = HUFU): void {
    const [pair = '', ...attributes] = line.split(/; */)
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const path = attributes.find(one => /^path=/i.test(one))?.slice(5) ?? '/'
    if (value === '' || attributes.some(one => /^expires=Thu, 01 Jan 1970/i.test(one))) this.#cookies.delete(`${host} ${name} ${path}`)
    else this.#cookies.set(`${host} ${name} ${path}`, { name, value, path, host })
  }

  /** Follows redirects until an address is not the server's own, or a page is shown. */
  async follow(server: TestServer, address: string | URL): Promise<{ url: URL; answer: Response }> {
    let url = new URL(address)
    for (let n = 0; n < 12; n++) {
      const answer = await this.go(url)
      const to = answer.headers.get('location')
      if (to === null) return { url, answer }
      url = new URL(to, url)
      if (url.origin !== server.address || url.pathname === '/login') return { url, answer }
    }
    throw new Error(`no end of redirects at ${url.href}`)
  }

  /** Signs the user in, as the console does at /login. */
  async signIn(server: TestServer, userId: string): Promise<void> {
    const { link } = await startSession(server.kernel.db, { userId, loginType: 'password', ip: '127.0.0.1', agent: 'test' })
    this.keep(`idaas-link=${link}; Path=/protocols`)
  }

  /** Forgets the cookies of one host, or all. */
  forget(host?: string): void {
    for (const [key, cookie] of this.#cookies) if (host === undefined || cookie.host === host) this.#cookies.delete(key)
  }
}

type AppParts = Partial<Insertable<Tables['app']>> & { isPublic?: boolean }
export const CALLBACK = 'https://app.example.com/callback'

/** An application this user, or nobody, may open, and the client at the other end. */
export async function application(server: TestServer, userId?: string, { isPublic = false, ...parts }: AppParts = {}) {
  const { db } = server.kernel
  const appId = await server.given.app({ redirectUris: [CALLBACK], ...parts })
  if (!isPublic) await addSecret(db, { appId }, SECRET)
  if (userId !== undefined) await server.given.grant({ subjectType: 'user', subjectId: userId, appId })
  const { clientId } = await db.selectFrom('app').select('clientId').where('id', '=', appId).executeTakeFirstOrThrow()
  return { appId, clientId, config: await configOf(server, clientId, isPublic ? undefined : SECRET) }
}

export const configOf = (server: TestServer, clientId: string, secret?: string) =>
  client.discovery(new URL(issuerOf(server)), clientId, secret, secret === undefined ? client.None() : client.ClientSecretBasic(secret), {
    execute: [client.allowInsecureRequests],
  })

/** Begins an authorization request, and returns what the application keeps until the user comes back. */
export async function request(config: client.Configuration, more: Record<string, string> = {}) {
  const verifier = client.randomPKCECodeVerifier()
  const [state, nonce] = [client.randomState(), client.randomNonce()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid profile email phone org roles groups',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...more,
  })
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
  return { url, verifier, state, checks }
}

/** The whole authorization code flow of a user who is signed in. */
export async function signInTo(server: TestServer, browser: Browser, config: client.Configuration, more: Record<string, string> = {}) {
  const { url, checks } = await request(config, more)
  const back = await browser.follow(server, url)
  if (back.url.origin !== new URL(CALLBACK).origin) throw new Error(`did not come back: ${back.url.href} ${await back.answer.text()}`)
  const maxAge = more.max_age === undefined ? {} : { maxAge: Number(more.max_age) }
  return {
    code: back.url.searchParams.get('code')!,
    checks,
    tokens: await client.authorizationCodeGrant(config, back.url, { ...checks, ...maxAge }),
  }
}

/** Posts a form to a protocol endpoint by hand; returns status and answer. */
export async function post(
  server: Pick<TestServer, 'address'>,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${issuerOf(server)}${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { accept: 'application/json', ...headers },
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: (text.startsWith('{') ? JSON.parse(text) : { text }) as Record<string, unknown>,
  }
}
export const basic = (clientId: string, secret = SECRET) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
})

/** A DPoP proof (RFC 9449) for sending by hand. */
export const proofFor = async (keys: CryptoKeyPair, htm: string, htu: string, more: Record<string, unknown> = {}, typ = 'dpop+jwt') =>
  new SignJWT({ htm, htu, jti: randomUUID(), iat: Math.floor(Date.now() / 1000), ...more })
    .setProtectedHeader({ alg: 'ES256', typ, jwk: await exportJWK(keys.publicKey) })
    .sign(keys.privateKey)

/** The receiver of back-channel logouts: what it was sent, in order. */
export async function listener(): Promise<{
  address: string
  received: string[]
  next(): Promise<string>
  close(): Promise<void>
  fail(times: number): void
}> {
  const received: string[] = []
  let failing = 0
  const listener: Server = createServer((message, answer) => {
    let body = ''
    message.on('data', piece => (body += String(piece)))
    message.on('end', () => {
      if (failing-- > 0) return void answer.writeHead(503).end()
      received.push(new URLSearchParams(body).get('logout_token') ?? '')
      answer.writeHead(200).end()
    })
  })
  await new Promise<void>(done => listener.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/logout`,
    received,
    next: async () => {
      const wanted = received.length + 1
      while (received.length < wanted) await new Promise(resolve => setTimeout(resolve, 20))
      return received.at(-1)!
    },
    close: () => new Promise(done => listener.close(() => done())),
    fail: times => (failing = times),
  }
}
