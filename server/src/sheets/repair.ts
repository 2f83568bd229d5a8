import type { CheckReply, PlanRow } from '@hufu/contract/import'
import type { BodyOf } from '@hufu/contract/call'
import type { importPlan } from '@hufu/contract/import'
import { givingOf } from '../platform/access/seniority.ts'
import type { Context } from '../platform/http/context.ts'
import { refuse } from '../platform/http/refuse.ts'
import { markOf } from './cell-marks.ts'
import { kinds } from './kinds.ts'
import { type OrgCodeRow, listOrgCodes } from './orgs.sql.ts'
import { findPlan, type Plan, reportRows, type ReportRow } from './plan.sql.ts'
import { callerScopeOf } from './scope.sql.ts'
import type { Column, SheetKind, Work } from './sheet-kind.ts'
import { readCells, type SheetRow } from './sheet-rows.ts'
import { checkRows } from './start.ts'
import { candidates, orgCodeFor } from './suggest.ts'

const GROUP = 1000

interface Sheet {
  work: Work
  kind: SheetKind
  plan: Plan
  columns: readonly (Column | undefined)[]
}

/** A plan of the caller not yet carried out, with what is needed to check it. */
async function ownPlan(ctx: Pick<Context, 'kernel' | 'db' | 'who' | 'checkGiven'>, planId: string): Promise<Sheet> {
  const { kernel, who, checkGiven } = ctx
  const plan = await findPlan(kernel.db, planId)
  if (!plan?.staged || plan.ownerId !== who.userId) return refuse('planMissing')
  const kind = kinds.use()[plan.kind]
  if (!who.rights.scopeOf(kind.permit)) refuse('forbidden')
  const scope = callerScopeOf(who, kind.permit)
  const work: Work = { kernel, db: kernel.db, who, scope, giving: givingOf(who, scope), checkGiven, options: plan.options }
  const columnByTitle = new Map(kind.columns(plan.options).map(column => [column.title, column]))
  return { work, kind, plan, columns: plan.titles.map(title => columnByTitle.get(title)) }
}

/** The cells as typed, with secrets decrypted. */
const opened = ({ work, columns }: Sheet, cells: readonly string[]): string[] =>
  columns.map((column, at) => {
    const cell = cells[at] ?? ''
    return column?.secret && cell !== '' ? work.kernel.keys.openField(cell) : cell
  })

/** Suggestions for each refused cell, by title. */
function suggestionsFor(
  sheet: Sheet,
  { row, problems }: Pick<ReportRow, 'row' | 'problems'>,
  cells: string[],
  orgs: readonly OrgCodeRow[],
) {
  const { kind, work, plan, columns } = sheet
  const reader = { columns: kind.columns(plan.options), layout: columns, schema: kind.schema(work.kernel.config.values, plan.options) }
  const found = new Map<string, string>()
  for (const { column: title } of problems) {
    const at = plan.titles.indexOf(title)
    const column = columns[at]
    const value = cells[at] ?? ''
    // What was meant by a cell that nobody typed so cannot be known.
    if (!column || value === '' || column.alwaysHidden || markOf(value)) continue
    const isGood = (candidate: string) => {
      const tried = readCells(reader, { row, cells: cells.with(at, candidate) })
      return tried.problems.every(problem => problem.column !== title)
    }
    // A well-formed value that is refused is taken or unknown, so there is no suggestion.
    const slip = isGood(value) ? undefined : candidates(value, column).find(isGood)
    const wanted = (column.namesOrg && orgCodeFor(value, orgs)) || slip
    if (wanted !== undefined && wanted !== value) found.set(title, wanted)
  }
  return found
}

const hasOrgProblem = ({ columns }: Sheet, problems: readonly { column: string }[]) =>
  columns.some(column => column?.namesOrg && problems.some(problem => problem.column === column.title))

const orgsFor = async (sheet: Sheet, problems: readonly { column: string }[]): Promise<OrgCodeRow[]> =>
  hasOrgProblem(sheet, problems) ? listOrgCodes(sheet.work.db, sheet.work.scope) : []

/** The rows of a page with suggestions for their refused cells. */
export async function withSuggestions(ctx: Context<{ planId: string }>, records: readonly PlanRow[]): Promise<PlanRow[]> {
  const refused = records.filter(({ verdict }) => verdict === 'refused')
  if (refused.length === 0) return [...records]
  const sheet = await ownPlan(ctx, ctx.query.planId)
  const first = Math.min(...refused.map(({ row }) => row)) - 1
  const stored = new Map((await reportRows(sheet.work.db, sheet.plan.id, first, refused.length, true)).map(row => [row.row, row]))
  const orgs = await orgsFor(
    sheet,
    refused.flatMap(row => row.faults),
  )
  return records.map(record => {
    const row = record.verdict === 'refused' ? stored.get(record.row) : undefined
    if (!row) return record
    const found = suggestionsFor(sheet, row, opened(sheet, row.cells), orgs)
    return {
      ...record,
      faults: record.faults.map(problem => ({ ...problem, ...(found.has(problem.column) && { suggestion: found.get(problem.column)! }) })),
    }
  })
}

/** Checks all rows again with some cells changed, as if the sheet were sent anew. */
export async function repairPlan(ctx: Context<unknown, BodyOf<typeof importPlan.repair>>): Promise<CheckReply> {
  const { planId, rows, suggested } = ctx.body
  const sheet = await ownPlan(ctx, planId)
  if (sheet.plan.taskId !== null) refuse('planMissing')
  sheet.kind.refuseImport?.(ctx)
  const typed = new Map(rows.map(({ row, cells }) => [row, new Map(cells.map(({ title, value }) => [title, value]))]))
  return checkRows(sheet.work, sheet.kind, { fileName: sheet.plan.fileName, groups: () => repaired(sheet, typed, suggested) })
}

async function* repaired(
  sheet: Sheet,
  typed: ReadonlyMap<number, ReadonlyMap<string, string>>,
  suggested: boolean,
): AsyncGenerator<SheetRow[]> {
  const { plan, work } = sheet
  const { titles } = plan
  let head: SheetRow[] = [{ row: 1, cells: titles }]
  for (let after = 0; ;) {
    const rows = await reportRows(work.db, plan.id, after, GROUP, false)
    if (rows.length === 0) break
    after = rows.at(-1)!.row
    const orgs = suggested
      ? await orgsFor(
          sheet,
          rows.flatMap(row => row.problems),
        )
      : []
    const group = rows.map(stored => {
      const cells = opened(sheet, stored.cells)
      const own = typed.get(stored.row)
      const found = suggested && stored.verdict === 'refused' ? suggestionsFor(sheet, stored, cells, orgs) : new Map<string, string>()
      return { row: stored.row, cells: cells.map((cell, at) => own?.get(titles[at]!) ?? found.get(titles[at]!) ?? cell) }
    })
    yield [...head, ...group]
    head = []
  }
}
