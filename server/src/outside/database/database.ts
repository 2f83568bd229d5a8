/** Whose table or view is read; nothing is written. */
export interface DatabaseServer {
  host: string
  port: number
  database: string
  user: string
  password: string
  tls: boolean
  /** PEM, trusted instead of the authorities of the system. */
  ca?: string | undefined
}
export interface DatabaseLimits {
  withLoopback: boolean
  /** For connecting, and for each statement. */
  timeoutMs: number
}

export interface WhichRows {
  most: number
  /** Those alone whose column is at least the value. */
  since?: { column: string; value: string } | undefined
}

/** What a database says of itself, so that ours is not read as a source. */
export interface DatabaseSession {
  isSame(identity: () => Promise<string>): Promise<boolean>
  /** The columns of a table or view in their order; none: there is no such relation, or no right to it. */
  columns(relation: string): Promise<string[]>
  /** Rows in groups, with the values as texts, numbers, flags or JSON. */
  rows(relation: string, columns: readonly string[], which: WhichRows): AsyncGenerator<Record<string, unknown>[]>
  close(): Promise<void>
}

/** What the database itself says, by its code. */
export class DatabaseRefusal extends Error {
  readonly code: string
  constructor(code: string, cause: unknown) {
    super(code, { cause })
    this.code = code
  }
}

export const GROUP = 1000
export const codeIn = (error: unknown): string =>
  error instanceof Error ? ('code' in error && error.code ? String(error.code) : error.message || error.name) : 'unknown'

export const schemaAndName = (relation: string): [schema: string | undefined, name: string] => {
  const at = relation.indexOf('.')
  return at < 0 ? [undefined, relation] : [relation.slice(0, at), relation.slice(at + 1)]
}
