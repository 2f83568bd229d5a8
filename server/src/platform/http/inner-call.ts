import type { Call } from '@hufu/contract/call'
import { port } from '../port.ts'
import type { Context, Feature, Handler } from './context.ts'
import { parse } from './input.ts'

/** All features; connected in app.ts, where they are known. */
export const innerCalls = port<readonly Feature[]>('calls made by other calls')

export interface InnerCall {
  /** The audit's name of the call: module.operation. */
  name: string
  query?: Record<string, unknown>
  body?: unknown
}

/** Makes one call within another, in its transaction and with its caller: parsed, permitted and audited like a call of its own. */
export async function makeInnerCall(ctx: Context, { name, query, body }: InnerCall): Promise<unknown> {
  const [module, operation = ''] = name.split('.')
  const feature = innerCalls.use().find(one => one.name === module)
  const call = feature?.calls[operation]
  const handler = feature?.handlers[operation] as Handler<Call> | undefined
  if (!call || !handler) throw new Error(`no such call: ${name}`)
  const inner = {
    ...ctx,
    query: parse(call.query, query ?? {}),
    body: parse(call.body, body),
    auditTarget: () => undefined,
  }
  const step = typeof handler === 'function' ? handler : await handler.prepare(inner)
  return step(inner)
}
