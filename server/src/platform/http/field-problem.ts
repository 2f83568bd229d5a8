import type { z } from 'zod'
import { PARAMETER_FAULT, reasons } from '@hufu/contract/field-text'

/** The first problem of an input (N-09), with the schema's own sentence where it has one. */
export interface FieldProblem extends Record<string, unknown> {
  field: string | undefined
  reason: string
  sentence?: string
}

/** Names of unknown fields come from the caller, so at most this many are repeated in the answer. */
const SHOWN_MAX = 5

export function problemOf(error: z.ZodError, input: unknown): FieldProblem {
  const issue = error.issues[0]!
  const path = issue.path.map(String)
  if (issue.message !== PARAMETER_FAULT) return { field: nameOf(path), reason: issue.message, sentence: issue.message }
  if (issue.code === 'unrecognized_keys') {
    return unknownProblem(issue.keys.map(key => [...path, key].join('.')))
  }
  return { field: nameOf(path), reason: isMissing(input, issue.path) ? reasons.missing : reasonOf(issue) }
}

export const unknownProblem = (names: readonly string[]): FieldProblem => ({
  field: names.slice(0, SHOWN_MAX).join('、'),
  reason: reasons.unknown,
})

/** NUL and lone surrogates, which a JavaScript string may hold but PostgreSQL's jsonb may not. */
const isUnstorable = (text: string) => text.includes('\0') || !text.isWellFormed()

/**
 * The path of the first text in the input that PostgreSQL cannot hold (bad input 24); undefined if there is none. The input's depth
 * is already limited.
 */
export function unstorableIn(value: unknown, path: readonly string[] = []): readonly string[] | undefined {
  if (typeof value === 'string') return isUnstorable(value) ? path : undefined
  if (value === null || typeof value !== 'object') return undefined
  for (const [key, part] of Object.entries(value)) {
    const found = isUnstorable(key) ? path : unstorableIn(part, [...path, key])
    if (found) return found
  }
  return undefined
}

export const unstorableProblem = (path: readonly string[]): FieldProblem => ({ field: nameOf(path), reason: reasons.unreadable })

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
