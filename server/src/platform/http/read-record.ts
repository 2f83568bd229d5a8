import { z } from 'zod'
import { isDeepStrictEqual } from 'node:util'
import type { AnyCall } from '@hufu/contract/call'
import { reasons } from '@hufu/contract/field-text'
import { refuse } from './refuse.ts'

type Fields = Record<string, unknown>

/** Reads the record an update changes, exactly as the caller gets it from the reading call (getById, or get of settings). */
export interface ReadRecord {
  /** The fields that identify the record. */
  keys: readonly string[]
  read: (query: Fields) => Promise<unknown>
}

/**
 * Lets an update send back the record as it was read (N-09). A field that cannot be written is ignored if unchanged and refused if
 * changed; a value the schema would refuse, such as a masked number, is accepted if the record already holds it.
 */
export async function withoutUnchanged(call: AnyCall, body: unknown, { keys, read }: ReadRecord): Promise<unknown> {
  if (!isFields(body) || !keys.every(key => typeof body[key] === 'string') || !call.body || !('shape' in call.body)) return body
  const writable = call.body.shape as object
  const others = Object.keys(body).filter(name => !(name in writable))
  const refused = refusedFields(call, body).filter(name => !keys.includes(name))
  if (others.length === 0 && refused.length === 0) return body
  const record = plain(await read(Object.fromEntries(keys.map(key => [key, body[key]]))))
  if (!record) return body
  if ('version' in writable && typeof body.version === 'number' && body.version !== record.version) refuse('stale')
  const changed = others.find(name => name in record && !isSame(body[name], record[name]))
  if (changed !== undefined) refuse('parameterFault', { field: changed, reason: reasons.unwritable })
  const unchanged = new Set([...others, ...refused].filter(name => name in record && isSame(body[name], record[name])))
  return Object.fromEntries(Object.entries(body).filter(([name]) => !unchanged.has(name)))
}

/** Fields of the first level that the schema refuses. */
function refusedFields(call: AnyCall, body: Fields): string[] {
  const issues = (call.body && z.safeParse(call.body, body).error?.issues) ?? []
  return [...new Set(issues.flatMap(issue => (typeof issue.path[0] === 'string' ? [issue.path[0]] : [])))]
}

/** The record as JSON carries it. */
function plain(read: unknown): Fields | undefined {
  const record: unknown = JSON.parse(JSON.stringify(read ?? null))
  return isFields(record) ? record : undefined
}

const isSame = (sent: unknown, present: unknown): boolean => isDeepStrictEqual(sent ?? null, present ?? null)

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
