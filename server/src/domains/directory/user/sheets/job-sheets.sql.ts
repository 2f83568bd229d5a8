import { MAIN_JOB, OTHER_JOB } from '@hufu/contract/directory/user'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { everyone, personInScope, inScope, type Scope } from '../../../../platform/access/scope.ts'
import type { PositionAttributeIds } from '../edit/position-attributes.sql.ts'

export interface StoredJob extends PositionAttributeIds {
  id: string
  orgId: string
  jobType: number
  sortNum: number
}

export interface UserWithJobs {
  id: string
  /** All jobs, also those out of scope. */
  jobs: StoredJob[]
  mainWithin: boolean
}

const jobJson = sql`json_build_object('id', j.id, 'orgId', j.org_id, 'jobType', j.job_type, 'rankId', j.rank_id, 'titleId', j.title_id, 'dutyId', j.duty_id,
  'postId', j.post_id, 'sortNum', j.sort_num)`

/** People by their names in lower case, with their jobs. */
export async function employedByName(db: Db, scope: Scope, names: readonly string[]): Promise<Map<string, UserWithJobs>> {
  const { rows } = await sql<UserWithJobs & { name: string }>`
    select u.id, lower(u.user_name) as name, (select json_agg(${jobJson}) from job j where j.user_id = u.id) as jobs,
      exists (select 1 from job m where m.user_id = u.id and m.job_type = ${sql.lit(MAIN_JOB)} and ${inScope(scope, sql.ref('m.org_id'))}) as main_within
    from live_user u where lower(u.user_name) = any (${[...names]}) and ${personInScope(scope, 'u.id')}`.execute(db)
  return new Map(rows.map(row => [row.name, row]))
}

/** Locks those that still exist and are in scope. */
export async function lockUsers(db: Db, scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select u.id from live_user u where u.id = any (${[...new Set(ids)]})
    and ${personInScope(scope, 'u.id')} order by u.id for no key update`.execute(db)
  return new Set(rows.map(row => row.id))
}

/** Locks each of them; one that is missing or out of scope refuses the whole batch (D-75). */
export async function lockEach(db: Db, scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) refuse('nothingChosen')
  if ((await lockUsers(db, scope, ids)).size < new Set(ids).size) refuse('userMissing')
}

export async function lockJobs(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, StoredJob & { userId: string }>> {
  const { rows } = await sql<{
    job: StoredJob
    userId: string
  }>`select ${jobJson} as job, j.user_id from job j join live_user u on u.id = j.user_id
    where j.id = any (${[...ids]}) and ${inScope(scope, sql.ref('j.org_id'))} order by u.id, j.id for no key update of u, j`.execute(db)
  return new Map(rows.map(row => [row.job.id, { ...row.job, userId: row.userId }]))
}

/** A changed job raises the person's version, so that open forms are stale. */
export const touchUsers = (db: Db, ids: readonly string[]) =>
  everyone(
    'these users and jobs were locked within the scope',
    sql`update users set version = version + 1, update_time = now() where id = any (${[...new Set(ids)]})`,
  ).execute(db)

/**
 * Turns main jobs into other jobs to make room for new main jobs. A main job out of scope stays, and the unique index then
 * refuses the new one.
 */
export const demoteMainJobs = (db: Db, scope: Scope, userIds: readonly string[]) =>
  sql`update job set job_type = ${OTHER_JOB} where user_id = any (${[...userIds]}) and job_type = ${MAIN_JOB} and ${inScope(scope, sql.ref('job.org_id'))}`.execute(
    db,
  )

export const updateJobs = (db: Db, jobs: readonly Omit<StoredJob, 'orgId'>[]) =>
  everyone(
    'these users and jobs were locked within the scope',
    sql`update job j set job_type = p."jobType", rank_id = p."rankId", title_id = p."titleId", duty_id = p."dutyId", post_id = p."postId", sort_num = p."sortNum"
    from json_to_recordset(${JSON.stringify(jobs)}::json) as p ("id" text, "jobType" smallint, "rankId" text, "titleId" text, "dutyId" text, "postId" text,
      "sortNum" int)
    where j.id = p."id"`,
  ).execute(db)
