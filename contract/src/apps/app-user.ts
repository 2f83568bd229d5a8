import { z } from 'zod'
import { button, get, menu, post } from '../call.ts'
import { callerId, count, done, id, ids, optionalText, paged, paging, queryBoolean, queryFlag, queryId, search } from '../shapes.ts'
import { started } from '../task.ts'
import { fields } from '../text.ts'

export const AppUserSource = z.enum(['direct', 'group'])
export type AppUserSource = z.infer<typeof AppUserSource>

/** A user of an application, with their account there. */
export const AppUser = z.object({
  /** Encodes both the application and the user, because an entitled user need not have a row of their own. */
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  realName: z.string(),
  orgName: z.string().nullable(),
  account: z.string().nullable(),
  /** Whether the account was set for this user; otherwise it comes from the application's mapping. */
  hasOwnAccount: z.boolean(),
  source: AppUserSource,
  /** The roles the user has by any access path. */
  roles: z.array(z.object({ id: z.string(), name: z.string(), isOwn: z.boolean() })),
  /** 0: the user cannot open the application, whatever is granted. */
  status: z.number(),
  /** Whether the user may open the application now. */
  isOpen: z.boolean(),
  createTime: z.string().nullable(),
})
export type AppUser = z.infer<typeof AppUser>

export const appUserFilter = z.object({
  searchKey: search,
  orgId: queryId,
  hasIncludeChild: queryBoolean,
  status: queryFlag,
  source: z.preprocess(value => (value === '' ? undefined : value), AppUserSource.optional()),
})
export type AppUserFilter = z.infer<typeof appUserFilter>

const ACCOUNT_MAX = 64
const permit = menu('/app/user')
const people = z.strictObject({ appId: id, userIds: ids })

export const appUser = {
  page: get('/v3/appUser/page', { permit, query: paging.extend({ appId: id, ...appUserFilter.shape }), reply: paged(AppUser) }),
  add: post('/v3/appUser/add', { permit: button(['/app/user'], 'add-app-user'), body: people, reply: count }),
  /** Removes direct grants only. */
  remove: post('/v3/appUser/remove', { permit: button(['/app/user'], 'remove-app-user'), body: people, reply: count }),
  /** '' restores the account from the application's mapping. */
  setAccount: post('/v3/appUser/updateAccount', {
    permit: button(['/app/user'], 'app-account'),
    body: z.strictObject({ id, account: optionalText(ACCOUNT_MAX, fields.appAccount) }),
    reply: done,
  }),
  accountTaken: get('/v3/appUser/existAccount', {
    permit,
    query: z.object({ appId: id, account: z.string().max(ACCOUNT_MAX), id: queryId }),
    reply: z.boolean(),
  }),
  setStatus: post('/v3/appUser/updateStatus', {
    permit: button(['/app/user'], 'app-user-status'),
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  exportExcel: get('/v3/appUser/exportExcel', {
    permit: button(['/app/user'], 'export-app-user'),
    changes: true,
    query: z.object({ uuid: callerId, appId: id, query: z.string().max(4000).optional() }),
    reply: started,
  }),
}
