import type { OpenApi, JsonSchema } from '../../../platform/http/openapi.ts'
import { text } from './text.ts'

/** One field of a schema, as a line of a table. */
export interface Line {
  name: string
  depth: number
  type: string
  rules: string[]
}

const DEPTH_MAX = 4
const list = (value: unknown): JsonSchema[] => (Array.isArray(value) ? (value as JsonSchema[]) : [])

/** The schema that `$ref` points to in the document. */
export function resolved(document: OpenApi, schema: JsonSchema): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema
  const steps = schema.$ref.slice(2).split('/')
  let at: unknown = document
  for (const step of steps) at = (at as JsonSchema | undefined)?.[step]
  return (at ?? {}) as JsonSchema
}

/** A schema as readable lines: one for each field, with nested fields one level deeper. */
export function outline(document: OpenApi, schema: JsonSchema, name = '', depth = 0, required = true): Line[] {
  const plain = resolved(document, schema)
  const rules = [...(name === '' ? [] : [required ? text.required : text.optional]), ...rulesOf(plain)]
  const own: Line = { name, depth, type: typeOf(document, plain), rules }
  const inside = depth > DEPTH_MAX ? [] : nestedLines(document, plain, depth)
  return name === '' && inside.length > 0 && plain.type === 'object' ? inside : [own, ...inside]
}

function nestedLines(document: OpenApi, schema: JsonSchema, depth: number): Line[] {
  const parts = [...list(schema.anyOf), ...list(schema.allOf), ...list(schema.oneOf), ...(schema.items ? [schema.items as JsonSchema] : [])]
  const own = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).flatMap(([field, inner]) =>
    outline(document, inner, field, depth + 1, ((schema.required ?? []) as string[]).includes(field)),
  )
  return [...own, ...parts.map(part => resolved(document, part)).flatMap(part => nestedLines(document, part, depth))]
}

function typeOf(document: OpenApi, schema: JsonSchema): string {
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.items) return `${typeOf(document, resolved(document, schema.items as JsonSchema))}[]`
  const choices = [...list(schema.anyOf), ...list(schema.oneOf)]
  if (choices.length > 0) return [...new Set(choices.map(choice => typeOf(document, resolved(document, choice))))].join(' | ')
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  if (schema.allOf) return 'object'
  return typeof schema.type === 'string' ? schema.type : Array.isArray(schema.enum) ? 'string' : 'any'
}

const number = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER

function rulesOf(schema: JsonSchema): string[] {
  const { enum: values, default: fallback, minLength, maxLength, minimum, maximum, maxItems, pattern } = schema
  return [
    ...(Array.isArray(values) ? [text.choice(values.map(value => JSON.stringify(value)))] : []),
    ...(number(minLength) ? [text.shortest(minLength)] : []),
    ...(number(maxLength) ? [text.longest(maxLength)] : []),
    ...(number(minimum) ? [text.least(minimum)] : []),
    ...(number(maximum) ? [text.greatest(maximum)] : []),
    ...(number(maxItems) ? [text.atMost(maxItems)] : []),
    ...(typeof pattern === 'string' ? [text.form(pattern)] : []),
    ...(fallback === undefined ? [] : [text.fallback(JSON.stringify(fallback))]),
  ]
}
