import { appUser } from '@hufu/contract/apps/app-user'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature } from '../../../platform/http/context.ts'
import { addAppUsers, isAccountTaken, removeAppUsers, setAccount, setAppUserStatus } from './app-account.sql.ts'
import { exportAppUsers } from './app-user-export.ts'
import { pageAppUsers } from './app-user.sql.ts'

export const appUserFeature = feature('appUser', appUser, {
  page: ({ db, scope, kernel, query }) => pageAppUsers(db, { appId: query.appId, scope, keys: kernel.keys, filter: query }, query),
  add: ctx => {
    ctx.auditTarget(ctx.body.appId)
    return addAppUsers(ctx)
  },
  remove: ctx => {
    ctx.auditTarget(ctx.body.appId)
    return removeAppUsers(ctx)
  },
  setAccount: ctx => {
    ctx.auditTarget(ctx.body.id)
    return setAccount(ctx)
  },
  accountTaken: ({ db, kernel, query }) => isAccountTaken(db, kernel.keys, query),
  setStatus: ctx => setAppUserStatus(ctx, ctx.query.status ?? refuse('statusProblem')),
  exportExcel: exportAppUsers,
})
