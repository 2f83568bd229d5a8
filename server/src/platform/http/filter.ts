import type { z } from 'zod'
import { reasons } from '@hufu/contract/field-text'
import { paging, sorting } from '@hufu/contract/shapes'
import { problemOf } from './field-problem.ts'
import { refuse } from './refuse.ts'

/** Query parameters of a list that are no filters; they are ignored. */
const LIST_PARAMETERS = new Set([...Object.keys(paging.shape), ...Object.keys(sorting.shape)])

/** Filters of a list that come as a value (D-08). A name the list does not have is refused, or a misspelt one would mean everybody (N-09). */
export function readFilter<S extends z.ZodObject>(schema: S, input: unknown): z.output<S> {
  const isField = (name: string) => Object.hasOwn(schema.shape, name) || LIST_PARAMETERS.has(name)
  const unknown = isRecord(input) ? Object.keys(input).find(name => !isField(name)) : undefined
  if (unknown !== undefined) refuse('filterUnknown', { field: unknown, reason: reasons.unknown })
  const parsed = schema.safeParse(input)
  return parsed.success ? parsed.data : refuse('filterUnreadable', problemOf(parsed.error, input))
}

/** The same as JSON text: `queryStr`, and the query of a GET; none given is none. */
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
