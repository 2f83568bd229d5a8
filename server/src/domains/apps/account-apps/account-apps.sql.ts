import { sql, type RawBuilder } from 'kysely'
import type { AccountApp } from '@hufu/contract/apps/account-apps'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Starting } from './start-url.ts'

/** How far back a visit counts as recent use. */
const RECENT_DAYS = 90

export type AccountAppRow = Omit<AccountApp, 'startUrl'> & Starting

/** The enabled applications a user may open now, without those hidden from this list. */
const opened = (userId: string) => sql`
  select distinct a.id from paths_of(${userId}) p join app a on a.id = p.app_id and a.is_listed = 1 where p.fault is null`

export async function listAccountApps(db: Db, userId: string, sessionId: string): Promise<AccountAppRow[]> {
  const { rows } = await everyone(
    "the caller's own account",
    sql<AccountAppRow>`
    with opened as materialized (${opened(userId)}),
    used as materialized (
      select v.app_id, max(v.visit_time) as last_time from app_visit v
      where v.user_id = ${userId} and v.fault = '' and v.visit_time > now() - ${sql.lit(RECENT_DAYS)} * interval '1 day' group by v.app_id)
    select a.id, a.name, a.logo, a.app_group_id, g.name as app_group_name, a.remark, a.protocol, a.home_url, a.redirect_uris, u.last_time,
      a.asks_job, j.id as acting_job_id
    from opened o join app a on a.id = o.id join app_group g on g.id = a.app_group_id left join used u on u.app_id = a.id
      left join acting_job c on c.app_id = a.id and c.session_id = ${sessionId} left join job j on j.id = c.job_id and j.user_id = ${userId}
    order by g.sort_num, g.id, a.sort_num, a.id`,
  ).execute(db)
  return rows
}

/**
 * Whether the user can open an application that is granted as a whole to them, or to an organisation of a job of theirs or one
 * above it. This reads only a few index entries; if it finds none, `opensAnyApp` tries all other paths.
 */
export function hasDirectAppGrant(userId: string): RawBuilder<boolean> {
  // As an index condition, `role_id is null` would make PostgreSQL 18 skip-scan all applications: 61 searches instead of 1.
  const holds = sql`a.status = 1 and a.is_listed = 1 and num_nulls(g.role_id) = 1
    and coalesce(g.begin_time <= now(), true) and coalesce(g.end_time > now(), true)
    and not exists (select 1 from app_account h where h.app_id = a.id and h.user_id = ${userId} and h.status = 0)`
  return everyone(
    "the caller's own account",
    sql<boolean>`(exists (
    select 1 from app_grant g join app a on a.id = g.app_id where g.subject_type = 'user' and g.subject_id = ${userId} and ${holds})
    or exists (
    select 1 from job j join org_ancestor up on up.org_id = j.org_id join org o on o.id = up.ancestor_id and o.status = 1
      join app_grant g on g.subject_type = 'org' and g.subject_id = o.id and (g.below or up.depth = 0) join app a on a.id = g.app_id
    where j.user_id = ${userId} and ${holds}))`,
  )
}

/** Whether the user opens any application, by any path. */
export async function opensAnyApp(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`${opened(userId)} limit 1`.execute(db)
  return rows.length > 0
}
