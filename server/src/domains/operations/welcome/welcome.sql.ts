import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { amongPeopleInScope, inScope, type Scope } from '../../../platform/access/scope.ts'
import { isAlive } from '../../../platform/access/sessions.ts'

async function number(db: Db, query: RawBuilder<{ n: number }>): Promise<number> {
  const { rows } = await query.execute(db)
  return rows[0]?.n ?? 0
}

export const countOrgs = (db: Db, scope: Scope) =>
  number(db, sql`select count(*) as n from live_org org where ${inScope(scope, sql.ref('org.id'))}`)

/** With an unlimited scope, the counter of the root gives the number, because everybody has a main job below the root. */
export const countPeople = (db: Db, scope: Scope) =>
  scope.all
    ? number(db, sql`select org_people('1') as n`)
    : number(db, sql`select count(distinct user_id) as n from job where ${inScope(scope, sql.ref('job.org_id'))}`)

/** Counts all applications: they belong to no organisation, so callers who see their list see all of them. */
export const countApps = (db: Db) => number(db, sql`select count(*) as n from app`)

export const countOnline = (db: Db, scope: Scope, minutes: number) =>
  number(
    db,
    sql`select count(distinct s.user_id) as n from session s join users u on u.id = s.user_id
      where ${isAlive(minutes)} and ${amongPeopleInScope(scope, 's.user_id')}`,
  )

export const countToday = (db: Db, scope: Scope) =>
  number(
    db,
    sql`select count(*) as n from login_log l where l.login_time >= date_trunc('day', now()) and l.result = 1
      and ${amongPeopleInScope(scope, 'l.user_id')}`,
  )
