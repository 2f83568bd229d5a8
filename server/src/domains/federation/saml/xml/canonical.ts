import type { Attribute, Element } from './read.ts'
import { isElement } from './read.ts'

const TEXT: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' }
const VALUE: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;', '\t': '&#x9;', '\n': '&#xA;', '\r': '&#xD;' }
const escapeText = (text: string) => text.replace(/[&<>\r]/g, sign => TEXT[sign]!)
const escapeValue = (text: string) => text.replace(/[&<"\t\n\r]/g, sign => VALUE[sign]!)

/** Compares by code point, as canonical XML demands; JavaScript compares strings by UTF-16 code unit. */
const byCodePoint = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
const byName = (one: Attribute, other: Attribute) => byCodePoint(one.uri, other.uri) || byCodePoint(one.local, other.local)

interface Options {
  /** The signature to leave out, because the digest is written into it. */
  without?: Element | undefined
  /** Prefixes that are declared wherever they are in scope ('' is the default one). */
  prefixes?: readonly string[]
}

/** Exclusive XML Canonicalization 1.0, without comments. */
export const canonical = (element: Element, options: Options = {}): string => {
  const pieces: string[] = []
  write(pieces, element, options, new Map())
  return pieces.join('')
}

function write(pieces: string[], element: Element, options: Options, declared: ReadonlyMap<string, string>): void {
  const { without, prefixes = [] } = options
  const used = new Set([element.prefix, ...element.attrs.map(({ prefix }) => prefix).filter(prefix => prefix !== '')])
  for (const prefix of prefixes) if (element.scope.has(prefix)) used.add(prefix)
  used.delete('xml')
  const fresh = [...used].filter(prefix => (declared.get(prefix) ?? '') !== (element.scope.get(prefix) ?? '')).sort(byCodePoint)
  const inside = fresh.length === 0 ? declared : new Map([...declared, ...fresh.map(prefix => [prefix, element.scope.get(prefix) ?? ''] as const)]) // prettier-ignore
  pieces.push('<', element.name)
  for (const prefix of fresh) pieces.push(prefix === '' ? ' xmlns="' : ` xmlns:${prefix}="`, escapeValue(inside.get(prefix)!), '"')
  for (const { name, value } of element.attrs.toSorted(byName)) pieces.push(' ', name, '="', escapeValue(value), '"')
  pieces.push('>')
  for (const child of element.children)
    if (!isElement(child)) pieces.push(escapeText(child))
    else if (child !== without) write(pieces, child, options, inside)
  pieces.push('</', element.name, '>')
}
