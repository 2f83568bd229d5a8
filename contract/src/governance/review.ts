import { named } from '../text.ts'
import { z } from 'zod'
import { button, get, menu, post } from '../call.ts'
import {
  count, done, flag, id, ids, endMoment, inQuery, moment, nextFound, paged, paging, queryBoolean, queryId, queryIds, queryNumber, rangeInOrder, REMARK_MAX, saved, search, timeRange,
} from '../shapes.ts' // prettier-ignore
import {
  Candidate, Deputy, DeputyOf, Examine, ExamineInFull, ExamineSetting, heldKinds, Outlook, ApplicantExamine, PendingOn, ReviewArea, ReviewStats,
} from './review-shapes.ts' // prettier-ignore
import { objectType, operateType, userAct } from './workflow.ts'

export * from './review-shapes.ts'
export { reviewedFieldLabel, reviewText } from './review-text.ts'
export { objectType, objectTypes, operateType, userActs, type ObjectType, type OperateType, type UserAct } from './workflow.ts'

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
const opinion = z.string().max(REMARK_MAX, named.tooLong(REMARK_MAX)).nullish()
const reviewerChange = z.strictObject({ id, userId: id, opinion })

/** Paths on the wire say examine; the code says review. */
export const review = {
  pageOrg: get('/v3/examine/pageOrg', { permit: menu(orgPage), query: list, reply: paged(Examine) }),
  pageUser: get('/v3/examine/pageUser', { permit: menu(userPage), query: list, reply: paged(Examine) }),
  byId: get('/v3/examine/getById', { permit: both, query: z.object({ id }), reply: ExamineInFull }),
  /** A single id that cannot be carried out is refused with its sentence; several return the number that succeeded. */
  pass: post('/v3/examine/pass', { permit: act, body: z.strictObject({ ids, opinion }), reply: count }),
  reject: post('/v3/examine/reject', { permit: act, body: z.strictObject({ ids, opinion }), reply: count }),
  withdraw: post('/v3/examine/withdraw', { permit: 'signedIn', body: z.strictObject({ ids }), reply: count }),
  /** Gives the caller's place in the step to another examiner, with a reason. */
  reassign: post('/v3/examine/reassign', { permit: act, body: reviewerChange, reply: done }),
  /** Adds an examiner before the caller, who is asked again after their approval. */
  addSign: post('/v3/examine/addSign', { permit: act, body: reviewerChange, reply: done }),
  /** The applicant, once an hour, notifies the asked examiners again. */
  remind: post('/v3/examine/remind', { permit: 'signedIn', body: z.strictObject({ id }), reply: done }),
  /** Users who may act upon a request and are not asked yet; without a request, those who may be a deputy. Twenty a page. */
  candidates: get('/v3/examine/listCandidate', {
    permit: both,
    query: nextFound.extend({ id: queryId, objectType: inQuery(objectType), search }),
    reply: z.array(Candidate),
  }),
  /** How many the caller can act on; 0 without the page. `all…` counts all pending ones in their scope. */
  count: get('/v3/examine/count', {
    permit: 'signedIn',
    reply: z.object({ org: count, user: count, allOrg: count, allUser: count }),
  }),
  setting: get('/v3/examine/getSetting', {
    permit: menu(setPage),
    reply: ExamineSetting.extend({ org: ReviewArea, user: ReviewArea }),
  }),
  saveSetting: post('/v3/examine/updateSetting', {
    permit: button([setPage], 'edit-examine'),
    body: z.strictObject({
      openOrgExamine: flag,
      openUserExamine: flag,
      // An absent switch stays as it is.
      openDisableExamine: flag.optional(),
      openMoveExamine: flag.optional(),
      openResetExamine: flag.optional(),
      orgExaminerIds: ids,
      userExaminerIds: ids,
      // Accepted as getSetting returned it, and ignored.
      org: z.unknown().optional(),
      user: z.unknown().optional(),
    }),
    reply: done,
  }),
  /** 我的申请 */
  pageOwn: get('/v3/examine/pageMine', {
    permit: 'signedIn',
    query: paging.extend({
      status,
      objectType: inQuery(objectType),
      /** Requests of others of which the caller has a copy. */
      cc: queryBoolean,
    }),
    reply: paged(Examine),
  }),
  own: get('/v3/examine/getMine', { permit: 'signedIn', query: z.object({ id }), reply: ApplicantExamine }),
  /** For a form before it is sent: whether saving submits a review, its steps, approvers to choose, and an open request. */
  outlook: get('/v3/examine/getOutlook', {
    permit: 'signedIn',
    query: z.object({
      objectType,
      operateType,
      act: inQuery(userAct),
      objectId: queryId,
      /** For a new record: the user's main organisation, or the parent. */
      orgId: queryId,
    }),
    reply: Outlook,
  }),
  /** Whether a pending request holds a value that is taken. */
  valueHeld: get('/v3/examine/existHeld', {
    permit: menu('/organiz/index', '/organiz/org-list'),
    query: z.object({ kind: z.enum(heldKinds), value: z.string().max(100), parentId: queryId }),
    reply: z.boolean(),
  }),
  /** Those of the given users or organisations that have an open request, in the caller's scope, for the tag in lists. */
  pendingAmong: get('/v3/examine/listPending', {
    permit: 'signedIn',
    query: z.object({ objectType, ids: queryIds }),
    reply: z.array(PendingOn),
  }),
  /** The caller's own deputies. */
  deputies: get('/v3/examine/getDeputy', { permit: 'signedIn', reply: z.array(Deputy) }),
  saveDeputy: post('/v3/examine/saveDeputy', {
    permit: 'signedIn',
    body: z
      .strictObject({ deputyId: id, beginTime: moment, endTime: endMoment, objectType: objectType.nullish() })
      .refine(({ beginTime, endTime }) => beginTime < endTime, '结束时间应晚于开始时间'),
    reply: saved,
  }),
  /** Deputies of users in the caller's scope. */
  pageDeputies: get('/v3/examine/pageDeputy', {
    permit: menu(setPage),
    query: paging.extend({ name: search, inForce: queryBoolean }),
    reply: paged(DeputyOf),
  }),
  removeDeputy: post('/v3/examine/deleteDeputy', { permit: 'signedIn', body: z.strictObject({ ids }), reply: count }),
  /** About requests submitted in a period, by default the last thirty days. */
  stats: get('/v3/examine/stat', {
    permit: menu(setPage),
    query: timeRange.extend({ objectType: inQuery(objectType) }).refine(...rangeInOrder),
    reply: ReviewStats,
  }),
}
