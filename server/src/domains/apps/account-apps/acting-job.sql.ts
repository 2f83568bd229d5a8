import { sql } from 'kysely'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'

export interface Job {
  id: string
  orgId: string
  orgName: string
  orgCode: string
  isMain: boolean
  post: string | null
  duty: string | null
  rank: string | null
  title: string | null
}

/** The user's jobs, the main job first. */
export async function jobsOf(db: Db, userId: string): Promise<Job[]> {
  const { rows } = await everyone(
    'the jobs of the caller, or of the user who signs in to an application',
    sql<Job>`
    select j.id, o.id as org_id, o.name as org_name, o.code as org_code, j.job_type = 1 as is_main,
      p.name as post, d.name as duty, r.name as rank, t.name as title
    from job j join org o on o.id = j.org_id
      left join standing p on p.id = j.post_id left join standing d on d.id = j.duty_id
      left join standing r on r.id = j.rank_id left join standing t on t.id = j.title_id
    where j.user_id = ${userId} order by j.job_type, j.sort_num, j.id`,
  ).execute(db)
  return rows
}

/** A console session and an application. */
export interface AppSession {
  appId: string
  sessionId: string
}

/** The job chosen for the application in this session, if the user still has it. */
export async function actingJobOf(db: Db, userId: string, { appId, sessionId }: AppSession): Promise<string | undefined> {
  const { rows } = await everyone(
    "the caller's own account",
    sql<{ id: string }>`
    select j.id from acting_job c join job j on j.id = c.job_id and j.user_id = ${userId} join app a on a.id = c.app_id and a.asks_job = 1
    where c.app_id = ${appId} and c.session_id = ${sessionId}`,
  ).execute(db)
  return rows[0]?.id
}

/** Whether the application asks for a job, and the user has several and has not chosen one yet. */
export async function mustChoose(db: Db, userId: string, { appId, sessionId }: AppSession): Promise<boolean> {
  const { rows } = await everyone(
    "the caller's own account",
    sql`
    select 1 from app a where a.id = ${appId} and a.asks_job = 1
      and (select count(*) from job j where j.user_id = ${userId}) > 1
      and not exists (select 1 from acting_job c join job j on j.id = c.job_id and j.user_id = ${userId}
        where c.app_id = a.id and c.session_id = ${sessionId})`,
  ).execute(db)
  return rows.length > 0
}

/** Returns false if the user does not have the job, or the application asks for none. */
export async function chooseJob(db: Db, userId: string, { appId, sessionId }: AppSession, jobId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into acting_job (app_id, session_id, job_id)
    select a.id, ${sessionId}, j.id from app a, job j where a.id = ${appId} and a.asks_job = 1 and j.id = ${jobId} and j.user_id = ${userId}
    on conflict (app_id, session_id) do update set job_id = excluded.job_id, create_time = now()`.execute(db)
  return numAffectedRows === 1n
}
