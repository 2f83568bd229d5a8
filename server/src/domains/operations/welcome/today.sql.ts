import { sql, type RawBuilder } from 'kysely'
import type { SignInHour } from '@hufu/contract/operations/welcome'
import { configCatalog } from '../../../platform/config/config-catalog.ts'
import type { Db } from '../../../platform/database/db.ts'
import { everyone, accountInScope, amongPeopleInScope, personInScope, type Scope } from '../../../platform/access/scope.ts'
import { grantInScope } from '../../apps/index.ts'

/** The highest number that is counted. */
const COUNTED_MAX = 10_000
export const NAMES_SHOWN = 3
const SOON = sql.raw(`interval '7 days'`)

export interface CountedNames {
  count: number
  isMore: boolean
  names: string[]
}

/** Of each query the number of rows, up to COUNTED_MAX, and the names of the first few; all in one statement. */
async function countedEach<K extends string>(
  db: Db,
  queries: Readonly<Partial<Record<K, RawBuilder<unknown>>>>,
): Promise<Partial<Record<K, CountedNames>>> {
  const parts = (Object.entries(queries) as [K, RawBuilder<unknown>][]).map(
    ([kind, rows]) => sql`select ${kind}::text as kind, count(*) as n, (array_agg(f.name))[1:${sql.lit(NAMES_SHOWN)}] as names
      from (${rows} limit ${sql.lit(COUNTED_MAX + 1)}) f`,
  )
  const { rows: found } = await sql<{ kind: string; n: number; names: string[] | null }>`${sql.join(parts, sql` union all `)}`.execute(db)
  const counts = found.map(({ kind, n, names }) => [
    kind,
    { count: Math.min(n, COUNTED_MAX), isMore: n > COUNTED_MAX, names: (names ?? []).filter(name => name !== '') },
  ])
  return Object.fromEntries(counts) as Partial<Record<K, CountedNames>>
}
const counted = async (db: Db, rows: RawBuilder<unknown>): Promise<CountedNames> => (await countedEach(db, { rows })).rows!

export interface LockedPerson {
  id: string
  name: string
  until: string
  failures: string
  ip: string
  by: string
}

/** Accounts that are locked now, the longest remaining lock first. */
export async function lockedPeople(db: Db, scope: Scope): Promise<CountedNames & { first: LockedPerson | undefined }> {
  const { rows } = await sql<LockedPerson & { n: number }>`with found as materialized (
      select f.id, u.real_name as name, f.locked_until as until, f.fail_count::text as failures, f.last_ip as ip, coalesce(b.real_name, '') as by
      from login_failure f join live_user u on u.id = f.user_id left join users b on b.id = f.locked_by and ${personInScope(scope, 'b.id')}
      where f.locked_until > now() and f.name_key = f.user_id and ${personInScope(scope, 'f.user_id')}
      order by f.locked_until desc limit ${sql.lit(COUNTED_MAX + 1)})
    select f.*, (select count(*) from found) as n from found f limit ${sql.lit(NAMES_SHOWN)}`.execute(db)
  const n = rows[0]?.n ?? 0
  return { count: Math.min(n, COUNTED_MAX), isMore: n > COUNTED_MAX, names: rows.map(row => row.name), first: rows[0] }
}

/**
 * Users in scope whose user name is another user's phone, and those whose phone is another's user name, since before that was refused
 * (decision 0131); those with the user name first. Who the other one is remains unsaid where they are out of scope.
 */
export async function conflictingLoginNames(db: Db, scope: Scope): Promise<CountedNames & { first: string | undefined }> {
  const { rows } = await sql<{ id: string; name: string; n: number }>`with found as materialized (
      select u.id, u.real_name as name, bool_and(u.id <> c.user_id) as rank
      from login_phone_conflict c join login_phone p on p.hash = c.hash join live_user u on u.id in (c.user_id, p.user_id)
      where ${accountInScope(scope, 'u.id')} group by u.id, u.real_name limit ${sql.lit(COUNTED_MAX + 1)})
    select f.id, f.name, (select count(*) from found) as n from found f order by f.rank, f.id limit ${sql.lit(NAMES_SHOWN)}`.execute(db)
  const n = rows[0]?.n ?? 0
  return { count: Math.min(n, COUNTED_MAX), isMore: n > COUNTED_MAX, names: rows.map(row => row.name), first: rows[0]?.id }
}

/** Enabled users who have neither a password nor an imported digest that waits to be hashed. */
export const withoutPassword = (db: Db, scope: Scope) =>
  counted(
    db,
    sql`select u.real_name as name from live_user u where u.password_hash is null and u.status = 1
      and not exists (select from pending_password p where p.user_id = u.id) and ${personInScope(scope, 'u.id')}`,
  )

/** Number and first names of rows waiting for release and of rows that failed; the query has columns `name` and `waits`. */
async function waitingAndFailed(db: Db, query: RawBuilder<unknown>): Promise<{ waiting: CountedNames; failed: CountedNames }> {
  const { rows } = await sql<{ waits: boolean; n: number; names: string[] }>`
    select t.waits, count(*)::int as n, (array_agg(t.name order by t.name))[1:${sql.lit(NAMES_SHOWN)}] as names from (${query}) t group by 1`.execute(
    db,
  )
  const of = (waits: boolean): CountedNames => {
    const { n, names } = rows.find(row => row.waits === waits) ?? { n: 0, names: [] }
    return { count: n, isMore: false, names }
  }
  return { waiting: of(true), failed: of(false) }
}

/** Enabled tasks whose plan is held because it would remove too much, and those whose last finished run failed. */
export const troubledRuns = (db: Db) =>
  waitingAndFailed(
    db,
    sql`select s.name, s.last = 'blocked' as waits from (select c.name,
        (select r.state from sync_run r where r.sync_id = c.id order by r.begin_time desc limit 1) as last,
        (select r.state from sync_run r where r.sync_id = c.id and r.state in ('done', 'part', 'failed', 'blocked')
          order by r.begin_time desc limit 1) as ended
      from sync_config c where c.status = 1) s where s.last = 'blocked' or s.ended = 'failed'`,
  )

/** Applications with held pushes, and those with failed ones. */
export const troubledPushes = (db: Db) =>
  waitingAndFailed(
    db,
    sql`select a.name, t.held_since is not null as waits from push_target t join app a on a.id = t.app_id
      where t.held_since is not null or t.faults > 0`,
  )

const ungrantedApps = sql`select a.name from app a where a.status = 1 and not exists (select from app_grant g where g.app_id = a.id)
  order by a.create_time desc`
/** Grants that end soon, and with an unlimited scope enabled applications without any grant, direct or through a permission group. */
export const troubledGrants = (db: Db, scope: Scope) =>
  countedEach(db, {
    grantEnding: sql`select coalesce(a.name, b.name) as name from app_grant g left join app a on a.id = g.app_id left join auth_group b on b.id = g.group_id
      where g.end_time > now() and g.end_time <= now() + ${SOON} and ${grantInScope(scope)} order by g.end_time`,
    ...(scope.all && { appUngranted: ungrantedApps }),
  })

export const endingSecrets = (db: Db) =>
  counted(
    db,
    sql`select coalesce(a.name, c.name) as name from client_secret s left join app a on a.id = s.app_id left join api_client c on c.id = s.api_client_id
      where s.end_time > now() and s.end_time <= now() + ${SOON} and not exists (select from client_secret o
        where o.id <> s.id and (o.app_id = s.app_id or o.api_client_id = s.api_client_id) and (o.end_time is null or o.end_time > s.end_time))
      order by s.end_time`,
  )

export interface LastChecks {
  backup: 0 | 1 | null
  backupTime: string | null
  days: number | null
  message: string | null
  isBroken: boolean | null
}

/** The last backup with its age in days, and the result of the last integrity check. */
export async function lastChecks(db: Db): Promise<LastChecks> {
  const { rows } = await sql<LastChecks>`
    select b.result as backup, b.begin_time as backup_time, floor(extract(epoch from now() - b.begin_time) / 86400)::int as days, b.message,
      (select p.fault is not null from audit_proof p order by p.create_time desc limit 1) as is_broken
    from (select 1) one left join lateral (select * from backup_run order by begin_time desc limit 1) b on true`.execute(db)
  return rows[0]!
}

/** How many users were given the configured initial password and have not changed it. */
export async function countOnInitial(db: Db): Promise<number> {
  const { rows } = await everyone(
    'a count for whoever sets the initial password of all',
    sql<{ n: number }>`select count(*) as n from live_user u
    where u.password_type = ${sql.lit(CONFIGURED)} and u.password_from <> 'own' and u.password_hash is not null`,
  ).execute(db)
  return rows[0]!.n
}
const CONFIGURED = 1

/** Sign-ins of the last 24 hours and the 24 before: with an unlimited scope from hourly counters, else counted from the log. */
export async function hoursOf(db: Db, scope: Scope): Promise<SignInHour[]> {
  const all = sql`select (c.day + c.hour * interval '1 hour') at time zone 'Asia/Shanghai' as at, c.result, c.attempts
    from login_count c where c.day >= (now() at time zone 'Asia/Shanghai')::date - 2`
  const some = sql`select date_trunc('hour', l.login_time) as at, l.result, 1 as attempts from login_log l
    where l.login_time >= date_trunc('hour', now()) - interval '47 hours' and ${amongPeopleInScope(scope, 'l.user_id')}`
  const { rows } = await sql<SignInHour>`with attempt as (${scope.all ? all : some})
    select s.at as hour, coalesce(sum(a.attempts) filter (where a.at = s.at and a.result = 1), 0)::int as succeeded,
      coalesce(sum(a.attempts) filter (where a.at = s.at and a.result = 0), 0)::int as failed,
      coalesce(sum(a.attempts) filter (where a.at = s.at - interval '24 hours' and a.result = 1), 0)::int as day_before
    from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') s (at)
      left join attempt a on a.at in (s.at, s.at - interval '24 hours') group by s.at order by s.at`.execute(db)
  return rows
}

export interface SetupProgress {
  secondAdmin: boolean
  orgs: boolean
  people: boolean
  app: boolean
  grant: boolean
  trial: boolean
  policy: boolean
}

/** The settings of the password tab, except the initial password, which has a to-do of its own. */
const passwordPolicy = Object.entries(configCatalog).flatMap(([key, { group }]) =>
  group === configCatalog.passwordProfile.group && key !== 'defaultPassword' ? [key] : [],
)

/** Which setup steps of a new installation are done, judged by the data. */
export async function readSetupProgress(db: Db): Promise<SetupProgress> {
  const { rows } = await everyone(
    'only checks whether any such row exists',
    sql<SetupProgress>`select
    exists (select from user_role h join role r on r.id = h.role_id and r.code = 'super_admin' join live_user u on u.id = h.user_id and u.status = 1
      where h.status = 1 and h.user_id <> '1') as second_admin,
    exists (select from live_org where id <> '1') as orgs, exists (select from live_user where id <> '1') as people,
    exists (select from app) as app, exists (select from app_grant where subject_type <> 'authGroup') as grant,
    exists (select from app_visit where fault = '') as trial,
    exists (select from config c join data_history h on h.table_name = 'config' and h.record_id = c.id and h.operate_type = 'update'
      where c.config_key = any (${passwordPolicy})) as policy`,
  ).execute(db)
  return rows[0]!
}
