import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AnyCall } from '@hufu/contract/call'
import { illegalField } from '@hufu/contract/shapes'
import { refuse } from './refuse.ts'
import type { Schema } from '@hufu/contract/schema'
import { PARAMETER_PROBLEM, reasons } from '@hufu/contract/field-text'

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
  if (names.length > 0) refuse('parameterProblem', unknownProblem(names))
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
  if (!parsed.success) refuse('parameterProblem', problemOf(parsed.error, value))
  const unstorable = unstorableIn(parsed.data)
  return unstorable ? refuse('parameterProblem', unstorableProblem(unstorable)) : parsed.data
}

/** The first problem of an input (N-09), with the schema's own sentence where it has one. */
interface FieldProblem extends Record<string, unknown> {
  field: string | undefined
  reason: string
  sentence?: string
}

/** Names of unknown fields come from the caller, so at most this many are repeated in the answer. */
const SHOWN_MAX = 5

export function problemOf(error: z.ZodError, input: unknown): FieldProblem {
  const issue = error.issues[0]!
  const path = issue.path.map(String)
  if (issue.message !== PARAMETER_PROBLEM) return { field: nameOf(path), reason: issue.message, sentence: issue.message }
  if (issue.code === 'unrecognized_keys') {
    return unknownProblem(issue.keys.map(key => [...path, key].join('.')))
  }
  return { field: nameOf(path), reason: isMissing(input, issue.path) ? reasons.missing : reasonOf(issue) }
}

const unknownProblem = (names: readonly string[]): FieldProblem => ({
  field: names.slice(0, SHOWN_MAX).join('、'),
  reason: reasons.unknown,
})

/** NUL and lone surrogates, which a JavaScript string may hold but PostgreSQL's jsonb may not. */
const isUnstorable = (text: string) => text.includes('\0') || !text.isWellFormed()

/**
 * The path of the first text in the input that PostgreSQL cannot hold (bad input 24); undefined if there is none. The input's depth
 * is already limited.
 */
function unstorableIn(value: unknown, path: readonly string[] = []): readonly string[] | undefined {
  if (typeof value === 'string') return isUnstorable(value) ? path : undefined
  if (value === null || typeof value !== 'object') return undefined
  for (const [key, part] of Object.entries(value)) {
    const found = isUnstorable(key) ? path : unstorableIn(part, [...path, key])
    if (found) return found
  }
  return undefined
}

const unstorableProblem = (path: readonly string[]): FieldProblem => ({ field: nameOf(path), reason: reasons.unreadable })

const nameOf = (path: readonly string[]): string | undefined => (path.length === 0 ? undefined : path.join('.'))

function isMissing(input: unknown, path: readonly PropertyKey[]): boolean {
  let value = input
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key]
  return value === undefined || value === null || value === ''
}

function reasonOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return reasons.types[issue.expected] ?? reasons.wrong
    case 'too_big':
      return bound(issue.origin, Number(issue.maximum), reasons.tooLong, reasons.tooMany, reasons.tooGreat)
    case 'too_small':
      return bound(issue.origin, Number(issue.minimum), reasons.tooShort, reasons.tooFew, reasons.tooSmall)
    case 'invalid_format':
      return reasons.form
    case 'invalid_value':
      return reasons.oneOf(issue.values.map(String).join('、'))
    case 'invalid_union':
      return unionReason(issue)
    default:
      return reasons.wrong
  }
}

type MessageOfLimit = (limit: number) => string
const bound = (origin: string, limit: number, text: MessageOfLimit, list: MessageOfLimit, number: MessageOfLimit): string =>
  (origin === 'string' ? text : origin === 'array' ? list : number)(limit)

/** If the input must be one of several literals, names them all. */
function unionReason(issue: z.core.$ZodIssueInvalidUnion): string {
  const values = issue.errors.flatMap(branch =>
    branch[0]?.code === 'invalid_value' && branch[0].path.length === 0 ? branch[0].values : [],
  )
  return values.length > 0 ? reasons.oneOf([...new Set(values.map(String))].join('、')) : reasons.wrong
}

/** The sent names a schema does not have; a call without a schema accepts none (N-09). */
function unknownNames(schema: Schema | undefined, value: unknown): string[] {
  const names = knownNames(schema)
  if (!names || value === null || typeof value !== 'object' || Array.isArray(value)) return []
  return Object.keys(value).filter(name => !names.has(name))
}

/** undefined: the schema does not describe an object with fixed fields, so every name is accepted. */
function knownNames(schema: unknown): ReadonlySet<string> | undefined {
  if (schema === undefined) return new Set()
  if (schema instanceof z.ZodObject) return allowsUnknownKeys(schema) ? undefined : new Set(Object.keys(schema.shape))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return knownNames(schema.unwrap())
  return schema instanceof z.ZodUnion ? new Set(schema.options.flatMap(option => [...(knownNames(option) ?? [])])) : undefined
}

/** Whether the schema is a `z.looseObject`, which ignores unknown fields. */
const allowsUnknownKeys = ({ def }: z.ZodObject) => def.catchall !== undefined && !(def.catchall instanceof z.ZodNever)

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
async function withoutUnchanged(call: AnyCall, body: unknown, { keys, read }: ReadRecord): Promise<unknown> {
  if (!isFields(body) || !keys.every(key => typeof body[key] === 'string') || !call.body || !('shape' in call.body)) return body
  const writable = call.body.shape as object
  const others = Object.keys(body).filter(name => !(name in writable))
  const refused = refusedFields(call, body).filter(name => !keys.includes(name))
  if (others.length === 0 && refused.length === 0) return body
  const record = plain(await read(Object.fromEntries(keys.map(key => [key, body[key]]))))
  if (!record) return body
  if ('version' in writable && typeof body.version === 'number' && body.version !== record.version) refuse('stale')
  const changed = others.find(name => name in record && !isSame(body[name], record[name]))
  if (changed !== undefined) refuse('parameterProblem', { field: changed, reason: reasons.unwritable })
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
