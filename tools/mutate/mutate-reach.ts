import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './mutate-places.ts'

const MARK = 'mutate-mark.ts'
const REACHED = 'mutate-reached.txt'
/** Text after which an expression continues on the next line. */
const CONTINUES_EXPRESSION = /(?:[=(,[{?:&|+]|=>|\breturn|\bawait)\s*$/

/** Records which test file reaches which place, by marks in a copy of the code. */
export class Reach {
  readonly #copy: string
  readonly #reached = new Map<string, Set<string>>()
  #read = 0

  constructor(copy: string) {
    this.#copy = copy
    writeFileSync(
      join(copy, MARK),
      `import { appendFileSync } from 'node:fs'
const seen = new Set()
export function mark(place) {
  const line = [place, globalThis.__vitest_worker__?.filepath].join('\\t') + '\\n'
  if (!seen.has(line)) appendFileSync(${JSON.stringify(join(copy, REACHED))}, line)
  seen.add(line)
}
`,
    )
  }

  /** Conditions and calls can be marked; permits, which are only declared, and parts of SQL statements cannot. */
  static canMark({ kind, before }: Place): boolean {
    return kind !== 'permit' && kind !== 'stepUp' && /^(?:if |[\w.#]+)\(/.test(before)
  }

  /** The text of a file with a mark before each of its places. */
  marked(text: string, places: readonly Place[]): string {
    if (places.length === 0) return text
    const inserts = new Map<number, string>()
    for (const place of new Map(places.map(one => [one.at, one])).values()) {
      const [opening, start] = place.before.startsWith('if (') ? ['(', place.at + 'if ('.length] : [openingAt(text, place.at), place.at]
      const end = place.at + place.before.length - (place.before.startsWith('if (') ? 1 : 0)
      inserts.set(start, `${inserts.get(start) ?? ''}${opening}mark('${keyOf(place)}'), `)
      inserts.set(end, `)${inserts.get(end) ?? ''}`)
    }
    const marked = [...inserts].toSorted(([a], [b]) => b - a).reduce((so, [at, more]) => so.slice(0, at) + more + so.slice(at), text)
    return `import { mark } from ${JSON.stringify(join(this.#copy, MARK))}\n${marked}`
  }

  /** False also for a test that has not run yet. */
  isReached(place: Place, test: string): boolean {
    return this.#reached.get(keyOf(place))?.has(join(this.#copy, test)) ?? false
  }

  /** Reads the marks written since the last call. */
  read(): void {
    const path = join(this.#copy, REACHED)
    if (!existsSync(path)) return
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
    for (const line of lines.slice(this.#read)) {
      const [place, test] = line.split('\t') as [string, string]
      this.#reached.set(place, (this.#reached.get(place) ?? new Set()).add(test))
    }
    this.#read = lines.length
  }
}

const keyOf = ({ path, at }: Place) => `${path}:${at}`

/** The opening bracket of a mark. At the start of a statement it needs a semicolon, or it would turn the line above into a call. */
function openingAt(text: string, at: number): string {
  const before = text.slice(0, at)
  const isOwnLine = before.slice(before.lastIndexOf('\n') + 1).trim() === ''
  return isOwnLine && !CONTINUES_EXPRESSION.test(before) ? ';(' : '('
}
