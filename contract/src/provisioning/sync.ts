import { z } from 'zod'
import { button, get, menu, post, upload } from '../call.ts'
import { importMaxBytes } from '../import.ts'
import { byId, callerId, count, done, id, ids, inQuery, optionalText, paged, paging, queryFlag, queryId, rangeInOrder, REMARK_MAX, saved, search, timeRange } from '../shapes.ts' // prettier-ignore
import { started } from '../task.ts'
import { fields } from '../text.ts'
import { connection, SyncConfig, syncDetails, syncDirection, SyncDraft, SyncEdit, SyncTested } from './sync-config.ts'
import { syncObject } from './sync-log.ts'
import { Mapping, RelinkLine, relinkFields, SyncField, TransformForm } from './sync-mapping.ts'
import { askedModes, ObjectSource, PreviewRow, runStates, SyncConflict, SyncRow, SyncRun, SyncRunInFull, verdicts } from './sync-run.ts'

export * from './sync-config.ts'
export * from './sync-mapping.ts'
export * from './sync-options.ts'
export * from './sync-run.ts'
export { syncText } from './sync-text.ts'

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
  update: post('/v3/sync/update', { permit: button([page], 'edit-sync'), reads: 'byId', body: SyncEdit, reply: done }),
  /** Users, organisations and the log stay. */
  remove: post('/v3/sync/delete', { permit: button([page], 'delete-sync'), body: z.strictObject({ ids }), reply: count }),
  /** 0 stops the schedule, not a run in progress. */
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
  /** With `id`, omitted or hidden values are taken from the stored task. */
  testConnect: post('/v3/sync/testConnect', {
    permit: button([page], 'test-sync'),
    body: z.strictObject({
      id: id.optional(),
      direction: syncDirection,
      ...connection,
      objectType: syncObject.optional(),
      mapping: Mapping.optional(),
    }),
    reply: SyncTested,
  }),
  /** What the first rows of the source would become; nothing is written. */
  preview: post('/v3/sync/preview', {
    permit: button([page], 'test-sync'),
    body: z.strictObject({ ...syncDetails, id: id.optional(), name: optionalText() }),
    reply: z.array(PreviewRow),
  }),
  /** Uploads a table for a source of type `file`; the task's options name it. */
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
  /**
   * Without `verdict`, rows that are neither unchanged nor ignored. `differs`:
   * only rows that disagreed after the run (1), or agreed (0).
   */
  pageRow: get('/v3/sync/pageRow', {
    permit: read,
    query: paging.extend({
      runId: id,
      objectType: inQuery(objectType),
      verdict: inQuery(z.enum(verdicts)),
      differs: queryFlag,
      name: search,
      orgId: queryId,
    }),
    reply: paged(SyncRow),
  }),
  /** The rows of a plan as a sheet, masked as the page shows them. */
  exportPlan: get('/v3/sync/exportPlan', {
    permit: button([page], 'run-sync', 'release-sync'),
    changes: true,
    query: z.object({ runId: id, uuid: callerId }),
    reply: started,
  }),
  /** Releases a waiting plan. `addChange`: only additions and changes; objects that are gone stay as they are. */
  release: post('/v3/sync/release', {
    permit: button([page], 'release-sync'),
    stepUp: true,
    body: z.strictObject({
      runId: id,
      digest: z.string().max(64),
      only: z.literal('addChange').nullish(),
      /** Required if the caller started the run themselves. */
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
  /** Stores the decision; the next run acts on it. */
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
   * Corrects a user's wrong link: the source's row is linked to another user (`link`), matched again by the rules (`again`), or
   * ignored (`ignore`). No user changes before the next run; if the other user has a row of this source, the two rows are swapped.
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
  /**
   * Switches the field by which a source's objects are recognised although some are linked: starts a
   * plan that gives links their new ids, changes no object and takes none for gone. `lines`: the
   * mapping lines that hold ids; the release changes them and the links together.
   */
  relinkAll: post('/v3/sync/relinkAll', {
    permit: button([page], 'resolve-sync'),
    stepUp: true,
    body: z.strictObject({ id, lines: z.array(RelinkLine).min(1).max(relinkFields.length) }),
    reply: started,
  }),
  /** The sources that know a user or an organisation, and the fields each of them owns. */
  bySource: get('/v3/sync/bySource', {
    permit: menu('/organiz/index', '/organiz/org-list'),
    query: z.object({ userId: queryId, orgId: queryId }),
    reply: z.array(ObjectSource),
  }),
}
