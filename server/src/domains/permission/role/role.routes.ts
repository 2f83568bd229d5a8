import { role } from '@hufu/contract/permission/role'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature, felt } from '../../../platform/http/turn.ts'
import { authOf, saveAuth, withoutShuttingOut } from './auth.sql.ts'
import { changeRoles, pageHolders } from './holders.sql.ts'
import { findRole, insertRole, isCodeTaken, isNameTaken, listRoles, pageRoles, removeRoles, setRoleStatus, updateRole } from './role.sql.ts'

export const roleFeature = feature('role', role, {
  page: ({ db, scope, query }) => pageRoles(db, scope, query),
  list: ({ db }) => listRoles(db),
  byId: ({ db, scope, query }) => findRole(db, scope, query.id),
  save: async ({ db, body, note }) => {
    const id = await insertRole(db, body)
    note(id)
    return { id }
  },
  update: felt(async ({ db, who, body, note }) => {
    note(body.id)
    await updateRole(db, who, body)
  }),
  remove: felt(({ db, who, body }) => removeRoles(db, who, body.ids)),
  setStatus: felt(({ db, who, query, body }) =>
    withoutShuttingOut(db, who, () => setRoleStatus(db, who, body.ids, query.status ?? refuse('statusFault'))),
  ),
  codeTaken: ({ db, query }) => isCodeTaken(db, query),
  nameTaken: ({ db, query }) => isNameTaken(db, query),
  auth: ({ db, who, query }) => authOf(db, who, query.id),
  saveAuth: felt(async ({ db, who, body, note }) => {
    note(body.id)
    await withoutShuttingOut(db, who, () => saveAuth(db, who, body))
  }),
  pageUser: async ({ db, kernel, scope, query }) => {
    await findRole(db, scope, query.id)
    return pageHolders(db, kernel.keys, scope, query)
  },
  addUser: felt(turn => {
    turn.note(turn.body.id)
    return changeRoles(turn, { userIds: turn.body.userIds, give: [turn.body.id] })
  }),
  removeUser: felt(turn => {
    turn.note(turn.body.id)
    return changeRoles(turn, { userIds: turn.body.userIds, take: [turn.body.id] })
  }),
})
