import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { feature } from '../../../platform/http/context.ts'
import { pageIncorrectLogins, unlock } from './incorrect-login.sql.ts'

export const incorrectLoginFeature = feature('incorrectLogin', incorrectLogin, {
  page: ctx => pageIncorrectLogins(ctx, ctx.query),
  unlock: ctx => unlock(ctx, ctx.body.ids),
})
