import { TableError } from './limits.ts'

/** Names without prefix; attributes and text undecoded, as most are never used. */
export interface XmlHandler {
  open(name: string, attributes: string): void
  close(name: string): void
  text?(raw: string, literal: boolean): void
}

// Valid sheets have no longer token, and an endless one would be scanned again with every chunk.
const longestToken = 1024 * 1024

/** Reads XML piece by piece. No DTD, so there are no entities to expand or fetch. */
export class XmlReader {
  readonly #handler: XmlHandler
  #rest = ''
  #depth = 0
  #opened = false

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  write(chunk: string): void {
    const xml = this.#rest + chunk
    let at = 0
    while (at < xml.length) {
      const next = xml.charCodeAt(at) === 60 ? this.#markup(xml, at) : this.#text(xml, at)
      if (next < 0) break
      at = next
    }
    this.#rest = xml.slice(at)
    if (this.#rest.length > longestToken) throw new TableError('damaged', 'an endless token')
  }

  end(): void {
    if (this.#depth !== 0 || !this.#opened || this.#rest.trim() !== '') {
      throw new TableError('damaged', 'the XML breaks off')
    }
  }

  #text(xml: string, at: number): number {
    const end = xml.indexOf('<', at)
    if (end > at) this.#handler.text?.(xml.slice(at, end), false)
    return end
  }

  /** Returns the end of the markup, or -1 if it has not arrived yet. */
  #markup(xml: string, at: number): number {
    const second = xml.charCodeAt(at + 1)
    if (second === 33) return this.#declaration(xml, at)
    if (second === 63) return after(xml, '?>', at)
    const end = tagEnd(xml, at + 1)
    if (end < 0) return -1
    if (second === 47) this.#close(localName(xml, at + 2, end))
    else this.#open(xml, at + 1, end)
    return end + 1
  }

  #open(xml: string, from: number, end: number): void {
    const empty = xml.charCodeAt(end - 1) === 47
    let nameEnd = from
    while (nameEnd < end && xml.charCodeAt(nameEnd) > 32 && xml.charCodeAt(nameEnd) !== 47) nameEnd++
    const name = localName(xml, from, nameEnd)
    this.#depth++
    this.#opened = true
    this.#handler.open(name, xml.slice(nameEnd, empty ? end - 1 : end))
    if (empty) this.#close(name)
  }

  #close(name: string): void {
    if (--this.#depth < 0) throw new TableError('damaged', 'a tag is closed twice')
    this.#handler.close(name)
  }

  #declaration(xml: string, at: number): number {
    if (xml.startsWith('<!--', at)) return after(xml, '-->', at + 4)
    if (xml.startsWith('<![CDATA[', at)) {
      const end = after(xml, ']]>', at)
      if (end > 0) this.#handler.text?.(xml.slice(at + 9, end - 3), true)
      return end
    }
    if (xml.length - at < 9) return -1
    throw new TableError('otherFormat', 'a document type declaration')
  }
}

function after(xml: string, token: string, from: number): number {
  const found = xml.indexOf(token, from)
  return found < 0 ? -1 : found + token.length
}

/** A quoted `>` does not end a tag. */
function tagEnd(xml: string, from: number): number {
  let quote = 0
  for (let at = from; at < xml.length; at++) {
    const code = xml.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 62) return at
    else if (code === 34 || code === 39) quote = code
  }
  return -1
}

function localName(xml: string, from: number, to: number): string {
  const name = xml.slice(from, to)
  // c, v, t, f: nearly all names, a million times over.
  if (name.length === 1) return name
  const colon = name.indexOf(':')
  return (colon < 0 ? name : name.slice(colon + 1)).trimEnd()
}

/** The value of one attribute, found by parsing in order, so that a value that looks like an attribute is not mistaken for one. */
export function attribute(raw: string, name: string): string | undefined {
  for (let at = 0; ;) {
    while (raw.charCodeAt(at) <= 32) at++
    const equals = raw.indexOf('=', at)
    if (equals < 0) return undefined
    let open = equals + 1
    while (raw.charCodeAt(open) <= 32) open++
    const close = raw.indexOf(raw.charAt(open), open + 1)
    if (close < 0) return undefined
    const nameEnd = at + name.length
    if (raw.startsWith(name, at) && (nameEnd === equals || raw.slice(nameEnd, equals).trim() === '')) {
      return decodeText(raw.slice(open + 1, close))
    }
    at = close + 1
  }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function decodeText(raw: string): string {
  if (!/[&\r]/.test(raw)) return raw
  return raw.replace(/\r\n?/g, '\n').replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,5}));/gi, (all, hex, decimal, name) => {
    if (name) return named[name] ?? all
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

/** Excel's own escape for characters XML cannot contain: `_x000D_` is a carriage return. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text
