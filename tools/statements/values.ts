import type { Node } from 'typescript/unstable/ast'
import type { FunctionNode } from './project.ts'

/** A value that only a run of the product would know; `path` says where it comes from. */
export class Unknown {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }
}

/** A function of the source with the names in its scope. */
export class Closure {
  readonly fn: FunctionNode
  readonly env: Env

  constructor(fn: FunctionNode, env: Env) {
    this.fn = fn
    this.env = env
  }
}

/** Thrown when the text of a statement cannot be derived from the source. */
export class NotEvaluated extends Error {}

/** Thrown for a form that no run would execute, such as an empty list. */
export class Impossible extends Error {}

export const notEvaluated = (node: Node, why: string): never => {
  throw new NotEvaluated(`${node.getText().replace(/\s+/g, ' ').slice(0, 60)}: ${why}`)
}

/** The names of a block, evaluated lazily. */
export class Env {
  readonly #outer: Env | undefined
  readonly #names = new Map<string, { get: () => unknown; value?: unknown; state: 'new' | 'busy' | 'done' }>()

  constructor(outer?: Env) {
    this.#outer = outer
  }

  bind(name: string, get: () => unknown): void {
    this.#names.set(name, { get, state: 'new' })
  }

  has(name: string): boolean {
    return this.#names.has(name) || (this.#outer?.has(name) ?? false)
  }

  get(name: string): unknown {
    const entry = this.#names.get(name)
    if (!entry) return this.#outer ? this.#outer.get(name) : new Unknown(name)
    if (entry.state === 'busy') return new Unknown(name)
    if (entry.state === 'new') {
      entry.state = 'busy'
      try {
        entry.value = entry.get()
        entry.state = 'done'
      } catch (error) {
        entry.state = 'new'
        throw error
      }
    }
    return entry.value
  }

  set(name: string, value: unknown): void {
    const entry = this.#names.get(name)
    if (entry) Object.assign(entry, { value, state: 'done' })
    else this.#outer?.set(name, value)
  }
}

/** The branches taken at undecided conditions in one evaluation: the first unless chosen otherwise. */
export class Choices {
  readonly #taken: ReadonlyMap<string, number>
  readonly counts = new Map<string, number>()
  readonly #equal = new Map<string, unknown>()

  /** Whether a text may be taken from the literals of its type. */
  readonly guesses: boolean

  constructor(taken: ReadonlyMap<string, number> = new Map(), guesses = true) {
    this.#taken = taken
    this.guesses = guesses
  }

  pick(key: string, options: number): number {
    this.counts.set(key, options)
    return Math.min(this.#taken.get(key) ?? 0, options - 1)
  }

  truth = (value: Unknown): boolean => this.pick(value.path, 2) === 0

  /** Keeps an unknown value from equalling two literals at once. */
  equals(value: Unknown, literal: unknown): boolean {
    if (this.#equal.has(value.path)) return this.#equal.get(value.path) === literal
    const same = this.pick(`${value.path} = ${String(literal)}`, 2) === 0
    if (same) this.#equal.set(value.path, literal)
    return same
  }
}
