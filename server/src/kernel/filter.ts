import type { z } from 'zod'
import { refuse } from './refuse.ts'

/** Filters of a list that come as a value (D-08). */
export function readFilter<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given)
  return parsed.success ? parsed.data : refuse('filterUnreadable')
}

/** The same as JSON text: `queryStr`, and the query of a GET; none given is none. */
export function readFilterText<T>(schema: z.ZodType<T>, text: string | null | undefined): T | undefined {
  return text ? readFilter(schema, parsed(text)) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('filterUnreadable')
  }
}
