import { refuse } from '../platform/http/refuse.ts'
import { clearStaged, finishStaging, stageRows, type Plan, type StagedRow } from './plan.sql.ts'
import { refusedRow, type RowProblem, type RowChecker, type RowVerdict, type ReadRow, type SheetKind, type Work } from './sheet-kind.ts'
import { readCells, readTitles, type ReadCells, type RowReader, type SheetRow } from './sheet-rows.ts'
import { text } from './text.ts'
import { asPlanned, DryRunWriter } from './write-batch.ts'

export interface Totals {
  total: number
  new: number
  changed: number
  unchanged: number
  refused: number
  /** How many new users will have no password. */
  withoutPassword: number
  /** The first hundred. */
  errors: (RowProblem & { row: number })[]
}

const ERRORS_SHOWN = 100
const GROUP = 1000

interface Read extends ReadCells<unknown> {
  row: number
  sealed: string[]
}

/**
 * Reads the rows of a sheet, titles first, checks each against its schema, the file and the database, and stages the
 * results. Nothing else is written. `report` may end it by throwing; `trial` also finds rows that give too much, otherwise
 * found when carrying out.
 */
export async function stage(
  work: Work,
  kind: SheetKind,
  plan: Pick<Plan, 'id' | 'fileId'>,
  groups: AsyncIterable<SheetRow[]>,
  report: (total: number) => Promise<void>,
  trial?: DryRunWriter,
): Promise<Totals> {
  const columns = kind.columns(work.options)
  const schema = kind.schema(work.kernel.config.values, work.options)
  const checker = await kind.checker(work)
  await clearStaged(work.db, plan.id)
  const waiting: Read[] = []
  let reader: RowReader<unknown> | undefined
  let stager: Stager | undefined
  let read = 0
  for await (const group of groups) {
    reader ??= { columns, schema, layout: readTitles(columns, group.shift()?.cells ?? []) }
    stager ??= new Stager(
      work,
      plan.id,
      kind,
      checker,
      trial && { writer: trial, keys: reader.layout.flatMap(column => column?.key ?? []) },
    )
    const rows = readGroup(work, reader, group)
    read += rows.length
    if (kind.steps) waiting.push(...rows)
    else await stager.add(0, rows)
    await report(read)
  }
  if (read === 0 || !reader || !stager) refuse('tableProblem', { sentence: text.noRows })
  const steps = kind.steps ? await stageInSteps(kind, stager, waiting) : 1
  await stager.end()
  const titles = reader.layout.flatMap(column => (column ? [column.title] : []))
  await finishStaging(work.db, plan, { titles, total: read, steps })
  return stager.totals
}

const readGroup = (work: Work, reader: RowReader<unknown>, rows: readonly SheetRow[]): Read[] => rows.map(row => readOne(work, reader, row))

function readOne(work: Work, reader: RowReader<unknown>, row: SheetRow): Read {
  const read = readCells(reader, row)
  const draft = (read.draft ?? {}) as Record<string, unknown>
  const sealed = reader.layout.flatMap(column => {
    if (!column) return []
    const normal = draft[column.key]
    const value = typeof normal === 'string' ? normal : (read.cells[column.key] ?? '')
    return [column.secret && value !== '' ? work.kernel.keys.sealField(value) : value]
  })
  return { ...read, row: row.row, sealed }
}

/** Rows below others of the sheet come after them, whatever their order in the file. */
async function stageInSteps(kind: SheetKind, stager: Stager, rows: readonly Read[]): Promise<number> {
  const byRow = new Map(rows.map(read => [read.row, read]))
  const good = rows.filter(read => read.draft !== undefined).map(({ row, draft }) => ({ row, draft }))
  const steps = kind.steps!(good).map(step => step.map(({ row }) => byRow.get(row)!))
  steps[0] = [...(steps[0] ?? []), ...rows.filter(read => read.draft === undefined)]
  for (const [step, reads] of steps.entries())
    for (let at = 0; at < reads.length; at += GROUP) await stager.add(step, reads.slice(at, at + GROUP))
  return steps.length
}

interface DryRun {
  writer: DryRunWriter
  /** The keys of the columns that were read. */
  keys: readonly string[]
}

/** Reads the next group while the database answers for the present one. */
class Stager {
  readonly #work: Work
  readonly #planId: string
  readonly #checker: RowChecker<unknown>
  readonly #kind: SheetKind
  readonly #trial: DryRun | undefined
  readonly totals: Totals = { total: 0, new: 0, changed: 0, unchanged: 0, refused: 0, withoutPassword: 0, errors: [] }
  #running: Promise<void> = Promise.resolve()

  constructor(work: Work, planId: string, kind: SheetKind, checker: RowChecker<unknown>, trial: DryRun | undefined) {
    this.#work = work
    this.#planId = planId
    this.#kind = kind
    this.#checker = checker
    this.#trial = trial
  }

  async add(step: number, reads: readonly Read[]): Promise<void> {
    const good: ReadRow<unknown>[] = reads.filter(read => read.draft !== undefined).map(({ row, draft }) => ({ row, draft }))
    const settle = this.#checker.check(good)
    await this.#running
    this.#running = settle().then(verdicts => this.#store(step, reads, new Map(good.map((row, n) => [row.row, verdicts[n]!]))))
    // Awaited by the next add or by end; until then it must not be unhandled.
    this.#running.catch(() => undefined)
  }

  end(): Promise<void> {
    return this.#running
  }

  async #store(step: number, reads: readonly Read[], found: ReadonlyMap<number, RowVerdict>): Promise<void> {
    const verdicts = reads.map((read): StagedRow => ({
      row: read.row,
      cells: read.sealed,
      ...(found.get(read.row) ?? refusedRow(read.problems)),
    }))
    const rows = this.#trial ? await markDryRunRefusals(this.#trial, verdicts) : verdicts
    for (const row of rows) {
      this.totals.total++
      this.totals[row.verdict as RowVerdict['verdict']]++
      for (const problem of row.problems)
        if (this.totals.errors.length < ERRORS_SHOWN) this.totals.errors.push({ row: row.row, ...problem })
    }
    const created = new Set(rows.filter(({ verdict }) => verdict === 'new').map(({ row }) => row))
    const drafts = reads.flatMap(({ row, draft }) => (created.has(row) && draft !== undefined ? [draft] : []))
    this.totals.withoutPassword += (await this.#kind.countPasswordless?.(this.#work.kernel, drafts)) ?? 0
    await stageRows(this.#work.db, this.#planId, step, rows)
  }
}

/** Marks rows as refused that could not be carried out. */
async function markDryRunRefusals({ writer, keys }: DryRun, rows: readonly StagedRow[]): Promise<StagedRow[]> {
  const good = rows.filter(({ verdict }) => verdict === 'new' || verdict === 'changed')
  const refused = await writer.refusals(good.map(row => asPlanned(keys, { ...row, targetId: row.targetId! })))
  return rows.map(row => {
    const problem = refused.get(row.row)
    return problem ? { ...row, ...refusedRow([problem]) } : row
  })
}
