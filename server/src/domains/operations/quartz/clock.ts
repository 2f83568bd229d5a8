import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { inTransaction, SYSTEM } from '../../../platform/database/db.ts'
import type { QueueJob } from '../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { runInBackground } from '../../../platform/tasks/background-work.ts'
import { BEAT_MS } from '../../../platform/tasks/running-task.ts'
import { catalogue, type Catalogue } from './catalogue.ts'
import { dueTimes } from '../../../platform/jobs/due-times.ts'
import { claimAsked, claimDue, closeInterrupted, endRun, findDue, renewRun, skipDue, type DueJob, type Run } from './run.sql.ts'
import { text } from './text.ts'

export const QUARTZ = 'quartz'
/** More than the number of built-in jobs, so that a long job does not delay another. */
const AT_ONCE = 10
const MESSAGE_MAX = 500

/** Runs jobs that are due by the database's clock; the table `quartz` is the queue (decision 0050). */
export const quartzClock = (kernel: Kernel, log: FastifyBaseLogger, jobs: Catalogue = catalogue, node = hostname()): QueueJob => ({
  name: QUARTZ,
  atOnce: AT_ONCE,
  run: async () => {
    const dueJobs = await findDue(kernel.db)
    if (!dueJobs) return false
    const run = await take(kernel, dueJobs, node)
    if (run) await runJob(kernel, log, jobs, dueJobs, run)
    return true
  },
})

/** In one transaction, closes an interrupted run, skips a run, or claims one. */
const take = ({ db: kernelDb }: Kernel, job: DueJob, node: string): Promise<Run | undefined> =>
  inTransaction(kernelDb, SYSTEM, async db => {
    if (job.isInterrupted) {
      await closeInterrupted(db, job, text.interrupted)
      return undefined
    }
    if (job.askedBy !== null && job.runId === null) return claimAsked(db, job, node)
    const { next, isMissed } = dueTimes({ ...job, nextTime: job.nextTime! })
    if (job.runId !== null) await skipDue(db, job, next, node, text.overlapping)
    else if (isMissed) await skipDue(db, job, next, node, text.missed)
    else return claimDue(db, job, next, node)
    return undefined
  })

async function runJob(kernel: Kernel, log: FastifyBaseLogger, jobs: Catalogue, job: DueJob, run: Run): Promise<void> {
  const beat = setInterval(() => runInBackground(log, 'lease of a scheduled job', renewRun(kernel.db, run)), BEAT_MS)
  try {
    const message = await jobs[job.jobCode].run(kernel, job.params ?? {})
    await endRun(kernel.db, run, 1, message.slice(0, MESSAGE_MAX))
  } catch (error) {
    log.error({ err: error, quartzId: job.id }, 'scheduled job failed')
    await endRun(kernel.db, run, 0, text.failed)
  } finally {
    clearInterval(beat)
  }
}
