import type { AnyCall, Call } from '@hufu/contract/call'
import { givingOf } from '../access/seniority.ts'
import { setGiver } from '../database/db.ts'
import { port } from '../port.ts'
import type { Context, Feature, Handler } from './context.ts'
import { parse } from './input.ts'
import { refuse } from './refuse.ts'

/** All features; connected in app.ts, where they are known. */
export const innerCalls = port<readonly Feature[]>('calls made by other calls')

export interface InnerCall {
  /** The audit's name of the call: module.operation. */
  name: string
  query?: Record<string, unknown>
  body?: unknown
}

function callNamed(name: string): { call: AnyCall; handler: Handler<Call> } {
  const [module, operation = ''] = name.split('.')
  const feature = innerCalls.use().find(one => one.name === module)
  const call = feature?.calls[operation]
  const handler = feature?.handlers[operation] as Handler<Call> | undefined
  if (!call || !handler) throw new Error(`no such call: ${name}`)
  return { call, handler }
}

/** Makes one call within another, in its transaction and with its caller, whose permission the outer call has checked: parsed like a call of its own. */
export async function makeInnerCall(ctx: Context, { name, query, body }: InnerCall): Promise<unknown> {
  const { call, handler } = callNamed(name)
  const inner = {
    ...ctx,
    query: parse(call.query, query ?? {}),
    body: parse(call.body, body),
    auditTarget: () => undefined,
  }
  const step = typeof handler === 'function' ? handler : await handler.prepare(inner)
  return step(inner)
}

/** The context in which the caller makes this call: refuses it without its permission, and narrows it to the scope they hold for it. */
export async function withRightsFor(ctx: Context, call: AnyCall): Promise<Context> {
  const { rights, userId } = ctx.who
  if (rights.scopeOf('superAdmin')) return ctx
  const scope = rights.scopeOf(call.permit)
  if (!scope || rights.calls || ctx.kernel.config.isClosed(call)) refuse('forbidden')
  // From here on nobody may gain what the caller does not hold, whatever the scope of the outer call allows.
  if (!scope.all) await setGiver(ctx.db, { giving: 'branch', giver: userId })
  return { ...ctx, scope, giving: givingOf(ctx.who, scope) }
}

/** Like makeInnerCall, for callers who may make the outer call without this one. */
export const makePermittedCall = async (ctx: Context, call: InnerCall): Promise<unknown> =>
  makeInnerCall(await withRightsFor(ctx, callNamed(call.name).call), call)
