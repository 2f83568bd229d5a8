import { z } from 'zod'
import { Move } from '../audit/audit.ts'
import { app } from '../apps/app.ts'
import { appRole } from '../apps/app-role.ts'
import { button, get, menu, post, type Permit } from '../call.ts'
import { org } from '../directory/org.ts'
import { user } from '../directory/user.ts'
import { role } from '../permission/role.ts'
import { byId, done, id, inQuery, maybe, paged, paging, queryBoolean, queryId, rangeInOrder, REMARK_MAX, search, submitted, text, timeRange } from '../shapes.ts' // prettier-ignore

export const OPERATE_TYPES = ['insert', 'update', 'delete'] as const
export const RECORD_ROWS_MAX = 500

/** A changed row (D-72), with its record in words. */
export const DataHistory = z.object({
  id: z.string(),
  tableName: z.string(),
  recordId: z.string(),
  recordName: maybe(z.string()),
  operateType: z.enum(OPERATE_TYPES),
  userName: maybe(z.string()),
  realName: maybe(z.string()),
  createTime: z.string(),
  /** Columns an update changed. */
  fields: z.array(z.string()),
  /** Where the record went; of a row that stands for its operation, where its records went, the first few. */
  moves: z.array(Move),
  /** Of a row whose change only follows from others: their tables. */
  related: z.array(z.string()),
  operationId: maybe(z.string()),
  /** The call as the audit names it, or the kind of the task. */
  call: maybe(z.string()),
  /** How many rows the same operation changed. */
  changed: z.number(),
  /** The whole operation has been undone. */
  isUndone: z.boolean(),
})
export type DataHistory = z.infer<typeof DataHistory>

const row = z.record(z.string(), z.unknown())
const Difference = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  label: z.string(),
  /** In words: names instead of ids, words instead of codes. */
  beforeText: z.string(),
  afterText: z.string(),
  /** History stores only a mask. */
  isMask: z.boolean(),
})
export type Difference = z.infer<typeof Difference>

/** What undoing an entry would do. */
const Restoration = z.object({
  /** Labels of the fields to be restored; empty where whole records are inserted or deleted. */
  fields: z.array(z.string()),
  /** Labels of fields that stay as they are. */
  left: z.array(z.string()),
  /** Why it cannot be undone; null if it can. */
  refusal: maybe(z.string()),
  /** Under separation of duties the audit administrator requests it and the security administrator confirms. */
  needsRequest: z.boolean(),
  askedBy: maybe(z.string()),
})
export type Restoration = z.infer<typeof Restoration>

export const HistoryDetail = DataHistory.extend({
  before: maybe(row),
  after: maybe(row),
  diff: z.array(Difference),
  restoration: Restoration,
})
export type HistoryDetail = z.infer<typeof HistoryDetail>

export const RestoreRequest = HistoryDetail.extend({ reason: z.string(), askTime: z.string() })
export type RestoreRequest = z.infer<typeof RestoreRequest>

/** The most changes that can be undone at once. */
export const OPERATION_ROWS_MAX = 500

/** A change of an operation, and why it is not undone. */
const OperationRow = z.object({
  id: z.string(),
  tableName: z.string(),
  recordName: maybe(z.string()),
  operateType: z.enum(OPERATE_TYPES),
  /** Labels of fields that stay as they are. */
  left: z.array(z.string()),
  refusal: maybe(z.string()),
})
export type OperationRow = z.infer<typeof OperationRow>

/** What undoing a whole operation does: the number of undone changes, and those left. */
const OperationRestoration = z.object({
  restored: z.number(),
  stays: z.array(OperationRow),
  /** Older changes of the same bulk operation that are not undone yet. */
  remaining: z.number(),
  /** Why nothing can be undone. */
  refusal: maybe(z.string()),
})
export type OperationRestoration = z.infer<typeof OperationRestoration>

/** A change of an entry of a timeline, and what taking it back would do. */
const EntryPart = z.object({
  id: z.string(),
  /** Labels of the fields to be restored; empty where whole records are inserted or deleted. */
  fields: z.array(z.string()),
  /** Labels of fields that stay as they are. */
  left: z.array(z.string()),
  /** Why this change stays as it is; null if it is taken back. */
  refusal: maybe(z.string()),
})
const EntryRestoration = z.object({
  parts: z.array(EntryPart),
  /** Why nothing is taken back. */
  refusal: maybe(z.string()),
  /** The restoration waits for a review. */
  isReviewed: z.boolean(),
})
export type EntryRestoration = z.infer<typeof EntryRestoration>

/** The object of a timeline, and a change of the entry. */
const entry = z.object({ id, changeId: z.string().regex(/^\d{1,18}$/) })
export type EntryQuery = z.infer<typeof entry>
const previewOf = (path: string, permit: Permit) =>
  get(`/v3/dataHistory/previewRestore${path}`, { permit, query: entry, reply: EntryRestoration })
/** For whoever may change the record: takes back what one operation changed of it, each change through its own call. */
const restoreOf = (path: string, permit: Permit) =>
  post(`/v3/dataHistory/restore${path}`, { permit, stepUp: true, query: entry, reply: z.union([done, submitted]) })

/** The id of an operation, or of a bulk operation that consists of several. */
const bulkId = z.string().min(1).max(100)

const PAGE = '/devops/data-history'
const permit = menu(PAGE)

export const dataHistory = {
  listTable: get('/v3/dataHistory/listTable', { permit, reply: z.array(z.object({ tableName: z.string(), name: z.string() })) }),
  page: get('/v3/dataHistory/page', {
    permit,
    query: paging
      .extend({
        tableName: search,
        recordId: inQuery(z.string().max(200)),
        operateType: inQuery(z.enum(OPERATE_TYPES)),
        userName: search,
        operationId: queryId,
        /** Only the newest row of each operation. */
        collapsed: queryBoolean,
        ...timeRange.shape,
      })
      .refine(...rangeInOrder),
    reply: paged(DataHistory).extend({ isCapped: z.boolean() }),
  }),
  byId: get('/v3/dataHistory/getById', { permit, query: byId, reply: HistoryDetail }),
  listByRecord: get('/v3/dataHistory/listByRecord', {
    permit,
    /** `beforeId`: only rows older than this one, for systems that read on; the console shows the newest rows alone. */
    query: z.object({ tableName: z.string().max(64), recordId: z.string().max(200), beforeId: inQuery(z.string().regex(/^\d{1,18}$/)) }),
    reply: z.array(DataHistory),
  }),
  restore: post('/v3/dataHistory/restore', { permit: 'superAdmin', stepUp: true, query: byId, reply: z.union([done, submitted]) }),
  previewOfUser: previewOf('User', user.update.permit),
  previewOfOrg: previewOf('Org', org.update.permit),
  previewOfApp: previewOf('App', app.update.permit),
  previewOfRole: previewOf('Role', role.update.permit),
  previewOfAppRole: previewOf('AppRole', appRole.update.permit),
  restoreOfUser: restoreOf('User', user.update.permit),
  restoreOfOrg: restoreOf('Org', org.update.permit),
  restoreOfApp: restoreOf('App', app.update.permit),
  restoreOfRole: restoreOf('Role', role.update.permit),
  restoreOfAppRole: restoreOf('AppRole', appRole.update.permit),
  /** Undoes the newest change first, each through its own call; changes that cannot be undone stay and are listed. */
  previewBulk: get('/v3/dataHistory/previewRestoreBulk', {
    permit: 'superAdmin',
    query: z.object({ bulkId }),
    reply: OperationRestoration,
  }),
  restoreBulk: post('/v3/dataHistory/restoreBulk', {
    permit: 'superAdmin',
    stepUp: true,
    query: z.object({ bulkId }),
    reply: OperationRestoration,
  }),
  askRestore: post('/v3/dataHistory/askRestore', {
    permit: button([PAGE], 'ask-restore'),
    stepUp: true,
    body: z.strictObject({ id: byId.shape.id, reason: text('还原原因', REMARK_MAX) }),
    reply: done,
  }),
  /** Requests the security administrator may confirm; empty without separation of duties. */
  requests: get('/v3/dataHistory/listRequest', { permit: 'superAdmin', reply: z.array(RestoreRequest) }),
}
