import { role } from '@hufu/contract/permission/role'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature, invalidatingRights } from '../../../platform/http/context.ts'
import { authOf, saveAuth, refusingSelfLockout } from './auth.sql.ts'
import { changeRoles, pageHolders } from './holders.sql.ts'
import { findRole, insertRole, isCodeTaken, isNameTaken, listRoles, pageRoles, removeRoles, setRoleStatus, updateRole } from './role.sql.ts'

export const roleFeature = feature('role', role, {
  page: ({ db, scope, query }) => pageRoles(db, scope, query),
  list: ({ db }) => listRoles(db),
  byId: ({ db, scope, query }) => findRole(db, scope, query.id),
  save: async ({ db, body, auditTarget }) => {
    const id = await insertRole(db, body)
    auditTarget(id)
    return { id }
  },
  update: invalidatingRights(async ({ db, who, body, auditTarget }) => {
    auditTarget(body.id)
    await updateRole(db, who, body)
  }),
  remove: invalidatingRights(({ db, who, body }) => removeRoles(db, who, body.ids)),
  setStatus: invalidatingRights(({ db, who, query, body }) =>
    refusingSelfLockout(db, who, () => setRoleStatus(db, who, body.ids, query.status ?? refuse('statusProblem'))),
  ),
  codeTaken: ({ db, query }) => isCodeTaken(db, query),
  nameTaken: ({ db, query }) => isNameTaken(db, query),
  auth: ({ db, who, query }) => authOf(db, who, query.id),
  saveAuth: invalidatingRights(async ({ db, who, body, auditTarget }) => {
    auditTarget(body.id)
    await refusingSelfLockout(db, who, () => saveAuth(db, who, body))
  }),
  pageUser: async ({ db, kernel, scope, query }) => {
    await findRole(db, scope, query.id)
    return pageHolders(db, kernel.keys, scope, query)
  },
  addUser: invalidatingRights(ctx => {
    ctx.auditTarget(ctx.body.id)
    return changeRoles(ctx, { userIds: ctx.body.userIds, give: [ctx.body.id] })
  }),
  removeUser: invalidatingRights(ctx => {
    ctx.auditTarget(ctx.body.id)
    return changeRoles(ctx, { userIds: ctx.body.userIds, take: [ctx.body.id] })
  }),
})
