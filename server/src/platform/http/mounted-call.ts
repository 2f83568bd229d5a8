import type { FastifyRequest } from 'fastify'
import type { AnyCall, Call } from '@hufu/contract/call'
import { LoginData } from '@hufu/contract/sign-in/sign-in'
import { recordable } from '@hufu/contract/secret'
import { text } from '@hufu/contract/text'
import type { CheckGiven } from '../access/giving.ts'
import { targetsOf, type AuditTarget } from '../audit/targets.ts'
import type { Kernel } from '../kernel.ts'
import type { Handler } from './context.ts'

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

/** The request without its secrets. */
const recordableOf = ({ query, body }: AnyCall, params: { query?: unknown; body?: unknown }) => ({
  query: recordable(query, params.query),
  body: recordable(body, params.body),
})

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

declare module 'fastify' {
  interface FastifyRequest {
    startedAt?: number
  }
}
