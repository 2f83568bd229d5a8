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
  auditTarget?: string
  choices?: string[]
  /** An export has it: it may stand in a sheet. Templates go without it. */
  fromExport?: true
  /** It may stand in a sheet and is not read. */
  unread?: true
  /** Sealed while it is staged; how it is shown. */
  secret?: (text: string) => string
  /** It names an organisation by its code. */
  namesOrg?: true
  /** Not shown even where it is wrong: what was typed may be a password. */
  alwaysHidden?: true
}

export interface ImportOptions {
  /** Where rows go that name no organisation. */
  orgId?: string | undefined
}

/** What a sheet is judged and carried out with: one person's reach at one moment. */
export interface Work {
  kernel: Kernel
  db: Kysely<Tables>
  who: Acting
  scope: Scope
  /** What is compared of each batch (N-02), and by what. */
  giving: Giving | undefined
  checkGiven: (db: Db) => Promise<void>
  options: ImportOptions
}

/** `column` is a title, '' where the whole row is meant. */
export interface RowProblem {
  column: string
  message: string
}

/** Phones and ID numbers are masked in it. */
export interface Change {
  column: string
  old: string | null
  fresh: string | null
}

/** A row whose cells are well-formed. */
export interface ReadRow<D> {
  row: number
  draft: D
}

export interface Judged {
  verdict: 'new' | 'changed' | 'unchanged' | 'refused'
  faults: RowProblem[]
  changes: Change[]
  meaning: object | null
  /** For a new row the id it will have. */
  targetId: string | null
  targetVersion: number | null
}

/** What costs only our processor is done at once; what this returns asks the database, batch after batch in order. */
export interface Judge<D> {
  weigh(rows: readonly ReadRow<D>[]): () => Promise<Judged[]>
}

/** A staged row about to be carried out; secret cells are still sealed. */
export interface Planned {
  row: number
  cells: Readonly<Record<string, string | undefined>>
  meaning: unknown
  targetId: string
  targetVersion: number | null
}

/** Rows that turned out not to be possible after all, by number. */
export type Refusals = Map<number, RowProblem>

export interface Writer<P extends { row: number } = { row: number }> {
  /** No two rows of a sheet touch the same record: two batches may be written at once. */
  readonly apart?: true
  /** Its rows may put people under something that carries rights (N-02). */
  readonly gives?: true
  /** Whom a row puts under something, and by a job in which organisation. */
  givesTo?(row: P): { userId: string; orgId?: string }
  prepare(rows: readonly Planned[]): readonly P[] | Promise<readonly P[]>
  /** Throws what the database refuses; the caller then tries smaller parts. */
  write(db: Db, rows: readonly P[]): Promise<Refusals>
}

/** What one kind of sheet means. Methods, so that kinds of different drafts stand in one table. */
export interface SheetKind<D = unknown> {
  readonly kind: ImportKind
  readonly name: string
  /** What it writes. */
  readonly tables: readonly string[]
  readonly permit: Permit
  /** Refuses whoever may not import just now. */
  readonly barred?: (caller: Pick<Context, 'who' | 'kernel'>) => void
  columns(options: ImportOptions): readonly Column[]
  /** The cells of a row by key; what the form must fill the sheet must fill too (D-70). */
  schema(config: ConfigValues, options: ImportOptions): Schema<D>
  /** Only where rows need each other: the whole sheet is read first. */
  steps?(rows: readonly ReadRow<D>[]): ReadRow<D>[][]
  judge(work: Work): Promise<Judge<D>>
  writer(work: Work): Promise<Writer>
  /** Whether somebody new could not sign in, having no password. */
  lacksPassword?(config: ConfigValues, draft: D): boolean
  /** The title of the column a constraint speaks of. */
  columnOf(reason: RefusalName): string
  /** The title of the column that gives somebody what the importer does not hold. */
  columnOfGained?(gained: Gained): string
}

export const refusedRow = (faults: RowProblem[]): Judged => ({
  verdict: 'refused',
  faults,
  changes: [],
  meaning: null,
  targetId: null,
  targetVersion: null,
})

/** A refusal's sentence for a cell; only for those that need no detail. */
export const sentence = (name: RefusalName): string => sentenceOf(refusals[name], {})
