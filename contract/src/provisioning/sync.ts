import { z } from 'zod'
import { button, get, menu, post, upload } from '../call.ts'
import { importMaxBytes } from '../import.ts'
import {
  byId, callerId, count, done, flag, id, ids, inQuery, optionalText, paged, paging, queryFlag, queryId, rangeInOrder, REMARK_MAX, saved, search, text, timeRange, version,
} from '../shapes.ts' // prettier-ignore
import { secret } from '../secret.ts'
import { started } from '../task.ts'
import { fields, named } from '../text.ts'
import { syncObject } from './sync-log.ts'
import { Mapping, MappingLine, SyncField, TransformForm } from './sync-mapping.ts'
import { sourceTypes, SyncPolicy } from './sync-options.ts'
import {
  askedModes,
  ObjectSource,
  PreviewRow,
  runStates,
  SyncConflict,
  SyncRow,
  SyncRun,
  SyncRunInFull,
  verdicts,
  VerdictSums,
} from './sync-run.ts'

export * from './sync-mapping.ts'
export * from './sync-options.ts'
export * from './sync-run.ts'
export { syncText } from './sync-text.ts'

export const syncDirection = z.enum(['in', 'out'])
/** In place of a value that is never given back; sent again it keeps the value. */
export const HIDDEN_VALUE = '******'
const CRON_MAX = 100
const URL_MAX = 500
const SECRET_MAX = 4000

export const SyncConfig = z.object({
  id: z.string(),
  name: z.string(),
  direction: syncDirection,
  objectType: syncObject,
  type: z.enum(sourceTypes),
  appId: z.string().nullable(),
  appName: z.string().nullable(),
  url: z.string().nullable(),
  method: z.enum(['GET', 'POST']),
  /** Names as they are; every value is HIDDEN_VALUE. */
  headers: z.record(z.string(), z.string()),
  /** HIDDEN_VALUE where there is one, else ''. */
  secret: z.string(),
  mapping: z.array(MappingLine),
  /** In the addresses where a system hands over files and tells of changes. */
  inboxKey: z.string(),
  /** Of `type`; no secret is in them. */
  options: z.record(z.string(), z.unknown()),
  policy: SyncPolicy,
  cron: z.string().nullable(),
  status: z.number(),
  lastTime: z.string().nullable(),
  /** 1 done, 0 failed, 2 done in part, 3 stopped by the brake. */
  lastResult: z.number().nullable(),
  nextTime: z.string().nullable(),
  lastRunId: z.string().nullable(),
  /** A plan that waits for somebody: stopped by the brake, or a rehearsal. */
  blockedRunId: z.string().nullable(),
  /** The task of a run that reads or writes now. */
  runningTaskId: z.string().nullable(),
  /** Failed runs since the last good one. */
  failCount: count,
  /** Open conflicts. */
  conflictCount: count,
  /** What its last run planned, users and organisations together. */
  lastCounts: VerdictSums,
  /** The last twenty runs, the newest first: how each ended and how many objects it wrote. */
  recent: z.array(z.object({ id: z.string(), state: z.enum(runStates), written: count })),
  remark: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type SyncConfig = z.infer<typeof SyncConfig>

const address = z.string().max(URL_MAX, named.tooLong(URL_MAX)).nullish()
const headers = secret(z.record(z.string().max(100), z.string().max(2000)).nullish())
const secretValue = secret(z.string().max(SECRET_MAX).nullish())
const options = z.record(z.string().max(50), z.unknown()).optional()
const connection = {
  url: address,
  method: z.enum(['GET', 'POST']).nullish(),
  headers,
  secret: secretValue,
  type: z.enum(sourceTypes).optional(),
  options,
}
const details = {
  name: text(fields.taskName),
  direction: syncDirection,
  objectType: syncObject,
  appId: z.union([z.literal(''), id]).nullish(),
  ...connection,
  mapping: Mapping,
  policy: z.record(z.string().max(50), z.unknown()).optional(),
  cron: z.string().max(CRON_MAX).nullish(),
  remark: optionalText(REMARK_MAX),
}
export const SyncDraft = z.strictObject({ ...details, status: flag.optional() })
export type SyncDraft = z.infer<typeof SyncDraft>
/** An empty or hidden secret, and a hidden value of a header, keep what there is. */
export const SyncEdit = z.strictObject({ id, ...details, version })
export type SyncEdit = z.infer<typeof SyncEdit>

const Tested = z.object({
  ok: z.boolean(),
  httpStatus: z.number().nullable(),
  message: z.string(),
  /** The first three rows of each kind, masked. */
  sample: z.array(z.record(z.string(), z.unknown())),
  /** Rows of the first page; null where none was read. */
  count: count.nullable(),
  /** Mapped paths that were empty in all rows of the sample: often a right that is missing. */
  missing: z.array(z.string()),
})
export type SyncTested = z.infer<typeof Tested>

const page = '/sync/config'
const read = menu(page)
const act = button([page], 'run-sync')
const objectType = z.enum(['org', 'user'])
export const sync = {
  page: get('/v3/sync/page', {
    permit: read,
    query: paging.extend({ name: search, direction: inQuery(syncDirection), objectType: inQuery(syncObject), status: queryFlag }),
    reply: paged(SyncConfig),
  }),
  byId: get('/v3/sync/getById', { permit: read, query: byId, reply: SyncConfig }),
  save: post('/v3/sync/save', { permit: button([page], 'add-sync'), body: SyncDraft, reply: saved }),
  update: post('/v3/sync/update', { permit: button([page], 'edit-sync'), body: SyncEdit, reply: done }),
  /** Users and organisations stay, and so does the log. */
  remove: post('/v3/sync/delete', { permit: button([page], 'delete-sync'), body: z.strictObject({ ids }), reply: count }),
  /** 0 stops the schedule, not a run that is going on. */
  setStatus: post('/v3/sync/updateStatus', {
    permit: button([page], 'sync-status'),
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  nameTaken: get('/v3/sync/existName', {
    permit: menu(page, '/sync/syncLog'),
    query: z.object({ name: z.string().max(50), id: queryId }),
    reply: z.boolean(),
  }),
  listField: get('/v3/sync/listField', { permit: read, query: z.object({ objectType: inQuery(syncObject) }), reply: z.array(SyncField) }),
  listTransform: get('/v3/sync/listTransform', { permit: read, reply: z.array(TransformForm) }),
  /** With `id`, what is left out or hidden is taken from the stored task. */
  testConnect: post('/v3/sync/testConnect', {
    permit: button([page], 'test-sync'),
    body: z.strictObject({
      id: id.optional(),
      direction: syncDirection,
      ...connection,
      objectType: syncObject.optional(),
      mapping: Mapping.optional(),
    }),
    reply: Tested,
  }),
  /** What the first rows of the source would become; nothing is written. */
  preview: post('/v3/sync/preview', {
    permit: button([page], 'test-sync'),
    body: z.strictObject({ ...details, id: id.optional(), name: optionalText() }),
    reply: z.array(PreviewRow),
  }),
  /** A table for a source of files; the options of a task name it. */
  uploadFile: upload('/v3/sync/uploadFile', {
    permit: button([page], 'add-sync', 'edit-sync'),
    reply: z.object({ fileId: z.string(), fileName: z.string(), rows: count, titles: z.array(z.string()) }),
    maxBytes: importMaxBytes,
  }),
  run: post('/v3/sync/run', {
    permit: act,
    query: z
      .object({ id, mode: inQuery(z.enum(askedModes)), objectType: inQuery(objectType), originId: z.string().max(200).optional() })
      .refine(({ mode, originId }) => mode !== 'one' || !!originId, '请填写来源标识'),
    reply: started,
  }),
  pageRun: get('/v3/sync/pageRun', {
    permit: read,
    query: paging.extend({ syncId: queryId, state: inQuery(z.enum(runStates)), ...timeRange.shape }).refine(...rangeInOrder),
    reply: paged(SyncRun),
  }),
  getRun: get('/v3/sync/getRun', { permit: read, query: byId, reply: SyncRunInFull }),
  /** Without `verdict`: all but those that are unchanged or ignored. */
  pageRow: get('/v3/sync/pageRow', {
    permit: read,
    query: paging.extend({ runId: id, objectType: inQuery(objectType), verdict: inQuery(z.enum(verdicts)), name: search, orgId: queryId }),
    reply: paged(SyncRow),
  }),
  /** The rows of a plan as a sheet, masked as the page shows them. */
  exportPlan: get('/v3/sync/exportPlan', {
    permit: button([page], 'run-sync', 'release-sync'),
    changes: true,
    query: z.object({ runId: id, uuid: callerId }),
    reply: started,
  }),
  /** Of a plan that waits. `addChange`: additions and changes alone; who is gone stays as they are. */
  release: post('/v3/sync/release', {
    permit: button([page], 'release-sync'),
    stepUp: true,
    body: z.strictObject({
      runId: id,
      digest: z.string().max(64),
      only: z.literal('addChange').nullish(),
      /** Needed where one releases what one started oneself. */
      reason: optionalText(REMARK_MAX, fields.reason),
    }),
    reply: started,
  }),
  discard: post('/v3/sync/discard', {
    permit: button([page], 'release-sync', 'run-sync'),
    body: z.strictObject({ runId: id }),
    reply: done,
  }),
  pageConflict: get('/v3/sync/pageConflict', {
    permit: read,
    query: paging.extend({ syncId: queryId, objectType: inQuery(objectType), name: search }),
    reply: paged(SyncConflict),
  }),
  /** It is remembered, and the next run acts by it. */
  resolve: post('/v3/sync/resolve', {
    permit: button([page], 'resolve-sync'),
    body: z
      .strictObject({
        syncId: id,
        objectType,
        originId: z.string().min(1).max(200),
        action: z.enum(['link', 'create', 'ignore']),
        targetId: id.nullish(),
      })
      .refine(({ action, targetId }) => action !== 'link' || !!targetId, '请选择关联对象'),
    reply: done,
  }),
  /**
   * A user who was linked wrongly: the row of the source is another's (`link`), is looked for again by the rules (`again`), or is
   * passed over (`ignore`). Nobody is changed before the next run; where the other has a row of this source, the two are exchanged.
   */
  relink: post('/v3/sync/relink', {
    permit: button([page], 'resolve-sync'),
    stepUp: true,
    body: z
      .strictObject({
        syncId: id,
        originId: z.string().min(1).max(200),
        action: z.enum(['link', 'again', 'ignore']),
        targetId: id.nullish(),
      })
      .refine(({ action, targetId }) => action !== 'link' || !!targetId, '请选择关联对象'),
    reply: done,
  }),
  /** Of a user or an organisation: the sources that know it, and what each of them owns. */
  bySource: get('/v3/sync/bySource', {
    permit: menu('/organiz/index', '/organiz/org-list'),
    query: z.object({ userId: queryId, orgId: queryId }),
    reply: z.array(ObjectSource),
  }),
}
