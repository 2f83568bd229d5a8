import { z } from 'zod'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCall, Call } from '@hufu/contract/call'
import { done } from '@hufu/contract/shapes'
import { writeAudit, type AuditTarget } from '../audit/audit.ts'
import { givingOf } from '../access/seniority.ts'
import { inTransaction } from '../database/db.ts'
import type { CheckGiven } from '../access/giving.ts'
import { sendError, auditOf, sendDownload, success, type MountedCall } from './reply.ts'
import { guard } from './guard.ts'
import { readInput, type Input, type ReadRecord } from './input.ts'
import type { Kernel } from '../kernel.ts'
import { isSecure } from './origin.ts'
import { refuse } from './refuse.ts'
import { everything } from '../access/scope.ts'
import { Download, KeptRefusal, WithMessage, type Feature, type Handler, type Context, type UploadedFile } from './context.ts'
import { receive } from './body.ts'

/** Registers the calls of one feature with the server; each request passes guard, parser, handler and envelope. */
export function mount(app: FastifyInstance, kernel: Kernel, feature: Feature, checkGiven: CheckGiven): void {
  for (const [name, call] of Object.entries(feature.calls)) {
    const handler = feature.handlers[name] as Handler<Call>
    const mounted = {
      kernel,
      call,
      handler,
      module: feature.name,
      operation: name,
      checkGiven,
      record: recordOf(call, feature),
    }
    for (const path of [call.path, ...call.alias])
      app.route({
        method: call.method,
        url: `/api${path}`,
        bodyLimit: call.maxBytes,
        config: { call },
        onRequest: request => kernel.answers.keep(guard(kernel, call, request)),
        handler: (request, reply) => kernel.answers.keep(answer(mounted, request, reply)),
        errorHandler: async (error, request, reply) => sendError(mounted, error, request, reply),
      })
  }
}

function recordOf({ reads }: AnyCall, { calls, handlers }: Feature): MountedCall['record'] {
  if (reads === undefined || reads === 'nothing') return undefined
  return { call: calls[reads]!, handler: handlers[reads] as Handler<Call> }
}

async function answer(mounted: MountedCall, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (mounted.call.transport !== 'upload' && request.isMultipart()) refuse('wrongContentType')
  const upload = mounted.call.transport === 'upload' ? await receive(request, mounted.call.maxBytes) : undefined
  try {
    const input = await readInput(mounted.call, request, upload?.fields, recordReader(mounted, request, reply))
    const result = await run(mounted, request, reply, input, upload?.file)
    if (result instanceof Download) return sendDownload(result, reply)
    const { message, data: answered } = result instanceof WithMessage ? result : { message: undefined, data: result }
    const data: unknown = mounted.call.reply === done ? true : z.parse(mounted.call.reply, answered)
    return reply.send({ ...success(mounted.call, data, message), data: data ?? null })
  } finally {
    await upload?.clear()
  }
}

function recordReader(mounted: MountedCall, request: FastifyRequest, reply: FastifyReply): ReadRecord | undefined {
  const { record } = mounted
  if (!record) return undefined
  const handler = typeof record.handler === 'function' ? record.handler : undefined
  return {
    keys: record.call.query && 'shape' in record.call.query ? Object.keys(record.call.query.shape as object) : [],
    read: async input => {
      const query = record.call.query ? z.safeParse(record.call.query, input) : { success: true, data: undefined }
      const ctx = contextOf({ ...mounted, ...record }, request, reply, { query: query.data, body: undefined })
      return query.success ? z.parse(record.call.reply, await handler?.(ctx)) : undefined
    },
  }
}

async function run(
  mounted: MountedCall,
  request: FastifyRequest,
  reply: FastifyReply,
  input: Input,
  file: UploadedFile | undefined,
): Promise<unknown> {
  const { kernel, call, handler } = mounted
  const pass = request.pass
  const afterwards: (() => void | Promise<void>)[] = []
  const targets: AuditTarget[] = []
  const ctx = contextOf(mounted, request, reply, input, {
    file,
    auditTarget: (id, type = mounted.module) => {
      targets.push({ type, id })
    },
    afterCommit: work => afterwards.push(work),
  })
  const step = typeof handler === 'function' ? handler : await handler.prepare(ctx)
  if (!call.changes) return step(ctx)
  const { giving } = ctx
  const actor = {
    userId: pass?.who?.userId ?? '',
    sessionId: pass?.who?.sessionId ?? '',
    traceId: request.id,
    call: `${mounted.module}.${mounted.operation}`,
    ...(giving && { giving }),
  }
  const result = await inTransaction(kernel.db, actor, async db => {
    afterwards.length = 0
    targets.length = 0
    const outcome = await step({ ...ctx, db })
    await ctx.checkGiven(db)
    // A refusal is recorded where it is sent (reply.ts).
    if (outcome instanceof KeptRefusal) return outcome
    const message = outcome instanceof WithMessage ? outcome.message : undefined
    if (pass?.who) await writeAudit(db, auditOf(mounted, request, success(call, outcome, message), input, targets))
    return outcome
  })
  if (result instanceof KeptRefusal) throw result.refused
  for (const work of afterwards) await work()
  return result
}

function contextOf(
  { kernel, call, checkGiven }: MountedCall,
  request: FastifyRequest,
  reply: FastifyReply,
  input: Input,
  more: Partial<Pick<Context, 'auditTarget' | 'afterCommit'>> & { file?: UploadedFile | undefined } = {},
) {
  const pass = request.pass
  const giving = pass?.who && givingOf(pass.who, pass.scope)
  return {
    db: kernel.db,
    ...input,
    who: pass?.who,
    scope: pass?.scope ?? everything,
    giving,
    checkGiven: async db =>
      giving && pass?.who && checkGiven(db, pass.who, giving === 'client' ? { kernel, call, isOfBranch: false } : undefined),
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
    auditTarget: () => undefined,
    afterCommit: () => undefined,
    request,
    reply,
    ...more,
  } as Context as Context<never, never>
}
