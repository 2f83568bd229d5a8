import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db.ts'
import { within, type Scope } from '../../kernel/scope.ts'

async function number(db: Db, query: RawBuilder<{ n: number }>): Promise<number> {
  const { rows } = await query.execute(db)
  return rows[0]?.n ?? 0
}

export const countOrgs = (db: Db, scope: Scope) =>
  number(db, sql`select count(*) as n from org where deleted_at is null and ${within(scope, sql.ref('org.id'))}`)

/** Everybody has a main job somewhere below the root, whose tally is kept. */
export const countPeople = (db: Db, scope: Scope) =>
  scope.all
    ? number(db, sql`select org_people('1') as n`)
    : number(db, sql`select count(distinct user_id) as n from job where ${within(scope, sql.ref('job.org_id'))}`)

export const countOnline = (db: Db, minutes: number) =>
  number(
    db,
    sql`select count(distinct user_id) as n from session
      where ended_by is null and expires_at > now() and last_seen > now() - ${minutes} * interval '1 minute'`,
  )

export const countToday = (db: Db) =>
  number(db, sql`select count(*) as n from login_log where login_time >= date_trunc('day', now()) and result = 1`)
