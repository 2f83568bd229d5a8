/** A database whose table or view is read; nothing is written. */
export interface DatabaseServer {
  host: string
  port: number
  database: string
  user: string
  password: string
  tls: boolean
  /** PEM, trusted instead of the system's authorities. */
  ca?: string | undefined
}
export interface DatabaseLimits {
  withLoopback: boolean
  /** For connecting, and for each statement, in milliseconds. */
  timeoutMs: number
}

export interface RowSelection {
  most: number
  /** Only rows whose column is at least the value. */
  since?: { column: string; value: string } | undefined
}

/** A connection to the source. `isSame` compares the identity of the database, so that Hufu's own is not read as a source. */
export interface DatabaseSession {
  isSame(identity: () => Promise<string>): Promise<boolean>
  /** The columns of a table or view in order; empty if it does not exist or may not be read. */
  columns(relation: string): Promise<string[]>
  /** Rows in groups, with values as text, numbers, flags or JSON. */
  rows(relation: string, columns: readonly string[], which: RowSelection): AsyncGenerator<Record<string, unknown>[]>
  close(): Promise<void>
}

/** An error of the database, with its code. */
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
