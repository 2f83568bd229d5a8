import { z } from 'zod'
import { get, post } from '../call.ts'
import { started } from '../task.ts'
import { byId, count, done, flag, id, ids, inQuery, paged, paging, rangeInOrder, timeRange, version } from '../shapes.ts'

/** The nine objects of D-54, a closed list. */
export const cleanObjects = [
  'loginLog', 'operLog', 'sms', 'syncLog', 'dataHistory', 'asyncTask', 'tempFile', 'deletedUser', 'deletedOrg',
] as const // prettier-ignore
export type CleanObject = (typeof cleanObjects)[number]

export const KEEP_DAYS_MAX = 3650
/** Temporary files may be kept for only a day. */
export const keepDaysMin = (objectType: string): number => (objectType === 'tempFile' ? 1 : 7)
/** Whether the law requires a longer time: six months. */
export const isKeptByLaw = (objectType: string, keepDays: number): boolean =>
  (objectType === 'loginLog' || objectType === 'operLog') && keepDays < 180

const objectType = z.enum(cleanObjects)
export const CleanRule = z.object({
  id: objectType,
  objectType,
  name: z.string(),
  keepDays: z.number(),
  status: z.number(),
  lastTime: z.string().nullable(),
  lastCount: z.number().nullable(),
  version: z.number(),
})
export type CleanRule = z.infer<typeof CleanRule>

export const CleanLog = z.object({
  id: z.string(),
  objectType: z.string(),
  name: z.string(),
  count: z.number(),
  beforeTime: z.string(),
  /** Null for a scheduled run. */
  userName: z.string().nullable(),
  createTime: z.string(),
  /** 1 complete; 0 in progress, cancelled or interrupted. */
  result: flag,
})
export type CleanLog = z.infer<typeof CleanLog>

export const dataClean = {
  list: get('/v3/dataClean/list', { permit: 'superAdmin', reply: z.array(CleanRule) }),
  update: post('/v3/dataClean/update', {
    permit: 'superAdmin',
    stepUp: true,
    reads: 'nothing',
    body: z.strictObject({ id, keepDays: z.int('保留天数应为整数'), status: flag, version }),
    reply: done,
  }),
  preview: get('/v3/dataClean/preview', {
    permit: 'superAdmin',
    query: byId,
    /** `approx`: there are more than were counted. */
    reply: z.object({ count, beforeTime: z.string(), approx: z.boolean() }),
  }),
  execute: post('/v3/dataClean/execute', { permit: 'superAdmin', stepUp: true, body: z.strictObject({ ids }), reply: started }),
  pageLog: get('/v3/dataClean/pageLog', {
    permit: 'superAdmin',
    query: paging.extend({ objectType: inQuery(objectType), ...timeRange.shape }).refine(...rangeInOrder),
    reply: paged(CleanLog),
  }),
}
