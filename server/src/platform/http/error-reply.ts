import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCall } from '@hufu/contract/call'
import { writeAudit } from '../audit/audit.ts'
import { refusedFrom } from './errors.ts'
import type { Kernel } from '../kernel.ts'
import { pageOf, pagePolicy } from './plain-page.ts'
import { languageFor, Refused, refusalEnvelope, sentenceOf } from './refuse.ts'
import { auditOf, type MountedCall } from './mounted-call.ts'
import { text as own } from '../text/text.ts'

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
  const sentence = typeof refusal.message === 'string' ? refusal.message : own.pageProblem
  return reply
    .code(refusal.http ?? BAD_REQUEST)
    .headers({ 'content-security-policy': pagePolicy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(pageOf(sentence, own.pageAdvice, false))
}

const BAD_REQUEST = 400
const UNAUTHORIZED = 401

/** On a full disk the database fails in many ways; the caller always gets the same helpful sentence. */
async function withStorageFull({ storage }: Kernel, refused: Refused | undefined): Promise<Refused | undefined> {
  if (refused?.reason === 'storageFull') storage.noteFull()
  const isFull = refused?.reason === 'outage' && (await storage.state()) === 'full'
  return isFull ? new Refused('storageFull', {}) : refused
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

/** D-04: JSON calls answer 200; links and images use true statuses. */
function httpStatus(call: AnyCall, { refusal }: Refused): number {
  if (refusal.http) return refusal.http
  if (call.transport !== 'link' && call.transport !== 'bytes' && call.transport !== 'page') return 200
  if (refusal.code === 'invalid_credentials' || refusal.code === '6') return 401
  return refusal.code === '4403' ? 403 : 404
}
