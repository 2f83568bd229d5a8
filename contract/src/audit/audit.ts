import { z } from 'zod'
import { button, get, link, menu, post } from '../call.ts'
import {
  byId,
  callerId,
  inQuery,
  maybe,
  endMoment,
  moment,
  paged,
  paging,
  queryFlag,
  queryId,
  rangeInOrder,
  REMARK_MAX,
  search,
  text,
  timeRange,
} from '../shapes.ts'
import { started } from '../task.ts'

/** A record (D-60); module and operateType are names of the contract, which audit-text.ts says in Chinese. */
export const OperLog = z.object({
  id: z.string(),
  lane: z.number(),
  seq: z.number(),
  createTime: z.string(),
  module: z.string(),
  operateType: z.string(),
  userId: maybe(z.string()),
  userName: maybe(z.string()),
  realName: maybe(z.string()),
  orgName: maybe(z.string()),
  ip: z.string(),
  method: z.string(),
  path: z.string(),
  params: z.string(),
  /** 1 done, 0 refused or denied. */
  result: z.number(),
  code: z.string(),
  message: z.string(),
  cost: z.number(),
  target: maybe(z.string()),
  /** The names of the first few objects; `targetCount` says how many have a name, at most a thousand. */
  targetName: maybe(z.string()),
  targetCount: z.number(),
  hasMoreTargets: z.boolean(),
  traceId: z.string(),
})
export type OperLog = z.infer<typeof OperLog>

/** Objects of an operation; `targets` has the first of them. */
export const AuditTargets = z.object({
  total: z.number(),
  targets: z.array(z.object({ type: z.string(), id: z.string(), name: maybe(z.string()) })),
})
export type AuditTargets = z.infer<typeof AuditTargets>

const namedTypes = [
  'user', 'org', 'orgRange', 'rank', 'title', 'duty', 'post', 'userLabel', 'stripe', 'workGroup', 'role', 'menu',
  'app', 'appGroup', 'appRole', 'appResource', 'authGroup', 'apiClient', 'orgType',
] as const // prettier-ignore
export type NamedType = (typeof namedTypes)[number]
const objectType = maybe(z.enum(namedTypes))

/** A field before and after; `objectType` is the type of the objects its values identify. */
export const HistoryField = z.object({ name: z.string(), objectType, before: z.unknown(), after: z.unknown() })
export type HistoryField = z.infer<typeof HistoryField>
/** The key of names: objects of two types may have the same id. */
export const nameKey = (type: string, id: string): string => `${type}:${id}`

const Place = z.object({
  id: z.string(),
  /** null if it is gone or out of the caller's scope. */
  name: maybe(z.string()),
  /** The names from the top of the caller's scope down to it. */
  path: maybe(z.string()),
})
export type Place = z.infer<typeof Place>
/** A user whose main job, or an organisation that itself, went from one organisation to another. */
export const Move = z.object({ field: z.enum(['org_id', 'parent_id']), from: Place, to: Place })
export type Move = z.infer<typeof Move>

/** A row that the call, or the task it started, changed. */
const Change = z.object({
  id: z.number(),
  table: z.string(),
  recordId: z.string(),
  /** The type of the object the row describes; null if it has no name of its own. */
  objectType,
  operateType: z.enum(['insert', 'update', 'delete']),
  fields: z.array(HistoryField),
})
export type AuditChange = z.infer<typeof Change>

/**
 * How a record fits its neighbour in the chain. first, last: there is none yet; kept: records up to here were cleaned, and
 * a signed checkpoint confirms it; broken: another digest is there; missing: the neighbour is gone.
 */
const neighbour = z.enum(['fits', 'first', 'last', 'kept', 'broken', 'missing'])
export type Neighbour = z.infer<typeof neighbour>

export const OperLogDetail = OperLog.extend({
  digest: z.string(),
  prevDigest: z.string(),
  digestRight: z.boolean(),
  before: neighbour,
  after: neighbour,
  changes: z.array(Change),
  /** How many changes there are; `changes` has the first the caller may see. */
  changeCount: z.number(),
  /** By nameKey, the names of the objects in the changes; objects out of scope or gone have none. */
  names: z.record(z.string(), z.string()),
})
export type OperLogDetail = z.infer<typeof OperLogDetail>

/**
 * changed: the digest does not match the content, or the neighbours do not confirm it. missing: the record is gone.
 * swapped: it is in another's place. cut: the chain ends before it. rewritten: a signed checkpoint contradicts it. forged:
 * the checkpoint is not signed by this server.
 */
export const problemKinds = ['changed', 'missing', 'swapped', 'cut', 'rewritten', 'forged'] as const
export type ProblemKind = (typeof problemKinds)[number]
export const AuditProblem = z.object({
  kind: z.enum(problemKinds),
  lane: z.number(),
  seq: z.number(),
  /** null if the record is gone. */
  id: maybe(z.string()),
})
export type AuditProblem = z.infer<typeof AuditProblem>

const Proof = z.object({
  id: z.string(),
  createTime: z.string(),
  beginTime: maybe(z.string()),
  endTime: maybe(z.string()),
  records: z.number(),
  fault: maybe(AuditProblem),
})
export type IntegrityCheck = z.infer<typeof Proof>

const filterFields = {
  userName: search,
  module: search,
  operateType: search,
  result: queryFlag,
  ip: search,
  traceId: queryId,
  target: inQuery(z.string().max(64)),
  ...timeRange.shape,
}
export const operLogFilter = z.object(filterFields).refine(...rangeInOrder)
export type OperLogFilter = z.infer<typeof operLogFilter>

const permit = menu('/audit/operation')
export const operLog = {
  /** Newest first, whatever orderBy says. With filters counted up to a limit; isCapped then says that there are more. */
  page: get('/v3/operLog/page', {
    permit,
    query: paging.extend(filterFields).refine(...rangeInOrder),
    reply: paged(OperLog).extend({ isCapped: z.boolean() }),
  }),
  byId: get('/v3/operLog/getById', { permit, query: byId, reply: OperLogDetail }),
  targets: get('/v3/operLog/listTarget', { permit, query: byId, reply: AuditTargets }),
  /** The name of an object in the records, for a filter set by its id. */
  targetName: get('/v3/operLog/getTargetName', {
    permit,
    query: z.object({ id: z.string().max(64) }),
    reply: z.object({ name: maybe(z.string()) }),
  }),
  modules: get('/v3/operLog/listModule', { permit, reply: z.array(z.string()) }),
  exportExcel: get('/v3/operLog/exportExcel', {
    permit: button(['/audit/operation'], 'export-log'),
    changes: true,
    query: z.object({ uuid: callerId, query: inQuery(z.string()) }),
    reply: started,
  }),
  /** The key that signs checkpoints, and the result of the last integrity check. */
  evidence: get('/v3/operLog/evidence', {
    permit,
    reply: z.object({
      /** Whether the caller's scope is unlimited, which integrity checks and exports of evidence require. */
      isAll: z.boolean(),
      publicKey: z.string(),
      fingerprint: z.string(),
      checkpointTime: maybe(z.string()),
      proof: maybe(Proof),
    }),
  }),
  /**
   * Starts a task that verifies the chains of a period, or the whole chains; its result becomes the newest `proof` of `evidence`.
   */
  prove: post('/v3/operLog/prove', {
    permit: button(['/audit/operation'], 'prove'),
    body: z.strictObject({ uuid: callerId, ...timeRange.shape }).refine(...rangeInOrder),
    reply: started,
  }),
  /** Starts a task that exports the records of a period to a file auditors can verify on their own. */
  exportEvidence: post('/v3/operLog/exportEvidence', {
    permit: button(['/audit/operation'], 'export-evidence'),
    stepUp: true,
    body: z
      .strictObject({
        uuid: callerId,
        beginTime: moment,
        endTime: endMoment,
        reason: text('导出原因', REMARK_MAX),
      })
      .refine(...rangeInOrder),
    reply: started,
  }),
  /** The verifier: one file for plain Node. */
  verifier: link('/v3/operLog/verifier', { permit, reply: z.undefined() }),
}
