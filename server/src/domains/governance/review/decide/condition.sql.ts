import { sql } from 'kysely'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'

/** Whether the organisation is at or below one of `ids`. */
export async function liesBelowAny(db: Db, orgId: string, ids: readonly string[]): Promise<boolean> {
  const { rows } = await everyone(
    'tests a condition of a workflow, which super administrators write',
    sql`select 1 from org_ancestor where org_id = ${orgId} and ancestor_id = any (${[...ids]}) limit 1`,
  ).execute(db)
  return rows.length > 0
}
