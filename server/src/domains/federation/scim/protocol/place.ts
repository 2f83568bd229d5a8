import { type Attribute, commonAttributes, type ResourceType } from './schema.ts'

/** A resolved attribute path: the URN of the extension, the attribute and the sub-attribute. */
export interface AttributePath {
  extension: string | undefined
  attribute: Attribute
  sub: Attribute | undefined
}

const isNamed = (name: string) => {
  const folded = name.toLowerCase()
  return (attribute: Attribute) => attribute.name.toLowerCase() === folded
}
export const attributeIn = (list: readonly Attribute[], name: string): Attribute | undefined => list.find(isNamed(name))

/** The part of a path after the schema's URN. Older clients separate it with a dot in place of the colon. */
function pathAfterUrn(path: string, urn: string): string | undefined {
  if (path.slice(0, urn.length).toLowerCase() !== urn.toLowerCase()) return undefined
  const rest = path.slice(urn.length)
  return rest === '' || /^[:.]/.test(rest) ? rest.slice(1) : undefined
}

/** Resolves `name`, `name.part` or `urn:…:name.part` for this type; the URN of an extension alone resolves to the extension. */
export function placeOf(type: ResourceType, path: string): AttributePath | { extension: string } | undefined {
  for (const extension of type.extensions) {
    const rest = pathAfterUrn(path, extension.id)
    if (rest === '') return { extension: extension.id }
    if (rest !== undefined) return attributeAt(extension.attributes, rest, extension.id)
  }
  const rest = pathAfterUrn(path, type.core.id) ?? path
  return attributeAt([...commonAttributes, ...type.core.attributes], rest, undefined)
}

function attributeAt(list: readonly Attribute[], path: string, extension: string | undefined): AttributePath | undefined {
  const [name = '', part, ...more] = path.split('.')
  const attribute = attributeIn(list, name)
  if (!attribute || more.length > 0) return undefined
  const sub = part === undefined ? undefined : attributeIn(attribute.subAttributes ?? [], part)
  return part !== undefined && !sub ? undefined : { extension, attribute, sub }
}
