import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import { inScope, type Scope } from '../../../../platform/access/scope.ts'

interface JobRow {
  userId: string
  userName: string
  realName: string
  orgId: string
  orgName: string
  jobType: number
}

/** The jobs that deleteJobType would remove (O-42) or transferMainJob move. */
export async function pageJobs(
  db: Db,
  scope: Scope,
  userIds: readonly string[],
  { jobType, orgId }: { jobType: number; orgId?: string | null | undefined },
  size: number,
  offset: number,
) {
  const from = sql`from job j join users u on u.id = j.user_id join org o on o.id = j.org_id
    where j.user_id = any (${[...userIds]}) and j.job_type = ${jobType} and ${orgId ? sql`j.org_id = ${orgId}` : sql`true`} and ${inScope(scope, sql.ref('j.org_id'))}`
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db)
  const { rows } =
    await sql<JobRow>`select u.id as user_id, u.user_name, u.real_name, o.id as org_id, o.name as org_name, j.job_type ${from}
    order by o.name, o.id, j.sort_num, j.id limit ${size} offset ${offset}`.execute(db)
  return { total: counted[0]?.n ?? 0, records: rows }
}
