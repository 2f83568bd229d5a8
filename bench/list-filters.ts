import type { AnyCall } from '@hufu/contract/call'
import { allCalls } from '@hufu/contract/calls'
import type { Schema } from '@hufu/contract/schema'
import { parametersOf, type Parameter } from '../server/src/platform/http/openapi.ts'
import { LATE_ACCOUNT, LATE_IP, LATE_NAME, LATE_YEAR } from './late-people.ts'

export interface List {
  name: string
  call: AnyCall
}

const shapeOf = (schema: Schema | undefined): Readonly<Record<string, Schema>> =>
  schema && 'shape' in schema ? (schema.shape as Record<string, Schema>) : {}

/** Every call of the contract whose reply is a page of records. */
export const lists: readonly List[] = Object.entries(allCalls).flatMap(([noun, calls]) =>
  Object.entries(calls).flatMap(([name, call]) =>
    'records' in shapeOf(call.reply) && 'size' in shapeOf(call.query) ? [{ name: `${noun}.${name}`, call }] : [],
  ),
)

export type Query = Readonly<Record<string, string>>
export interface Filter {
  name: string
  query: Query
}

/** The values of parameters that name a row, which the bench has planted; `noun.name.parameter` before the parameter alone. */
const ids: Readonly<Record<string, readonly string[]>> = {
  'role.pageUser.id': ['late'],
  'userLabel.pageUser.id': ['late'],
  'userLabel.pageUser.labelId': ['late'],
  'stripe.pageOrg.stripeId': ['whole'],
  'stripe.pageUser.stripeId': ['late', 'bench-line-0'],
  'stripe.pageAdmin.stripeId': ['whole'],
  'appRole.pageUser.roleId': ['bench-role-0'],
  'authGroup.pageTarget.id': ['bench-auth-0'],
  'keptFile.page.owner': [LATE_ACCOUNT],
  appId: ['bench-app-0', 'bench-app-8'],
  clientId: ['bench-client-0'],
  jobCode: ['cleanSession'],
  rankId: ['late-rank'],
  positionalTitlesId: ['late-title'],
  positionId: ['late-duty'],
  stationId: ['late-post'],
}
/** The id of most rows that were planted. */
const PLANTED = 'late'
const NO_FILTERS = new Set(['current', 'size', 'orderBy', 'asc'])
const KIND = /^\^\[A-Za-z0-9_-\]/
const texts = [LATE_NAME, LATE_ACCOUNT, LATE_IP, PLANTED]

const valuesIn = (schema: unknown, key: 'const' | 'enum' | 'pattern' | 'type'): unknown[] =>
  Array.isArray(schema)
    ? schema.flatMap(part => valuesIn(part, key))
    : schema !== null && typeof schema === 'object'
      ? Object.entries(schema).flatMap(([name, value]: [string, unknown]) => (name === key ? [value].flat() : valuesIn(value, key)))
      : []

/** The values tried for a parameter: each of an enumeration, the planted id, or the planted texts. */
export function valuesOf(list: List, { name, schema }: Parameter): readonly string[] {
  const planted = ids[`${list.name}.${name}`] ?? ids[name]
  if (planted) return planted
  const known = [...valuesIn(schema, 'const'), ...valuesIn(schema, 'enum')].map(String)
  if (known.length > 0) return [...new Set(known.map(value => (value === 'true' ? '1' : value === 'false' ? '0' : value)))]
  if (valuesIn(schema, 'type').includes('boolean')) return ['true', 'false']
  if (valuesIn(schema, 'pattern').some(pattern => KIND.test(String(pattern)))) return [PLANTED]
  const kinds = valuesIn(schema, 'type')
  if (kinds.includes('integer') || kinds.includes('number')) return ['0', '1', '2']
  return texts
}

/** Requests with nothing but the required parameters, one for each of their values. */
export function requiredOf(list: List): Query[] {
  return parametersOf(list.call)
    .filter(({ name, required }) => required && !NO_FILTERS.has(name))
    .reduce<Query[]>(
      (queries, parameter) => queries.flatMap(query => valuesOf(list, parameter).map(value => ({ ...query, [parameter.name]: value }))),
      [{}],
    )
}

/** One filter at a time, and the year in which the last rows of lists that begin with the newest were made. */
export function filtersOf(list: List): Filter[] {
  const optional = parametersOf(list.call).filter(({ name, required }) => !required && !NO_FILTERS.has(name))
  const times = optional.some(({ name }) => name === 'endTime')
  const single = optional
    .filter(({ name }) => name !== 'beginTime' && name !== 'endTime')
    .flatMap(parameter =>
      valuesOf(list, parameter).map(value => ({ name: `${parameter.name}=${value}`, query: { [parameter.name]: value } })),
    )
  const year = { beginTime: `${LATE_YEAR - 1}-12-31`, endTime: `${LATE_YEAR}-12-31` }
  return [{ name: '', query: {} }, ...single, ...(times ? [{ name: 'the oldest', query: year }] : [])]
}
