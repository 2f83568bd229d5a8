import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { user, userAttributes, userFilter } from '@hufu/contract/directory/user'
import { readFilter, readFilterText } from '../../../platform/http/filter.ts'
import { pageOf, offsetOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { prepare, feature, WithMessage, type Context } from '../../../platform/http/context.ts'
import { makeChange, submitChange } from '../change/change.ts'
import { isActReviewed, isReviewed, onlyOne, refuseReviewed } from '../change/reviewed.ts'
import { refuseForeignFile } from '../../../platform/files/file-access.ts'
import { lockOrgs } from '../org/org-write.sql.ts'
import { deleteUsers, removeJobs, setStatus, transferMainJob } from './edit/bulk.sql.ts'
import { aimedAccounts, aimedUsers, chosenUsers } from './list/choice.sql.ts'
import { findDeletedUser, pageDeletedUsers } from './deleted/deleted-user.sql.ts'
import { appsUsingUserName } from './list/name-apps.sql.ts'
import { previewRecovery, recoverUser } from './deleted/recover.ts'
import { generateUserName } from './edit/generate-name.ts'
import { hasInitialPassword } from './password/given-password.ts'
import { initialSecret } from './password/password.ts'
import { directoryPort } from './directory-port.ts'
import { resetPassword } from './password/reset.ts'
import { convertSm4, reveal } from './list/reveal.ts'
import { refuseMissing, refuseOtherJobs, requiredFields } from './edit/required.ts'
import {
  isEmployeeNumberTaken, isIdCardTaken, isOriginUserIdTaken, isPhoneTaken, isUserNameFree, isUserNameTaken,
} from './edit/taken.sql.ts' // prettier-ignore
import { authenticate } from './edit/authenticate.sql.ts'
import { findListed } from './list/listed.sql.ts'
import { pageJobs } from './list/job-page.sql.ts'
import { saveManyUsers } from './edit/user-batch.ts'
import { pageUsers } from './list/user-list.sql.ts'
import { userOrder } from './edit/user-order.ts'
import { findUser, isEmailProven, systemRolesOf, usersByOrg } from './list/user-read.sql.ts'
import { checkUserImport, startUserImport, userTemplate } from './sheets/user-sheets.ts'
import { exportEmployee, exportUsers } from './list/user-export.ts'
import { updateOwn } from './edit/user-write.sql.ts'

const ASKED_A_MINUTE = 60
const MINUTE = 60_000

/** Checks of taken values are rate limited, so that nobody finds out whose phone or ID number is here. */
const requested =
  <T extends Pick<Context, 'kernel' | 'who'>, R>(answer: (ctx: T) => Promise<R>) =>
  async (ctx: T): Promise<R> => {
    await ctx.kernel.limits.count('asked', ctx.who.userId, ASKED_A_MINUTE, MINUTE)
    return answer(ctx)
  }

export const userFeature = feature('user', user, {
  page: ({ db, scope, query, kernel }) => pageUsers(db, { scope, filter: query, keys: kernel.keys }, query),
  save: prepare(async ({ kernel, body }) => {
    // Checked before the password, which is slow.
    refuseMissing(kernel.config.values, body, false)
    refuseOtherJobs(kernel.config.values, body.jobs)
    const { shown, ...secret } = await initialSecret(kernel, body)
    const once = shown === undefined ? {} : { password: shown }
    const { review, ...draft } = body
    return async ctx => {
      const change = { objectType: 'user', operateType: 'insert', draft, secret } as const
      if (isReviewed(ctx, 'user')) {
        const { message, data } = await submitChange(ctx, change, review)
        return new WithMessage(message, { ...data, ...once })
      }
      const id = await makeChange(ctx, change)
      ctx.auditTarget(id)
      return { id, ...once }
    }
  }),
  update: async ctx => {
    const { review, ...edit } = ctx.body
    const change = { objectType: 'user', operateType: 'update', edit } as const
    if (isReviewed(ctx, 'user')) return submitChange(ctx, change, review)
    ctx.auditTarget(await makeChange(ctx, change))
    return true
  },
  updateOwn: async ctx => {
    await refuseForeignFile(ctx, ctx.body.avatar, 'picture')
    await updateOwn(ctx, ctx.body)
  },
  profile: async ({ db, who, body }) => {
    const id = body?.id ?? who.userId
    if (id !== who.userId && !who.rights.isAdmin) refuse('forbidden')
    const [found, bindings, emailVerified] = await Promise.all([
      findUser(db, { all: true }, id),
      directoryPort.use().bindingsOf(db, id),
      isEmailProven(db, id),
    ])
    const { wx, zfb, ca } = bindings ?? refuse('userMissing')
    return { ...found, wxBound: wx.bound, zfbBound: zfb.bound, caBound: ca.bound, emailVerified }
  },
  saveMany: prepare(async ctx => {
    refuseReviewed(ctx, 'user')
    return saveManyUsers(ctx)
  }),
  transferMainJob: async ctx => {
    const { db, scope, body } = ctx
    if (isActReviewed(ctx, 'move')) {
      const change = { act: 'move', id: onlyOne(body.userIds), from: body.oldOrgId ?? null, to: body.newOrgId } as const
      return submitChange(ctx, { objectType: 'user', operateType: 'update', ...change }, body.review)
    }
    const ids = await aimedUsers(db, ctx, {
      ids: body.userIds,
      expected: body.expected,
      filter: body.query ? { ...readFilter(userFilter, body.query), ...(body.oldOrgId && { orgId: body.oldOrgId }) } : undefined,
    })
    await lockOrgs(db, scope, [...(body.oldOrgId ? [body.oldOrgId] : []), body.newOrgId])
    return transferMainJob(db, scope, ids, body)
  },
  byId: ({ db, scope, query }) => findUser(db, scope, query.id),
  remove: async ctx => {
    const { db, body, who, kernel, afterCommit } = ctx
    const filter = body.query
      ? { ...readFilter(userFilter, body.query), ...(body.orgId && { orgId: body.orgId }), ...statusOf(body.userStatus) }
      : undefined
    if (isReviewed(ctx, 'user')) return submitChange(ctx, { objectType: 'user', operateType: 'delete', id: onlyOne(body.ids) }, body.review)
    const ids = await aimedAccounts(db, ctx, { ids: body.ids, filter, expected: body.expected })
    afterCommit(() => kernel.sessions.forget())
    return deleteUsers(db, ids, who.userId)
  },
  setStatus: async ctx => {
    const { db, query, body, who, kernel, afterCommit } = ctx
    if (query.status !== '0' && query.status !== '1') refuse('statusProblem')
    if (query.status === '0' && isActReviewed(ctx, 'disable'))
      return submitChange(ctx, { objectType: 'user', operateType: 'update', act: 'disable', id: onlyOne(body.ids) }, body.review)
    const filter = body.query ? { ...readFilter(userFilter, body.query), ...(body.orgId && { orgId: body.orgId }) } : undefined
    const ids = await aimedAccounts(db, ctx, { ids: body.ids, filter, expected: body.expected })
    afterCommit(() => kernel.sessions.forget())
    return setStatus(db, ids, query.status === '1' ? 1 : 0, who.userId)
  },
  userNameTaken: requested(({ db, query, kernel }) => isUserNameTaken(db, kernel.keys, query.userName, query.id)),
  phoneTaken: requested(({ db, query, kernel }) => isPhoneTaken(db, kernel.keys, query.phone, query.id)),
  idCardTaken: requested(({ db, query, kernel }) => isIdCardTaken(db, kernel.keys, query.idCard, query.id)),
  originUserIdTaken: requested(({ db, query }) => isOriginUserIdTaken(db, query.originUserId, query.id)),
  jobNumberTaken: requested(({ db, query }) => isEmployeeNumberTaken(db, query.employeeNumber, query.userId)),
  requiredFields: async ({ kernel }) => ({
    ...requiredFields(kernel.config.values),
    openOtherJob: kernel.config.values.openOtherJob,
    hasInitialPassword: await hasInitialPassword(kernel),
  }),
  ...userOrder,
  sm4: convertSm4,
  insertTemplate: () => userTemplate('insertUser'),
  updateTemplate: () => userTemplate('updateUser'),
  insertUserOrgTemplate: () => userTemplate('insertUserOrg'),
  updateUserOrgTemplate: () => userTemplate('updateUserOrg'),
  importInsert: startUserImport('insertUser'),
  importUpdate: startUserImport('updateUser'),
  importInsertUserOrg: startUserImport('insertUserOrg'),
  importUpdateUserOrg: startUserImport('updateUserOrg'),
  importCheck: checkUserImport,
  resetPassword,
  rights: async ({ db, scope, query }) => {
    await findUser(db, scope, query.userId)
    return { ...(await directoryPort.use().rightsOf(db, query.userId)), systemRoles: await systemRolesOf(db, query.userId) }
  },
  byOrg: ({ db, scope, query }) => usersByOrg(db, scope, query.orgId, query.hasIncludeChild ?? false),
  pageJob: async ({ db, scope, query, body, kernel }) => {
    const ids = await chosenUsers(db, scope, kernel.keys, { ids: body.userIds, filter: jobFilter(body) })
    const { total, records } = await pageJobs(db, scope, ids, body, query.size, offsetOf(query))
    return pageOf(query, total, records)
  },
  removeJob: async ctx => {
    const { db, scope, body } = ctx
    if (body.jobType === 1 && isActReviewed(ctx, 'move')) {
      const change = { act: 'move', id: onlyOne(body.userIds), from: body.orgId, to: null } as const
      if (change.id === BUILT_IN_ACCOUNT) refuse('builtInAccount')
      return submitChange(ctx, { objectType: 'user', operateType: 'update', ...change }, body.review)
    }
    const ids = await aimedUsers(db, ctx, { ids: body.userIds, filter: jobFilter(body), expected: body.expected })
    await lockOrgs(db, scope, [body.orgId])
    if (body.jobType === 1 && ids.includes(BUILT_IN_ACCOUNT)) refuse('builtInAccount')
    return removeJobs(db, scope, ids, body.jobType, body.orgId)
  },
  pageDeleted: ({ db, scope, query }) => pageDeletedUsers(db, scope, query),
  deletedById: ({ db, scope, query }) => findDeletedUser(db, scope, query.id),
  recoverable: async ctx => previewRecovery(ctx, ctx.query.userId),
  recover: async ctx => {
    const { query, body, kernel, auditTarget, afterCommit } = ctx
    auditTarget(query.userId)
    afterCommit(() => kernel.sessions.forget())
    const leftOut = await recoverUser(ctx, query.userId, body ?? {})
    return leftOut.length > 0 ? { recovered: true as const, leftOut } : true
  },
  namedIn: async ({ db, scope, query }) => {
    await findUser(db, scope, query.userId)
    return appsUsingUserName(db, query.userId)
  },
  generateUserName: ({ db, query, kernel }) => generateUserName({ db, keys: kernel.keys }, kernel.config.values.userNameRule, query),
  userNameFree: requested(({ db, query, kernel }) => isUserNameFree(db, kernel.keys, query.userName)),
  authenticate: ctx => authenticate(ctx, ctx.kernel.keys, ctx.body),
  exportEmployee,
  exportExcel: exportUsers,
  attributes: () => userAttributes.map(([attribute, name]) => ({ attribute, name })),
  pick: ({ db, scope, query, kernel }) => pageUsers(db, { scope, filter: query, keys: kernel.keys }, query),
  listed: ({ db, scope, body, kernel }) => findListed(db, scope, kernel.keys, body.names),
  reveal,
})

const statusOf = (status: number | null | undefined) => (status === null || status === undefined ? {} : { status })
const jobFilter = (body: { queryStr?: string | null | undefined; orgId?: string | null | undefined }) => {
  const filter = readFilterText(userFilter, body.queryStr)
  return filter && { ...filter, ...(body.orgId && { orgId: body.orgId }) }
}
