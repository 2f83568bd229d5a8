import { invalid } from './problem.ts'
import { text } from '../text.ts'

const LENGTH_MAX = 2000
const TERMS_MAX = 50
const DEPTH_MAX = 10

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof comparisons)[number]
export type Value = string | number | boolean | null

/** A filter of RFC 7644 section 3.4.2.2. `of` is a value path: some value of the attribute meets the filter in the brackets. */
export type Filter =
  | { op: 'and' | 'or'; all: readonly Filter[] }
  | { op: 'not'; one: Filter }
  | { op: 'pr'; path: string }
  | { op: Comparison; path: string; value: Value }
  | { op: 'of'; path: string; one: Filter }

/** One alternative for each kind of token, without nesting, so that matching takes linear time. */
const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y

interface Token {
  text: string
  /** The position, for the error message. */
  at: number
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  const end = source.trimEnd().length
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex
    const found = TOKEN.exec(source)
    if (!found) return wrong(at)
    const token = found[1] ?? found[2] ?? found[3]!
    tokens.push({ text: token, at: TOKEN.lastIndex - token.length })
  }
  return tokens
}

const wrong = (at: number): never => invalid(text.filterWrong(at + 1), 'invalidFilter')

class Parser {
  readonly #tokens: readonly Token[]
  readonly #end: number
  #next = 0
  #terms = 0
  #depth = 0

  constructor(source: string) {
    if (source.length > LENGTH_MAX) invalid(text.filterTooLong(LENGTH_MAX), 'invalidFilter')
    this.#tokens = tokensOf(source)
    this.#end = source.length
  }

  whole(): Filter {
    const filter = this.#or()
    if (this.#next < this.#tokens.length) this.#wrong()
    return filter
  }

  /** Parses a PATCH path such as `emails[type eq "work"].value` into attribute, filter and sub-attribute. */
  path(): { path: string; filter: Filter | undefined; sub: string | undefined } {
    const path = this.#word()
    const filter = this.#is('[') ? this.#bracketed() : undefined
    const rest = this.#tokens[this.#next]?.text
    if (filter && rest !== undefined) this.#next++
    if (this.#next < this.#tokens.length || (filter && rest !== undefined && !/^\.[\w$-]+$/.test(rest))) this.#wrong()
    return { path, filter, sub: filter ? rest?.slice(1) : undefined }
  }

  #or(): Filter {
    return this.#chain('or', () => this.#chain('and', () => this.#term()))
  }

  #chain(op: 'and' | 'or', part: () => Filter): Filter {
    const all = [part()]
    while (this.#isWord(op)) {
      this.#next++
      all.push(part())
    }
    return all.length === 1 ? all[0]! : { op, all }
  }

  #term(): Filter {
    if (this.#isWord('not') && this.#tokens[this.#next + 1]?.text === '(') {
      this.#next++
      return { op: 'not', one: this.#grouped() }
    }
    if (this.#is('(')) return this.#grouped()
    if (++this.#terms > TERMS_MAX) invalid(text.filterTooManyTerms(TERMS_MAX), 'tooMany')
    const path = this.#word()
    if (!this.#is('[')) return this.#compared(path)
    const one: Filter = { op: 'of', path, one: this.#bracketed() }
    const sub = this.#tokens[this.#next]?.text
    if (sub === undefined || !/^\.[\w$-]+$/.test(sub)) return one
    // Some clients send `emails[type eq "work"].value co "x"`, which the grammar does not allow: both terms must hold for one
    // value.
    this.#next++
    return { ...one, one: { op: 'and', all: [one.one, this.#compared(sub.slice(1))] } }
  }

  #compared(path: string): Filter {
    const op = this.#word().toLowerCase()
    if (op === 'pr') return { op, path }
    const comparison = comparisons.find(name => name === op)
    if (!comparison) return this.#wrong(1)
    return { op: comparison, path, value: this.#value() }
  }

  #value(): Value {
    const token = this.#tokens[this.#next++]?.text ?? this.#wrong()
    const word = token.startsWith('"') ? token : token.toLowerCase()
    try {
      const value = JSON.parse(word) as unknown
      if (value === null || typeof value !== 'object') return value as Value
    } catch {
      return this.#wrong(1)
    }
    return this.#wrong(1)
  }

  #grouped = (): Filter => this.#nested(')')
  #bracketed = (): Filter => this.#nested(']')

  #nested(close: string): Filter {
    if (++this.#depth > DEPTH_MAX) invalid(text.filterTooDeep(DEPTH_MAX), 'invalidFilter')
    this.#next++
    const filter = this.#or()
    if (!this.#is(close)) this.#wrong()
    this.#next++
    this.#depth--
    return filter
  }

  #is = (sign: string): boolean => this.#tokens[this.#next]?.text === sign
  #isWord = (word: string): boolean => this.#tokens[this.#next]?.text.toLowerCase() === word

  #word(): string {
    const token = this.#tokens[this.#next]?.text
    if (token === undefined || /^[()[\]"]/.test(token)) return this.#wrong()
    this.#next++
    return token
  }

  #wrong(back = 0): never {
    return wrong(this.#tokens[this.#next - back]?.at ?? this.#end)
  }
}

export const parseFilter = (source: string): Filter => new Parser(source).whole()
export const parsePath = (source: string) => new Parser(source).path()
