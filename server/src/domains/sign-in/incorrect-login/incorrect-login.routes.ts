import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { feature } from '../../../platform/http/turn.ts'
import { pageIncorrectLogins, unlock } from './incorrect-login.sql.ts'

export const incorrectLoginFeature = feature('incorrectLogin', incorrectLogin, {
  page: turn => pageIncorrectLogins(turn, turn.query),
  unlock: turn => unlock(turn, turn.body.ids),
})
