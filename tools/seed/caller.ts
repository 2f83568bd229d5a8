import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import type { AnyCall, BodyOf, QueryOf, ReplyOf } from '@hufu/contract/call'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import type { Kysely } from 'kysely'
import type { Row, Tables } from '../../server/migrations/tables.ts'
import { startSession } from '../../server/src/platform/access/session-lifecycle.ts'
import type { Envelope } from '../../server/src/platform/http/refuse.ts'
import type { Kernel } from '../../server/src/platform/kernel.ts'

type Input<C> = {
  query?: Partial<Record<keyof QueryOf<C> & string, unknown>>
  body?: BodyOf<C>
  file?: { name: string; bytes: Uint8Array }
}

/** Makes calls over HTTP as one user, so that every rule of the product applies to the seeded data. */
export interface Caller {
  userId: string
  sessionId: string
  /** The data of a success; a refusal stops the seeding. */
  call<C extends AnyCall>(call: C, input?: Input<C>): Promise<ReplyOf<C>>
  /** For calls meant to be refused: whether they were. */
  isRefused<C extends AnyCall>(call: C, input?: Input<C>): Promise<boolean>
}

export interface Workplace {
  kernel: Kernel
  address: string
}

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

export async function openCaller({ kernel, address }: Workplace, userId: string, ip = '10.8.0.12'): Promise<Caller> {
  const { id, token } = await startSession(kernel.db, { userId, loginType: 'password', ip, agent: AGENT })
  const send = <C extends AnyCall>(call: C, input: Input<C> = {}) => request(address, { token, 'user-agent': AGENT }, call, input)
  return {
    userId,
    sessionId: id,
    call: async (call, input) => {
      const { code, message, data } = await send(call, input)
      if (code !== 'success' && code !== '0') throw new Error(`示例数据写入失败：${call.path} ${code} ${message}`)
      return data as never
    },
    isRefused: async (call, input) => !['success', '0'].includes((await send(call, input)).code),
  }
}

export async function request(address: string, headers: Record<string, string>, call: AnyCall, input: Input<AnyCall>): Promise<Envelope> {
  const url = new URL(`${address}/api${call.path}`)
  for (const [key, value] of Object.entries(input.query ?? {})) if (value !== undefined) url.searchParams.set(key, String(value))
  const { body, type } = bodyOf(call, input)
  const response = await fetch(url, {
    method: call.method,
    headers: { ...headers, ...(type && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  })
  return (await response.json()) as Envelope
}

function bodyOf(call: AnyCall, { body, file }: Input<AnyCall>): { body?: BodyInit; type?: string } {
  if (file) {
    const form = new FormData()
    form.set('file', new Blob([Buffer.from(file.bytes)]), file.name)
    return { body: form }
  }
  return call.method === 'GET' || body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' }
}

/** Users who must change their password may make no calls, so the requirement is lifted while `work` runs. */
export async function withoutForcedChange<T>(db: Kysely<Tables>, ids: readonly string[], work: () => Promise<T>): Promise<T> {
  const before = await db.selectFrom('users').select(['id', 'passwordFrom']).where('id', 'in', ids).execute()
  const write = (id: string, passwordFrom: Row<'users'>['passwordFrom']) =>
    db.updateTable('users').set({ passwordFrom }).where('id', '=', id).execute()
  for (const { id } of before) await write(id, 'own')
  try {
    return await work()
  } finally {
    for (const { id, passwordFrom } of before) await write(id, passwordFrom)
  }
}

/** Encrypts a password as the console does before sending it (D-21). */
export async function sealPassword(caller: Caller, password: string): Promise<string> {
  const key = await caller.call(signIn.publicKey)
  const pem = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  const options = { key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return publicEncrypt(options, Buffer.from(password)).toString('base64')
}
