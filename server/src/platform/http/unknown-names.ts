import { z } from 'zod'
import type { Schema } from '@hufu/contract/schema'

/** The sent names a schema does not have; a call without a schema accepts none (N-09). */
export function unknownNames(schema: Schema | undefined, value: unknown): string[] {
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
