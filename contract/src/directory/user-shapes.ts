import { phoneForm, plainPhone, withoutMarks } from '../written.ts'
import { z } from 'zod'
import { PARAMETER_FAULT } from '../field-text.ts'
import {
  cipher, flag, id, ids, optionalLine, optionalText, optionalEndTime, queryBoolean, queryId, REMARK_MAX, search, sortNum, submission, text, word,
  timeRange, version,
} from '../shapes.ts' // prettier-ignore
import { idCardProblem, normaliseIdCard, userNameForm } from '../text-rules.ts'
import { faults, fields } from '../text.ts'

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

const common = {
  id: z.string(),
  userName: z.string(),
  realName: z.string(),
  /** Masked in every reply; in clear only by reveal (N-05, D-71). */
  phone: z.string().nullable(),
  idCard: z.string().nullable(),
  originUserId: z.string().nullable(),
  employeeNumber: z.string().nullable(),
  gender: z.number().nullable(),
  email: z.string().nullable(),
  avatar: z.string().nullable(),
  /** 1 启用, 0 停用, 2 锁定 (only shown, never stored: D-41) */
  status: z.number(),
  orgId: z.string().nullable(),
  orgName: z.string().nullable(),
  authenticated: z.number(),
  validEndTime: z.string().nullable(),
  remark: z.string().nullable(),
  lastLoginTime: z.string().nullable(),
  passwordType: z.number().nullable(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
}
/** A row of a list: jobType and sortNum are those of the job by which the user is listed (D-42). */
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
/** What would come back with a deleted user, and what the caller may not give back (N-02). */
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
  .refine(list => new Set(list.map(job => job.orgId)).size === list.length, faults.duplicateJobOrg)

export const userName = word('用户名不能为空').regex(userNameForm, '用户名格式不正确')
/**
 * '' and null clear the field; an absent field stays as it is. A refinement and
 * not a union, because a union's error would not name the branch.
 */
const clearable = (isRight: (value: string) => boolean, sentence: string, clean: (value: string) => string = value => value) =>
  z
    .string()
    .overwrite(clean)
    .refine(value => value === '' || isRight(value), sentence)
    .nullish()
const emailForm = /^[^\s@]{1,64}@[^\s@]{1,60}\.[^\s@]{1,30}$/
const unspaced = (value: string) => withoutMarks(value).replaceAll(/\s/g, '')
export const phone = clearable(value => phoneForm.test(value), faults.phoneWrong, plainPhone)
export const idCard = clearable(value => !idCardProblem(value), faults.idCardWrong, unspaced)
  .transform(value => (value ? normaliseIdCard(value) : value))
  .optional()
export const email = clearable(
  value => emailForm.test(value),
  faults.emailWrong,
  value => withoutMarks(value).trim(),
)
  .transform(value => (value === '' ? null : value))
  .optional()
export const avatar = clearable(value => id.safeParse(value).success, PARAMETER_FAULT)
  .transform(value => (value === '' ? null : value))
  .optional()

const person = {
  realName: text(fields.realName),
  phone,
  idCard,
  originUserId: optionalLine(),
  employeeNumber: optionalLine(),
  gender: z.union([z.literal(1), z.literal(2)]).nullish(),
  email,
  avatar,
  sortNum: sortNum.nullish(),
  jobs,
  labelIds: ids.optional(),
  validEndTime: optionalEndTime,
  remark: optionalText(REMARK_MAX),
}
/** 1 configured initial password, 2 random, 3 the given one (D-47) */
const passwordType = z.union([z.literal(1), z.literal(2), z.literal(3)], { error: '请选择密码类型' })
export const UserDraft = z.strictObject({
  userName,
  ...person,
  status: flag.optional(),
  passwordType,
  password: cipher.optional(),
  review: submission,
})
export type UserDraft = z.infer<typeof UserDraft>
/** An absent `userName` stays as it is. */
export const UserEdit = z.strictObject({ id, userName: userName.optional(), ...person, version, review: submission })
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

/** Columns of the export: attribute, title. phone and idCard are masked in it. */
export const userAttributes = [
  ['userName', fields.userName],
  ['realName', fields.realName],
  ['phone', fields.phone],
  ['idCard', fields.idCard],
  ['originUserId', fields.originUserId],
  ['employeeNumber', fields.employeeNumber],
  ['gender', fields.gender],
  ['email', fields.email],
  ['orgCode', fields.orgCode],
  ['orgName', fields.orgName],
  ['jobType', fields.jobType],
  ['rank', fields.rank],
  ['positionalTitles', fields.title],
  ['position', fields.duty],
  ['station', fields.post],
  ['labels', fields.label],
  ['sortNum', fields.sortNum],
  ['status', fields.status],
  ['validEndTime', fields.validUntil],
  ['lastLoginTime', fields.lastSignInTime],
  ['createTime', fields.createTime],
  ['remark', fields.remark],
] as const
