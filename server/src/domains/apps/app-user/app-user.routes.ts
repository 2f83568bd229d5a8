import { appUser } from '@hufu/contract/apps/app-user'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature } from '../../../platform/http/turn.ts'
import { addAppUsers, isAccountTaken, removeAppUsers, setAccount, setAppUserStatus } from './app-account.sql.ts'
import { exportAppUsers } from './app-user-export.ts'
import { pageAppUsers } from './app-user.sql.ts'

export const appUserFeature = feature('appUser', appUser, {
  page: ({ db, scope, kernel, query }) => pageAppUsers(db, { appId: query.appId, scope, keys: kernel.keys, filter: query }, query),
  add: turn => {
    turn.note(turn.body.appId)
    return addAppUsers(turn)
  },
  remove: turn => {
    turn.note(turn.body.appId)
    return removeAppUsers(turn)
  },
  setAccount: turn => {
    turn.note(turn.body.id)
    return setAccount(turn)
  },
  accountTaken: ({ db, kernel, query }) => isAccountTaken(db, kernel.keys, query),
  setStatus: turn => setAppUserStatus(turn, turn.query.status ?? refuse('statusFault')),
  exportExcel: exportAppUsers,
})
