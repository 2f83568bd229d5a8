import type { FastifyBaseLogger } from 'fastify'
import { scimCalls, type ScimCall } from '@hufu/contract/federation/scim'
import { text as commonText } from '@hufu/contract/text'
import type { Context } from '../../../../platform/http/context.ts'
import { writeAudit } from '../../../../platform/audit/audit.ts'
import { inTransaction, type Db, type Giving } from '../../../../platform/database/db.ts'
import { checkGiven } from '../../../apps/index.ts'
import { BrakePulled } from './brake.sql.ts'
import type { Caller } from '../caller.ts'
import { hourlyBulkId } from './hourly-bulk-id.ts'
import { problemFrom } from '../protocol/problem.ts'
import { stopClient } from './stop.ts'

/** One write: a request, or one operation of a bulk request. */
export interface ScimWrite {
  /** The operation's name in the audit, such as `saveUser`. */
  operation: string
  /** The grant that allows it. */
  call: ScimCall
  method: string
  path: string
  body: unknown
  traceId: string
  log: FastifyBaseLogger
  /** When the request began, as `performance.now()` in milliseconds. */
  startedAt: number
}

/** The context of a change's transaction, like that of a console call. */
export interface WriteContext extends Context {
  caller: Caller
  /** Called when nothing was written, so that no audit record is made. */
  unchanged(): void
}

const MODULE = 'scim'
const GIVING: Giving = 'client'
const SECRET_NAME = /password|idcard|phonenumbers/i

/** The request body with secrets and telephone numbers replaced by `***`, for the audit. */
export function recordable(value: unknown, depth = 0): unknown {
  if (depth > 8 || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(item => recordable(item, depth + 1))
  const isSecret = 'path' in value && SECRET_NAME.test(String(value.path))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      SECRET_NAME.test(key) || (isSecret && key === 'value') ? '***' : recordable(inner, depth + 1),
    ]),
  )
}

/**
 * Runs `work` in one transaction with one audit record and one operation (rule 7); a refusal is recorded outside the transaction.
 */
export async function change<T>(caller: Caller, act: ScimWrite, work: (ctx: WriteContext) => Promise<T>): Promise<T> {
  const { kernel, who } = caller
  const afterwards: (() => void | Promise<void>)[] = []
  let target: string | undefined
  const actor = { userId: who.userId, sessionId: '', traceId: act.traceId, call: `${MODULE}.${act.operation}`, giving: GIVING }
  const record = (db: Db, code: string, message: string) =>
    writeAudit(db, {
      who,
      ip: caller.ip,
      traceId: act.traceId,
      module: MODULE,
      operateType: act.operation,
      method: act.method,
      path: act.path,
      params: { body: recordable(act.body) },
      code,
      message,
      cost: Math.round(performance.now() - act.startedAt),
      target,
    })
  try {
    const result = await inTransaction(kernel.db, { ...actor, bulkId: hourlyBulkId(caller.client.id, kernel.now()) }, async db => {
      afterwards.length = 0
      let isWritten = true
      const context = contextOf(caller, act, db)
      const outcome = await work({
        ...context,
        auditTarget: (name: string) => {
          target = name
        },
        afterCommit: (next: () => void | Promise<void>) => {
          afterwards.push(next)
        },
        unchanged: () => {
          isWritten = false
        },
      } as unknown as WriteContext)
      await context.checkGiven(db)
      if (isWritten) await record(db, 'success', commonText.done)
      return outcome
    })
    for (const next of afterwards) await next()
    return result
  } catch (error) {
    const found = problemFrom(error)
    if (error instanceof BrakePulled) await stopClient(kernel, actor, caller.client.id, error.why)
    if (found && (found.status < 500 || found instanceof BrakePulled) && found.status !== 404)
      await record(kernel.db, String(found.status), found.message).catch((failed: unknown) =>
        act.log.error({ err: failed }, 'audit of a refusal failed'),
      )
    throw error
  }
}

const contextOf = (caller: Caller, act: ScimWrite, db: Db) => ({
  caller,
  db,
  who: caller.who,
  scope: caller.scope,
  kernel: caller.kernel,
  giving: GIVING,
  checkGiven: (trx: Db) => checkGiven(trx, caller.who, { kernel: caller.kernel, call: scimCalls[act.call], isOfBranch: !caller.scope.all }),
  ip: caller.ip,
  agent: '',
  traceId: act.traceId,
  log: act.log,
})
