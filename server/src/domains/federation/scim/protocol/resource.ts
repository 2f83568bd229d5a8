import { cleanName } from '@hufu/contract/written'
import { invalid } from './problem.ts'
import { attributeIn } from './place.ts'
import { commonAttributes, type Attribute, type ResourceType } from './schema.ts'
import { text } from '../text.ts'

/** One line of text; null if it is empty or no text. */
export const lineOf = (value: unknown): string | null => (typeof value === 'string' && cleanName(value)) || null

/** A resource or a part of one, with its attribute names in the spelling of the schema. */
export type Resource = Record<string, unknown>

export const isObject = (value: unknown): value is Resource => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The member with this name, compared without case. */
export function member(body: unknown, name: string): unknown {
  if (!isObject(body)) return undefined
  if (name in body) return body[name]
  const folded = name.toLowerCase()
  return Object.entries(body).find(([key]) => key.toLowerCase() === folded)?.[1]
}

export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * The complete value of an attribute. An item that consists of a `value`, like an e-mail address, is left out if its value is
 * emptied and refused if it has none; an empty member is refused, too, so that no list of members shrinks by mistake.
 */
export function wholeValueFor(attribute: Attribute, value: unknown): unknown {
  const valuePart = attribute.multiValued ? attributeIn(attribute.subAttributes ?? [], 'value') : undefined
  if (!valuePart || isEmpty(value)) return valueFor(attribute, value)
  const isFilled = (item: unknown) => {
    const part = isObject(item) ? member(item, 'value') : item
    if (part === undefined || (isEmpty(part) && valuePart.mutability === 'immutable')) invalid(text.required(`${attribute.name}.value`))
    return !isEmpty(part)
  }
  return valueFor(attribute, [value].flat().filter(isFilled))
}

/**
 * Converts a value to the attribute's type, undefined if it is empty. Accepts text for a boolean and a list of one for a single
 * value.
 */
export function valueFor(attribute: Attribute, value: unknown): unknown {
  if (isEmpty(value)) return undefined
  if (attribute.multiValued) {
    const list = (Array.isArray(value) ? value : [value]).map(item => itemFor(attribute, item)).filter(item => item !== undefined)
    return list.length > 0 ? list : undefined
  }
  if (Array.isArray(value)) {
    if (value.length > 1) invalid(text.valueWrong(attribute.name))
    return itemFor(attribute, value[0])
  }
  return itemFor(attribute, value)
}

function itemFor(attribute: Attribute, value: unknown): unknown {
  if (isEmpty(value)) return undefined
  if (attribute.type === 'complex') return complexFor(attribute, value)
  if (attribute.type === 'boolean') return booleanFor(attribute, value)
  if (attribute.type === 'integer') return integerFor(attribute, value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return invalid(text.valueWrong(attribute.name))
  if (attribute.type === 'dateTime' && Number.isNaN(Date.parse(value))) return invalid(text.valueWrong(attribute.name))
  return value
}

/** Takes a bare value as the sub-attribute `value`, as in `"manager": "id"`. */
function complexFor(attribute: Attribute, value: unknown): Resource | undefined {
  const parts = isObject(value) ? value : { value }
  const subAttributes = attribute.subAttributes ?? []
  const entries = Object.entries(parts).flatMap(([name, value]): [string, unknown][] => {
    const sub = attributeIn(subAttributes, name)
    const own = sub && valueFor(sub, value)
    return own === undefined ? [] : [[sub!.name, own]]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

export function booleanFor(attribute: { name: string }, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const word = String(value).toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : invalid(text.valueWrong(attribute.name))
}

function integerFor(attribute: Attribute, value: unknown): number {
  const number = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value
  return Number.isInteger(number) ? (number as number) : invalid(text.valueWrong(attribute.name))
}

/** Converts a request body to a resource of this type, without unknown and read-only attributes. */
export function resourceFor(type: ResourceType, body: unknown): Resource {
  if (!isObject(body)) return invalid(text.bodyWrong, 'invalidSyntax')
  const found: Resource = {}
  for (const [name, value] of Object.entries(body)) {
    const extension = type.extensions.find(({ id }) => id.toLowerCase() === name.toLowerCase())
    if (extension) found[extension.id] = partsFor(extension.attributes, value)
  }
  return { ...partsFor([...commonAttributes, ...type.core.attributes], body), ...found }
}

function partsFor(attributes: readonly Attribute[], body: unknown): Resource {
  if (!isObject(body)) return {}
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
      const attribute = attributeIn(attributes, name)
      if (!attribute || attribute.mutability === 'readOnly') return []
      const own = wholeValueFor(attribute, value)
      return own === undefined ? [] : [[attribute.name, own]]
    }),
  )
}
