import { sql } from 'kysely'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'

/** Names of organisations by id, including those that a plan is about to create. */
export async function orgNames(db: Db, runId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const wanted = [...new Set(ids)]
  const { rows } = await everyone(
    'names for plans and logs, which are shipped for administrators of the whole system',
    sql<{ id: string; name: string }>`select id, name from org where id = any (${wanted})
    union all select s.target_id, s.name from sync_row s where s.run_id = ${runId} and s.object_type = 'org' and s.verdict = 'new'
      and s.target_id = any (${wanted}) and not exists (select 1 from org o where o.id = s.target_id)`,
  ).execute(db)
  return new Map(rows.map(row => [row.id, row.name]))
}
