import { sql } from 'kysely'
import type { JobCode, QuartzResult } from '@hufu/contract/operations/quartz'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { LEASE_SECONDS } from '../../../platform/tasks/running-task.ts'

const lease = sql`now() + ${sql.lit(LEASE_SECONDS)} * interval '1 second'`

export interface DueJob {
  id: string
  name: string
  jobCode: JobCode
  cron: string
  params: Record<string, unknown> | null
  nextTime: string | null
  runId: string | null
  askedBy: string | null
  isDue: boolean
  /** Whether the node of the run has stopped renewing its lease. */
  isInterrupted: boolean
  /** The time of the database. */
  now: string
}

/** The next job that is interrupted, due or requested; interrupted ones come first. */
export async function findDue(db: Db): Promise<DueJob | undefined> {
  const { rows } = await sql<DueJob>`select id, name, job_code, cron, params, next_time, run_id, asked_by,
      coalesce(status = 1 and next_time <= now(), false) as is_due, coalesce(lease_until < now(), false) as is_interrupted, now() as now
    from quartz where status = 1 and next_time <= now() or lease_until < now() or asked_by is not null and run_id is null
    order by lease_until < now() desc nulls last, next_time limit 1`.execute(db)
  return rows[0]
}

export interface Run {
  id: string
  quartzId: string
}
const begun = (db: Db, job: DueJob, run: Run, node: string) =>
  sql`insert into quartz_log (id, quartz_id, name, job_code, triggered_by, user_id, node)
    values (${run.id}, ${job.id}, ${job.name}, ${job.jobCode}, ${job.askedBy === null ? 'clock' : 'hand'}, ${job.askedBy}, ${node})`.execute(
    db,
  )

/** Compares the time by the second, as it is read: with a fraction no node could ever claim the job, and all would retry. */
const isStillDue = (job: DueJob) => sql`id = ${job.id} and date_trunc('second', next_time) = ${job.nextTime}::timestamptz and status = 1`

/** Claims the job. Of several nodes only the one that finds the time unchanged succeeds. */
export async function claimDue(db: Db, job: DueJob, next: Date, node: string): Promise<Run | undefined> {
  const run = { id: newId(), quartzId: job.id }
  const { rows } = await sql`update quartz set next_time = ${next.toISOString()}::timestamptz, run_id = ${run.id}, lease_until = ${lease},
      last_time = now()
    where ${isStillDue(job)} and run_id is null returning id`.execute(db)
  if (rows.length === 0) return undefined
  await begun(db, { ...job, askedBy: null }, run, node)
  return run
}

export async function claimAsked(db: Db, job: DueJob, node: string): Promise<Run | undefined> {
  const run = { id: newId(), quartzId: job.id }
  const { rows } = await sql`update quartz set asked_by = null, run_id = ${run.id}, lease_until = ${lease}, last_time = now()
    where id = ${job.id} and asked_by is not null and run_id is null returning id`.execute(db)
  if (rows.length === 0) return undefined
  await begun(db, job, run, node)
  return run
}

/** Skips one run; the log says why. */
export async function skipDue(db: Db, job: DueJob, next: Date, node: string, message: string): Promise<void> {
  const { rows } = await sql`update quartz set next_time = ${next.toISOString()}::timestamptz, last_result = 2
    where ${isStillDue(job)} and run_id is not distinct from ${job.runId}
    returning id`.execute(db)
  if (rows.length === 0) return
  await sql`insert into quartz_log (id, quartz_id, name, job_code, triggered_by, node, end_time, result, message)
    values (${newId()}, ${job.id}, ${job.name}, ${job.jobCode}, 'clock', ${node}, now(), 2, ${message})`.execute(db)
}

export const renewRun = (db: Db, { id, quartzId }: Run) =>
  sql`update quartz set lease_until = ${lease} where id = ${quartzId} and run_id = ${id}`.execute(db)

/** Ends a run, unless another node has closed it as interrupted. */
export async function endRun(db: Db, { id, quartzId }: Run, result: QuartzResult, message: string): Promise<void> {
  await sql`update quartz set run_id = null, lease_until = null, last_result = ${result} where id = ${quartzId} and run_id = ${id}`.execute(
    db,
  )
  await sql`update quartz_log set end_time = now(), result = ${result}, message = ${message} where id = ${id} and result is null`.execute(
    db,
  )
}

/** Closes an interrupted run; of several nodes only one does. */
export async function closeInterrupted(db: Db, { id, runId }: DueJob, message: string): Promise<void> {
  const { rows } = await sql`update quartz set run_id = null, lease_until = null, last_result = 0
    where id = ${id} and run_id = ${runId} and lease_until < now() returning id`.execute(db)
  if (rows.length === 0) return
  await sql`update quartz_log set end_time = now(), result = 0, message = ${message} where id = ${runId} and result is null`.execute(db)
}
