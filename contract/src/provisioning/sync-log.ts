import { z } from 'zod'
import { button, get, menu, post } from '../call.ts'
import { byId, callerId, count, ids, inQuery, paged, paging, queryFlag, queryId, rangeInOrder, search, timeRange } from '../shapes.ts'
import { started } from '../task.ts'

export const syncObjects = ['org', 'user', 'all'] as const
export const syncObject = z.enum(syncObjects)
export type SyncObject = z.infer<typeof syncObject>

/** `run` sums up a run of a task as a whole. */
export const syncOperates = ['insert', 'update', 'delete', 'run'] as const
export type SyncOperate = (typeof syncOperates)[number]

export const SyncLogBrief = z.object({
  id: z.string(),
  syncId: z.string().nullable(),
  /** The names of the task and the application at that time. */
  syncName: z.string().nullable(),
  appId: z.string().nullable(),
  appName: z.string().nullable(),
  runId: z.string().nullable(),
  objectType: syncObject,
  operateType: z.enum(syncOperates),
  objectId: z.string().nullable(),
  originId: z.string().nullable(),
  name: z.string(),
  /** 1 done, 0 failed. */
  result: z.number(),
  message: z.string(),
  attempt: z.number(),
  /** The failed row this one retried. */
  retryOf: z.string().nullable(),
  createTime: z.string(),
})
export type SyncLogBrief = z.infer<typeof SyncLogBrief>

const Fields = z.record(z.string(), z.unknown()).nullable()
/** Secrets are cut and numbers masked before a row is written. */
export const SyncLog = SyncLogBrief.extend({
  request: z.string().nullable(),
  response: z.string().nullable(),
  before: Fields,
  after: Fields,
})
export type SyncLog = z.infer<typeof SyncLog>

export const syncLogFilter = z.object({
  syncId: queryId,
  appId: queryId,
  runId: queryId,
  /** The id of a user or an organisation. */
  objectId: queryId,
  objectType: inQuery(syncObject),
  operateType: inQuery(z.enum(syncOperates)),
  result: queryFlag,
  name: search,
  /** The exact reason of the failure. */
  message: z.string().max(2000).optional(),
  ...timeRange.shape,
})
export type SyncLogFilter = z.infer<typeof syncLogFilter>

/** The most rows that are counted or paged; beyond it, `total` is this number and `more` is true. */
export const COUNTED_MAX = 100_000

/** How many of the latest failures are grouped by their reason, and how many groups are returned. */
export const FAILURES_GROUPED_MAX = 20_000
export const FAILURE_GROUPS_MAX = 5

const page = menu('/sync/syncLog')
const Named = z.object({ id: z.string(), name: z.string() })
export const syncLog = {
  page: get('/v3/syncLog/page', {
    permit: page,
    query: paging.extend(syncLogFilter.shape).refine(...rangeInOrder),
    reply: paged(SyncLogBrief).extend({ more: z.boolean() }),
  }),
  byId: get('/v3/syncLog/getById', { permit: page, query: byId, reply: SyncLog }),
  /** The tasks and applications that have rows, for the page's filters. */
  listSource: get('/v3/syncLog/listSource', { permit: page, reply: z.object({ syncs: z.array(Named), apps: z.array(Named) }) }),
  /** Failed rows that match the filters, grouped by reason, most frequent first; `more`: only the latest failures were counted. */
  listFailure: get('/v3/syncLog/listFailure', {
    permit: page,
    query: syncLogFilter.refine(...rangeInOrder),
    reply: z.object({ groups: z.array(z.object({ message: z.string(), count })), more: z.boolean() }),
  }),
  /** Takes failed rows only. A retry sends or writes the present state of the object, not its state at the failure. */
  retry: post('/v3/syncLog/retry', { permit: button(['/sync/syncLog'], 'retry-sync'), body: z.strictObject({ ids }), reply: started }),
  exportExcel: get('/v3/syncLog/exportExcel', {
    permit: button(['/sync/syncLog'], 'export-sync-log'),
    changes: true,
    query: z.object({ uuid: callerId, query: z.string().max(4000).optional() }),
    reply: started,
  }),
}
