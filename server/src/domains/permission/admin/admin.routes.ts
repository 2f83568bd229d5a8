import { admin } from '@hufu/contract/permission/admin'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature, invalidatingRights } from '../../../platform/http/context.ts'
import { findAdmin, isAdmin, pageAdmins, removeAdmins, saveAdmins, setAdminStatus, updateAdmin } from './admin.sql.ts'

export const adminFeature = feature('admin', admin, {
  page: ({ db, kernel, scope, query }) => pageAdmins(db, kernel.keys, scope, query),
  byId: ({ db, scope, query }) => findAdmin(db, scope, query.id),
  isAdmin: ({ db, scope, query }) => isAdmin(db, scope, query.userId),
  save: invalidatingRights(ctx => saveAdmins(ctx, ctx.body)),
  update: invalidatingRights(async ctx => {
    ctx.auditTarget(ctx.body.id)
    await updateAdmin(ctx, ctx.body)
  }),
  remove: invalidatingRights(ctx => removeAdmins(ctx, ctx.body.ids)),
  setStatus: invalidatingRights(ctx => setAdminStatus(ctx, ctx.body.ids, ctx.query.status ?? refuse('statusProblem'))),
})
