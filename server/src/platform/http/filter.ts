import type { z } from 'zod'
import { reasons } from '@hufu/contract/field-text'
import { paging, sorting } from '@hufu/contract/shapes'
import { problemOf } from './input.ts'
import { refuse } from './refuse.ts'

/** Query parameters of a list that are not filters; they are ignored here. */
const LIST_PARAMETERS = new Set([...Object.keys(paging.shape), ...Object.keys(sorting.shape)])

/**
 * Filters of a list that come as an object. An unknown name is refused, because a misspelt filter would select everybody.
 */
export function readFilter<S extends z.ZodObject>(schema: S, input: unknown): z.output<S> {
  const isField = (name: string) => Object.hasOwn(schema.shape, name) || LIST_PARAMETERS.has(name)
  const unknown = isRecord(input) ? Object.keys(input).find(name => !isField(name)) : undefined
  if (unknown !== undefined) refuse('filterUnknown', { field: unknown, reason: reasons.unknown })
  const parsed = schema.safeParse(input)
  return parsed.success ? parsed.data : refuse('filterUnreadable', problemOf(parsed.error, input))
}

/** Filters that come as JSON text, in `queryStr` or in the query of a GET; undefined if there are none. */
export function readFilterText<S extends z.ZodObject>(schema: S, text: string | null | undefined): z.output<S> | undefined {
  return text ? readFilter(schema, parsed(text)) : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('filterUnreadable')
  }
}
