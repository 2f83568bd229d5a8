import { authGroup } from '@hufu/contract/apps/auth-group'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature } from '../../../platform/http/context.ts'
import {
  findAuthGroup, insertAuthGroup, isGroupCodeTaken, isGroupNameTaken, listAuthGroups, pageAuthGroups, removeAuthGroups, setAuthGroupStatus,
  updateAuthGroup,
} from './auth-group.sql.ts' // prettier-ignore
import { addTargets, authOfGroup, pageTargets, removeTargets, saveGroupAuth } from './target.sql.ts'

export const authGroupFeature = feature('authGroup', authGroup, {
  page: ({ db, scope, query }) => pageAuthGroups(db, scope, query),
  list: ({ db }) => listAuthGroups(db),
  byId: ({ db, scope, query }) => findAuthGroup(db, scope, query.id),
  save: async ({ db, body, auditTarget }) => {
    const id = await insertAuthGroup(db, body)
    auditTarget(id)
    return { id }
  },
  update: async ctx => {
    ctx.auditTarget(ctx.body.id)
    await updateAuthGroup(ctx, ctx.body)
  },
  remove: ctx => removeAuthGroups(ctx, ctx.body.ids),
  setStatus: ctx => setAuthGroupStatus(ctx, ctx.body.ids, ctx.query.status ?? refuse('statusProblem')),
  codeTaken: ({ db, query }) => isGroupCodeTaken(db, query),
  nameTaken: ({ db, query }) => isGroupNameTaken(db, query),
  auth: ({ db, scope, query }) => authOfGroup(db, scope, query.id),
  saveAuth: ctx => {
    ctx.auditTarget(ctx.body.id)
    return saveGroupAuth(ctx)
  },
  pageTarget: async ({ db, scope, kernel, query }) => {
    await findAuthGroup(db, scope, query.id)
    return pageTargets(db, { scope, keys: kernel.keys }, query)
  },
  addTarget: ctx => {
    ctx.auditTarget(ctx.body.id)
    return addTargets(ctx)
  },
  removeTarget: ctx => {
    ctx.auditTarget(ctx.body.id)
    return removeTargets(ctx)
  },
})
