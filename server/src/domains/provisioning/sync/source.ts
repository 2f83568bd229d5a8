import type { SourceType } from '@hufu/contract/provisioning/sync-options'
import type { Kernel } from '../../../platform/kernel.ts'

export type ObjectType = 'org' | 'user'
export type RawRow = Readonly<Record<string, unknown>>

/** Some rows of one kind, as the source gave them; organisations may come before or after users. */
export interface RawBatch {
  objectType: ObjectType
  rows: readonly RawRow[]
  /** How far the changes of the source have been seen with it; the last one counts. */
  watermark?: string | undefined
  /** What was asked for them, without secrets; absent where they have no request of their own. */
  request?: string
}

/** What was asked, and the start of what was answered. */
export interface Exchange {
  request: string
  response?: string | undefined
}

/** A mark that this server did not give: everything has to be read. */
export class MarkLost extends Error {}

/** What keeps a source from being read, in a sentence for people: without addresses, names of hosts and secrets. */
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

/** Something without which nothing can be read. */
export function missing(sentence: string): never {
  throw new SourceError(sentence)
}

/** An object by its id at the source. */
export interface NamedObject {
  objectType: ObjectType
  originId: string
}

export type ObjectsRead =
  /** Those of them that the source has, and organisations above them that the task is not linked to. */
  | { is: 'read'; batches: readonly RawBatch[] }
  /** The source does not say of one of them whether it is there: they are looked for in a whole read. */
  | { is: 'unclear' }
  /** One of them is an organisation that the task does not know, with others in it: everything is read and looked at. */
  | { is: 'newBranch' }

/** Which of these organisations the task is linked to. */
export type LinkedOrgs = (originIds: readonly string[]) => Promise<ReadonlySet<string>>

export interface SourceTested {
  ok: boolean
  httpStatus: number | null
  message: string
  /** Of the first page. */
  batches: readonly RawBatch[]
  /** Where the source seems to say how many there are in all. */
  totalPath?: string | undefined
}

export interface Source {
  /** Everything there is. Whatever it throws, the read counts as incomplete and nothing is written. */
  read(): AsyncIterable<RawBatch>
  /** Every organisation, and users that have changed since a mark; it tells nothing of who is gone. */
  changes?(watermark: string): AsyncIterable<RawBatch>
  /** These objects alone, asked for one by one; it tells nothing of any other. Absent where the source has no such question. */
  readObjects?(objects: readonly NamedObject[], linkedOrgs: LinkedOrgs): Promise<ObjectsRead>
  /** The first page of each kind, without trying again. */
  test(): Promise<SourceTested>
}

/** What a source is opened with; the secrets are in clear here and nowhere else. */
export interface Connection {
  objectType: ObjectType | 'all'
  type: SourceType
  url: string | null
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  secret: string
  /** Checked by the schema of its type. */
  options: Readonly<Record<string, unknown>>
  /** What the mapping reads of a row, for sources that are asked for named fields. */
  paths: readonly string[]
}

export type OpenSource = (connection: Connection, kernel: Kernel) => Source

/** Rows one batch has at most; a source cuts its pages to it. */
export const BATCH_ROWS = 1000
export function* cutBatches(objectType: ObjectType, rows: readonly RawRow[], watermark?: string): Generator<RawBatch> {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) yield { objectType, rows: rows.slice(at, at + BATCH_ROWS), watermark }
}
