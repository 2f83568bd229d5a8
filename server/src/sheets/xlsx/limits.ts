/** Limits of a table read from outside: decision D-48 and threat T16. */
export interface TableLimits {
  packedBytes: number
  unpackedBytes: number
  /** Greatest compression ratio; checked only above `ratioFrom`, as a small file does no harm. */
  ratio: number
  ratioFrom: number
  /** Rows below the title row. */
  rows: number
  columns: number
  /** A longer cell is cut one character above this, so that its own rule still refuses it as too long. */
  cellCharacters: number
  /** Time to wait for the worker; time of a slow consumer does not count. */
  milliseconds: number
  heapMb: number
}

const MB = 1024 * 1024

export const tableLimits: Readonly<TableLimits> = Object.freeze({
  packedBytes: 20 * MB,
  unpackedBytes: 200 * MB,
  ratio: 100,
  ratioFrom: 10 * MB,
  rows: 100_000,
  columns: 200,
  cellCharacters: 2_000,
  milliseconds: 60_000,
  heapMb: 512,
})

export type TableErrorKind = 'otherFormat' | 'encrypted' | 'tooLarge' | 'tooManyRows' | 'damaged' | 'noHeader' | 'timeout'

/** The file is refused as a whole. The kind decides the user's sentence, the message is for the log. */
export class TableError extends Error {
  readonly kind: TableErrorKind

  constructor(kind: TableErrorKind, message: string = kind) {
    super(message)
    this.name = 'TableError'
    this.kind = kind
  }
}
