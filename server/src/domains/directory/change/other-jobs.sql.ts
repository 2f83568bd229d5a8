import { sql } from 'kysely'
import { MAIN_JOB, OTHER_JOB, OTHER_JOBS_MAX } from '@hufu/contract/directory/user'
import { everyone } from '../../../platform/access/scope.ts'
import { refuseHigher } from '../../../platform/access/seniority.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { lockOrgs } from '../org/org-write.sql.ts'
import { removeJobs } from '../user/edit/bulk.sql.ts'
import { lockEach, touchUsers } from '../user/sheets/job-sheets.sql.ts'
import { insertJobs } from '../user/edit/people.sql.ts'
import { noPositionAttribute } from '../user/edit/position-attributes.sql.ts'
import type { ChangeContext } from './change.ts'
import { refuseOwnedJobs } from './owned-fields.ts'

/** Locks the users and the organisation until the transaction ends; all must exist and be in scope. */
async function lockUsersAndOrg({ db, scope }: ChangeContext, orgId: string, userIds: readonly string[]): Promise<void> {
  await lockEach(db, scope, userIds)
  await lockOrgs(db, scope, [orgId])
}

async function refuseBeyond(ctx: ChangeContext, userIds: readonly string[]): Promise<void> {
  await refuseHigher(ctx.db, ctx.who, userIds)
  await refuseOwnedJobs(ctx, userIds)
}

/** Adds an other job at the organisation, with the checks of the user form, for users who have no job there; returns how many. */
export async function addOtherJobs(ctx: ChangeContext, orgId: string, userIds: readonly string[]): Promise<number> {
  const { db, kernel } = ctx
  await lockUsersAndOrg(ctx, orgId, userIds)
  const { rows } = await everyone(
    'lockUsersAndOrg has found these users and the organisation within the scope',
    sql<{ id: string; others: number }>`select w.id,
      (select count(*) from job o where o.user_id = w.id and o.job_type = ${OTHER_JOB}) as others
    from unnest(${[...new Set(userIds)]}::text[]) with ordinality as w (id, n)
    where not exists (select 1 from job j where j.user_id = w.id and j.org_id = ${orgId}) order by w.n`,
  ).execute(db)
  if (rows.length === 0) return 0
  if (!kernel.config.values.openOtherJob) refuse('otherJobsOff')
  if (rows.some(({ others }) => others >= OTHER_JOBS_MAX)) refuse('otherJobsFull', { max: OTHER_JOBS_MAX })
  const fresh = rows.map(({ id }) => id)
  await refuseBeyond(ctx, fresh)
  await insertJobs(
    db,
    fresh.map((userId, row) => ({ ...noPositionAttribute, row, userId, orgId, jobType: OTHER_JOB, sortNum: null })),
  )
  await touchUsers(db, fresh)
  return fresh.length
}

/** Removes the users' other jobs at the organisation and returns how many; refuses if one of them has the main job there. */
export async function takeOtherJobs(ctx: ChangeContext, orgId: string, userIds: readonly string[]): Promise<number> {
  const { db, scope } = ctx
  await lockUsersAndOrg(ctx, orgId, userIds)
  const { rows } = await everyone(
    'lockUsersAndOrg has found these users and the organisation within the scope',
    sql<{ userId: string; jobType: number }>`select user_id, job_type from job
    where org_id = ${orgId} and user_id = any (${[...userIds]}) order by user_id`,
  ).execute(db)
  if (rows.some(({ jobType }) => jobType === MAIN_JOB)) refuse('mainJobStays')
  if (rows.length === 0) return 0
  const leaving = rows.map(({ userId }) => userId)
  await refuseBeyond(ctx, leaving)
  await removeJobs(db, scope, leaving, OTHER_JOB, orgId)
  await touchUsers(db, leaving)
  return leaving.length
}

/** Makes these users and no others hold other jobs there; returns how many were added or removed. */
export async function setJobsAt(ctx: ChangeContext, orgId: string, userIds: readonly string[]): Promise<number> {
  const { db, scope } = ctx
  await lockOrgs(db, scope, [orgId])
  const { rows } = await everyone(
    'a user with a job in an organisation within the scope is within the scope',
    sql<{
      userId: string
    }>`select user_id from job where org_id = ${orgId} and user_id <> all (${[...userIds]})`,
  ).execute(db)
  const gone = rows.map(row => row.userId)
  const all = [...gone, ...userIds]
  if (all.length === 0) return 0
  // Locks all at once in one order, so that concurrent calls cannot deadlock.
  await lockEach(db, scope, all)
  const left = gone.length > 0 ? await takeOtherJobs(ctx, orgId, gone) : 0
  return left + (userIds.length > 0 ? await addOtherJobs(ctx, orgId, userIds) : 0)
}
