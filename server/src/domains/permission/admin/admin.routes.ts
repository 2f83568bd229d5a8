import { admin } from '@hufu/contract/permission/admin'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature, felt } from '../../../platform/http/turn.ts'
import { findAdmin, isAdmin, pageAdmins, removeAdmins, saveAdmins, setAdminStatus, updateAdmin } from './admin.sql.ts'

export const adminFeature = feature('admin', admin, {
  page: ({ db, kernel, scope, query }) => pageAdmins(db, kernel.keys, scope, query),
  byId: ({ db, scope, query }) => findAdmin(db, scope, query.id),
  isAdmin: ({ db, scope, query }) => isAdmin(db, scope, query.userId),
  save: felt(turn => saveAdmins(turn, turn.body)),
  update: felt(async turn => {
    turn.note(turn.body.id)
    await updateAdmin(turn, turn.body)
  }),
  remove: felt(turn => removeAdmins(turn, turn.body.ids)),
  setStatus: felt(turn => setAdminStatus(turn, turn.body.ids, turn.query.status ?? refuse('statusFault'))),
})
