import { sql, type Kysely } from 'kysely'
import type { Tables } from '../server/migrations/tables.ts'
import { addSecret } from '../server/src/domains/apps/app/client-secret.sql.ts'
import { inTransaction, SYSTEM, type Db } from '../server/src/platform/database/db.ts'
import { withoutLimits } from '../tools/seed/rows.ts'

export const APPS = 300
const ROLES = 2000
const AUTH_GROUPS = 40
const WORK_GROUPS = 40
const BUSINESS_LINES = 5

/** The kinds of subjects applications are granted to, by turns: kind, how many subjects, and whether all below are included. */
const GRANTS = [
  ['everybody', 1, true],
  ['province', 1, true],
  ['city', 3, true],
  ['street', 20, false],
  ['label', 2, true],
  ['post', 2, true],
  ['workGroup', 5, true],
  ['stripe', 1, true],
  ['user', 2000, true],
  ['authGroup', 3, true],
] as const
/** The kinds of subjects roles are granted to, by turns. */
const ROLE_GRANTS = ['city', 'district', 'label', 'post', 'workGroup', 'stripe', 'authGroup'] as const

/** The kinds by turns: application n is granted to kind n modulo their number. */
export const kinds = GRANTS.map(([kind]) => kind)
export const appIdOf = (n: number): string => `bench-app-${n}`
/** Two applications that everybody may open, by OAuth and by CAS, and an API client. */
export const OAUTH_CLIENT = 'bench-client-0'
export const API_CLIENT = 'bench-api'
export const SECRET = 'a-secret-of-two-hundred-and-fifty-six-bits'
export const HOME = 'http://127.0.0.1:8198/'
export const CAS_SERVICE = `${HOME}app/10/`

/** 300 applications with 2,000 roles, granted to every kind of subject; created once and kept with the data. */
export async function seedApps(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from app where id like 'bench-app-%'`.execute(db)
  if (rows[0]!.n >= APPS) return
  console.log(`seeding ${APPS} applications`)
  await inTransaction(db, SYSTEM, async trx => {
    await withoutLimits(trx)
    await makeApps(trx)
    await makeSubjects(trx)
    await give(trx)
    await addSecret(trx, { appId: appIdOf(0) }, SECRET)
    await sql`insert into api_client (id, name, client_id) values (${API_CLIENT}, ${API_CLIENT}, ${API_CLIENT})`.execute(trx)
    await sql`insert into api_client_call (client_id, call) values (${API_CLIENT}, 'POST /common/createTicket')`.execute(trx)
    await addSecret(trx, { apiClientId: API_CLIENT }, SECRET)
  })
}

/** Removes what sign-ins to applications have left. */
export const clearVisits = (db: Db) => sql`truncate app_visit, oidc_payload, oidc_logout, cas_login`.execute(db)

/** Ten applications speak OAuth, the next ten CAS, and so on. */
async function makeApps(db: Db): Promise<void> {
  await sql`insert into app_group (id, name, sort_num) select 'bench-group-' || n, '压测分组' || n, n + 1 from generate_series(0, 9) n`.execute(
    db,
  )
  await sql`insert into app (id, app_group_id, name, code, protocol, client_id, redirect_uris, sort_num)
    select 'bench-app-' || n, 'bench-group-' || n % 10, '压测应用' || n, 'bench-' || n, case when n / 10 % 2 = 0 then 'oauth2' else 'cas' end,
      'bench-client-' || n, array[${HOME} || 'app/' || n || '/'], n + 1 from generate_series(0, ${sql.lit(APPS - 1)}) n`.execute(db)
  await sql`insert into app_role (id, app_id, code, name)
    select 'bench-role-' || n, 'bench-app-' || n % ${sql.lit(APPS)}, 'role-' || n, '压测角色' || n from generate_series(0, ${sql.lit(ROLES - 1)}) n`.execute(
    db,
  )
  await sql`insert into auth_group (id, name, code)
    select 'bench-auth-' || n, '压测权限组' || n, 'bench-' || n from generate_series(0, ${sql.lit(AUTH_GROUPS - 1)}) n`.execute(db)
}

/** Work groups of 500 people and business lines of 200 organisations; then a list of all subjects, numbered within their kind. */
async function makeSubjects(db: Db): Promise<void> {
  await sql`create temporary table picked on commit drop as
    select id, row_number() over (order by md5(user_name)) - 1 as n from users where deleted_at is null and status = 1 and id <> '1' limit 100000`.execute(
    db,
  )
  await sql`create temporary table place on commit drop as
    select id, length(code) as level, row_number() over (partition by length(code) order by md5(code)) - 1 as n
    from org where deleted_at is null and length(code) in (2, 4, 6, 9)`.execute(db)
  await sql`insert into work_group (id, name, code)
    select 'bench-work-' || n, '压测工作组' || n, 'bench-' || n from generate_series(0, ${sql.lit(WORK_GROUPS - 1)}) n`.execute(db)
  await sql`insert into work_group_member (group_id, user_id)
    select 'bench-work-' || n % ${sql.lit(WORK_GROUPS)}, id from picked where n < ${sql.lit(WORK_GROUPS * 500)}`.execute(db)
  await sql`insert into stripe (id, name, code)
    select 'bench-line-' || n, '压测条线' || n, 'bench-' || n from generate_series(0, ${sql.lit(BUSINESS_LINES - 1)}) n`.execute(db)
  await sql`insert into stripe_org (stripe_id, org_id)
    select 'bench-line-' || n % ${sql.lit(BUSINESS_LINES)}, id from place where level = 9 and n < ${sql.lit(BUSINESS_LINES * 200)}`.execute(
    db,
  )
  await sql`create temporary table subject on commit drop as
    select kind, type, id, row_number() over (partition by kind order by key) - 1 as n from (
      select 'everybody', 'org', '1', ''
      union all select case level when 2 then 'province' when 4 then 'city' when 6 then 'district' else 'street' end, 'org', id, lpad(n::text, 9, '0') from place
      union all select 'label', 'label', id, name from user_label where rule is null
      union all select 'post', 'post', id, code from standing where kind = 'post'
      union all select 'workGroup', 'workGroup', id, id from work_group where id like 'bench-%'
      union all select 'stripe', 'stripe', id, id from stripe where id like 'bench-%'
      union all select 'authGroup', 'authGroup', id, id from auth_group where id like 'bench-%'
      union all select 'user', 'user', id, lpad(n::text, 9, '0') from picked) s (kind, type, id, key)`.execute(db)
  await sql`create index on subject (kind, n)`.execute(db)
  await sql`analyze subject`.execute(db)
}

const sizeOf = (kind: string) => sql`(select count(*) from subject where kind = ${kind})`

/** Grants applications and roles to the kinds by turns, and permission groups to cities, labels and posts. */
async function give(db: Db): Promise<void> {
  const grant = sql`insert into app_grant (id, subject_type, subject_id, below, app_id, role_id, group_id, granted_by)`
  for (const [turn, [kind, count, below]] of GRANTS.entries())
    await sql`${grant} select md5(a.n || ' ' || s.id), s.type, s.id, ${below}, 'bench-app-' || a.n, null, null, '1'
      from generate_series(${turn}::int, ${sql.lit(APPS - 1)}, 10) a (n), generate_series(0, ${sql.lit(count - 1)}) k, subject s
      where s.kind = ${kind} and s.n = (a.n / 10 * 37 + k) % ${sizeOf(kind)} on conflict do nothing`.execute(db)
  for (const [turn, kind] of ROLE_GRANTS.entries())
    await sql`${grant} select md5('role ' || r.n), s.type, s.id, true, 'bench-app-' || r.n % ${sql.lit(APPS)}, 'bench-role-' || r.n, null, '1'
      from generate_series(${turn}::int, ${sql.lit(ROLES - 1)}, 7) r (n), subject s
      where s.kind = ${kind} and s.n = r.n * 13 % ${sizeOf(kind)} on conflict do nothing`.execute(db)
  for (const kind of ['city', 'label', 'post'])
    await sql`${grant} select md5(${kind} || ' group ' || g.n), s.type, s.id, true, null, null, 'bench-auth-' || g.n, '1'
      from generate_series(0, ${sql.lit(AUTH_GROUPS - 1)}) g (n), subject s
      where s.kind = ${kind} and s.n = g.n * 7 % ${sizeOf(kind)} on conflict do nothing`.execute(db)
}
