import { createHash, timingSafeEqual } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { importMaxBytes } from '@hufu/contract/import'
import { refusals } from '@hufu/contract/refusals'
import { Refused, sentenceOf } from '../../../platform/http/refuse.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { inTransaction, SYSTEM } from '../../../platform/database/db.ts'
import { openEvent } from './sources/cloud/event.ts'
import { addHints, takeEvent } from './run/hints.sql.ts'
import { connectionOf } from './config.ts'
import { findByInbox, type StoredSync } from './config.sql.ts'
import { takeFile } from './sources/take-file.ts'
import { text } from './text.ts'

const PATH = '/api/publicApi/syncFile/:key/:object'
const EVENT_PATH = '/api/publicApi/syncEvent/:key'
const EVENT_BYTES = 65_536
const EVENTS_A_MINUTE = 600
const MINUTE = 60_000
const FILES_A_MINUTE = 20
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Receives files and events for tasks from other systems. An unknown caller gets a 401 without any reason (trap 24). */
export async function serveSyncInbox(app: FastifyInstance, kernel: Kernel): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.route({
      method: ['POST', 'PUT'],
      url: PATH,
      bodyLimit: importMaxBytes,
      handler: async (request, reply) => kernel.answers.keep(receiveFile(kernel, request, reply)),
    })
    scope.route({
      method: ['GET', 'POST'],
      url: EVENT_PATH,
      bodyLimit: EVENT_BYTES,
      handler: async (request, reply) => kernel.answers.keep(receiveEvent(kernel, request, reply)),
    })
  })
}

async function receiveFile(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const answer = (status: number, body: object) => reply.code(status).headers(HEADERS).send(body)
  try {
    await kernel.limits.count('syncInbox', request.ip, FILES_A_MINUTE, MINUTE)
    const { key, object } = request.params as { key: string; object: string }
    const sync = await findByInbox(kernel.db, key)
    if (!sync || sync.type !== 'file' || sync.status !== 1 || !isSender(kernel, sync, request.headers.authorization)) return answer(401, {})
    if (object !== 'user' && object !== 'org') return answer(404, {})
    return await withSpooledBody(request.raw, async file => {
      const taken = await takeFile(kernel, sync, object, file, { ip: request.ip, traceId: request.id })
      return answer(202, taken)
    })
  } catch (error) {
    if (error instanceof TooLarge) return answer(413, { message: text.inbox.tooLarge })
    if (!(error instanceof Refused)) throw error
    return answer(error.refusal === refusals.tooOften ? 429 : 422, { message: sentenceOf(error.refusal, error.detail) })
  }
}

/** Receives a vendor's event about changes. An event that cannot be verified is answered with 401. */
async function receiveEvent(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const refused = (status: number) => reply.code(status).headers(HEADERS).send()
  try {
    await kernel.limits.count('syncEvent', request.ip, EVENTS_A_MINUTE, MINUTE)
  } catch (error) {
    if (error instanceof Refused) return refused(429)
    throw error
  }
  const sync = await findByInbox(kernel.db, (request.params as { key: string }).key)
  const body = await readBody(request.raw, EVENT_BYTES)
  if (body === undefined) return refused(413)
  const { query, headers } = request as { query: Record<string, string>; headers: FastifyRequest['headers'] }
  const opened = sync?.status === 1 ? openEvent(connectionOf(kernel, sync), { query, headers, body }, kernel.now()) : undefined
  if (!sync || !opened) return refused(401)
  await inTransaction(kernel.db, SYSTEM, async db => {
    if ((await takeEvent(db, sync.id, opened.eventId)) && opened.hints.length > 0) await addHints(db, sync.id, opened.hints)
  })
  return reply.code(200).headers(HEADERS).type(opened.answer.type).send(opened.answer.body)
}

async function readBody(body: Readable, most: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > most) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const digest = (value: string) => createHash('sha256').update(value).digest()

/** Whether the bearer token is the task's secret; a task without a secret accepts no files. */
function isSender(kernel: Kernel, sync: StoredSync, authorization: string | undefined): boolean {
  const { secret } = connectionOf(kernel, sync)
  const bearer = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? ''
  return secret !== '' && timingSafeEqual(digest(bearer), digest(secret))
}

class TooLarge extends Error {}

/** Writes the body to disk first, so that a slow sender holds neither memory nor a transaction. */
async function withSpooledBody<T>(body: Readable, use: (file: { path: string; size: number }) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'hufu-sync-'))
  try {
    const path = join(folder, 'file')
    let size = 0
    await pipeline(
      body.iterator({ destroyOnReturn: false }),
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          size += piece.length
          if (size > importMaxBytes) throw new TooLarge()
          yield piece
        }
      },
      createWriteStream(path),
    )
    return await use({ path, size })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
