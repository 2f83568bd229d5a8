import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AnyCall } from '@hufu/contract/call'
import { illegalField, PARAMETER_FAULT } from '@hufu/contract/shapes'
import { Refused, refuse } from './refuse.ts'

export interface Input {
  query: unknown
  body: unknown
}

/** What was asked, parsed by the schemas of the call. `fields` are those of an upload. */
export function readInput(call: AnyCall, request: FastifyRequest, fields: Record<string, string> | undefined): Input {
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

/** The filters of a list as JSON text: an export asks for what the list shows (D-08). */
export function readFilter<T>(schema: z.ZodType<T>, given: string | undefined): T {
  const parsed = schema.safeParse(given ? jsonOf(given) : {})
  return parsed.success ? parsed.data : refuse('filterUnreadable')
}

function jsonOf(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return refuse('filterUnreadable')
  }
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
