import type { AnyCall } from '@hufu/contract/call'
import { gradeAdmin } from '@hufu/contract/permission/grade-admin'
import { withoutDeadEnds } from '../../../platform/access/menu-nodes.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature, felt, type Turn } from '../../../platform/http/turn.ts'
import { menuTree } from '../menu/menu.ts'
import { changeable, changeGrant, gradeAsGiven, grant, grantableNodes, previewChange, viewerOf } from './grade-admin.ts'
import { exportGrades } from './grade-export.ts'
import { gradesOfUser, isSet, pageGrades, pageOfOrg } from './grade-admin.sql.ts'
import { holdGrades, menuNodes, removeGrades, setGradeStatus } from './grade-write.sql.ts'

/** X-GRADE-01: while grade administration is off every call says so. */
const whileOpen =
  <T extends Pick<Turn, 'kernel'>, R>(act: (turn: T) => R) =>
  (turn: T): R =>
    turn.kernel.config.values.openGradeAdmin ? act(turn) : refuse('gradeClosed')

const mine = (turn: Pick<Turn, 'who' | 'scope' | 'db'>, call: AnyCall, ids: readonly string[]) =>
  changeable(turn.db, viewerOf(turn, call), ids)

export const gradeAdminFeature = feature('gradeAdmin', gradeAdmin, {
  page: whileOpen(turn => pageGrades(turn.db, viewerOf(turn, gradeAdmin.page), turn.query)),
  exportExcel: whileOpen(exportGrades),
  pageByOrg: whileOpen(turn => pageOfOrg(turn.db, viewerOf(turn, gradeAdmin.pageByOrg), turn.query)),
  byId: whileOpen(turn => gradeAsGiven(turn, turn.query.id)),
  byUser: whileOpen(turn => gradesOfUser(turn.db, viewerOf(turn, gradeAdmin.byUser), turn.query.userId)),
  userTaken: whileOpen(({ db, scope, query }) => isSet(db, scope, query.userId, query.orgId, query.id)),
  save: whileOpen(felt(turn => grant(turn, turn.body))),
  update: whileOpen(
    felt(async turn => {
      turn.note(turn.body.id)
      await changeGrant(turn, turn.body)
    }),
  ),
  remove: whileOpen(
    felt(async turn => {
      await holdGrades(turn.db)
      const grades = await mine(turn, gradeAdmin.remove, turn.body.ids)
      await removeGrades(turn.db, grades.map(grade => grade.id)) // prettier-ignore
      return grades.length
    }),
  ),
  setStatus: whileOpen(
    felt(async turn => {
      await holdGrades(turn.db)
      const grades = await mine(turn, gradeAdmin.setStatus, turn.body.ids)
      return setGradeStatus(turn.db, grades.map(grade => grade.id), turn.query.status ?? refuse('statusFault')) // prettier-ignore
    }),
  ),
  grantable: whileOpen(async turn => menuTree(withoutDeadEnds(grantableNodes(turn, await menuNodes(turn.db))))),
  shrinkPreview: whileOpen(turn => previewChange(turn, turn.body)),
})
