import type { Kysely } from 'kysely'
import type { Permit } from '@hufu/contract/call'
import { refusals, type RefusalName } from '@hufu/contract/refusals'
import type { Tables } from '../../migrations/tables.ts'
import type { Gained } from '../platform/access/giving.ts'
import type { Acting } from '../platform/access/seniority.ts'
import type { ConfigValues } from '../platform/config/config-catalog.ts'
import type { Db, Giving } from '../platform/database/db.ts'
import type { Kernel } from '../platform/kernel.ts'
import type { Context } from '../platform/http/context.ts'
import { sentenceOf } from '../platform/http/refuse.ts'
import type { Scope } from '../platform/access/scope.ts'
import type { Schema } from '@hufu/contract/schema'

export type ImportKind = Tables['importPlan']['kind']

export interface Column {
  key: string
  title: string
  required?: boolean
  /** What may be typed, shown beside the cell. */
  note?: string
  choices?: string[]
  /** In exports and accepted in imports, but not in templates. */
  fromExport?: true
  /** Accepted in imports and ignored. */
  unread?: true
  /** Encrypted while staged; the function masks it for display. */
  secret?: (text: string) => string
  /** Takes a cell that the sheet stores as a date. */
  date?: true
  /** Names an organisation by its code. */
  namesOrg?: true
  /** Never shown, even if faulty, as it may be a password. */
  alwaysHidden?: true
}

export interface ImportOptions {
  /** The organisation of rows that name none. */
  orgId?: string | undefined
}

/** What a sheet is checked and carried out with: its caller, with their scope and rights as read at one moment. */
export interface Work {
  kernel: Kernel
  db: Kysely<Tables>
  who: Acting
  scope: Scope
  /** What a batch must not give, compared with the rights of `who`. */
  giving: Giving | undefined
  checkGiven: (db: Db) => Promise<void>
  options: ImportOptions
}

/** `column` is a title, or '' for the whole row. */
export interface RowProblem {
  column: string
  message: string
}

/** A change of a cell; phones and ID numbers are masked. */
export interface Change {
  column: string
  old: string | null
  fresh: string | null
}

/** A row of well-formed cells. */
export interface ReadRow<D> {
  row: number
  draft: D
}

export interface RowVerdict {
  verdict: 'new' | 'changed' | 'unchanged' | 'refused'
  problems: RowProblem[]
  changes: Change[]
  meaning: object | null
  /** For a new row, its future id. */
  targetId: string | null
  targetVersion: number | null
}

/** CPU work is done at once; the returned function queries the database, batch after batch in order. */
export interface RowChecker<D> {
  check(rows: readonly ReadRow<D>[]): () => Promise<RowVerdict[]>
}

/** A staged row about to be carried out; secret cells are still encrypted. */
export interface Planned {
  row: number
  cells: Readonly<Record<string, string | undefined>>
  meaning: unknown
  targetId: string
  targetVersion: number | null
}

/** Rows that could not be written after all, by number. */
export type Refusals = Map<number, RowProblem>

export interface Writer<P extends { row: number } = { row: number }> {
  /** No two rows of a sheet change the same record, so two batches may be written at once. */
  readonly apart?: true
  /** Its rows may give users rights through memberships. */
  readonly gives?: true
  /** The user who may gain rights by a row, and the organisation of the job that gives them. */
  givesTo?(row: P): { userId: string; orgId?: string }
  prepare(rows: readonly Planned[]): readonly P[] | Promise<readonly P[]>
  /** Throws what the database refuses; the caller then tries smaller parts. */
  write(db: Db, rows: readonly P[]): Promise<Refusals>
}

/** One kind of sheet. Methods and not properties, so that kinds with different drafts fit one table. */
export interface SheetKind<D = unknown> {
  readonly kind: ImportKind
  readonly name: string
  /** The tables it writes. */
  readonly tables: readonly string[]
  readonly permit: Permit
  /** Refuses callers who may not import now. */
  readonly refuseImport?: (caller: Pick<Context, 'who' | 'kernel'>) => void
  columns(options: ImportOptions): readonly Column[]
  /** The schema of a row's cells by key; columns the form requires are required, too. */
  schema(config: ConfigValues, options: ImportOptions): Schema<D>
  /** Only if rows depend on each other: the whole sheet is read first. */
  steps?(rows: readonly ReadRow<D>[]): ReadRow<D>[][]
  checker(work: Work): Promise<RowChecker<D>>
  writer(work: Work): Promise<Writer>
  /** How many of these new users would have no password and so could not sign in. */
  countPasswordless?(kernel: Kernel, drafts: readonly D[]): Promise<number>
  /** The title of the column a constraint is about. */
  columnOf(reason: RefusalName): string
  /** The title of the column that gives more than the importer holds. */
  columnOfGained?(gained: Gained): string
}

export const refusedRow = (problems: RowProblem[]): RowVerdict => ({
  verdict: 'refused',
  problems,
  changes: [],
  meaning: null,
  targetId: null,
  targetVersion: null,
})

/** The sentence of a refusal for a cell, for refusals without details. */
export const sentence = (name: RefusalName): string => sentenceOf(refusals[name], {})
