import { sql } from 'kysely'
import type { PlanRow } from '@hufu/contract/import'
import type { Page, Paging } from '@hufu/contract/shapes'
import type { Db } from '../platform/database/db.ts'
import type { Keys } from '../platform/secrets/keys.ts'
import { offsetOf, pageOf } from '../platform/database/paging.ts'
import type { Plan } from './plan.sql.ts'
import type { Column } from './sheet-kind.ts'

/** A row to be written counts as done once the task's cursor has passed it, or the whole plan is done. */
const verdict = sql`case when i.verdict in ('new', 'changed') and (p.done_at is not null
  or (i.step, i.row_no) <= ((t.cursor ->> 'step')::int, (t.cursor ->> 'row')::int)) then 'done' else i.verdict end`
const from = sql`from import_plan p join import_row i on i.plan_id = p.id left join async_task t on t.id = p.task_id`

interface Row extends Omit<PlanRow, 'cells'> {
  cells: string[]
}

export async function pagePlan(
  db: Db,
  keys: Keys,
  plan: Plan,
  columns: readonly Column[],
  query: Paging & { verdict?: string | undefined },
): Promise<Page<PlanRow>> {
  const where = sql`p.id = ${plan.id} ${query.verdict === undefined ? sql`` : sql`and ${verdict} = ${query.verdict}`}`
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${from} where ${where}`.execute(db)
  const { rows } = await sql<Row>`select i.row_no as row, ${verdict} as verdict, i.cells, i.faults, i.changes ${from} where ${where}
    order by i.row_no limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  const shown = plan.titles.map(title => columns.find(column => column.title === title))
  const records = rows.map(row => ({
    ...row,
    cells: plan.titles.map((title, n) => ({ title, value: valueOf(keys, shown[n], row.cells[n] ?? '', isFaulty(row, title)) })),
  }))
  return pageOf(query, counted[0]?.n ?? 0, records)
}

const isFaulty = ({ faults }: Pick<Row, 'faults'>, title: string): boolean => faults.some(({ column }) => column === title)

/** Secrets are masked; a faulty one is shown as typed, so that its owner can see the problem. */
function valueOf(keys: Keys, column: Column | undefined, cell: string, faulty: boolean): string {
  if (!column?.secret || cell === '') return cell
  const open = keys.openField(cell)
  return faulty && !column.alwaysHidden ? open : column.secret(open)
}
