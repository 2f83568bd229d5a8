import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { withoutDeadEnds } from '../../../platform/access/menu-nodes.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature, invalidatingRights, type Context } from '../../../platform/http/context.ts'
import { menuTree } from '../menu/menu.ts'
import { changeable, changeGrant, delegationAsGiven, grant, grantableNodes, previewChange, setStatus, viewerOf } from './delegated-admin.ts'
import { exportDelegations } from './delegation-export.ts'
import { delegationsOfUser, isSet, pageDelegations, pageOfOrg } from './delegated-admin.sql.ts'
import { lockDelegations, menuNodes, removeDelegations } from './delegation-write.sql.ts'

/** X-GRADE-01: refuses every call with the reason while delegated administration is off. */
const whileOpen =
  <T extends Pick<Context, 'kernel'>, R>(act: (ctx: T) => R) =>
  (ctx: T): R =>
    ctx.kernel.config.values.openGradeAdmin ? act(ctx) : refuse('delegationClosed')

export const delegatedAdminFeature = feature('gradeAdmin', delegatedAdmin, {
  page: whileOpen(ctx => pageDelegations(ctx.db, viewerOf(ctx, delegatedAdmin.page), ctx.query)),
  exportExcel: whileOpen(exportDelegations),
  pageByOrg: whileOpen(ctx => pageOfOrg(ctx.db, viewerOf(ctx, delegatedAdmin.pageByOrg), ctx.query)),
  byId: whileOpen(ctx => delegationAsGiven(ctx, ctx.query.id)),
  byUser: whileOpen(ctx => delegationsOfUser(ctx.db, viewerOf(ctx, delegatedAdmin.byUser), ctx.query.userId)),
  userTaken: whileOpen(({ db, scope, query }) => isSet(db, scope, query.userId, query.orgId, query.id)),
  save: whileOpen(invalidatingRights(ctx => grant(ctx, ctx.body))),
  update: whileOpen(
    invalidatingRights(async ctx => {
      ctx.auditTarget(ctx.body.id)
      await changeGrant(ctx, ctx.body)
    }),
  ),
  remove: whileOpen(
    invalidatingRights(async ctx => {
      await lockDelegations(ctx.db)
      const delegations = await changeable(ctx.db, viewerOf(ctx, delegatedAdmin.remove), ctx.body.ids)
      await removeDelegations(ctx.db, delegations.map(delegation => delegation.id)) // prettier-ignore
      return delegations.length
    }),
  ),
  setStatus: whileOpen(invalidatingRights(ctx => setStatus(ctx, ctx.body.ids, ctx.query.status ?? refuse('statusProblem')))),
  grantable: whileOpen(async ctx => menuTree(withoutDeadEnds(grantableNodes(ctx, await menuNodes(ctx.db))))),
  shrinkPreview: whileOpen(ctx => previewChange(ctx, ctx.body)),
})
