import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCall, Call } from '@hufu/contract/call'
import { done } from '@hufu/contract/shapes'
import { LoginData } from '@hufu/contract/sign-in/sign-in'
import { text } from '@hufu/contract/text'
import { writeAudit } from '../audit/audit.ts'
import { givingOf } from '../access/authority.ts'
import { inTransaction } from '../database/db.ts'
import type { CheckGiven } from '../access/giving.ts'
import { refusedFrom } from './errors.ts'
import { guard } from './guard.ts'
import { readInput, type Input } from './input.ts'
import type { ReadRecord } from './read-record.ts'
import type { Kernel } from '../kernel.ts'
import { pageOf, pagePolicy } from './plain-page.ts'
import { isSecure } from './origin.ts'
import { Refused, refusalEnvelope, refuse, sentenceOf } from './refuse.ts'
import { everything } from '../access/scope.ts'
import { text as own } from '../text/text.ts'
import { Download, type Feature, type Handler, type Turn, type UploadedFile } from './turn.ts'
import { receive } from './upload.ts'

/** Hangs the calls of one feature into the server: guard, parse, run, envelope. */
export function mount(app: FastifyInstance, kernel: Kernel, feature: Feature, checkGiven: CheckGiven): void {
  for (const [name, call] of Object.entries(feature.calls)) {
    const handler = feature.handlers[name] as Handler<Call>
    const seat = {
      kernel,
      call,
      handler,
      module: feature.name,
      operation: name,
      checkGiven,
      record: isUpdate(name, call) ? recordIn(feature) : undefined,
    }
    for (const path of [call.path, ...call.alias])
      app.route({
        method: call.method,
        url: `/api${path}`,
        bodyLimit: call.maxBytes,
        config: { call },
        onRequest: request => kernel.answers.keep(guard(kernel, call, request)),
        handler: (request, reply) => kernel.answers.keep(answer(seat, request, reply)),
        errorHandler: async (error, request, reply) => sendError(seat, error, request, reply),
      })
  }
}

interface Seat {
  kernel: Kernel
  call: AnyCall
  handler: Handler<Call>
  module: string
  operation: string
  checkGiven: CheckGiven
  /** Of an update: the call of the same noun that gets the record. */
  record?: { call: AnyCall; handler: Handler<Call> } | undefined
}

const isUpdate = (name: string, { body }: AnyCall): boolean =>
  name === 'update' || (name === 'save' && body !== undefined && 'shape' in body && 'id' in (body.shape as object))

function recordIn({ calls, handlers }: Feature): Seat['record'] {
  const name = calls.byId ? 'byId' : 'get'
  const call = calls[name]
  return call && { call, handler: handlers[name] as Handler<Call> }
}

async function answer(seat: Seat, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (seat.call.carriage !== 'upload' && request.isMultipart()) refuse('wrongContentType')
  const upload = seat.call.carriage === 'upload' ? await receive(request, seat.call.maxBytes) : undefined
  try {
    const input = await readInput(seat.call, request, upload?.fields, recordReader(seat, request, reply))
    const result = await run(seat, request, reply, input, upload?.file)
    if (result instanceof Download) return sendDownload(result, reply)
    const data: unknown = seat.call.reply === done ? true : seat.call.reply.parse(result)
    return reply.send({ ...success(seat.call, data), data: data ?? null })
  } finally {
    await upload?.clear()
  }
}

/** D-01, D-02: an answer that signs somebody in says '0'. */
const success = (call: AnyCall, data: unknown) =>
  (call.loginLike || call.reply === LoginData) && typeof data === 'object' && data !== null && 'token' in data
    ? { code: '0', message: text.signedIn }
    : { code: 'success', message: text.done }

function recordReader(seat: Seat, request: FastifyRequest, reply: FastifyReply): ReadRecord | undefined {
  const { record } = seat
  if (!record) return undefined
  const handler = typeof record.handler === 'function' ? record.handler : undefined
  return {
    keys: record.call.query && 'shape' in record.call.query ? Object.keys(record.call.query.shape as object) : [],
    read: async given => {
      const query = record.call.query ? record.call.query.safeParse(given) : { success: true, data: undefined }
      const turn = turnOf({ ...seat, ...record }, request, reply, { query: query.data, body: undefined })
      return query.success ? record.call.reply.parse(await handler?.(turn)) : undefined
    },
  }
}

async function run(
  seat: Seat,
  request: FastifyRequest,
  reply: FastifyReply,
  input: Input,
  file: UploadedFile | undefined,
): Promise<unknown> {
  const { kernel, call, handler } = seat
  const pass = request.pass
  const afterwards: (() => void | Promise<void>)[] = []
  let target: string | undefined
  const turn = turnOf(seat, request, reply, input, {
    file,
    note: name => {
      target = name
    },
    afterCommit: work => afterwards.push(work),
  })
  const step = typeof handler === 'function' ? handler : await handler.before(turn)
  if (!call.changes) return step(turn)
  const { giving } = turn
  const actor = { userId: pass?.who?.userId ?? '', sessionId: pass?.who?.sessionId ?? '', traceId: request.id, ...(giving && { giving }) }
  const result = await inTransaction(kernel.db, actor, async db => {
    afterwards.length = 0
    const outcome = await step({ ...turn, db })
    await turn.checkGiven(db)
    if (pass?.who) await writeAudit(db, auditOf(seat, request, success(call, outcome), input, target))
    return outcome
  })
  for (const work of afterwards) await work()
  return result
}

function turnOf(
  { kernel, checkGiven }: Seat,
  request: FastifyRequest,
  reply: FastifyReply,
  input: Input,
  more: Partial<Pick<Turn, 'note' | 'afterCommit'>> & { file?: UploadedFile | undefined } = {},
) {
  const pass = request.pass
  const giving = pass?.who && givingOf(pass.who, pass.scope)
  return {
    db: kernel.db,
    ...input,
    who: pass?.who,
    scope: pass?.scope ?? everything,
    giving,
    checkGiven: async db => giving && pass?.who && checkGiven(db, pass.who),
    kernel,
    ip: request.ip,
    agent: request.headers['user-agent'] ?? '',
    traceId: request.id,
    log: request.log,
    cookies: request.cookies,
    setCookie: (name, value, options) => {
      void reply.setCookie(name, value, {
        sameSite: 'strict',
        ...options,
        secure: isSecure(kernel),
        ...(options.maxAge === 0 && { expires: new Date(0) }),
      })
    },
    note: () => undefined,
    afterCommit: () => undefined,
    request,
    reply,
    ...more,
  } as Turn as Turn<never, never>
}

function auditOf(seat: Seat, request: FastifyRequest, outcome: { code: string; message: string }, params: unknown, target?: string) {
  const { call, module, operation } = seat
  return {
    who: request.pass?.who,
    ip: request.ip,
    traceId: request.id,
    module,
    operateType: operation,
    method: call.method,
    path: call.path,
    params,
    ...outcome,
    cost: Math.round(performance.now() - (request.startedAt ?? performance.now())),
    target,
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    startedAt?: number
  }
}

async function sendError(seat: Seat, error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const refused = await withoutRoom(seat.kernel, refusedFrom(error))
  if (!refused) {
    request.log.error({ err: error, traceId: request.id }, 'defect')
    if (seat.call.carriage === 'page') return sendErrorPage(new Refused('defect', {}), reply)
    return reply.code(500).send({ ...refusalEnvelope(new Refused('defect', {})), traceId: request.id })
  }
  const recorded = seat.kernel.answers.keep(recordRefusal(seat, refused, request))
  // A database that does not answer would keep the caller waiting once more.
  if (refused.reason !== 'outage') await recorded
  if (seat.call.carriage === 'page') return sendErrorPage(refused, reply)
  const envelope = refusalEnvelope(refused)
  if (refused.refusal.http === UNAUTHORIZED) void reply.header('www-authenticate', 'Bearer error="invalid_token"')
  return reply
    .code(httpStatus(seat.call, refused))
    .send(envelope.code === 'service_error' ? { ...envelope, traceId: request.id } : envelope)
}

/** A sentence with details may hold what was sent: only those without are shown. */
function sendErrorPage({ refusal }: Refused, reply: FastifyReply): FastifyReply {
  const sentence = typeof refusal.message === 'string' ? refusal.message : own.pageFault
  return reply
    .code(refusal.http ?? BAD_REQUEST)
    .headers({ 'content-security-policy': pagePolicy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(pageOf(sentence, own.pageAdvice, false))
}

const BAD_REQUEST = 400
const UNAUTHORIZED = 401

/** On a full disk the database fails in many ways; the caller is told the one that helps. */
async function withoutRoom({ storage }: Kernel, refused: Refused | undefined): Promise<Refused | undefined> {
  if (refused?.reason === 'storageFull') storage.noteFull()
  const isFull = refused?.reason === 'outage' && (await storage.state()) === 'full'
  return isFull ? new Refused('storageFull', {}) : refused
}

/** Refused changes and denied attempts survive the rollback (D-73). */
async function recordRefusal(seat: Seat, refused: Refused, request: FastifyRequest): Promise<void> {
  const denied = refused.reason === 'forbidden'
  if (!request.pass?.who || (!seat.call.changes && !denied)) return
  const outcome = { code: refused.refusal.code, message: sentenceOf(refused.refusal, refused.detail) }
  const params = { query: request.query, body: denied ? undefined : request.body }
  await writeAudit(seat.kernel.db, auditOf(seat, request, outcome, params)).catch((error: unknown) =>
    request.log.error({ err: error }, 'audit of a refusal failed'),
  )
}

/** D-04: JSON calls answer 200; links and images use true statuses. */
function httpStatus(call: AnyCall, { refusal }: Refused): number {
  if (refusal.http) return refusal.http
  if (call.carriage !== 'link' && call.carriage !== 'bytes' && call.carriage !== 'page') return 200
  if (refusal.code === 'invalid_credentials' || refusal.code === '6') return 401
  return refusal.code === '4403' ? 403 : 404
}

function sendDownload(download: Download, reply: FastifyReply): FastifyReply {
  const name = encodeURIComponent(download.fileName).replace(/['()*]/g, mark => `%${mark.charCodeAt(0).toString(16)}`)
  void reply.header('content-type', download.contentType)
  void reply.header('content-disposition', `${download.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
  void reply.header('content-security-policy', download.policy ?? "default-src 'none'; sandbox")
  if (download.size !== undefined) void reply.header('content-length', download.size)
  return reply.send(Readable.from(download.bytes))
}
