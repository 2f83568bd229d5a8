import { parsePath, type Filter } from './filter.ts'
import { valuesRequiredBy, matches } from './matches.ts'
import { invalid } from './problem.ts'
import { isEmpty, isObject, member, valueFor, wholeValueFor, type Resource } from './resource.ts'
import { attributeIn, placeOf, type AttributePath } from './place.ts'
import type { Attribute, ResourceType } from './schema.ts'
import { text } from '../text.ts'

const OPERATIONS_MAX = 1000

export interface Operation {
  op: 'add' | 'replace' | 'remove'
  path: string | undefined
  value: unknown
}

/** The operations of a PatchOp, whatever the case of its keys and with or without `schemas`. */
export function operationsOf(body: unknown): Operation[] {
  const list = member(body, 'Operations')
  if (!Array.isArray(list) || list.length === 0) return invalid(text.patchEmpty, 'invalidSyntax')
  if (list.length > OPERATIONS_MAX) invalid(text.patchTooMany(OPERATIONS_MAX), 'tooMany')
  return list.map((item: unknown): Operation => {
    const [op, path, value] = [member(item, 'op'), member(item, 'path'), member(item, 'value')]
    const name = String(op).toLowerCase()
    if (name !== 'add' && name !== 'replace' && name !== 'remove') return invalid(text.patchOp(String(op).slice(0, 50)), 'invalidSyntax')
    if (path !== undefined && path !== null && typeof path !== 'string') return invalid(text.patchPath(''), 'invalidPath')
    if (!path && name === 'remove') return invalid(text.patchNoPath, 'noTarget')
    // An attribute is emptied by null or empty text; a missing value is a mistake of the client (RFC 7644 section 3.12).
    if (name !== 'remove' && value === undefined) return invalid(text.required('value'))
    return { op: name, path: path || undefined, value }
  })
}

/** What an operation changes: an attribute, its values that meet the filter, or one sub-attribute of either. */
export interface Target extends AttributePath {
  filter: Filter | undefined
}

/** Pairs each operation with its target; an operation without a path is split into one for each name in its value. */
export function* withTargets(type: ResourceType, operations: readonly Operation[]): Generator<{ operation: Operation; target: Target }> {
  for (const operation of operations) {
    if (operation.path !== undefined) {
      const target = targetOf(type, operation.path)
      if (!target) continue
      if (!('attribute' in target)) {
        yield* withTargets(type, splitByName(operation, `${target.extension}:`))
        continue
      }
      if (target.attribute.mutability === 'readOnly') invalid(text.readOnly(target.attribute.name), 'mutability')
      yield { operation, target }
    } else {
      for (const part of splitByName(operation, '')) {
        const place = placeOf(type, part.path!)
        if (place && !('attribute' in place)) yield* withTargets(type, splitByName(part, `${place.extension}:`))
        else if (place && place.attribute.mutability !== 'readOnly') yield { operation: part, target: { ...place, filter: undefined } }
      }
    }
  }
}

function splitByName(operation: Operation, before: string): Operation[] {
  if (operation.op === 'remove') return [operation]
  if (!isObject(operation.value)) return invalid(text.valueWrong('value'))
  return Object.entries(operation.value).map(([name, value]) => ({ op: operation.op, path: `${before}${name}`, value }))
}

/** Returns undefined for a path of an unknown schema, which is ignored. */
function targetOf(type: ResourceType, source: string): Target | { extension: string } | undefined {
  const { path, filter, sub } = parsedPath(source)
  const place = placeOf(type, path)
  if (!place) return /^urn:/i.test(path) ? undefined : invalid(text.patchPath(source.slice(0, 100)), 'invalidPath')
  if (!('attribute' in place)) return filter ? invalid(text.patchPath(source.slice(0, 100)), 'invalidPath') : place
  const named = sub === undefined ? place.sub : attributeIn(place.attribute.subAttributes ?? [], sub)
  if ((sub !== undefined && !named) || (filter && !place.attribute.multiValued))
    invalid(text.patchPath(source.slice(0, 100)), 'invalidPath')
  return { ...place, sub: named, filter }
}

function parsedPath(source: string) {
  try {
    return parsePath(source)
  } catch {
    return invalid(text.patchPath(source.slice(0, 100)), 'invalidPath')
  }
}

/** The resource after all operations are applied in order. */
export function patched(type: ResourceType, resource: Resource, operations: readonly Operation[]): Resource {
  const copy = structuredClone(resource)
  for (const { operation, target } of withTargets(type, operations)) change(copy, operation, target)
  return copy
}

function change(resource: Resource, { op, value }: Operation, target: Target): void {
  const { extension, attribute } = target
  const holder = extension === undefined ? resource : ((resource[extension] ??= {}) as Resource)
  const present = holder[attribute.name]
  const next = attribute.multiValued
    ? changedList((present ?? []) as Resource[], op, value, target)
    : changedOne(present, op, value, attribute, target.sub)
  const isNone = next === undefined || (Array.isArray(next) && next.length === 0)
  if (isNone) delete holder[attribute.name]
  else holder[attribute.name] = next
}

function changedOne(present: unknown, op: Operation['op'], value: unknown, attribute: Attribute, sub: Attribute | undefined): unknown {
  if (sub) return withPart((present ?? {}) as Resource, sub, op === 'remove' ? undefined : valueFor(sub, value))
  if (op === 'remove') return undefined
  const converted = valueFor(attribute, value)
  return isObject(converted) && isObject(present) ? { ...present, ...converted } : converted
}

function withPart(item: Resource, sub: Attribute, value: unknown): Resource | undefined {
  const { [sub.name]: _, ...rest } = item
  const next = value === undefined ? rest : { ...rest, [sub.name]: value }
  return Object.keys(next).length > 0 ? next : undefined
}

function changedList(list: readonly Resource[], op: Operation['op'], value: unknown, target: Target): Resource[] {
  const { attribute, sub, filter } = target
  const isMeant = (item: Resource) => !filter || matches(filter, item, attribute)
  if (op === 'remove') {
    if (sub) return list.flatMap(item => (isMeant(item) ? remainingOf(withPart(item, sub, undefined), attribute) : [item]))
    const named = filter || isEmpty(value) ? undefined : ((valueFor(attribute, value) ?? []) as Resource[])
    return list.filter(item => (named ? !named.some(one => isSame(one, item)) : !isMeant(item)))
  }
  const isPart = filter !== undefined && (op === 'add' || member(valuesRequiredBy(filter), 'value') !== undefined)
  const converted = sub ? valueFor(sub, value) : (isPart ? valueFor : wholeValueFor)(attribute, value)
  if (sub || filter) return withOnePrimary(list, changedItems(list, converted, target, op))
  const items = (converted ?? []) as Resource[]
  if (op === 'replace') return items
  return withOnePrimary(list, [...list, ...items.filter(item => !list.some(one => isSame(item, one)))])
}

function changedItems(list: readonly Resource[], value: unknown, target: Target, op: Operation['op']): Resource[] {
  const { attribute, sub, filter } = target
  const item = sub ? undefined : ((value as Resource[] | undefined)?.[0] ?? {})
  const changed = (one: Resource): Resource[] => {
    if (sub) return remainingOf(withPart(one, sub, value), attribute)
    if (op === 'add') return [{ ...one, ...item }]
    const [next] = (valueFor(attribute, [{ ...(filter && valuesRequiredBy(filter)), ...item }]) ?? []) as Resource[]
    return remainingOf(next, attribute)
  }
  const isMeant = (one: Resource) => !filter || matches(filter, one, attribute)
  if (list.some(isMeant)) return list.flatMap(one => (isMeant(one) ? changed(one) : [one]))
  return isEmpty(value) ? [...list] : [...list, made(target, sub ? { [sub.name]: value } : item!, op)]
}

/** Items such as e-mail addresses consist of their `value`; without it nothing is left of them. */
const isWithoutValue = (item: Resource, { subAttributes = [] }: Attribute): boolean =>
  attributeIn(subAttributes, 'value') !== undefined && isEmpty(item.value)

/**
 * A new item where the filter matches nothing (RFC 7644 section 3.5.2.3): `add` may create one from any filter of `eq` terms,
 * `replace` only where the filter names a type, as Entra sends it. Every other path has no target.
 */
function made({ attribute, filter }: Target, parts: Resource, op: Operation['op']): Resource {
  const implied = filter ? valuesRequiredBy(filter) : {}
  const isCreating = implied !== undefined && (op === 'add' || !filter || member(implied, 'type') !== undefined)
  const [item] = isCreating ? (valueFor(attribute, [{ ...implied, ...parts }]) as Resource[]) : []
  return item && !isWithoutValue(item, attribute) ? item : invalid(text.patchTarget(attribute.name), 'noTarget')
}

const remainingOf = (item: Resource | undefined, attribute: Attribute): Resource[] =>
  item === undefined || isWithoutValue(item, attribute) ? [] : [item]

/** At most one value is primary: a value that becomes primary clears the flag of the others. */
function withOnePrimary(before: readonly Resource[], after: readonly Resource[]): Resource[] {
  const fresh = after.find(item => item.primary === true && !before.includes(item))
  return fresh ? after.map(item => (item !== fresh && item.primary === true ? { ...item, primary: false } : item)) : [...after]
}

/** Whether both have the same `value` and `type`; a sub-attribute that `wanted` lacks is not compared. */
function isSame(wanted: Resource, there: Resource): boolean {
  const names = ['value', 'type'].filter(name => wanted[name] !== undefined)
  if (names.length === 0) return JSON.stringify(wanted) === JSON.stringify(there)
  return names.every(name => String(wanted[name]).toLowerCase() === String(there[name]).toLowerCase())
}
