import { NS, type Prefix } from '../names.ts'
import { canonical } from './canonical.ts'
import type { Attribute, Element } from './read.ts'

const SCOPE: ReadonlyMap<string, string> = new Map(Object.entries(NS))
/** Characters XML 1.0 cannot express. */
const UNWRITABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const writable = (text: string) => text.replace(UNWRITABLE, '')

type Name = `${Prefix}:${string}`
type Child = Element | string | undefined

function attribute([name, value]: [string, string]): Attribute {
  const [local, prefix] = name.split(':').toReversed() as [string, string | undefined]
  return { name, prefix: prefix ?? '', local, uri: prefix === undefined ? '' : NS[prefix as Prefix], value: writable(value) }
}

/** Makes an element to write. Values enter XML only through this function, which drops characters XML cannot express. */
export function el(name: Name, attributes: Readonly<Record<string, string | undefined>>, ...children: readonly Child[]): Element {
  const [prefix, local] = name.split(':') as [Prefix, string]
  const present = Object.entries(attributes).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return {
    name,
    prefix,
    local,
    uri: NS[prefix],
    attrs: present.map(attribute),
    scope: SCOPE,
    children: children
      .filter(child => child !== undefined)
      .map(child => (typeof child === 'string' ? writable(child) : child))
      .filter(child => child !== ''),
  }
}

/** Inserts a child after the first one, because a signature follows the Issuer. */
export const withSecond = (element: Element, child: Element): Element => ({
  ...element,
  children: [...element.children.slice(0, 1), child, ...element.children.slice(1)],
})
/** Inserts a child before all others, because the signature of metadata comes first. */
export const withFirst = (element: Element, child: Element): Element => ({ ...element, children: [child, ...element.children] })

/** Serialises the element in canonical form, so that a digest of the text is the digest of the element. */
export const write = (element: Element): string => canonical(element)
