import { fork, spawn, type ChildProcess } from 'node:child_process'
import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AnyCall, BodyOf, QueryOf, ReplyOf } from '@hufu/contract/call'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { serverFlags } from '../tools/server-flags.mjs'
import { PORT, serverEnvironment } from './environment.ts'
import { createAsk } from './http.ts'

export interface Running {
  address: string
  child: ChildProcess
  startMs: number
  token: string
  call<C extends AnyCall>(
    call: C,
    input?: { query?: Partial<Record<keyof QueryOf<C> & string, unknown>>; body?: BodyOf<C> },
  ): Promise<ReplyOf<C>>
  /** The same server, called as another user. */
  with(token: string): Pick<Running, 'call'>
  url(call: AnyCall, query?: Record<string, unknown>): string
  /** The resident memory of the server in megabytes, without the database. */
  memory(): number
  stop(): Promise<void>
}

const ADDRESS = `http://127.0.0.1:${PORT}`
export const ADMIN_PASSWORD = 'Admin#2026'

/** The product as a process of its own, on the data of the bench. */
export async function startServer(folder: string): Promise<Running> {
  const begin = performance.now()
  const child = spawn(process.execPath, [...serverFlags, 'server/src/main.ts'], {
    env: serverEnvironment(folder),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('the server did not start')
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  const startMs = performance.now() - begin
  const token = await signInAs('admin', ADMIN_PASSWORD)
  return {
    address: ADDRESS,
    child,
    startMs,
    token,
    call: (call, input) => send(call, input, token),
    with: other => ({ call: (call, input) => send(call, input, other) }),
    url: (call, query = {}) => ADDRESS + pathOf(call, query),
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: () =>
      new Promise(resolve => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

const isUp = () =>
  fetch(`${ADDRESS}/api/publicApi/health`).then(
    answer => answer.ok,
    () => false,
  )

const ask = createAsk(ADDRESS)

/** The path below the server's address. */
function pathOf(call: AnyCall, query: Record<string, unknown>): string {
  const parameters = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  return `/api${call.path}${parameters.length > 0 ? `?${new URLSearchParams(parameters).toString()}` : ''}`
}

async function send(
  call: AnyCall,
  { query = {}, body }: { query?: Record<string, unknown>; body?: unknown } = {},
  token = '',
): Promise<never> {
  const { text } = await ask(pathOf(call, query), { method: call.method, json: body, headers: token ? { token } : {} })
  const { code, message, data } = JSON.parse(text) as { code: string; message: string; data: never }
  if (code !== 'success' && code !== '0') throw new Error(`${call.path}: ${code} ${message}`)
  return data
}

let publicKey: string | undefined
export async function sealed(password: string): Promise<string> {
  publicKey ??= await send(signIn.publicKey)
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(password)).toString('base64')
}

export const signInAs = async (loginName: string, password: string): Promise<string> => (await signInWithLink(loginName, password)).token

/** Signs in. Returns the token for calls, and the cookie by which the protocols know the browser. */
export async function signInWithLink(loginName: string, password: string): Promise<{ token: string; link: string }> {
  const { loginId } = (await send(signIn.captcha)) as { loginId: string }
  const { text, headers } = await ask(pathOf(signIn.login, {}), { json: { loginName, pwd: await sealed(password), loginId, code: 'ABCD' } })
  const { code, message, data } = JSON.parse(text) as { code: string; message: string; data: { token: string } }
  if (code !== 'success' && code !== '0') throw new Error(`${signIn.login.path}: ${code} ${message}`)
  const link = headers['set-cookie']?.find(line => line.startsWith('idaas-link=') && line.includes('Path=/protocols'))
  return { token: data.token, link: link?.split(';', 1)[0]!.slice('idaas-link='.length) ?? '' }
}

/** Starts limits.ts, whose bare servers are measured for comparison. */
export function startLimits(place: { host: string; port: number; user: string }): Promise<{ url: string; stop(): void }> {
  const child = fork(new URL('limits.ts', import.meta.url), [place.host, String(place.port), place.user, 'hufu'])
  return new Promise(resolve =>
    child.once('message', port => resolve({ url: `http://127.0.0.1:${String(port)}`, stop: () => child.kill() })),
  )
}
