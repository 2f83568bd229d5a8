import { z } from 'zod'
import { count, flag } from '../shapes.ts'
import { modes } from './design.ts'
import { objectType, operateType, userAct } from './workflow.ts'

export const PENDING = 0
export const PASSED = 1
export const REJECTED = 2
export const WITHDRAWN = 3

/** One field of a change; phone and ID card are masked, ids shown as names. */
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
  /** The call that was reviewed, if the change did not come from the form. */
  act: userAct.nullable(),
  /** 0 待审核, 1 已通过, 2 已驳回, 3 已撤回 */
  status: z.number(),
  applyUser: z.string(),
  applyTime: z.string(),
  /** The present step; null once decided. */
  currentNode: z.string().nullable(),
  /** The last opinion. */
  opinion: z.string().nullable(),
  /** Absent until the submitted user or organisation exists. */
  objectId: z.string().nullable(),
  applyUserId: z.string(),
  orgId: z.string().nullable(),
  orgName: z.string().nullable(),
  endTime: z.string().nullable(),
  deadline: z.string().nullable(),
  isOverdue: z.boolean(),
  /** The asked examiners, at most three. */
  waitingFor: z.array(z.string()),
  waitingCount: z.number(),
  /** The first two changed fields, and the number of all. */
  changes: z.array(Difference),
  changeCount: z.number(),
  /** Why it could not be carried out at the last try; it stays pending. */
  fault: z.string().nullable(),
  mayAct: z.boolean(),
  mayWithdraw: z.boolean(),
  /** The caller is asked personally, so that they can hand over. */
  isAsked: z.boolean(),
  version: z.number(),
})
export type Examine = z.infer<typeof Examine>

const Step = z.object({
  node: z.string(),
  userName: z.string().nullable(),
  /** A value of reviewText.act. */
  result: z.string(),
  opinion: z.string().nullable(),
  time: z.string(),
})
const Planned = z.object({
  nodeId: z.string(),
  node: z.string(),
  mode: z.enum(modes),
  state: z.enum(['done', 'current', 'coming']),
  /** For the present and past steps: who was asked, and the result. Later steps name nobody yet. */
  users: z.array(z.object({ id: z.string(), name: z.string(), state: z.enum(['open', 'waiting', 'done', 'void']) })),
})
const shown = z.record(z.string(), z.string().nullable())
export const ExamineInFull = Examine.extend({
  /** By field name; null if there is nothing before or after. */
  before: shown.nullable(),
  after: shown.nullable(),
  /** The log, oldest first. */
  steps: z.array(Step),
  /** `now`: the present value of a field changed meanwhile, which keeps the request from being carried out. */
  diff: z.array(Difference.extend({ conflict: z.boolean(), now: z.string().nullable() })),
  plan: z.array(Planned),
  /** The next request the caller may act on, in list order; null at the end. */
  nextId: z.string().nullable(),
  /** The request of which this is a resubmission. */
  fromId: z.string().nullable(),
  workflowName: z.string().nullable(),
  workflowVersion: z.number().nullable(),
})
export type ExamineInFull = z.infer<typeof ExamineInFull>
export const ApplicantExamine = ExamineInFull.extend({
  /** The form that was sent, for the applicant's resubmission; without telephone, ID card and password. */
  form: z.record(z.string(), z.unknown()).nullable(),
})
export type ApplicantExamine = z.infer<typeof ApplicantExamine>

export const ExamineSetting = z.object({
  openOrgExamine: flag,
  openUserExamine: flag,
  /** Whether these are reviewed, while changes of users are. */
  openDisableExamine: flag,
  openMoveExamine: flag,
  openResetExamine: flag,
  orgExaminerIds: z.array(z.string()),
  userExaminerIds: z.array(z.string()),
})
const Examiner = z.object({
  id: z.string(),
  name: z.string(),
  orgName: z.string().nullable(),
  /** Why they cannot act as an examiner now; null if they can. */
  problem: z.string().nullable(),
})
export const ReviewArea = z.object({
  /** The deployed and enabled workflow; null: the examiners of this page are asked. */
  workflow: z.object({ id: z.string(), name: z.string(), version: z.number() }).nullable(),
  pending: z.number(),
  examiners: z.array(Examiner),
  /** Names of operations on the same objects that need no review. */
  notReviewed: z.array(z.string()),
})

/** An open request on an existing record. */
const Pending = z.object({
  id: z.string(),
  applyUser: z.string(),
  applyTime: z.string(),
  operateType,
  /** The caller is the applicant. */
  isOwn: z.boolean(),
})
export const PendingOn = Pending.extend({ objectId: z.string() })
export type PendingOn = z.infer<typeof PendingOn>

const Named = z.object({ id: z.string(), name: z.string() })
/** What a form learns before it is sent. */
export const Outlook = z.object({
  isReviewed: z.boolean(),
  /** The users among whom the applicant must choose. */
  pick: z.array(z.object({ nodeId: z.string(), node: z.string(), users: z.array(Named) })),
  /** The steps to come; the users are known once the organisation is, and only the first few are named. */
  steps: z.array(
    z.object({
      node: z.string(),
      mode: z.enum(modes),
      users: z.array(Named),
      count,
      isPicked: z.boolean(),
      /** Asked only if the change meets its condition. */
      isConditional: z.boolean(),
    }),
  ),
  /** For callers who may see the record; with the labels of the changed fields. */
  pending: Pending.extend({ fields: z.array(z.string()) }).nullable(),
})
export type Outlook = z.infer<typeof Outlook>

/** The kinds of unique values that a pending request can reserve. */
export const heldKinds = ['userName', 'phone', 'idCard', 'originUserId', 'employeeNumber', 'orgCode', 'originOrgId', 'orgName'] as const

/** A deputy for a period; both are asked, and one vote suffices. */
export const Deputy = z.object({
  id: z.string(),
  deputyId: z.string(),
  deputyName: z.string(),
  beginTime: z.string(),
  endTime: z.string(),
  /** null: for both kinds. */
  objectType: objectType.nullable(),
  isInForce: z.boolean(),
  isOver: z.boolean(),
})
export type Deputy = z.infer<typeof Deputy>
export const DeputyOf = Deputy.extend({ userId: z.string(), userName: z.string() })
export type DeputyOf = z.infer<typeof DeputyOf>

export const Candidate = z.object({ id: z.string(), name: z.string(), userName: z.string(), orgName: z.string().nullable() })
export type Candidate = z.infer<typeof Candidate>

/** Duration of a step in hours; null if none ended in the period. */
const Hours = z.object({ count, medianHours: z.number().nullable(), p90Hours: z.number().nullable() })
export const ReviewStats = Hours.extend({
  passed: count,
  rejected: count,
  withdrawn: count,
  /** Pending now, and those past their deadline. */
  pending: count,
  overdue: count,
  byStep: z.array(Hours.extend({ node: z.string(), pending: count })),
  /** The users with most votes, at most fifty. */
  byUser: z.array(Hours.extend({ userId: z.string(), userName: z.string(), pending: count })),
})
export type ReviewStats = z.infer<typeof ReviewStats>
