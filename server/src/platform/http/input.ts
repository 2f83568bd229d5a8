import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AnyCall } from '@hufu/contract/call'
import { illegalField } from '@hufu/contract/shapes'
import { problemOf, unknownProblem, unstorableIn, unstorableProblem } from './field-problem.ts'
import { type ReadRecord, withoutUnchanged } from './read-record.ts'
import { refuse } from './refuse.ts'
import { unknownNames } from './unknown-names.ts'
import type { Schema } from '@hufu/contract/schema'

export interface Input {
  query: unknown
  body: unknown
}

/**
 * The request's input, parsed by the schemas of the call. `fields` are those of an upload; `record` reads the record the call
 * updates.
 */
export async function readInput(
  call: AnyCall,
  request: FastifyRequest,
  fields: Record<string, string> | undefined,
  record?: ReadRecord,
): Promise<Input> {
  const body = fields ?? request.body ?? undefined
  if (Array.isArray(body) && !(call.body instanceof z.ZodArray)) refuse('unreadable')
  const illegal = call.method === 'POST' ? (illegalField(body) ?? illegalField(request.query)) : undefined
  if (illegal !== undefined) refuse('illegalText', { field: illegal })
  const [query, rest] = mergeBodyScalars(call, { ...(request.query as Record<string, unknown>) }, body)
  const sent = record ? await withoutUnchanged(call, rest, record) : rest
  // A GET ignores unknown parameters (D-07); a call that changes something refuses them by name (N-09).
  if (call.method === 'POST') refuseUnknown([...unknownNames(call.query, query), ...unknownNames(call.body, sent)])
  return { query: parse(call.query, query), body: parse(call.body, sent) }
}

function refuseUnknown(names: readonly string[]): void {
  if (names.length > 0) refuse('parameterFault', unknownProblem(names))
}

/** D-10: scalars of a POST's query are also read from its body; the query wins. */
function mergeBodyScalars(call: AnyCall, query: Record<string, unknown>, body: unknown): [unknown, unknown] {
  const names = call.method === 'POST' && call.query && 'shape' in call.query ? Object.keys(call.query.shape as object) : []
  if (names.length === 0 || body === null || typeof body !== 'object' || Array.isArray(body)) return [query, body]
  const rest: Record<string, unknown> = { ...(body as Record<string, unknown>) }
  const fields = call.body && 'shape' in call.body ? (call.body.shape as object) : {}
  for (const name of names)
    if (name in rest && !(name in fields)) {
      query[name] ??= rest[name]
      delete rest[name]
    }
  return [query, Object.keys(rest).length === 0 && !call.body ? undefined : rest]
}

export function parse(schema: Schema | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) refuse('parameterFault', problemOf(parsed.error, value))
  const unstorable = unstorableIn(parsed.data)
  return unstorable ? refuse('parameterFault', unstorableProblem(unstorable)) : parsed.data
}
