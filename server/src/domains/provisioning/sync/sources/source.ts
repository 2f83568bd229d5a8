import type { SourceType } from '@hufu/contract/provisioning/sync-options'
import type { Kernel } from '../../../../platform/kernel.ts'

export type ObjectType = 'org' | 'user'
export type RawRow = Readonly<Record<string, unknown>>

/** Some rows of one kind, as the source gave them; organisations may come before or after users. */
export interface RawBatch {
  objectType: ObjectType
  rows: readonly RawRow[]
  /** How far the source's changes have been seen with this batch; the last batch that says so counts. */
  watermark?: string | undefined
  /** The request that returned the rows, without secrets; absent if they have no request of their own. */
  request?: string
}

/** A request and the start of its reply. */
export interface Exchange {
  request: string
  response?: string | undefined
}

/** The watermark does not come from this server, so everything has to be read. */
export class MarkLost extends Error {}

/** The reason why a source cannot be read, as a sentence for users without addresses, host names or secrets. */
export class SourceError extends Error {
  readonly sentence: string
  readonly httpStatus: number | null
  exchange: Exchange | undefined
  constructor(sentence: string, httpStatus: number | null = null, cause?: unknown) {
    super(sentence, { cause })
    this.sentence = sentence
    this.httpStatus = httpStatus
  }
}

/** Throws the error for something without which the source cannot be read. */
export function missing(sentence: string): never {
  throw new SourceError(sentence)
}

/** An object by its id at the source. */
export interface NamedObject {
  objectType: ObjectType
  originId: string
}

export type ObjectsRead =
  /** The objects that the source has, and unlinked organisations above them. */
  | { is: 'read'; batches: readonly RawBatch[] }
  /** The source leaves open whether one of the objects exists, so a whole read has to look for them. */
  | { is: 'unclear' }
  /** One of the objects is an unlinked organisation that contains others, so everything has to be read. */
  | { is: 'newBranch' }

/** Which of these organisations the task is linked to. */
export type LinkedOrgs = (originIds: readonly string[]) => Promise<ReadonlySet<string>>

export interface SourceTested {
  ok: boolean
  httpStatus: number | null
  message: string
  /** Rows of the first page. */
  batches: readonly RawBatch[]
  /** The path at which the source seems to state the total number of rows. */
  totalPath?: string | undefined
}

export interface Source {
  /** Reads everything. If it throws, the read is incomplete and nothing is written. */
  read(): AsyncIterable<RawBatch>
  /** Reads every organisation, and users changed since a watermark; it says nothing about objects that are gone. */
  changes?(watermark: string): AsyncIterable<RawBatch>
  /** Reads only these objects, one by one. Absent if the source cannot be asked for single objects. */
  readObjects?(objects: readonly NamedObject[], linkedOrgs: LinkedOrgs): Promise<ObjectsRead>
  /** Reads the first page of each kind, without retries. */
  test(): Promise<SourceTested>
}

/** What a source is opened with. It holds decrypted secrets, so it must be neither stored nor shown. */
export interface Connection {
  objectType: ObjectType | 'all'
  type: SourceType
  url: string | null
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  secret: string
  /** Validated by the schema of the source type. */
  options: Readonly<Record<string, unknown>>
  /** The paths that the mapping reads, for sources that are asked for named fields. */
  paths: readonly string[]
}

export type OpenSource = (connection: Connection, kernel: Kernel) => Source

/** Most rows of one batch; sources cut larger pages. */
export const BATCH_ROWS = 1000
export function* cutBatches(objectType: ObjectType, rows: readonly RawRow[], watermark?: string): Generator<RawBatch> {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) yield { objectType, rows: rows.slice(at, at + BATCH_ROWS), watermark }
}
