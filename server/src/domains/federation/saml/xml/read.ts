import { SaxesParser, type SaxesTagNS } from 'saxes'
import { reject } from '../problem.ts'

export interface Attribute {
  readonly name: string
  readonly prefix: string
  readonly local: string
  readonly uri: string
  readonly value: string
}
export interface Element {
  readonly name: string
  readonly prefix: string
  readonly local: string
  readonly uri: string
  readonly attrs: readonly Attribute[]
  /** Namespaces by prefix; '' is the default one. */
  readonly scope: ReadonlyMap<string, string>
  readonly children: readonly (Element | string)[]
}

interface Caps {
  bytes: number
  depth: number
  elements: number
  attributes: number
  /** Whether comments are allowed; they are skipped, and the text around them is joined. */
  comments: boolean
}
export const MESSAGE: Caps = { bytes: 65_536, depth: 24, elements: 1000, attributes: 40, comments: false }
export const METADATA: Caps = { bytes: 1_048_576, depth: 24, elements: 20_000, attributes: 40, comments: true }

const XMLNS = 'http://www.w3.org/2000/xmlns/'
const not = (what: string) => () => reject('malformed', `${what} refused`)

/** Reads XML into one frozen tree, without a byte order mark and white space around it, and refuses constructs that SAML messages do not need. */
export function readXml(text: string, caps: Caps = MESSAGE): Element {
  if (Buffer.byteLength(text) > caps.bytes) reject('tooLarge')
  if (!text.isWellFormed()) reject('malformed', 'lone surrogate')
  const parser = new SaxesParser({ xmlns: true, position: false })
  const tree = new Tree(caps)
  parser.on('error', error => reject('malformed', error.message))
  parser.on('xmldecl', ({ version, encoding }) => {
    // The bytes are already decoded, so a declaration left over from another encoding of Unicode changes nothing.
    if (version !== '1.0' || !/^utf-(8|16)$/i.test(encoding ?? 'utf-8')) reject('malformed', 'XML declaration')
  })
  parser.on('doctype', not('DOCTYPE'))
  parser.on('processinginstruction', not('processing instruction'))
  parser.on('cdata', not('CDATA'))
  parser.on('comment', caps.comments ? () => undefined : not('comment'))
  parser.on('opentag', tag => tree.open(tag))
  parser.on('text', words => tree.text(words))
  parser.on('closetag', () => tree.close())
  // `trim` also removes a byte order mark.
  parser.write(text.trim()).close()
  return tree.root ?? reject('malformed', 'no root')
}

type Growing = Omit<Element, 'children'> & { children: (Element | string)[] }

class Tree {
  root: Element | undefined
  readonly #caps: Caps
  readonly #open: Growing[] = []
  readonly #ids = new Set<string>()
  #count = 0

  constructor(caps: Caps) {
    this.#caps = caps
  }

  open({ name, prefix, local, uri, attributes, ns }: SaxesTagNS): void {
    const { elements, depth, attributes: most } = this.#caps
    const found = Object.values(attributes)
    if (++this.#count > elements || this.#open.length >= depth || found.length > most) reject('tooLarge')
    const above = this.#open.at(-1)
    const declared = Object.entries(ns)
    if (!declared.every(([, value]) => isAbsolute(value))) reject('malformed', 'relative namespace')
    const scope = declared.length === 0 && above ? above.scope : new Map([...(above?.scope ?? []), ...declared])
    const attrs = found.filter(attribute => attribute.uri !== XMLNS).map(toAttribute)
    for (const { local: spelled, value } of attrs) if (/^id$/i.test(spelled)) this.#take(value)
    const element: Growing = { name, prefix, local, uri, attrs: Object.freeze(attrs), scope, children: [] }
    if (above) above.children.push(element)
    else this.root = element
    this.#open.push(element)
  }

  /** Refuses an ID that occurs twice, because the two elements could be mistaken for each other. */
  #take(id: string): void {
    if (this.#ids.has(id)) reject('malformed', 'an ID twice')
    this.#ids.add(id)
  }

  text(words: string): void {
    const above = this.#open.at(-1)
    if (!above) return words.trim() === '' ? undefined : reject('malformed', 'text outside the root')
    const last = above.children.length - 1
    if (typeof above.children[last] === 'string') above.children[last] += words
    else above.children.push(words)
  }

  close(): void {
    const element = this.#open.pop()!
    Object.freeze(element.children)
    Object.freeze(element)
  }
}

/** Relative namespace URIs are refused, because implementations do not agree on their canonical form. */
const isAbsolute = (uri: string) => /^urn:/i.test(uri) || URL.canParse(uri)

const toAttribute = ({ name, prefix, local, uri, value }: SaxesTagNS['attributes'][string]): Attribute =>
  Object.freeze({ name, prefix, local, uri, value })

export const isElement = (child: Element | string): child is Element => typeof child !== 'string'
export const elementsOf = (element: Element): Element[] => element.children.filter(isElement)
export const is = (element: Element | undefined, uri: string, local: string): element is Element =>
  element !== undefined && element.uri === uri && element.local === local
export const childrenOf = (element: Element, uri: string, local: string): Element[] =>
  elementsOf(element).filter(one => is(one, uri, local))

/** The child with this name, if any; two are refused. */
export function childOf(element: Element, uri: string, local: string): Element | undefined {
  const found = childrenOf(element, uri, local)
  return found.length > 1 ? reject('malformed', `${local} twice`) : found[0]
}

/** The value of the attribute with this qualified name. */
export const attributeOf = (element: Element, name: string): string | undefined => element.attrs.find(one => one.name === name)?.value

export function textOf(element: Element): string {
  if (element.children.some(isElement)) reject('malformed', `${element.local} holds elements`)
  return element.children.join('').trim()
}

export const withDescendants = (element: Element): Element[] => [element, ...elementsOf(element).flatMap(withDescendants)]
