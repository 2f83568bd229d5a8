import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

interface ExaminerRow {
  id: string
  name: string
  orgName: string | null
  isAble: boolean
}

// everyone: those whom the settings of the whole system name
export async function examinerRows(db: Db, ids: readonly string[]): Promise<ExaminerRow[]> {
  const { rows } = await sql<ExaminerRow>`select u.id, u.real_name as name, o.name as org_name,
      (u.deleted_at is null and u.status = 1 and (u.valid_end_time is null or u.valid_end_time > now())) as is_able
    from users u join unnest(${[...ids]}::text[]) with ordinality as t (id, place) on t.id = u.id
    left join job j on j.user_id = u.id and j.job_type = 1 left join org o on o.id = j.org_id order by t.place`.execute(db)
  return rows
}
