import { placeOf, type AttributePath } from './place.ts'
import type { ResourceType } from './schema.ts'
import { isObject, type Resource } from './resource.ts'

/**
 * `attributes` and `excludedAttributes` of a request (RFC 7644 section 3.4.2.5); if `attributes` has names, only these are
 * returned.
 */
export interface AttributeSelection {
  attributes: readonly string[]
  excluded: readonly string[]
}
export const EVERYTHING: AttributeSelection = { attributes: [], excluded: [] }

type KnownAttribute = AttributePath | { extension: string }
const attributesNamed = (type: ResourceType, names: readonly string[]): KnownAttribute[] => names.flatMap(name => placeOf(type, name) ?? [])

/** Whether the reply contains the attribute, so that it must be read from the database. */
export function isSelected({ attributes, excluded }: AttributeSelection, type: ResourceType, name: string): boolean {
  const names = (list: readonly string[]) =>
    attributesNamed(type, list).some(place => 'attribute' in place && place.attribute.name === name)
  return attributes.length > 0 ? names(attributes) : !excluded.some(path => isWhole(type, path, name))
}
const isWhole = (type: ResourceType, path: string, name: string): boolean => {
  const place = placeOf(type, path)
  return place !== undefined && 'attribute' in place && place.attribute.name === name && !place.sub
}

const ALWAYS = ['schemas', 'id']

export function project(resource: Resource, { attributes, excluded }: AttributeSelection, type: ResourceType): Resource {
  if (attributes.length > 0) {
    const projected: Resource = Object.fromEntries(ALWAYS.map(name => [name, resource[name]]))
    for (const place of attributesNamed(type, attributes)) copy(resource, projected, place)
    return projected
  }
  if (excluded.length === 0) return resource
  const projected = structuredClone(resource)
  for (const place of attributesNamed(type, excluded)) leaveOut(projected, place)
  return projected
}

function copy(from: Resource, to: Resource, place: KnownAttribute): void {
  const { extension } = place
  if (!('attribute' in place)) {
    if (from[place.extension] !== undefined) to[place.extension] = from[place.extension]
    return
  }
  const source = extension === undefined ? from : from[extension]
  if (!isObject(source)) return
  const target = extension === undefined ? to : ((to[extension] ??= {}) as Resource)
  const { attribute, sub } = place
  const value = source[attribute.name]
  if (value === undefined) return
  if (!sub) target[attribute.name] = value
  else if (Array.isArray(value)) target[attribute.name] = merged(target[attribute.name], value as Resource[], sub.name)
  else target[attribute.name] = { ...(target[attribute.name] as Resource | undefined), [sub.name]: (value as Resource)[sub.name] }
}

const merged = (present: unknown, list: readonly Resource[], name: string): Resource[] =>
  list.map((item, n) => ({ ...(present as Resource[] | undefined)?.[n], ...(item[name] !== undefined && { [name]: item[name] }) }))

function leaveOut(resource: Resource, place: KnownAttribute): void {
  if (!('attribute' in place)) {
    delete resource[place.extension]
    return
  }
  const { extension, attribute, sub } = place
  const holder = extension === undefined ? resource : resource[extension]
  if (!isObject(holder) || attribute.returned === 'always') return
  if (!sub) delete holder[attribute.name]
  else for (const item of [holder[attribute.name]].flat()) if (isObject(item)) delete item[sub.name]
}
