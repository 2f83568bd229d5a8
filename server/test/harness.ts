import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { expect, inject } from 'vitest'
import type { AnyCall, BodyOf, QueryOf, ReplyOf } from '@hufu/contract/call'
import type { RefusalName } from '@hufu/contract/refusals'
import { refusals } from '@hufu/contract/refusals'
import { openApp } from '../src/app.ts'
import { defineTasks, startBackground } from '../src/background.ts'
import { openPool, type Connection } from '../src/platform/database/db.ts'
import { openKernel, type Kernel } from '../src/platform/kernel.ts'
import type { DatabaseLimits } from '../src/platform/database/watched-client.ts'
import type { Envelope } from '../src/platform/http/refuse.ts'
import type { RequestTimeouts } from '../src/platform/http/request-timeouts.ts'
import { startSession } from '../src/platform/access/session-lifecycle.ts'
import { at, dropDatabase } from './database.ts'
import { processClock } from '../src/platform/clock.ts'
import { builders, type Builders } from './given.ts'
import { refusalSentence } from './refusal-sentence.ts'
import { testSettings } from './settings.ts'

type Input<C> = {
  query?: Partial<Record<keyof QueryOf<C> & string, unknown>> | undefined
  body?: BodyOf<C> | Record<string, unknown> | unknown[]
  file?: { name: string; bytes: Uint8Array }
  headers?: Record<string, string>
}

export interface Answered {
  status: number
  headers: Headers
  /** The envelope, or for downloads {code: ''} */
  envelope: Envelope
  bytes: Buffer
}

/** A caller, signed in or not. */
export interface Subject {
  token: string | undefined
  send<C extends AnyCall>(call: C, input?: Input<C>): Promise<Answered>
  /** The data of a success; anything else fails the test. */
  call<C extends AnyCall>(call: C, input?: Input<C>): Promise<ReplyOf<C>>
  /** Expects exactly this refusal. */
  refused<C extends AnyCall>(name: RefusalName, call: C, input?: Input<C>): Promise<Envelope>
}

export interface TestServer {
  kernel: Kernel
  app: FastifyInstance
  address: string
  given: Builders
  /** Ages what the server caches of sessions, rights and configuration by this much. */
  letPass(ms: number): void
  nobody: Subject
  as(userId: string): Promise<Subject>
  admin: Subject
  withToken(token: string): Subject
  /** The name of its database. */
  database: string
  /** Stops the server but keeps its database, so that others can be cloned from it; `drop` removes it. */
  rest(): Promise<{ database: string; drop(): Promise<void> }>
  close(): Promise<void>
}

interface Options {
  settings?: Record<string, string>
  jobs?: boolean
  /** How often the queues are looked at, for tests that measure the cost of other work. */
  lookMs?: number
  /** Whether no other node can use its database; needs `jobs`. */
  isAlone?: boolean
  /** Defines more task kinds before any task is run. */
  define?: (kernel: Kernel) => void
  /** A second node on the database of this one; closed before it. */
  beside?: TestServer
  /** The name of a database to clone instead of the template; nothing may be using it. */
  like?: string
  /** Timeouts for slow senders, for tests that cannot wait as long as production does. */
  timeouts?: RequestTimeouts
  /** Another connection to the same PostgreSQL. */
  connection?: Connection
  /** The server's own connection, such as a proxy that can be told to fall silent. */
  serverConnection?: Connection
  /** Time limits of the database, for tests that cannot wait as long as production does. */
  limits?: DatabaseLimits
  /** The folder of another build of the console; ends with a slash. */
  builtConsole?: string
  /** Receives every line the server logs, from level info. */
  log?: (line: string) => void
}

/** Tests wait for the queues, which production looks at once a second. */
const POLL_MS = 200

/** A complete server on a fresh clone of the template, called over HTTP (rule 13). */
export async function startTestServer(options: Options = {}): Promise<TestServer> {
  const connection = options.connection ?? inject('connection')
  const { database, drop } = options.beside
    ? { database: options.beside.database, drop: async () => undefined }
    : await cloned(connection, options.like)
  let passedMs = 0
  const log = options.log ? pino({ level: 'info' }, { write: options.log }) : pino({ level: process.env.HUFU_LOG ?? 'silent' })
  const kernel = await openKernel(testSettings(options.settings), at(options.serverConnection ?? connection, database), log, {
    timeoutMs: options.limits,
    clock: () => processClock() + passedMs,
    lookMs: options.lookMs ?? POLL_MS,
  })
  await kernel.db.updateTable('users').set({ passwordFrom: 'own' }).where('id', '=', '1').execute()
  defineTasks(kernel)
  options.define?.(kernel)
  const app = await openApp(kernel, log, options.timeouts, options.builtConsole)
  await app.listen({ port: 0, host: '127.0.0.1' })
  if (options.jobs) {
    await startBackground(kernel, log, { isAlone: options.isAlone ?? false })
  }
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const as = async (userId: string) =>
    subject(address, (await startSession(kernel.db, { userId, loginType: 'password', ip: '127.0.0.1', agent: 'test' })).token)
  const stop = async () => {
    await app.close()
    await kernel.close()
  }
  return {
    kernel,
    app,
    address,
    given: builders(kernel),
    letPass: ms => {
      passedMs += ms
    },
    nobody: subject(address, undefined),
    as,
    admin: await as('1'),
    withToken: token => subject(address, token),
    database,
    rest: async () => {
      await stop()
      return { database, drop }
    },
    close: async () => {
      await stop()
      await drop()
    },
  }
}

async function cloned(connection: Connection, template = 'hufu_template') {
  const database = `t_${randomBytes(6).toString('hex')}`
  const maker = openPool(connection, 1)
  await maker.query(`create database ${database} template ${template} strategy file_copy`)
  const drop = async () => {
    await dropDatabase(maker, database)
    await maker.end()
  }
  return { database, drop }
}

export function subject(address: string, token: string | undefined): Subject {
  const send: Subject['send'] = (call, input = {}) => request(address, token, call, input)
  return {
    token,
    send,
    call: async (call, input) => {
      const { envelope } = await send(call, input)
      expect(envelope, `${call.path}: ${envelope.message}`).toMatchObject({ code: expect.stringMatching(/^(success|0)$/) })
      return envelope.data as never
    },
    refused: async (name, call, input) => {
      const { envelope } = await send(call, input)
      expect(envelope).toMatchObject({ code: refusals[name].code, message: expect.stringMatching(refusalSentence(name)) })
      return envelope
    },
  }
}

async function request(address: string, token: string | undefined, call: AnyCall, input: Input<AnyCall>): Promise<Answered> {
  const url = new URL(`${address}/api${call.path}`)
  for (const [key, value] of Object.entries(input.query ?? {})) if (value !== undefined) url.searchParams.set(key, String(value))
  const { body, headers } = bodyOf(call, input)
  const response = await fetch(url, {
    method: call.method,
    headers: { ...(token && { token }), ...headers, ...input.headers },
    ...(body !== undefined && { body }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.includes('application/json') ?? false
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    envelope: isJson ? (JSON.parse(bytes.toString()) as Envelope) : { code: '', message: '', data: null },
  }
}

function bodyOf(call: AnyCall, { body, file }: Input<AnyCall>): { body?: BodyInit; headers: Record<string, string> } {
  if (file) {
    const form = new FormData()
    for (const [key, value] of Object.entries(body ?? {})) form.set(key, String(value))
    form.set('file', new Blob([Buffer.from(file.bytes)]), file.name)
    return { body: form, headers: {} }
  }
  if (call.method === 'GET' || body === undefined) return { headers: {} }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** Waits until a task ends and returns its last progress. */
export async function finished(subject: Subject, taskId: string, timeouts = 60_000) {
  const { task } = await import('@hufu/contract/task')
  const until = Date.now() + timeouts
  for (;;) {
    const progress = await subject.call(task.progress, { query: { taskId } })
    if (!['WAIT', 'RUNNING'].includes(progress.status)) return progress
    if (Date.now() > until) throw new Error(`task ${taskId} did not end: ${JSON.stringify(progress)}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** The id of the saved object; fails if the change went into review. */
export function savedId(reply: { id: string } | { examineId: string }): string {
  if ('examineId' in reply) throw new Error('the change went into review')
  return reply.id
}
