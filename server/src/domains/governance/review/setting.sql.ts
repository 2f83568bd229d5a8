import { sql } from 'kysely'
import { everyone, personInScope, type Scope } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'

interface ExaminerRow {
  id: string
  name: string
  orgName: string | null
  isAble: boolean
}

export async function examinerRows(db: Db, ids: readonly string[]): Promise<ExaminerRow[]> {
  const { rows } = await everyone(
    'the examiners named in the settings of the whole system',
    sql<ExaminerRow>`select u.id, u.real_name as name, o.name as org_name,
      (u.deleted_at is null and u.status = 1 and (u.valid_end_time is null or u.valid_end_time > now())) as is_able
    from users u join unnest(${[...ids]}::text[]) with ordinality as t (id, place) on t.id = u.id
    left join job j on j.user_id = u.id and j.job_type = 1 left join org o on o.id = j.org_id order by t.place`,
  ).execute(db)
  return rows
}

/** The ids that may be chosen: users in scope and present examiners. Other users are not revealed. */
export async function choosable(db: Db, scope: Scope, ids: readonly string[], present: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select u.id from users u
    where u.id = any (${[...ids]}) and (u.id = any (${[...present]}) or ${personInScope(scope, 'u.id')})`.execute(db)
  return rows.map(row => row.id)
}
