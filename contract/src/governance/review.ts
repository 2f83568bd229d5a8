import { z } from 'zod'
import { button, get, menu, post } from '../call.ts'
import {
  count, done, flag, id, ids, inQuery, moment, paged, paging, queryBoolean, queryId, queryNumber, rangeInOrder, REMARK_MAX, saved, search, timeRange,
} from '../shapes.ts' // prettier-ignore
import { modes } from './design.ts'
import { objectType, operateType } from './workflow.ts'

export { reviewText } from './review-text.ts'
export { objectType, objectTypes, operateType, type ObjectType, type OperateType } from './workflow.ts'

export const PENDING = 0
export const PASSED = 1
export const REJECTED = 2
export const WITHDRAWN = 3

/** One field of a change; phone and ID card are masked, ids are told by name. */
export const Difference = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type Difference = z.infer<typeof Difference>

export const Examine = z.object({
  id: z.string(),
  objectType,
  objectName: z.string(),
  operateType,
  /** 0 待审核, 1 已通过, 2 已驳回, 3 已撤回 */
  status: z.number(),
  applyUser: z.string(),
  applyTime: z.string(),
  /** The step it waits at; null once it is over. */
  currentNode: z.string().nullable(),
  /** The last one given. */
  opinion: z.string().nullable(),
  /** Absent until a submitted user or organisation exists. */
  objectId: z.string().nullable(),
  applyUserId: z.string(),
  orgId: z.string().nullable(),
  orgName: z.string().nullable(),
  endTime: z.string().nullable(),
  deadline: z.string().nullable(),
  isOverdue: z.boolean(),
  /** Whom it waits for, at most three of them. */
  waitingFor: z.array(z.string()),
  waitingCount: z.number(),
  /** The first two fields that change, and how many there are. */
  changes: z.array(Difference),
  changeCount: z.number(),
  /** Why it could not be carried out at the last try; it stays pending. */
  fault: z.string().nullable(),
  mayAct: z.boolean(),
  mayWithdraw: z.boolean(),
  version: z.number(),
})
export type Examine = z.infer<typeof Examine>

const Step = z.object({
  node: z.string(),
  userName: z.string().nullable(),
  /** Of reviewText.act. */
  result: z.string(),
  opinion: z.string().nullable(),
  time: z.string(),
})
const Planned = z.object({
  nodeId: z.string(),
  node: z.string(),
  mode: z.enum(modes),
  state: z.enum(['done', 'current', 'coming']),
  /** Of the step it waits at, and of those before: who was asked and what became of it. Steps to come name nobody yet. */
  users: z.array(z.object({ id: z.string(), name: z.string(), state: z.enum(['open', 'waiting', 'done', 'void']) })),
})
const shown = z.record(z.string(), z.string().nullable())
export const ExamineInFull = Examine.extend({
  /** By field name; null where there was or will be nothing. */
  before: shown.nullable(),
  after: shown.nullable(),
  /** What happened, from the first to the last. */
  steps: z.array(Step),
  /** `now` of a field that was changed meanwhile to something else: such a request cannot be carried out. */
  diff: z.array(Difference.extend({ conflict: z.boolean(), now: z.string().nullable() })),
  plan: z.array(Planned),
  /** The next one the caller may act on, in the order of the list; null at the end. */
  nextId: z.string().nullable(),
  /** Resubmitted from this request. */
  fromId: z.string().nullable(),
  workflowName: z.string().nullable(),
  workflowVersion: z.number().nullable(),
})
export type ExamineInFull = z.infer<typeof ExamineInFull>
export const OwnExamine = ExamineInFull.extend({
  /** What was sent, for a new request of the applicant; without telephone, ID card and password, which are typed again. */
  form: z.record(z.string(), z.unknown()).nullable(),
})
export type OwnExamine = z.infer<typeof OwnExamine>

const [orgPage, userPage, setPage] = ['/examine/review-org', '/examine/review-user', '/examine/examine-set'] as const
const both = menu(orgPage, userPage)
const act = button([orgPage, userPage], 'examine-org', 'examine-user')
const status = inQuery(queryNumber(z.int().min(0).max(3)))
const list = paging
  .extend({
    name: search,
    operateType: inQuery(operateType),
    status,
    applyUser: search,
    ...timeRange.shape,
    /** Only those the caller can act on now. */
    mine: queryBoolean,
    orgId: queryId,
    overdue: queryBoolean,
  })
  .refine(...rangeInOrder)
const opinion = z.string().max(REMARK_MAX, `长度不能超过${REMARK_MAX}个字符`).nullish()

export const ExamineSetting = z.object({
  openOrgExamine: flag,
  openUserExamine: flag,
  orgExaminerIds: z.array(z.string()),
  userExaminerIds: z.array(z.string()),
})
const Examiner = z.object({
  id: z.string(),
  name: z.string(),
  orgName: z.string().nullable(),
  /** Why they cannot act as an examiner now; null where they can. */
  problem: z.string().nullable(),
})
const Area = z.object({
  /** The deployed and enabled workflow; null: the examiners of this page are asked. */
  workflow: z.object({ id: z.string(), name: z.string(), version: z.number() }).nullable(),
  pending: z.number(),
  examiners: z.array(Examiner),
  /** Acts on the same objects that no review stands before. */
  notReviewed: z.array(z.string()),
})

/** Somebody who may act in one's place between two times; both are asked, and one of them suffices. */
export const Deputy = z.object({
  id: z.string(),
  deputyId: z.string(),
  deputyName: z.string(),
  beginTime: z.string(),
  endTime: z.string(),
  /** null: for both kinds. */
  objectType: objectType.nullable(),
  isInForce: z.boolean(),
})
export type Deputy = z.infer<typeof Deputy>

/** Hours from the beginning of a step to its end; null where none has ended in the time asked for. */
const Hours = z.object({ count, medianHours: z.number().nullable(), p90Hours: z.number().nullable() })
export const ReviewStats = Hours.extend({
  passed: count,
  rejected: count,
  withdrawn: count,
  /** Waiting now, and of them those past their deadline. */
  pending: count,
  overdue: count,
  byStep: z.array(Hours.extend({ node: z.string(), pending: count })),
  /** Whoever voted most, at most fifty. */
  byUser: z.array(Hours.extend({ userId: z.string(), userName: z.string(), pending: count })),
})
export type ReviewStats = z.infer<typeof ReviewStats>

/** The wire says examine; the noun is review. */
export const review = {
  pageOrg: get('/v3/examine/pageOrg', { permit: menu(orgPage), query: list, reply: paged(Examine) }),
  pageUser: get('/v3/examine/pageUser', { permit: menu(userPage), query: list, reply: paged(Examine) }),
  byId: get('/v3/examine/getById', { permit: both, query: z.object({ id }), reply: ExamineInFull }),
  /** One id that cannot be carried out is refused with its sentence; of several the number that went through is told. */
  pass: post('/v3/examine/pass', { permit: act, body: z.strictObject({ ids, opinion }), reply: count }),
  reject: post('/v3/examine/reject', { permit: act, body: z.strictObject({ ids, opinion }), reply: count }),
  withdraw: post('/v3/examine/withdraw', { permit: 'signedIn', body: z.strictObject({ ids }), reply: count }),
  /** What the caller can act on; 0 without the page. `all…` are those of their scope that wait for anybody. */
  count: get('/v3/examine/count', {
    permit: 'signedIn',
    reply: z.object({ org: count, user: count, allOrg: count, allUser: count }),
  }),
  setting: get('/v3/examine/getSetting', {
    permit: menu(setPage),
    reply: ExamineSetting.extend({ org: Area, user: Area }),
  }),
  saveSetting: post('/v3/examine/updateSetting', {
    permit: button([setPage], 'edit-examine'),
    body: z.strictObject({ openOrgExamine: flag, openUserExamine: flag, orgExaminerIds: ids, userExaminerIds: ids }),
    reply: done,
  }),
  /** 我的申请 */
  pageOwn: get('/v3/examine/pageMine', {
    permit: 'signedIn',
    query: paging.extend({ status, objectType: inQuery(objectType) }),
    reply: paged(Examine),
  }),
  own: get('/v3/examine/getMine', { permit: 'signedIn', query: z.object({ id }), reply: OwnExamine }),
  /** Before a form is sent: whether saving submits, whom the applicant has to choose, and an open request on the record. */
  outlook: get('/v3/examine/getOutlook', {
    permit: 'signedIn',
    query: z.object({ objectType, operateType, objectId: queryId }),
    reply: z.object({
      isReviewed: z.boolean(),
      pick: z.array(z.object({ nodeId: z.string(), node: z.string(), users: z.array(z.object({ id: z.string(), name: z.string() })) })),
      /** Told to whoever may see the record. */
      pending: z.object({ id: z.string(), applyUser: z.string(), applyTime: z.string(), operateType }).nullable(),
    }),
  }),
  /** One's own deputies. */
  deputies: get('/v3/examine/getDeputy', { permit: 'signedIn', reply: z.array(Deputy) }),
  saveDeputy: post('/v3/examine/saveDeputy', {
    permit: 'signedIn',
    body: z
      .strictObject({ deputyId: id, beginTime: moment, endTime: moment, objectType: objectType.nullish() })
      .refine(({ beginTime, endTime }) => beginTime < endTime, '结束时间应晚于开始时间'),
    reply: saved,
  }),
  removeDeputy: post('/v3/examine/deleteDeputy', { permit: 'signedIn', body: z.strictObject({ ids }), reply: count }),
  /** Of requests submitted in a time; without one of the last thirty days. */
  stats: get('/v3/examine/stat', {
    permit: menu(setPage),
    query: timeRange.extend({ objectType: inQuery(objectType) }).refine(...rangeInOrder),
    reply: ReviewStats,
  }),
}
