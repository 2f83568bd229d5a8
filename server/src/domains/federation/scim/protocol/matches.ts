import type { Comparison, Filter, Value } from './filter.ts'
import { isObject, member, type Resource } from './resource.ts'
import { attributeIn } from './place.ts'
import type { Attribute } from './schema.ts'

const fold = (value: unknown, attribute: Attribute | undefined) =>
  typeof value === 'string' && !attribute?.caseExact ? value.toLowerCase() : value

/** Whether one value of a multi-valued attribute meets the filter in the brackets of a path. */
export function matches(filter: Filter, item: Resource, attribute: Attribute): boolean {
  switch (filter.op) {
    case 'and':
      return filter.all.every(one => matches(one, item, attribute))
    case 'or':
      return filter.all.some(one => matches(one, item, attribute))
    case 'not':
      return !matches(filter.one, item, attribute)
    case 'of':
      return false
    default:
      return isTermMatched(filter, item, attribute)
  }
}

function isTermMatched(filter: { op: 'pr' | Comparison; path: string; value?: Value }, item: Resource, attribute: Attribute): boolean {
  const sub = attributeIn(attribute.subAttributes ?? [], filter.path)
  const there = member(item, filter.path)
  if (filter.op === 'pr') return there !== undefined && there !== null && there !== '' && !isObject(there)
  if (sub?.type === 'boolean') return compared(filter.op, String(there ?? false), String(filter.value).toLowerCase())
  return compared(filter.op, fold(there, sub), fold(filter.value, sub))
}

function compared(op: Comparison, there: unknown, value: unknown): boolean {
  if (op === 'eq') return there === value
  if (op === 'ne') return there !== value
  if (typeof there !== 'string' || typeof value !== 'string') return false
  if (op === 'co') return there.includes(value)
  if (op === 'sw') return there.startsWith(value)
  if (op === 'ew') return there.endsWith(value)
  if (op === 'gt') return there > value
  if (op === 'ge') return there >= value
  return op === 'lt' ? there < value : there <= value
}

/** The sub-attributes that a filter of `eq` terms joined by `and` prescribes; undefined for any other filter. */
export function valuesRequiredBy(filter: Filter): Resource | undefined {
  if (filter.op === 'eq') return { [filter.path]: filter.value }
  if (filter.op !== 'and') return undefined
  const parts = filter.all.map(valuesRequiredBy)
  return parts.some(part => part === undefined) ? undefined : (Object.assign({}, ...parts) as Resource)
}
