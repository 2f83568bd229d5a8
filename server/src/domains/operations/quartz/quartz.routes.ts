import { quartz } from '@hufu/contract/operations/quartz'
import { refusals } from '@hufu/contract/refusals'
import { feature } from '../../../platform/http/context.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { catalogue } from './catalogue.ts'
import { QUARTZ } from './clock.ts'
import { checkCron, nextTime } from '../../../platform/jobs/cron.ts'
import { wireTime } from '../../../platform/clock.ts'
import {
  askForRun, findQuartz, insertQuartz, lockQuartz, pageQuartz, pageQuartzLog, removeQuartz, setQuartzStatus, updateQuartz,
} from './quartz.sql.ts' // prettier-ignore

interface Draft {
  jobCode: keyof typeof catalogue
  cron: string
  params?: Record<string, unknown> | null | undefined
}

/** Checks code, parameters and expression of a job, and returns its first time. */
function firstTime({ now }: Kernel, { jobCode, cron, params }: Draft): Date {
  if (!catalogue[jobCode].params.safeParse(params ?? {}).success) refuse('quartzParamsProblem')
  const check = checkCron(cron, now())
  return 'refusal' in check ? refuse(check.refusal) : check.times[0]!
}

export const quartzFeature = feature('quartz', quartz, {
  page: ({ db, query }) => pageQuartz(db, query),
  byId: ({ db, query }) => findQuartz(db, query.id),
  listJob: () =>
    Object.entries(catalogue).map(([jobCode, { name, params }]) => ({
      jobCode: jobCode as keyof typeof catalogue,
      name,
      params: Object.keys(params.shape),
    })),
  checkCron: ({ kernel, query }) => {
    const check = checkCron(query.cron.trim(), kernel.now())
    return 'refusal' in check
      ? { valid: false, nextTimes: [], message: String(refusals[check.refusal].message) }
      : { valid: true, nextTimes: check.times.map(wireTime), message: '' }
  },
  save: async ({ db, kernel, body, auditTarget }) => {
    const draft = { ...body, cron: body.cron.trim() }
    const id = await insertQuartz(db, draft, firstTime(kernel, draft))
    auditTarget(id)
    return { id }
  },
  update: async ({ db, kernel, body, auditTarget }) => {
    auditTarget(body.id)
    const edit = { ...body, cron: body.cron.trim() }
    const [job] = await lockQuartz(db, [edit.id])
    if (job!.builtIn === 1 && edit.jobCode !== edit.id) refuse('quartzCodeFixed')
    await updateQuartz(db, edit, firstTime(kernel, edit))
  },
  remove: async ({ db, body, auditTarget }) => {
    auditTarget(body.ids.join())
    const jobs = await lockQuartz(db, body.ids)
    if (jobs.some(({ builtIn }) => builtIn === 1)) refuse('quartzBuiltIn')
    if (jobs.some(({ isRunning }) => isRunning)) refuse('quartzRunning')
    return removeQuartz(db, body.ids)
  },
  setStatus: async ({ db, kernel, query, body, auditTarget }) => {
    const status = query.status ?? refuse('statusProblem')
    auditTarget(body.ids.join())
    const changed = (await lockQuartz(db, body.ids)).filter(job => job.status !== status)
    for (const { id, cron } of changed) await setQuartzStatus(db, id, status, status === 1 ? nextTime(cron, kernel.now()) : null)
    return changed.length
  },
  run: async ({ db, kernel, query, who, auditTarget, afterCommit }) => {
    auditTarget(query.id)
    await findQuartz(db, query.id)
    if (!(await askForRun(db, query.id, who.userId))) refuse('quartzRunning')
    afterCommit(() => kernel.jobs.wake(QUARTZ))
  },
  pageLog: ({ db, query }) => pageQuartzLog(db, query),
})
