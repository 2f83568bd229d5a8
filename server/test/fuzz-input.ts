import { z } from 'zod'
import type { AnyCall } from '@hufu/contract/call'
import type { Schema } from '@hufu/contract/schema'

/** The same numbers for the same seed (mulberry32), so that a failure can be repeated. */
export function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (n: number) => Math.floor(next() * n)
  return { chance: (p: number) => next() < p, below, oneOf: <T>(list: readonly T[]): T => list[below(list.length)]! }
}
export type Dice = ReturnType<typeof dice>

const HOSTILE_CHARACTERS = [
  '\u0000',
  '\u0001',
  '\n',
  ' ',
  '%00',
  '"',
  "'",
  '<script>',
  '张',
  '\u202e',
  '😀',
  '.',
  '=',
  '+',
  '/',
  '\\',
  '..',
  '{}',
  '`',
]
/**
 * A mutated token: a character changed, removed, doubled or added; halves swapped; parts of a JWT exchanged. Deterministic for the
 * same dice.
 */
export function mutant(token: string, die: Dice): string {
  const at = die.below(token.length)
  const variants = [
    () => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1),
    () => token.slice(0, at) + token.slice(at + 1 + die.below(4)),
    () => token.slice(0, at),
    () => token + token.slice(0, 1 + die.below(9)),
    () => token.slice(0, at) + die.oneOf(HOSTILE_CHARACTERS) + token.slice(at),
    () => token.slice(at) + token.slice(0, at),
    () => token.split('').toReversed().join(''),
    () => (token[at]! >= 'a' ? token.toUpperCase() : token.toLowerCase()),
    () => token.split('.').toReversed().join('.'),
    () =>
      token.replace(/^[^.]*/, Buffer.from(JSON.stringify({ alg: die.oneOf(['none', 'HS256', 'RS256', 'SM2', '']) })).toString('base64url')),
    () => token.repeat(1 + die.below(60)),
  ]
  return die.oneOf(variants)()
}

const deep = (n: number): unknown => (n === 0 ? 1 : n % 2 ? [deep(n - 1)] : { a: deep(n - 1) })
const hostile: readonly unknown[] = [
  null, true, false, 0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63), '', ' ', '0', '-1', 'NaN', 'null', 'undefined', 'true', '1,2,,3',
  "' or 1=1 --", "';drop table users;--", '$1', '%', '_', '\\', '%00', '\0', 'a\0b', '\ud800', '\udfff尾', '\u202e', '\ufeff', '😀', '张三', '<b>', '>',
  '../../etc/passwd', '{{7*7}}', '${7*7}', '__proto__', 'constructor', 'toString', '2026-02-30', '9999-12-31 23:59:59', '0000-00-00', '2026-01-01 25:61:61',
  '{"status":1}', '{"orgId":{"a":1}}', '[1]', '{', '(a+)+$', 'x'.repeat(51), 'x'.repeat(5000), '长'.repeat(3000), [], {}, [[]], [null], ['1'], [1, 2],
  { __proto__: null, toString: 1 }, { id: '1' }, deep(30), deep(60), Array.from({ length: 501 }, (_, n) => String(n)),
] // prettier-ignore

export interface Shape {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  oneOf?: Shape[]
  properties?: Record<string, Shape>
  items?: Shape
  minimum?: number
  maximum?: number
}
const shapes = new Map<Schema, Shape>()
export function shapeOf(schema: Schema): Shape {
  const found = shapes.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape)
  shapes.set(schema, found)
  return found
}

/** Values that exist in this database, by the field they fit. */
export type KnownValues = (field: string, dice: Dice) => unknown

/** A value as the schema wants it, except one in eight. */
function halfValidValue(shape: Shape, field: string, values: KnownValues, die: Dice, depth = 0): unknown {
  if (die.chance(0.12)) return die.oneOf(hostile)
  const choice = shape.anyOf ?? shape.oneOf
  if (choice) return halfValidValue(die.oneOf(choice), field, values, die, depth)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return die.oneOf(shape.enum)
  if (shape.type === 'object' || shape.properties)
    return Object.fromEntries(
      Object.entries(shape.properties ?? { realName: {}, orgId: {}, searchKey: {} }).flatMap(([key, inner]) =>
        die.chance(0.8) ? [[key, halfValidValue(inner, key, values, die, depth + 1)]] : [],
      ),
    )
  if (shape.type === 'array')
    return Array.from({ length: die.below(4) }, () => halfValidValue(shape.items ?? {}, field, values, die, depth + 1))
  if (shape.type === 'integer' || shape.type === 'number') return (shape.minimum ?? 0) + die.below(Math.min(50, (shape.maximum ?? 50) + 1))
  if (shape.type === 'boolean') return die.chance(0.5)
  if (shape.type === 'null') return null
  return values(field, die)
}

const record = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

export interface FuzzRequest {
  call: AnyCall
  query: string
  headers: Record<string, string>
  body: string | FormData | undefined
}

/** A half-valid request: the right path, mostly the right names, often the right types. */
export function fuzzRequest(call: AnyCall, values: KnownValues, die: Dice): FuzzRequest {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(call.query ? record(halfValidValue(shapeOf(call.query), '', values, die)) : {}))
    query.append(key, asText(value))
  if (die.chance(0.1)) query.append(die.oneOf(['id', 'x', '__proto__', 'constructor', 'current', 'orgId']), asText(die.oneOf(hostile)))
  const raw = die.chance(0.03) ? die.oneOf(['%', '%zz=%', '&&&==', 'a[b]=c', 'id=1&id=2', '\u0000']) : query.toString()
  if (call.method === 'GET') return { call, query: raw, headers: {}, body: undefined }
  if (call.transport === 'upload' && die.chance(0.7)) return { call, query: raw, headers: {}, body: form(die) }
  const body = call.body ? halfValidValue(shapeOf(call.body), '', values, die) : die.oneOf([{}, undefined, [], ...hostile])
  const text = die.chance(0.04) ? die.oneOf(['{', '', '[1,]', '{"a":1}}', '\u0000', '{"__proto__":{"x":1}}', '"']) : JSON.stringify(body)
  const type = die.chance(0.03)
    ? die.oneOf(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/json; charset=gbk', ';'])
    : 'application/json'
  return { call, query: raw, headers: text === undefined ? {} : { 'content-type': type }, body: text }
}

const asText = (value: unknown): string => (value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value))

function form(die: Dice): FormData {
  const parts = new FormData()
  for (const name of ['orgId', 'parentId', 'uuid', '__proto__', 'x'])
    if (die.chance(0.3)) parts.set(name, asText(die.oneOf(hostile)).slice(0, 6000))
  const bytes = [
    Buffer.alloc(0),
    Buffer.from('PK\x03\x04rubbish'),
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    Buffer.from('GIF89a'),
    Buffer.alloc(70_000, 7),
  ]
  if (die.chance(0.9))
    parts.set(
      die.chance(0.9) ? 'file' : 'other',
      new Blob([die.oneOf(bytes)]),
      die.oneOf(['a.xlsx', 'a.png', '../x', '', 'a\r\nb.txt', '长'.repeat(300)]),
    )
  return parts
}
