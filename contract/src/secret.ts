import type { Schema } from './schema.ts'

/** Schemas whose values no log, audit, history or export may contain. `like`: the schema whose marks apply instead. */
const marked = new WeakMap<object, { like?: Schema }>()

/** Marks the values of this schema as secret. A method such as `.max()` creates a new schema, so mark the last one. */
export function secret<T extends Schema>(schema: T): T {
  marked.set(schema, {})
  return schema
}
/** For rows that the schema `like` reads later: they contain the secrets that `like` marks. */
export function secretAs<T extends Schema>(schema: T, like: Schema): T {
  marked.set(schema, { like })
  return schema
}

const REDACTED = '***'
type Def = Record<string, unknown>
const defOf = (schema: Schema): Def => schema._zod.def as unknown as Def
const DEPTH_MAX = 24

/**
 * A copy without the values the schema marks as secret. Fields a strict
 * schema does not know are cut whole, because they may be secret.
 */
export function withoutSecrets(schema: Schema | undefined, value: unknown, depth = 0): unknown {
  if (!schema || value === undefined || value === null || depth > DEPTH_MAX) return value
  const mark = marked.get(schema)
  if (mark && !mark.like) return REDACTED
  if (mark?.like) return withoutSecrets(mark.like, value, depth + 1)
  const inside = (inner: unknown, part: unknown) => withoutSecrets(inner as Schema, part, depth + 1)
  const def = defOf(schema)
  if ('innerType' in def) return inside(def.innerType, value)
  if (def.type === 'pipe') return inside(def.out, inside(def.in, value))
  if (def.type === 'union') return cutByUnion(def.options as Schema[], value, depth)
  if (def.type === 'array' && Array.isArray(value)) return value.map(part => inside(def.element, part))
  if (def.type === 'record' && isFields(value)) return mapped(value, (part: unknown) => inside(def.valueType, part))
  if (def.type === 'object' && isFields(value)) {
    const shape = def.shape as Record<string, Schema>
    const isLoose = def.catchall !== undefined && defOf(def.catchall as Schema).type !== 'never'
    return mapped(value, (part, key) => (Object.hasOwn(shape, key) ? inside(shape[key], part) : isLoose ? part : REDACTED))
  }
  return def.type === 'object' || def.type === 'array' || def.type === 'record' ? REDACTED : value
}

/** The data sent to a call, as it may be recorded; data the call takes no schema for is cut. */
export const recordable = (schema: Schema | undefined, value: unknown): unknown =>
  schema ? withoutSecrets(schema, value) : isFields(value) ? mapped(value, () => REDACTED) : value && REDACTED

/** Applies every option of a union; a field is cut as unknown only if no option knows it. */
function cutByUnion(options: readonly Schema[], value: unknown, depth: number): unknown {
  const shapes = options.flatMap(option => ('shape' in defOf(option) ? [defOf(option).shape as Record<string, Schema>] : []))
  if (shapes.length < options.length || !isFields(value))
    return options.reduce((left, option) => withoutSecrets(option, left, depth + 1), value)
  return mapped(value, (part, key) => {
    const shapesWithKey = shapes.filter(shape => Object.hasOwn(shape, key))
    return shapesWithKey.length === 0
      ? REDACTED
      : shapesWithKey.reduce<unknown>((left, shape) => withoutSecrets(shape[key], left, depth + 1), part)
  })
}

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const mapped = (value: Record<string, unknown>, by: (part: unknown, key: string) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([key, part]) => [key, by(part, key)]))

/** The paths of all marked values below a schema, such as `password` or `list[].password`. */
export function secretPaths(schema: Schema | undefined, path = '', depth = 0): string[] {
  if (!schema || depth > DEPTH_MAX) return []
  const mark = marked.get(schema)
  if (mark && !mark.like) return [path]
  const below = (inner: unknown, at = path) => secretPaths(inner as Schema, at, depth + 1)
  if (mark?.like) return below(mark.like)
  const def = defOf(schema)
  if ('innerType' in def) return below(def.innerType)
  if (def.type === 'pipe') return [...below(def.in), ...below(def.out)]
  if (def.type === 'union') return (def.options as Schema[]).flatMap(option => below(option))
  if (def.type === 'array') return below(def.element, `${path}[]`)
  if (def.type === 'object')
    return Object.entries(def.shape as object).flatMap(([key, inner]) => below(inner, path === '' ? key : `${path}.${key}`))
  return []
}
