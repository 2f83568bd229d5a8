import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCall, Call } from '@hufu/contract/call'
import { LoginData } from '@hufu/contract/sign-in/sign-in'
import { recordable } from '@hufu/contract/secret'
import { text } from '@hufu/contract/text'
import { writeAudit, targetsOf, type AuditTarget } from '../audit/audit.ts'
import { refusedFrom } from './errors.ts'
import type { Kernel } from '../kernel.ts'
import { pageOf, pagePolicy } from './pages.ts'
import { languageFor, Refused, refusalEnvelope, sentenceOf } from './refuse.ts'
import { text as ownText } from '../text/text.ts'
import type { CheckGiven } from '../access/giving.ts'
import { type Download, type Handler } from './context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    startedAt?: number
  }
}

/** A call registered with the server. */
export interface MountedCall {
  kernel: Kernel
  call: AnyCall
  handler: Handler<Call>
  module: string
  operation: string
  checkGiven: CheckGiven
  /** For an update: the call that reads the record (`reads`). */
  record?: { call: AnyCall; handler: Handler<Call> } | undefined
}

/** A call that signs a user in answers code '0' (D-01, D-02). */
export const success = (call: AnyCall, data: unknown, message: string = text.done) =>
  (call.loginLike || call.reply === LoginData) && typeof data === 'object' && data !== null && 'token' in data
    ? { code: '0', message: text.signedIn }
    : { code: 'success', message }

export function sendDownload(download: Download, reply: FastifyReply): FastifyReply {
  const name = encodeURIComponent(download.fileName).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)
  void reply.header('content-type', download.contentType)
  void reply.header('content-disposition', `${download.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
  void reply.header('content-security-policy', download.policy ?? "default-src 'none'; sandbox")
  if (download.size !== undefined) void reply.header('content-length', download.size)
  return reply.send(Readable.from(download.bytes))
}

/** Answers a call that was refused or that failed because of a bug. */
export async function sendError(mounted: MountedCall, error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const refused = await withStorageFull(mounted.kernel, refusedFrom(error))
  const language = languageFor(request.headers, mounted.kernel.settings.language)
  if (!refused) {
    request.log.error({ err: error, traceId: request.id }, 'defect')
    if (mounted.call.transport === 'page') return sendErrorPage(new Refused('defect', {}), reply)
    return reply.code(500).send({ ...refusalEnvelope(new Refused('defect', {}), language), traceId: request.id })
  }
  const recorded = mounted.kernel.answers.keep(recordRefusal(mounted, refused, request))
  // If the database does not answer, the caller must not wait for it again.
  if (refused.reason !== 'outage') await recorded
  if (mounted.call.transport === 'page') return sendErrorPage(refused, reply)
  const envelope = refusalEnvelope(refused, language)
  if (refused.refusal.http === UNAUTHORIZED) void reply.header('www-authenticate', 'Bearer error="invalid_token"')
  return reply
    .code(httpStatus(mounted.call, refused))
    .send(envelope.code === 'service_error' ? { ...envelope, traceId: request.id } : envelope)
}

/** A sentence with details may repeat input, so only sentences without details are shown. */
function sendErrorPage({ refusal }: Refused, reply: FastifyReply): FastifyReply {
  const sentence = typeof refusal.message === 'string' ? refusal.message : ownText.pageProblem
  return reply
    .code(refusal.http ?? BAD_REQUEST)
    .headers({ 'content-security-policy': pagePolicy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(pageOf(sentence, ownText.pageAdvice, false))
}

const BAD_REQUEST = 400
const UNAUTHORIZED = 401

/** On a full disk the database fails in many ways; the caller always gets the same helpful sentence. */
async function withStorageFull({ storage }: Kernel, refused: Refused | undefined): Promise<Refused | undefined> {
  if (refused?.reason === 'storageFull') storage.noteFull()
  const isFull = refused?.reason === 'outage' && (await storage.state()) === 'full'
  return isFull ? new Refused('storageFull', {}) : refused
}

/** D-04: JSON calls answer 200; links and images use true statuses. */
function httpStatus(call: AnyCall, { refusal }: Refused): number {
  if (refusal.http) return refusal.http
  if (call.transport !== 'link' && call.transport !== 'bytes' && call.transport !== 'page') return 200
  if (refusal.code === 'invalid_credentials' || refusal.code === '6') return 401
  return refusal.code === '4403' ? 403 : 404
}

/** Records refused changes and denied attempts; the records survive the rollback. */
async function recordRefusal(mounted: MountedCall, refused: Refused, request: FastifyRequest): Promise<void> {
  const denied = refused.reason === 'forbidden'
  if (!request.pass?.who || (!mounted.call.changes && !denied)) return
  const outcome = { code: refused.refusal.code, message: sentenceOf(refused.refusal, refused.detail) }
  const params = { query: request.query, body: denied ? undefined : request.body }
  await writeAudit(mounted.kernel.db, auditOf(mounted, request, outcome, params)).catch((error: unknown) =>
    request.log.error({ err: error }, 'audit of a refusal failed'),
  )
}

/** The audit record of one request. */
export function auditOf(
  mounted: MountedCall,
  request: FastifyRequest,
  outcome: { code: string; message: string },
  params: { query?: unknown; body?: unknown },
  named: readonly AuditTarget[] = [],
) {
  const { call, module, operation } = mounted
  return {
    who: request.pass?.who,
    ip: request.ip,
    traceId: request.id,
    module,
    operateType: operation,
    method: call.method,
    path: call.path,
    params: recordableOf(call, params),
    ...outcome,
    cost: Math.round(performance.now() - (request.startedAt ?? performance.now())),
    target: named[0]?.id,
    targets: targetsOf(module, params, named, request.pass?.who?.userId),
  }
}

/** The request without its secrets. */
const recordableOf = ({ query, body }: AnyCall, params: { query?: unknown; body?: unknown }) => ({
  query: recordable(query, params.query),
  body: recordable(body, params.body),
})
