import { sql, type RawBuilder } from 'kysely'
import type { Figures } from '@hufu/contract/audit/stats'
import type { Db } from '../../../platform/database/db.ts'
import { personInScope, inScope, type Scope } from '../../../platform/access/scope.ts'

const today = sql`(now() at time zone 'Asia/Shanghai')::date`

const attemptsToday = (scope: Scope, result: 0 | 1): RawBuilder<number> =>
  scope.all
    ? sql`(select coalesce(sum(attempts), 0)::bigint from login_count where day = ${today} and result = ${result})`
    : sql`(select count(*) from login_log log where log.login_time >= ${today} and log.result = ${result}
        and ${personInScope(scope, 'log.user_id')})`

/** With an unlimited scope, the counter of the root gives the number, because everybody has a main job below the root. */
const people = (scope: Scope): RawBuilder<number> =>
  scope.all ? sql`org_people('1')` : sql`(select count(distinct job.user_id) from job where ${inScope(scope, sql.ref('job.org_id'))})`

export async function countFigures(db: Db, scope: Scope, onlineMinutes: number): Promise<Figures> {
  const { rows } = await sql<Figures>`select ${people(scope)} as user_count,
    (select count(*) from live_org org where ${inScope(scope, sql.ref('org.id'))}) as org_count,
    (select count(*) from app) as app_count, ${attemptsToday(scope, 1)} as today_login, ${attemptsToday(scope, 0)} as today_fail,
    (select count(distinct s.user_id) from session s where s.ended_by is null and s.expires_at > now()
      and s.last_seen > now() - ${onlineMinutes} * interval '1 minute' and ${personInScope(scope, 's.user_id')}) as online_count`.execute(
    db,
  )
  return rows[0]!
}

/** Counts locked accounts only: unknown user names can be locked, too, but are no accounts. */
export async function countLocked(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from login_failure known join live_user u on u.id = known.name_key
    where known.locked_until > now() and ${personInScope(scope, 'known.user_id')}`.execute(db)
  return rows[0]!.n
}
