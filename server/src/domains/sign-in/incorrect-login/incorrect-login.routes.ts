import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { feature } from '../../../platform/http/context.ts'
import { lockOfUser, pageIncorrectLogins, unlock } from './incorrect-login.sql.ts'

export const incorrectLoginFeature = feature('incorrectLogin', incorrectLogin, {
  page: ctx => pageIncorrectLogins(ctx, ctx.query),
  ofUser: ctx => lockOfUser(ctx, ctx.query.userId),
  unlock: ctx => unlock(ctx, ctx.body.ids),
})
