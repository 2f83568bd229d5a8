import { z } from 'zod'
import { keysWith, type Field, type KeysWith } from '../fields/field.ts'
import { cipher, flag, id, ids, queryBoolean, queryId, search, sortNum, submission, timeRange, version } from '../shapes.ts'
import { fields, problems } from '../text.ts'
import { shapesOf, shownShapes, userName } from './field-shapes.ts'
import { userFields, type UserFields } from '../fields/user-fields.ts'

export const MAIN_JOB = 1
export const OTHER_JOB = 2

export const Job = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  jobType: z.number(),
  rankId: z.string().nullable(),
  positionalTitlesId: z.string().nullable(),
  positionId: z.string().nullable(),
  stationId: z.string().nullable(),
  sortNum: z.number(),
})
export type Job = z.infer<typeof Job>

const stored = keysWith(userFields, 'column')
/**
 * Phone and ID number are masked in every reply; in clear only by reveal (N-05, D-71). The state is 1 启用, 0 停用, or 2 锁定, which
 * is only shown and never stored (D-41).
 */
const common = {
  id: z.string(),
  ...shownShapes(userFields, stored),
  orgId: z.string().nullable(),
  orgName: z.string().nullable(),
  authenticated: z.number(),
  lastLoginTime: z.string().nullable(),
  passwordType: z.number().nullable(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
}
/** A row of a list: jobType and sortNum are those of the job by which the user is listed. */
export const User = z.object({ ...common, jobType: z.number(), sortNum: z.number(), labelIds: z.array(z.string()) })
export type User = z.infer<typeof User>
const Named = z.object({ id: z.string(), name: z.string() })
export const UserInFull = User.extend({
  jobs: z.array(Job),
  /** Work groups in the caller's scope. */
  workGroups: z.array(Named),
  /** The business lines of their organisations. */
  businessLines: z.array(Named),
})
export type UserInFull = z.infer<typeof UserInFull>
export const UserBrief = z.object({ id: z.string(), userName: z.string(), realName: z.string(), orgName: z.string().nullable() })
export type UserBrief = z.infer<typeof UserBrief>
export const UserProfile = UserInFull.extend({
  wxBound: z.boolean(),
  zfbBound: z.boolean(),
  caBound: z.boolean(),
  emailVerified: z.boolean(),
})
export type UserProfile = z.infer<typeof UserProfile>
export const DeletedUser = z.object({ ...common, deleteTime: z.string(), deleteBy: z.string().nullable() })
export type DeletedUser = z.infer<typeof DeletedUser>

/** A right or membership of a deleted user: its kind and name. */
export const RestoredRight = z.object({ kind: z.enum(['app', 'role', 'job', 'post', 'label', 'workGroup']), name: z.string() })
export type RestoredRight = z.infer<typeof RestoredRight>
/** What would come back with a deleted user, and what the caller may not give back. */
export const Recovery = z.object({
  status: z.number(),
  hasPassword: z.boolean(),
  jobs: z.array(z.string()),
  labels: z.array(z.string()),
  workGroups: z.array(z.string()),
  grants: z.array(z.string()),
  roles: z.array(z.string()),
  leftOut: z.array(RestoredRight),
})
export type Recovery = z.infer<typeof Recovery>

export const JobDraft = z.strictObject({
  id: id.optional(),
  orgId: id,
  orgName: z.string().nullish(),
  jobType: z.union([z.literal(MAIN_JOB), z.literal(OTHER_JOB)]),
  rankId: z.union([z.literal(''), id]).nullish(),
  positionalTitlesId: z.union([z.literal(''), id]).nullish(),
  positionId: z.union([z.literal(''), id]).nullish(),
  stationId: z.union([z.literal(''), id]).nullish(),
  sortNum: sortNum.nullish(),
})
export type JobDraft = z.infer<typeof JobDraft>
export const OTHER_JOBS_MAX = 20
export const jobs = z
  .array(JobDraft)
  .max(OTHER_JOBS_MAX + 1, `兼职不能超过${OTHER_JOBS_MAX}个`)
  .refine(list => list.filter(job => job.jobType === MAIN_JOB).length === 1, '主职必须且只能有一个')
  .refine(list => new Set(list.map(job => job.orgId)).size === list.length, problems.duplicateJobOrg)

const account = shapesOf(
  userFields,
  stored.filter(key => key !== 'status'),
)
const jobsAndLabels = { sortNum: sortNum.nullish(), jobs, labelIds: ids.optional() }
/** 1 configured initial password, 2 random, 3 the given one (D-47) */
const passwordType = z.union([z.literal(1), z.literal(2), z.literal(3)], { error: '请选择密码类型' })
export const UserDraft = z.strictObject({
  ...account,
  ...jobsAndLabels,
  status: flag.optional(),
  passwordType,
  password: cipher.optional(),
  review: submission,
})
export type UserDraft = z.infer<typeof UserDraft>
/** An absent `userName` stays as it is. */
export const UserEdit = z.strictObject({
  id,
  ...account,
  userName: userName.optional(),
  ...jobsAndLabels,
  version,
  review: submission,
})
export type UserEdit = z.infer<typeof UserEdit>

export const userFilter = z.object({
  orgId: queryId,
  hasIncludeChild: queryBoolean,
  orgRangeId: queryId,
  searchKey: search,
  userName: search,
  realName: search,
  phone: search,
  employeeNumber: search,
  status: z.preprocess(
    value => (value === '' ? undefined : typeof value === 'string' && /^[0-2]$/.test(value) ? Number(value) : value),
    z.int().min(0).max(2).optional(),
  ),
  jobType: z.preprocess(
    value => (value === '' ? undefined : typeof value === 'string' && /^[12]$/.test(value) ? Number(value) : value),
    z.int().min(1).max(2).optional(),
  ),
  /** Users with a job in an organisation of this business line. */
  stripeId: queryId,
  labelId: queryId,
  workGroupId: queryId,
  /** Whether they have a password, a waiting digest included. */
  hasPassword: queryBoolean,
  rankId: queryId,
  positionalTitlesId: queryId,
  positionId: queryId,
  stationId: queryId,
  ...timeRange.shape,
})
export type UserFilter = z.infer<typeof userFilter>

/** Columns of the export: attribute, title. Phone and ID number are masked in it. */
export const userAttributes: readonly (readonly [Attribute, string])[] = [
  ...keysWith(userFields, 'sheet').map(key => {
    const { label, wire = key }: Field = userFields[key]
    return [wire as SheetAttribute, label] as const
  }),
  ['orgName', fields.orgName],
  ['jobType', fields.jobType],
  ['lastLoginTime', fields.lastSignInTime],
  ['createTime', fields.createTime],
]
type SheetAttribute = { [K in KeysWith<UserFields, 'sheet'>]: UserFields[K] extends { wire: infer W extends string } ? W : K }[KeysWith<
  UserFields,
  'sheet'
>]
export type Attribute = SheetAttribute | 'orgName' | 'jobType' | 'lastLoginTime' | 'createTime'
