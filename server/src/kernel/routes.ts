import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AnyCall, Call } from '@hufu/contract/call'
import { done, illegalField, PARAMETER_FAULT } from '@hufu/contract/shapes'
import { text } from '@hufu/contract/text'
import { writeAudit } from './audit.ts'
import { inTransaction } from './db.ts'
import { refusedFrom } from './errors.ts'
import { newId } from './ids.ts'
import type { Kernel } from './kernel.ts'
import { Refused, refusalEnvelope, refuse, sentenceOf } from './refuse.ts'
import { everything, type Scope } from './scope.ts'
import type { Who } from './sessions.ts'
import { Download, type Feature, type Handler, type Turn, type UploadedFile } from './turn.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard before the body is read. */
    pass?: { who: Who | undefined; scope: Scope }
  }
}

const LINK_COOKIE = 'idaas-link'
const MINUTE = 60_000
const LOGIN_LIKE_A_MINUTE = 30

/** Hangs the calls of one feature into the server: guard, parse, run, envelope. */
export function mount(app: FastifyInstance, kernel: Kernel, feature: Feature): void {
  for (const [name, call] of Object.entries(feature.calls)) {
    const handler = feature.handlers[name] as Handler<Call>
    const seat = { kernel, call, handler, module: feature.name, operation: name }
    for (const path of [call.path, ...call.alias])
      app.route({
        method: call.method,
        url: `/api${path}`,
        bodyLimit: call.maxBytes,
        config: { call },
        onRequest: async request => guard(kernel, call, request),
        handler: async (request, reply) => answer(seat, request, reply),
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
}

/** D-14: rate limit, token, forced change, permission, before a byte of the body is read. */
async function guard(kernel: Kernel, call: AnyCall, request: FastifyRequest): Promise<void> {
  if (call.changes) refuseForeignSite(request)
  if (call.loginLike) await kernel.limits.count('login', request.ip, LOGIN_LIKE_A_MINUTE, MINUTE)
  const who = await identify(kernel, call, request)
  request.pass = { who, scope: everything }
  if (!who) return kernel.config.catchUp()
  if (
    who.forcedChange.hasForceChangePwd &&
    kernel.config.values.updatePasswordMode === 'force' &&
    !call.whileForced &&
    call.permit !== 'anyone'
  )
    refuse('changePasswordFirst')
  const scope = who.rights.scopeOf(call.permit)
  if (!scope) refuse('forbidden')
  request.pass = { who, scope }
}

async function identify(kernel: Kernel, call: AnyCall, request: FastifyRequest): Promise<Who | undefined> {
  if (call.permit === 'anyone') return undefined
  const token = request.headers.token
  if (typeof token === 'string' && token !== '') return kernel.sessions.byToken(token)
  const link = call.carriage === 'link' ? request.cookies[LINK_COOKIE] : undefined
  return link ? kernel.sessions.byLink(link) : refuse('signInAgain')
}

/** D-19 (3): the Origin is compared whole. Absent headers (curl, tests) pass. */
function refuseForeignSite(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers
  const own = `${request.protocol}://${request.host}`
  if (site === 'cross-site' || mode === 'navigate' || (origin !== undefined && origin !== own)) refuse('foreignSite')
}

async function answer(seat: Seat, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (seat.call.carriage !== 'upload' && request.isMultipart()) refuse('wrongContentType')
  const upload = seat.call.carriage === 'upload' ? await receive(request, seat.call.maxBytes) : undefined
  try {
    const input = readInput(seat.call, request, upload?.fields)
    const result = await run(seat, request, reply, input, upload?.file)
    if (result instanceof Download) return sendDownload(result, reply)
    const data: unknown = seat.call.reply === done ? true : seat.call.reply.parse(result)
    return reply.send({ ...success(seat.call), data: data ?? null })
  } finally {
    await upload?.clear()
  }
}

/** D-01, D-02: calls that answer LoginData say '0'. */
const success = (call: AnyCall) => (call.loginLike ? { code: '0', message: text.signedIn } : { code: 'success', message: text.done })

interface Input {
  query: unknown
  body: unknown
}

function readInput(call: AnyCall, request: FastifyRequest, fields: Record<string, string> | undefined): Input {
  const body = fields ?? request.body ?? undefined
  if (Array.isArray(body) && !(call.body instanceof z.ZodArray)) refuse('unreadable')
  const illegal = call.method === 'POST' ? illegalField(body) : undefined
  if (illegal !== undefined) refuse('illegalText', { field: illegal })
  const [query, rest] = placed(call, { ...(request.query as Record<string, unknown>) }, body)
  return { query: parse(call.query, query), body: parse(call.body, rest) }
}

/** D-10: scalars of a POST's query are also read from its body; the query wins. */
function placed(call: AnyCall, query: Record<string, unknown>, body: unknown): [unknown, unknown] {
  const names = call.method === 'POST' && call.query && 'shape' in call.query ? Object.keys(call.query.shape as object) : []
  if (names.length === 0 || body === null || typeof body !== 'object' || Array.isArray(body)) return [query, body]
  const rest: Record<string, unknown> = { ...(body as Record<string, unknown>) }
  const known = call.body && 'shape' in call.body ? (call.body.shape as object) : {}
  for (const name of names)
    if (name in rest && !(name in known)) {
      query[name] ??= rest[name]
      delete rest[name]
    }
  return [query, Object.keys(rest).length === 0 && !call.body ? undefined : rest]
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success && !holdsNul(parsed.data)) return parsed.data
  throw new Refused('parameterFault', { sentence: parsed.error?.issues[0]?.message ?? PARAMETER_FAULT })
}

/** No text of PostgreSQL can hold it (bad input 24). The nesting is known to be shallow. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (value === null || typeof value !== 'object') return false
  return Object.keys(value).some(holdsNul) || Object.values(value).some(holdsNul)
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
  const turn = {
    db: kernel.db,
    ...input,
    who: pass?.who,
    scope: pass?.scope ?? everything,
    kernel,
    file,
    ip: request.ip,
    agent: request.headers['user-agent'] ?? '',
    traceId: request.id,
    log: request.log,
    cookies: request.cookies,
    setCookie: (name, value, options) => {
      void reply.setCookie(name, value, {
        ...options,
        sameSite: 'strict',
        secure: request.protocol === 'https',
        ...(options.maxAge === 0 && { expires: new Date(0) }),
      })
    },
    note: name => {
      target = name
    },
    afterCommit: work => afterwards.push(work),
    request,
    reply,
  } as Turn as Turn<never, never>
  const step = typeof handler === 'function' ? handler : await handler.before(turn)
  if (!call.changes) return step(turn)
  const actor = { userId: pass?.who?.userId ?? '', sessionId: pass?.who?.sessionId ?? '', traceId: request.id }
  const result = await inTransaction(kernel.db, actor, async db => {
    afterwards.length = 0
    const outcome = await step({ ...turn, db })
    if (pass?.who) await writeAudit(db, auditOf(seat, request, success(call), input, target))
    return outcome
  })
  for (const work of afterwards) await work()
  return result
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
  const refused = refusedFrom(error)
  if (!refused) {
    request.log.error({ err: error, traceId: request.id }, 'defect')
    return reply.code(500).send({ ...refusalEnvelope(new Refused('defect', {})), traceId: request.id })
  }
  await recordRefusal(seat, refused, request)
  const envelope = refusalEnvelope(refused)
  return reply
    .code(httpStatus(seat.call, refused))
    .send(envelope.code === 'service_error' ? { ...envelope, traceId: request.id } : envelope)
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
  if (call.carriage !== 'link' && call.carriage !== 'bytes') return 200
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

interface Received {
  file: UploadedFile
  fields: Record<string, string>
  clear(): Promise<void>
}

const FIELD_BYTES = 4096

/** Spools the one part `file` to disk, so that neither memory nor a transaction waits for a slow sender. */
async function receive(request: FastifyRequest, maxBytes: number): Promise<Received> {
  const folder = await mkdtemp(join(tmpdir(), 'hufu-upload-'))
  const clear = () => rm(folder, { recursive: true, force: true })
  try {
    const fields: Record<string, string> = {}
    let file: UploadedFile | undefined
    for await (const part of request.parts({ limits: { fileSize: maxBytes, files: 1, fields: 10, fieldSize: FIELD_BYTES, parts: 11 } })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string' && part.value !== '') fields[part.fieldname] = part.value
        continue
      }
      const path = join(folder, newId())
      await pipeline(part.file, createWriteStream(path))
      if (part.file.truncated) refuse('fileTooLarge')
      if (part.fieldname === 'file') file = { path, fileName: part.filename ?? '', size: part.file.bytesRead }
    }
    return { file: file ?? refuse('fileMissingPart'), fields, clear }
  } catch (error) {
    await clear()
    throw error
  }
}
