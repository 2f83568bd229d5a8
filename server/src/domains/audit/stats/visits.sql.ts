import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { personInScope, type Scope } from '../../../platform/access/scope.ts'
import type { Days } from './logins.sql.ts'

const MOST = 10

/** The most visited applications of these days; with a limited scope, by visits of users in scope. */
export async function appVisits(db: Db, scope: Scope, { beginTime, endTime }: Days) {
  const { rows } = await sql<{ appId: string; appName: string; count: number }>`
    select v.app_id, a.name as app_name, count(*) as count from app_visit v join app a on a.id = v.app_id
    where v.fault = '' and v.visit_time >= ${beginTime}::date and v.visit_time < ${endTime}::date + 1
      and ${personInScope(scope, 'v.user_id')}
    group by v.app_id, a.name order by 3 desc, 1 limit ${MOST}`.execute(db)
  return rows
}
