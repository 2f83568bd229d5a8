import { fields } from '../text.ts'
import { z } from 'zod'
import { get, post } from '../call.ts'
import {
  byId, count, done, flag, id, ids, inQuery, optionalText, paged, paging, queryFlag, queryId, queryNumber, rangeInOrder, REMARK_MAX,
  saved, search, text, timeRange, version,
} from '../shapes.ts' // prettier-ignore

/** The closed catalogue of D-55: jobs are chosen from it, never written. */
export const jobCodes = ['cleanTempFile', 'cleanData', 'expireUser', 'unlockUser', 'cleanSession', 'syncRun'] as const
export type JobCode = (typeof jobCodes)[number]

const CRON_MAX = 100
const result = z.union([z.literal(0), z.literal(1), z.literal(2)])
/** 1 done, 0 failed, 2 skipped. */
export type QuartzResult = z.infer<typeof result>
const params = z.record(z.string(), z.unknown()).nullable()

export const Quartz = z.object({
  id: z.string(),
  name: z.string(),
  jobCode: z.string(),
  cron: z.string(),
  params,
  status: z.number(),
  nextTime: z.string().nullable(),
  lastTime: z.string().nullable(),
  lastResult: result.nullable(),
  /** Results of the last twenty runs, newest first. */
  recent: z.array(result),
  running: z.boolean(),
  builtIn: z.number(),
  remark: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type Quartz = z.infer<typeof Quartz>

export const QuartzLog = z.object({
  id: z.string(),
  quartzId: z.string(),
  name: z.string(),
  beginTime: z.string(),
  endTime: z.string().nullable(),
  /** Null while it is running. */
  result: result.nullable(),
  message: z.string(),
  node: z.string(),
  trigger: z.enum(['clock', 'hand']),
  userName: z.string().nullable(),
})
export type QuartzLog = z.infer<typeof QuartzLog>

const details = {
  name: text(fields.taskName),
  jobCode: z.enum(jobCodes, { error: '任务类型不正确' }),
  cron: text(fields.cron, CRON_MAX),
  params: params.optional(),
  remark: optionalText(REMARK_MAX),
}
const jobCode = inQuery(z.enum(jobCodes))

export const quartz = {
  page: get('/v3/quartz/page', {
    permit: 'superAdmin',
    query: paging.extend({ name: search, jobCode, status: queryFlag }),
    reply: paged(Quartz),
  }),
  byId: get('/v3/quartz/getById', { permit: 'superAdmin', query: byId, reply: Quartz }),
  listJob: get('/v3/quartz/listJob', {
    permit: 'superAdmin',
    reply: z.array(z.object({ jobCode: z.enum(jobCodes), name: z.string(), params: z.array(z.string()) })),
  }),
  checkCron: get('/v3/quartz/checkCron', {
    permit: 'superAdmin',
    query: z.object({ cron: z.string().max(CRON_MAX) }),
    /** `message`: why it is invalid. */
    reply: z.object({ valid: z.boolean(), nextTimes: z.array(z.string()), message: z.string() }),
  }),
  save: post('/v3/quartz/save', {
    permit: 'superAdmin',
    stepUp: true,
    body: z.strictObject({ ...details, status: flag.optional() }),
    reply: saved,
  }),
  update: post('/v3/quartz/update', {
    permit: 'superAdmin',
    stepUp: true,
    reads: 'byId',
    body: z.strictObject({ id, ...details, version }),
    reply: done,
  }),
  remove: post('/v3/quartz/delete', { permit: 'superAdmin', stepUp: true, body: z.strictObject({ ids }), reply: count }),
  setStatus: post('/v3/quartz/updateStatus', {
    permit: 'superAdmin',
    stepUp: true,
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  run: post('/v3/quartz/run', { permit: 'superAdmin', stepUp: true, query: byId, reply: done }),
  pageLog: get('/v3/quartz/pageLog', {
    permit: 'superAdmin',
    query: paging
      .extend({ quartzId: queryId, result: inQuery(queryNumber(z.number().pipe(result))), ...timeRange.shape })
      .refine(...rangeInOrder),
    reply: paged(QuartzLog),
  }),
}
