import type { AnyCall } from '@hufu/contract/call'
import { gradeAdmin } from '@hufu/contract/permission/grade-admin'
import { withoutDeadEnds } from '../../../platform/access/menu-nodes.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature, invalidatingRights, type Context } from '../../../platform/http/context.ts'
import { menuTree } from '../menu/menu.ts'
import { changeable, changeGrant, gradeAsGiven, grant, grantableNodes, previewChange, viewerOf } from './grade-admin.ts'
import { exportGrades } from './grade-export.ts'
import { gradesOfUser, isSet, pageGrades, pageOfOrg } from './grade-admin.sql.ts'
import { lockGrades, menuNodes, removeGrades, setGradeStatus } from './grade-write.sql.ts'

/** X-GRADE-01: while grade administration is off every call says so. */
const whileOpen =
  <T extends Pick<Context, 'kernel'>, R>(act: (ctx: T) => R) =>
  (ctx: T): R =>
    ctx.kernel.config.values.openGradeAdmin ? act(ctx) : refuse('gradeClosed')

const mine = (ctx: Pick<Context, 'who' | 'scope' | 'db'>, call: AnyCall, ids: readonly string[]) =>
  changeable(ctx.db, viewerOf(ctx, call), ids)

export const gradeAdminFeature = feature('gradeAdmin', gradeAdmin, {
  page: whileOpen(ctx => pageGrades(ctx.db, viewerOf(ctx, gradeAdmin.page), ctx.query)),
  exportExcel: whileOpen(exportGrades),
  pageByOrg: whileOpen(ctx => pageOfOrg(ctx.db, viewerOf(ctx, gradeAdmin.pageByOrg), ctx.query)),
  byId: whileOpen(ctx => gradeAsGiven(ctx, ctx.query.id)),
  byUser: whileOpen(ctx => gradesOfUser(ctx.db, viewerOf(ctx, gradeAdmin.byUser), ctx.query.userId)),
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
      await lockGrades(ctx.db)
      const grades = await mine(ctx, gradeAdmin.remove, ctx.body.ids)
      await removeGrades(ctx.db, grades.map(grade => grade.id)) // prettier-ignore
      return grades.length
    }),
  ),
  setStatus: whileOpen(
    invalidatingRights(async ctx => {
      await lockGrades(ctx.db)
      const grades = await mine(ctx, gradeAdmin.setStatus, ctx.body.ids)
      return setGradeStatus(ctx.db, grades.map(grade => grade.id), ctx.query.status ?? refuse('statusFault')) // prettier-ignore
    }),
  ),
  grantable: whileOpen(async ctx => menuTree(withoutDeadEnds(grantableNodes(ctx, await menuNodes(ctx.db))))),
  shrinkPreview: whileOpen(ctx => previewChange(ctx, ctx.body)),
})
