import { z } from 'zod'
import type { AnyCall } from '@hufu/contract/call'
import type { Schema } from '@hufu/contract/schema'

export type JsonSchema = Record<string, unknown>
export interface Parameter {
  name: string
  in: 'query'
  required: boolean
  schema: JsonSchema
}

const options = { target: 'draft-2020-12', unrepresentable: 'any' } as const
const SHARED = '__shared'
const uri = (name: string) => `#/components/schemas/${name}`

/** Schemas of request bodies (input side) and replies (output side), each once, under the name of the first call that has it. */
export function collectSchemas(calls: Readonly<Record<string, Readonly<Record<string, AnyCall>>>>) {
  const sides = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() }
  const names = new Map<unknown, string>()
  const add = (side: keyof typeof sides, schema: Schema | undefined, name: string) => {
    if (!schema || names.has(schema)) return
    names.set(schema, name)
    sides[side].add(schema, { id: name })
  }
  for (const [noun, list] of Object.entries(calls))
    for (const [name, call] of Object.entries(list)) {
      add('input', call.body, `${noun}.${name}.body`)
      if (call.transport !== 'link' && call.transport !== 'bytes' && call.transport !== 'page')
        add('output', call.reply, `${noun}.${name}.reply`)
    }
  const all = Object.fromEntries(
    (['input', 'output'] as const).flatMap(io => {
      // Zod puts what several schemas of a side share into one extra schema, so each side needs a name of its own for it.
      const nameOf = (name: string) => (name === SHARED ? `shared.${io}` : name)
      const { schemas } = z.toJSONSchema(sides[io], { ...options, io, uri: name => uri(nameOf(name)) })
      return Object.entries(schemas).map(([name, schema]) => [nameOf(name), withoutMarks(schema as JsonSchema)])
    }),
  )
  const refOf = (schema: unknown): JsonSchema => ({ $ref: uri(names.get(schema) ?? '') })
  return { all, refOf }
}

/** Within one document a schema needs neither $schema nor $id, and its references to itself become full addresses. */
function withoutMarks({ $schema: _dialect, $id: id, ...schema }: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? whole(value, id as string) : value,
  ) as JsonSchema
}
const whole = (ref: string, id: string) =>
  ref === '#' ? id : ref.startsWith('#/$defs/') ? id + ref.slice(1) : ref.replace('#/$defs/', '/$defs/')

/** A field is required if the schema refuses its absence; else the value it then takes is the default. */
export function parametersOf({ query }: AnyCall): Parameter[] {
  if (!query || !('shape' in query)) return []
  return Object.entries(query.shape as Record<string, Schema>).map(([name, field]) => {
    const { $schema: _dialect, ...schema } = z.toJSONSchema(field, { ...options, io: 'input' }) as JsonSchema
    const absent = z.safeParse(field, undefined)
    const fallback = absent.success && absent.data !== undefined ? { default: absent.data } : {}
    return { name, in: 'query', required: !absent.success, schema: { ...schema, ...fallback } }
  })
}
