import { foldName } from '@hufu/contract/written'
import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import { MAIN_JOB, type DeletedUser, type Job, type user } from '@hufu/contract/directory/user'
import { actorName } from '../../../../platform/access/clients.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { collected, contains, offsetOf, pageOf } from '../../../../platform/database/paging.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { everyone, liesBelow, personInScope, inScope, type Scope } from '../../../../platform/access/scope.ts'
import { lastLogin, recordColumns } from '../list/user-list.sql.ts'

/** The organisation of their former main job, which every deleted row stores. */
const formerOrg = sql`(select job ->> 'org_id' from jsonb_array_elements(u.deleted_jobs) as job where (job ->> 'job_type')::int = ${sql.lit(MAIN_JOB)})`

const columns = sql`u.id, ${recordColumns}, u.status, u.authenticated, ${lastLogin} as last_login_time, u.password_type, u.version, u.create_time, u.update_time,
  former.id as org_id, former.name as org_name, u.deleted_at as delete_time, ${actorName('by', 'u.deleted_by')} as delete_by`
/** Joins the person who deleted the user only if that person is in the caller's scope. */
const from = (scope: Scope, users = sql`users`) => sql`from ${users} u left join org former on former.id = ${formerOrg}
  left join users by on by.id = u.deleted_by and ${personInScope(scope, 'by.id')}`

export async function pageDeletedUsers(db: Db, scope: Scope, query: QueryOf<typeof user.pageDeleted>) {
  const { orgId, searchKey, beginTime, endTime } = query
  const conditions: RawBuilder<unknown>[] = [sql`u.deleted_at is not null`]
  if (!scope.all) conditions.push(inScope(scope, sql`${formerOrg}`))
  if (orgId !== undefined) conditions.push(liesBelow(scope, formerOrg, orgId))
  if (searchKey !== undefined) conditions.push(sql`u.search like ${contains(foldName(searchKey))}`)
  if (beginTime !== undefined) conditions.push(sql`u.deleted_at >= ${beginTime}::timestamptz`)
  if (endTime !== undefined) conditions.push(sql`u.deleted_at < ${endTime}::timestamptz + interval '1 second'`)
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await everyone(
    'inScope is among the conditions',
    sql<{ n: number }>`select count(*) as n from users u where ${where}`,
  ).execute(db)
  const total = counted[0]?.n ?? 0
  const found = everyone('inScope is among the conditions', sql`(select u.* from users u where ${where} ${collected(total)})`)
  const { rows } =
    await sql<DeletedUser>`select ${columns} ${from(scope, found)} order by u.deleted_at desc, u.id limit ${query.size} offset ${offsetOf(query)}`.execute(
      db,
    )
  return pageOf(query, total, rows)
}

export async function findDeletedUser(db: Db, scope: Scope, id: string): Promise<DeletedUser & { jobs: Job[] }> {
  const isInScope = scope.all ? sql`true` : inScope(scope, sql`${formerOrg}`)
  const { rows } =
    await sql<DeletedUser>`select ${columns} ${from(scope)} where u.id = ${id} and u.deleted_at is not null and ${isInScope}`.execute(db)
  const row = rows[0] ?? refuse('userMissing')
  const jobs = await everyone(
    'the first query finds the user within the scope',
    sql<Job>`select had.id, had.org_id, coalesce(o.name, '') as org_name, had.job_type, had.rank_id, had.title_id as positional_titles_id,
      had.duty_id as position_id, had.post_id as station_id, had.sort_num
    from users u cross join jsonb_to_recordset(u.deleted_jobs)
      as had (id text, org_id text, job_type int, rank_id text, title_id text, duty_id text, post_id text, sort_num int)
    left join org o on o.id = had.org_id where u.id = ${id} order by had.job_type, had.sort_num`,
  ).execute(db)
  return { ...row, jobs: jobs.rows }
}

/** Refuses unless every id is a deleted user in scope. */
export async function deletedUsersInScope(db: Db, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)]
  const { rows } = await sql`select 1 from users u where u.id = any (${wanted}) and u.deleted_at is not null
    and ${scope.all ? sql`true` : inScope(scope, sql`${formerOrg}`)}`.execute(db)
  return rows.length === wanted.length ? wanted : refuse('userMissing')
}
