import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { nameContains } from '../../../platform/database/paging.ts'
import { everyone, personInScope, type Scope } from '../../../platform/access/scope.ts'
import { subjectName } from '../../directory/index.ts'

export interface DiagnosedUser {
  id: string
  userName: string
  realName: string
  validEndTime: string | null
}

export async function findAskedPerson(db: Db, scope: Scope, id: string): Promise<DiagnosedUser | undefined> {
  const { rows } =
    await sql<DiagnosedUser>`select u.id, u.user_name, u.real_name, u.valid_end_time from users u where u.id = ${id} and ${personInScope(scope, 'u.id')}`.execute(
      db,
    )
  return rows[0]
}

export interface DiagnosedApp {
  id: string
  name: string
  status: number
  ipWhitelist: string[]
  accountFrom: string
}

export async function findAskedApp(db: Db, id: string): Promise<DiagnosedApp | undefined> {
  const { rows } = await sql<DiagnosedApp>`select id, name, status, ip_whitelist, account_from from app where id = ${id}`.execute(db)
  return rows[0]
}

const APPS_SHOWN = 1000
export async function listAskedApps(db: Db, searchKey: string | undefined): Promise<{ id: string; name: string }[]> {
  const named = searchKey === undefined ? sql`true` : nameContains('a.name', searchKey)
  const { rows } = await sql<{ id: string; name: string }>`select a.id, a.name from app a where ${named}
    order by a.sort_num, a.name limit ${sql.lit(APPS_SHOWN)}`.execute(db)
  return rows
}

export interface Attempt {
  userId: string | null
  appId: string | null
  ip: string
  time: string
}

/** The refused visit or sign-in attempt with this trace id. */
export async function attemptOf(db: Db, scope: Scope, trace: string): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`select a.user_id, a.app_id, a.ip, a.time from (
      select v.user_id, v.app_id, v.ip, v.visit_time as time from app_visit v where v.id = ${trace}
      union all select l.user_id, null, l.ip, l.login_time from login_log l where l.id = ${trace}) a
    where ${personInScope(scope, 'a.user_id')}`.execute(db)
  return rows[0]
}

/** The address of the user's last sign-in attempt. */
export async function lastAddressOf(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ ip: string }>`select ip from login_log where user_id = ${userId} order by login_time desc limit 1`.execute(
    db,
  )
  return rows[0]?.ip
}

/** The lock of the user's account: who set it, or after how many failures. Who set it is named only if in the caller's scope. */
export async function lockFactsOf(
  db: Db,
  scope: Scope,
  userId: string,
): Promise<{ id: string; by: string; reason: string; failures: string; ip: string } | undefined> {
  const { rows } = await sql<{ id: string; by: string; reason: string; failures: string; ip: string }>`
    select f.id, coalesce(b.real_name, '') as by, coalesce(f.lock_reason, '') as reason, f.fail_count::text as failures, f.last_ip as ip
    from login_failure f left join users b on b.id = f.locked_by and ${personInScope(scope, 'b.id')} where f.name_key = ${userId} and f.locked_until > now()`.execute(
    db,
  )
  return rows[0]
}

/** The first few subjects, apart from single users, to whom the application is granted now. */
export async function groupsGiven(db: Db, appId: string): Promise<string[]> {
  const { rows } = await everyone(
    'only the names of subjects that have the application',
    sql<{ name: string | null }>`select distinct ${subjectName('g')} as name from app_grant g
    where g.subject_type not in ('user', 'authGroup') and (g.begin_time is null or g.begin_time <= now()) and (g.end_time is null or g.end_time > now())
      and (g.app_id = ${appId} or g.group_id in (select i.subject_id from app_grant i where i.subject_type = 'authGroup' and i.app_id = ${appId}))
    limit 4`,
  ).execute(db)
  return rows.flatMap(row => row.name ?? [])
}
