import { z } from 'zod'
import { secret, secretAs } from '../secret.ts'
import { anyMenu, button, get, orPage, post } from '../call.ts'
import {
  count, done, expected, filters, id, ids, paged, paging, queryBoolean, queryId, querySortNum, rangeInOrder, REMARK_MAX, saved, search, sorting,
  submission, submitted, text,
} from '../shapes.ts' // prettier-ignore
import { BatchReply } from '../import.ts'
import { idCardProblem, normaliseIdCard } from '../text-rules.ts'
import { userChecks } from './user-checks.ts'
import { chosen, list, one, pages } from './user-permits.ts'
import { userRemoval } from './user-removal.ts'
import { avatar, email } from './field-shapes.ts'
import { User, UserBrief, UserDraft, UserEdit, userFilter, UserInFull, UserProfile } from './user-shapes.ts'
import { userSheets } from './user-sheets.ts'
import { acts, fields, problems } from '../text.ts'

export * from './user-shapes.ts'

const jobChoice = z.strictObject({
  userIds: ids.nullish(),
  jobType: z.union([z.literal(1), z.literal(2)]),
  orgId: id,
  queryStr: z.string().max(4000).nullish(),
})

const newPasswords = z.array(z.object({ userName: z.string(), password: z.string() })).optional()

/** The most lines a list of names may have. */
export const LISTED_MAX = 500

/** In characters; the server refuses more bytes. */
export const SM4_TEXT_MAX = 65_536
const SM4_CIPHER_MAX = 100_000

/** The permit of the calls that push users to applications, for buttons. */
export const userPush = { permit: button(pages, 'push-user') }

export const user = {
  page: get('/v3/user/page', {
    permit: list,
    query: paging
      .extend(userFilter.shape)
      .extend(sorting.shape)
      .refine(...rangeInOrder),
    reply: paged(User),
  }),
  save: post('/v3/user/save', {
    permit: button(pages, 'add-user'),
    body: UserDraft,
    reply: z.union([saved.extend({ password: z.string().optional() }), submitted.extend({ password: z.string().optional() })]),
  }),
  update: post('/v3/user/update', { permit: button(pages, 'edit-user'), reads: 'byId', body: UserEdit, reply: z.union([done, submitted]) }),
  updateOwn: post('/v3/user/updateUser', {
    permit: 'signedIn',
    // Other ids and unknown fields are ignored (USER-05).
    body: z.looseObject({
      realName: text(fields.realName).optional(),
      email,
      avatar,
      gender: z.union([z.literal(1), z.literal(2)]).nullish(),
    }),
    reply: done,
  }),
  profile: post('/user/get', {
    permit: 'signedIn',
    changes: false,
    body: z.strictObject({ id: id.optional() }).nullish(),
    reply: UserProfile,
  }),
  saveMany: post('/v3/user/batchSave', {
    permit: button(pages, 'batch-save'),
    body: z.strictObject({
      orgId: id,
      list: secretAs(
        z.array(z.record(z.string(), z.unknown())).min(1, problems.dataNotChosen).max(5000),
        z.array(z.looseObject(UserDraft.shape)),
      ),
    }),
    reply: BatchReply,
    maxBytes: 5 * 1024 * 1024,
  }),
  /** Without `oldOrgId` each user leaves the organisation of their own main job. */
  transferMainJob: post('/v3/user/transferMainJob', {
    permit: button(pages, 'transfer-user'),
    body: z.strictObject({ userIds: ids.nullish(), oldOrgId: id.nullish(), newOrgId: id, query: filters, expected, review: submission }),
    reply: z.union([count, submitted]),
  }),
  byId: get('/v3/user/getById', {
    permit: orPage(button(pages, 'user-detail', 'edit-user'), '/organiz/user-label', '/organiz/work-group'),
    query: one,
    reply: UserInFull,
  }),
  setStatus: post('/v3/user/updateStatus', {
    permit: button(pages, 'user-status'),
    // 1 or 0, as text or number; other values have their own error sentence.
    query: z.object({ status: z.preprocess(value => (typeof value === 'number' ? String(value) : value), z.string().max(4).optional()) }),
    // Only disabling can wait for a review.
    body: z.strictObject({ ...chosen, orgId: id.nullish(), review: submission }),
    reply: z.union([count, submitted]),
  }),
  sortTop: post('/v3/user/topSort', { permit: button(pages, 'sort-user'), query: z.object({ orgId: id, userId: id }), reply: done }),
  sortBottom: post('/v3/user/bottomSort', { permit: button(pages, 'sort-user'), query: z.object({ orgId: id, userId: id }), reply: done }),
  sortDrag: post('/v3/user/dragSort', { permit: button(pages, 'sort-user'), query: z.object({ orgId: id }), body: ids, reply: done }),
  sortMove: post('/v3/user/moveSort', {
    permit: button(pages, 'sort-user'),
    query: z.object({ orgId: id, userId: id, sortNum: querySortNum }),
    reply: done,
  }),
  setSortNum: post('/v3/user/updateSortNum', {
    permit: button(pages, 'sort-user'),
    query: z.object({ userId: id, sortNum: querySortNum }),
    reply: done,
  }),
  sm4: post('/v3/user/sm4EnDe', {
    permit: 'superAdmin',
    stepUp: true,
    body: z
      .strictObject({
        data: secret(z.string().max(SM4_CIPHER_MAX)),
        type: z.enum(['en', 'de']),
        reason: text('解密原因', REMARK_MAX).optional(),
      })
      .refine(({ type, reason }) => type === 'en' || reason !== undefined, '解密原因不能为空')
      .refine(({ type, data }) => type === 'de' || data.length <= SM4_TEXT_MAX, '内容不能超过 64 KB'),
    reply: z.string(),
  }),
  /** Random passwords not sent by SMS are returned in `list`, only once (D-47); `sent` counts those sent. */
  resetPassword: post('/v3/user/restPassword', {
    permit: button(pages, 'reset-password'),
    stepUp: true,
    body: z.strictObject({
      ...chosen,
      passwordType: z.union([z.literal(1), z.literal(2)], { error: '请选择密码类型' }),
      hasSendSms: z.boolean(),
      review: submission,
    }),
    reply: z.union([z.object({ count, sent: count.optional(), list: newPasswords }), submitted.extend({ list: newPasswords })]),
  }),
  rights: get('/v3/user/getUserAuth', {
    permit: orPage(button(pages, 'user-detail'), '/authorize/index'),
    query: z.object({ userId: id }),
    reply: z.object({
      apps: z.array(z.object({ appId: z.string(), appName: z.string(), roles: z.array(z.string()), source: z.string() })),
      groups: z.array(z.object({ id: z.string(), name: z.string() })),
      systemRoles: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
    }),
  }),
  byOrg: get('/v3/user/getByOrgId', {
    permit: anyMenu,
    query: z.object({ orgId: id, hasIncludeChild: queryBoolean }),
    reply: z.array(UserBrief),
  }),
  /** Without `orgId`, their jobs of that type in all organisations. */
  pageJob: post('/v3/user/deleteJobTypePage', {
    permit: list,
    changes: false,
    query: paging,
    body: jobChoice.extend({ orgId: id.nullish() }),
    reply: paged(
      z.object({
        userId: z.string(),
        userName: z.string(),
        realName: z.string(),
        orgId: z.string(),
        orgName: z.string(),
        jobType: z.number(),
      }),
    ),
  }),
  removeJob: post('/v3/user/deleteJobType', {
    permit: button(pages, 'remove-job'),
    // Only removing a main job can wait for a review, as another job becomes the main one.
    body: jobChoice.extend({ expected, review: submission }),
    reply: z.union([count, submitted]),
  }),
  /** Compares name and ID number with the stored ones and marks the user as verified. */
  authenticate: post('/v3/user/authentication', {
    permit: button(pages, 'certify-user'),
    body: z.strictObject({
      userId: id,
      realName: text(fields.realName),
      idCard: z
        .string()
        .refine(value => !idCardProblem(value), problems.idCardWrong)
        .transform(normaliseIdCard),
    }),
    reply: z.boolean(),
  }),
  pick: get('/v3/user/pageSelect', {
    permit: anyMenu,
    query: paging.extend({ searchKey: search, orgId: queryId, hasIncludeChild: queryBoolean }),
    reply: paged(UserBrief),
  }),
  /** Finds the users named by the lines of a list, by account, job number or telephone; users out of scope are missing. */
  listed: post('/v3/user/findListed', {
    permit: anyMenu,
    changes: false,
    body: z.strictObject({ names: z.array(text('名单', 100)).min(1, '名单不能为空').max(LISTED_MAX, `名单一次最多${LISTED_MAX}行`) }),
    reply: z.object({ found: z.array(UserBrief), missing: z.array(z.string()) }),
  }),
  reveal: post('/v3/user/reveal', {
    permit: button(['/organiz/index'], 'reveal-user'),
    body: z.strictObject({ id, field: z.enum(['phone', 'idCard']), reason: text(acts.showReason, REMARK_MAX) }),
    reply: z.object({ value: z.string().nullable() }),
  }),
  ...userSheets,
  ...userChecks,
  ...userRemoval,
}
