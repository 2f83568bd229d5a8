import { runRolledBack, type Db } from '../platform/database/db.ts'
import { attempt } from './attempt.sql.ts'
import type { PlannedRow } from './plan.sql.ts'
import type { Planned, Refusals, SheetKind, Work, Writer } from './sheet-kind.ts'

/** Writes a batch and returns the rows that failed: a constraint refused them, or they give more than the importer holds. */
export function writeBatch(db: Db, work: Work, kind: SheetKind, writer: Writer, rows: readonly { row: number }[]): Promise<Refusals> {
  const write = async (part: readonly { row: number }[]) => {
    const refused = await writer.write(db, part)
    await work.checkGiven(db)
    return refused
  }
  return attempt(db, rows, write, {
    columnOf: reason => kind.columnOf(reason),
    ...(writer.givesTo && { givesTo: row => writer.givesTo!(row) }),
    ...(kind.columnOfGained && { columnOfGained: gained => kind.columnOfGained!(gained) }),
  })
}

/** Writes checked rows as in a real import and rolls everything back, for the same checks in a dry run. */
export class DryRunWriter {
  readonly #work: Work
  readonly #kind: SheetKind
  readonly #writer: Writer

  private constructor(work: Work, kind: SheetKind, writer: Writer) {
    this.#work = work
    this.#kind = kind
    this.#writer = writer
  }

  /** Undefined for callers who may give everything, and for kinds that give nothing. */
  static async of(work: Work, kind: SheetKind): Promise<DryRunWriter | undefined> {
    if (!work.giving) return undefined
    const writer = await kind.writer(work)
    return writer.gives ? new DryRunWriter(work, kind, writer) : undefined
  }

  async refusals(planned: readonly Planned[]): Promise<Refusals> {
    const { who, giving, db } = this.#work
    const prepared = planned.length === 0 ? [] : await this.#writer.prepare(planned)
    // Callers with an unlimited scope are checked only for what they give themselves.
    const rows = giving === 'branch' ? prepared : prepared.filter(row => this.#writer.givesTo?.(row).userId === who.userId)
    if (rows.length === 0) return new Map()
    const actor = { userId: who.userId, sessionId: '', traceId: '', ...(giving && { giving }) }
    return runRolledBack(db, actor, trx => writeBatch(trx, this.#work, this.#kind, this.#writer, rows))
  }
}

export function asPlanned(keys: readonly string[], row: PlannedRow): Planned {
  const cells: Record<string, string> = {}
  for (const [n, key] of keys.entries()) if (row.cells[n]) cells[key] = row.cells[n]
  return { ...row, cells }
}
