import { sql, type RawBuilder } from 'kysely'
import type { Comparison, Filter, Value } from './filter.ts'
import { invalid } from './problem.ts'
import { booleanFor } from './resource.ts'
import type { ResourceType } from './schema.ts'
import { text } from '../text.ts'

export type Condition = RawBuilder<unknown>

/** An attribute that filters may name, and how it is compared. */
export interface Field {
  type: 'string' | 'boolean' | 'dateTime'
  operators: ReadonlySet<Comparison | 'pr'>
  compare(op: Comparison, value: never): Condition
  present: Condition
}
/** Keyed by path in lower case; `lists` has the sub-attributes that a value filter such as `emails[type eq "work"]` may name. */
export interface Fields {
  fields: Readonly<Record<string, Field>>
  lists: Readonly<Record<string, { fields: Readonly<Record<string, Field>>; around: (inner: Condition) => Condition }>>
}

const escaped = (value: string) => value.replaceAll(/[\\%_]/g, sign => `\\${sign}`)
const TEXT = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'] as const
const signs = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const

/** `narrow` is an additional condition that a substring index can answer; every row that matches also meets it. */
export function textField(
  column: Condition,
  {
    exact = false,
    operators = TEXT as readonly (Comparison | 'pr')[],
    narrow,
  }: { exact?: boolean; operators?: readonly (Comparison | 'pr')[]; narrow?: (piece: string) => Condition } = {},
): Field {
  const there = exact ? column : sql`lower(${column})`
  return {
    type: 'string',
    operators: new Set(operators),
    present: sql`(${column} is not null and ${column} <> '')`,
    compare(op, sent: string) {
      const value = exact ? sent : sent.toLowerCase()
      if (op === 'eq') return sql`(${column} is not null and ${there} = ${value})`
      // `ne` does not match an attribute that has no value (RFC 7644 section 3.4.2.2).
      if (op === 'ne') return sql`(${column} is not null and ${there} <> ${value})`
      if (op === 'co' || op === 'sw' || op === 'ew') {
        const pattern = `${op === 'sw' ? '' : '%'}${escaped(value)}${op === 'ew' ? '' : '%'}`
        const found = sql`(${column} is not null and ${there} like ${pattern})`
        return narrow && value.length > 2 ? sql`(${narrow(value.toLowerCase())} and ${found})` : found
      }
      return sql`(${column} is not null and ${there} ${signs[op]} ${value})`
    },
  } // prettier-ignore
}

export const flagField = (isTrue: Condition): Field => ({
  type: 'boolean',
  operators: new Set(['eq', 'ne', 'pr']),
  present: sql`true`,
  compare: (op, value: boolean) => (value === (op === 'eq') ? sql`(${isTrue})` : sql`(not ${isTrue})`),
})

const SECOND = 1000
const EARLIEST = Date.UTC(1000, 0)
const LATEST = Date.UTC(9000, 0)
const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`

/** Times are shown to the second, so they are compared to the second. */
export const timeField = (column: Condition): Field => ({
  type: 'dateTime',
  operators: new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'pr']),
  present: sql`(${column} is not null)`,
  compare(op, value: number) {
    const [floor, ceil] = [Math.floor(value / SECOND) * SECOND, Math.ceil(value / SECOND) * SECOND]
    if (op === 'gt') return sql`(${column} >= ${at(floor + SECOND)})`
    if (op === 'ge') return sql`(${column} >= ${at(ceil)})`
    if (op === 'lt') return sql`(${column} < ${at(ceil)})`
    if (op === 'le') return sql`(${column} < ${at(floor + SECOND)})`
    const same = floor === ceil ? sql`(${column} >= ${at(floor)} and ${column} < ${at(floor + SECOND)})` : sql`false`
    return op === 'eq' ? same : sql`(not ${same})`
  },
})

/** A field that supports only `eq` and `pr`. */
export const equalField = (test: (value: string) => Condition, present: Condition = sql`true`): Field => ({
  type: 'string',
  operators: new Set(['eq', 'pr']),
  present,
  compare: (_op, value: string) => test(value),
})

/** Converts a filter to an SQL condition, in which every compared value is a bound parameter. */
export function conditionOf(filter: Filter, { fields, lists }: Fields, type: ResourceType): Condition {
  const path = (name: string) => pathOf(name, type)
  const walk = (one: Filter, scope: Readonly<Record<string, Field>>, inList: boolean): Condition => {
    switch (one.op) {
      case 'and':
      case 'or':
        return sql`(${sql.join(one.all.map(part => walk(part, scope, inList)), one.op === 'and' ? sql` and ` : sql` or `)})` // prettier-ignore
      case 'not':
        return sql`(not ${walk(one.one, scope, inList)})`
      case 'of': {
        const list = inList ? undefined : own(lists, path(one.path))
        return list ? list.around(walk(one.one, list.fields, true)) : invalid(text.filterAttribute(one.path), 'invalidFilter')
      }
      default:
        return test(one, own(scope, inList ? one.path.toLowerCase() : path(one.path)))
    }
  }
  return walk(filter, fields, false)
}

const own = <T>(named: Readonly<Record<string, T>>, name: string): T | undefined => (Object.hasOwn(named, name) ? named[name] : undefined)

/** The path in lower case without the URN of the core schema, which clients may leave out. */
function pathOf(name: string, type: ResourceType): string {
  const folded = name.toLowerCase()
  const core = `${type.core.id.toLowerCase()}:`
  return folded.startsWith(core) ? folded.slice(core.length) : folded
}

function test(one: { op: 'pr' | Comparison; path: string; value?: Value }, field: Field | undefined): Condition {
  if (!field) return invalid(text.filterAttribute(one.path.slice(0, 100)), 'invalidFilter')
  if (!field.operators.has(one.op)) return invalid(text.filterOperator(one.path, one.op), 'invalidFilter')
  if (one.op === 'pr') return field.present
  return field.compare(one.op, typed(field, one.path, one.value) as never)
}

/** Checks the type of the compared value. Accepts text for a boolean, because some clients send it. */
function typed({ type }: Field, path: string, value: Value | undefined): string | boolean | number {
  const wrong = (): never => invalid(text.filterValue(path), 'invalidFilter')
  if (type === 'boolean')
    return typeof value === 'boolean' || /^(true|false)$/i.test(String(value)) ? booleanFor({ name: path }, value) : wrong()
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return wrong()
  if (type === 'string') return value
  const ms = Date.parse(value)
  // Only times that PostgreSQL can read are accepted.
  return ms >= EARLIEST && ms <= LATEST ? ms : wrong()
}
