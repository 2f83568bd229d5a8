import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { MAIN_JOB, OTHER_JOB } from '@hufu/contract/directory/user'
import type { Flag } from '@hufu/contract/shapes'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { everyone, inScope, type Scope } from '../../../../platform/access/scope.ts'
import { endSessions } from '../../../../platform/access/session-lifecycle.ts'
import { directoryPort } from '../directory-port.ts'

export async function setStatus(db: Db, ids: readonly string[], status: Flag, actorId: string): Promise<number> {
  if (status === 0 && ids.includes(BUILT_IN_ACCOUNT)) refuse('builtInAccount')
  if (status === 0 && ids.includes(actorId)) refuse('ownStatus')
  const { rows } = await everyone(
    'aimedAccounts has found these users within the scope',
    sql<{ id: string }>`update users set status = ${status}, version = version + 1, update_time = now()
    where id = any (${[...ids]}) and status <> ${status} and deleted_at is null returning id`,
  ).execute(db)
  if (status === 0) {
    await endSessions(
      db,
      rows.map(row => row.id),
    )
  }
  return rows.length
}

/** Marks people deleted with their jobs, labels and work groups, ends their sessions and frees their unique values. */
export async function deleteUsers(db: Db, ids: readonly string[], actorId: string): Promise<number> {
  if (ids.includes(BUILT_IN_ACCOUNT)) refuse('builtInAccount')
  if (ids.includes(actorId)) refuse('ownAccount')
  const wanted = [...ids]
  const { rows } = await everyone(
    'aimedAccounts has found these users within the scope',
    sql<{ id: string }>`
    update users u set deleted_at = now(), deleted_by = ${actorId}, version = version + 1,
      deleted_jobs = (select jsonb_agg(to_jsonb(j)) from job j where j.user_id = u.id),
      deleted_labels = (select jsonb_agg(m.label_id) from user_label_member m where m.user_id = u.id),
      deleted_roles = (select jsonb_agg(jsonb_build_object('id', h.role_id, 'status', h.status)) from user_role h where h.user_id = u.id),
      deleted_groups = (select jsonb_agg(m.group_id) from work_group_member m where m.user_id = u.id)
    where u.id = any (${wanted}) and u.deleted_at is null returning u.id`,
  ).execute(db)
  const gone = rows.map(row => row.id)
  if (gone.length === 0) return 0
  await everyone('aimedAccounts has found these users within the scope', db.deleteFrom('job')).where('userId', 'in', gone).execute()
  await db.deleteFrom('userLabelMember').where('userId', 'in', gone).execute()
  await db.deleteFrom('workGroupMember').where('userId', 'in', gone).execute()
  await db.deleteFrom('userRole').where('userId', 'in', gone).execute()
  await directoryPort.use().endDelegations(db, gone)
  await endSessions(db, gone)
  return gone.length
}

/**
 * Moves job 1 and merges it with a job 2 at the new organisation; people whose job 1 is elsewhere are skipped (D-42).
 * Without an old organisation, job 1 leaves its present one if that is in scope.
 */
export async function transferMainJob(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  { oldOrgId, newOrgId }: { oldOrgId?: string | null | undefined; newOrgId: string },
): Promise<number> {
  if (oldOrgId === newOrgId) return 0
  const isThere = oldOrgId ? sql`org_id = ${oldOrgId}` : sql`org_id <> ${newOrgId} and ${inScope(scope, sql.ref('job.org_id'))}`
  const { rows } = await everyone(
    'aimedUsers has found these users, lockOrgs the organisations within the scope',
    sql<{
      userId: string
    }>`select user_id from job where user_id = any (${[...ids]}) and job_type = ${MAIN_JOB} and ${isThere}
    order by user_id for update`,
  ).execute(db)
  const moving = rows.map(row => row.userId)
  if (moving.length === 0) return 0
  await everyone(
    'aimedUsers has found these users, lockOrgs the organisations within the scope',
    sql`delete from job where user_id = any (${moving}) and job_type = ${OTHER_JOB} and org_id = ${newOrgId}`,
  ).execute(db)
  await everyone(
    'aimedUsers has found these users, lockOrgs the organisations within the scope',
    sql`
    with last as (select last_job_number(${newOrgId}) as n),
    queue as (select j.id, row_number() over (order by j.sort_num, j.id) as k from job j where j.user_id = any (${moving}) and j.job_type = ${MAIN_JOB})
    update job set org_id = ${newOrgId}, sort_num = least(999999, last.n + queue.k) from last, queue where job.id = queue.id`,
  ).execute(db)
  await everyone(
    'aimedUsers has found these users within the scope',
    sql`update users set version = version + 1, update_time = now() where id = any (${moving})`,
  ).execute(db)
  return moving.length
}

/**
 * Removes other jobs; a main job only if the person has another, the first of which becomes the main one (D-42). The whole
 * call is refused if somebody would be left without a main job, or with one out of the caller's scope.
 */
export async function removeJobs(db: Db, scope: Scope, ids: readonly string[], jobType: number, orgId: string): Promise<number> {
  const { rows } = await everyone(
    'aimedUsers has found these users, lockOrgs the organisations within the scope',
    sql<{
      userId: string
    }>`select user_id from job where user_id = any (${[...ids]}) and job_type = ${jobType} and org_id = ${orgId} for update`,
  ).execute(db)
  const leaving = rows.map(row => row.userId)
  if (leaving.length === 0) return 0
  if (jobType === OTHER_JOB) {
    await everyone(
      'aimedUsers has found these users, lockOrgs the organisations within the scope',
      sql`delete from job where user_id = any (${leaving}) and job_type = ${OTHER_JOB} and org_id = ${orgId}`,
    ).execute(db)
    return leaving.length
  }
  const { rows: heirs } = await sql<{
    id: string
  }>`select distinct on (user_id) id from job where user_id = any (${leaving}) and job_type = ${OTHER_JOB}
    and ${inScope(scope, sql.ref('job.org_id'))} order by user_id, sort_num, id`.execute(db)
  if (heirs.length !== leaving.length) refuse('mainJobStays')
  await everyone(
    'aimedUsers has found these users, lockOrgs the organisations within the scope',
    sql`delete from job where user_id = any (${leaving}) and job_type = ${MAIN_JOB} and org_id = ${orgId}`,
  ).execute(db)
  await everyone(
    'aimedUsers has found these users, lockOrgs the organisations within the scope',
    sql`update job set job_type = ${MAIN_JOB} where id = any (${heirs.map(heir => heir.id)})`,
  ).execute(db)
  return leaving.length
}

/** Sets the sort number in the organisation of the main job, if that is in scope. */
export async function setMainSortNum(db: Db, scope: Scope, userId: string, sortNum: number): Promise<void> {
  const { rows } = await sql`update job set sort_num = ${sortNum} where user_id = ${userId} and job_type = ${MAIN_JOB}
    and ${inScope(scope, sql.ref('job.org_id'))} returning id`.execute(db)
  if (rows.length === 0) refuse('orgMissing')
}
