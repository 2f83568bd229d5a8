import { businessLine } from '@hufu/contract/directory/business-line'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature } from '../../../platform/http/context.ts'
import { pageUsers } from '../user/list/user-list.sql.ts'
import { pageBusinessLineAdmins } from './business-line-admin.sql.ts'
import { pageBusinessLineOrgs, businessLineLevel } from './business-line-org.sql.ts'
import { addBusinessLineOrgs, moveBusinessLineOrg, removeBusinessLineOrgs, setBusinessLineSortNum } from './business-line-tree.sql.ts'
import {
  findBusinessLine, isBusinessLineCodeTaken, isBusinessLineNameTaken, listBusinessLines, pageBusinessLines, removeBusinessLines, saveBusinessLine, setBusinessLineStatus, updateBusinessLine,
} from './business-line.sql.ts' // prettier-ignore

export const businessLineFeature = feature('stripe', businessLine, {
  page: ({ db, scope, query }) => pageBusinessLines(db, scope, query),
  list: ({ db }) => listBusinessLines(db),
  byId: ({ db, scope, query }) => findBusinessLine(db, scope, query.id),
  save: async ({ db, scope, body, auditTarget }) => {
    const id = await saveBusinessLine(db, scope, body)
    auditTarget(id)
    return { id }
  },
  update: async ({ db, scope, body, auditTarget }) => {
    auditTarget(body.id)
    await updateBusinessLine(db, scope, body)
  },
  remove: ({ db, scope, body }) => removeBusinessLines(db, scope, body.ids),
  setStatus: ({ db, scope, query, body }) => setBusinessLineStatus(db, scope, body.ids, query.status ?? refuse('statusProblem')),
  codeTaken: ({ db, query }) => isBusinessLineCodeTaken(db, query.code, query.id),
  nameTaken: ({ db, query }) => isBusinessLineNameTaken(db, query.name, query.id),
  tree: ({ db, scope, query }) => businessLineLevel(db, scope, query),
  pageOrg: ({ db, scope, query }) => pageBusinessLineOrgs(db, scope, query),
  pageUser: async ({ db, scope, query, kernel }) => {
    await findBusinessLine(db, scope, query.stripeId)
    return pageUsers(db, { scope, filter: query, keys: kernel.keys }, query)
  },
  pageAdmin: async ({ db, scope, query, kernel }) => {
    if (!kernel.config.values.openGradeAdmin) refuse('delegationClosed')
    await findBusinessLine(db, scope, query.stripeId)
    return pageBusinessLineAdmins(db, scope, query)
  },
  addOrg: ({ db, scope, body, auditTarget }) => {
    auditTarget(body.stripeId)
    return addBusinessLineOrgs(db, scope, body)
  },
  moveOrg: async ({ db, scope, body, auditTarget }) => {
    auditTarget(body.stripeId)
    await moveBusinessLineOrg(db, scope, body)
  },
  removeOrg: ({ db, scope, body, auditTarget }) => {
    auditTarget(body.stripeId)
    return removeBusinessLineOrgs(db, scope, body.stripeId, body.orgIds)
  },
  setSortNum: async ({ db, scope, query, auditTarget }) => {
    auditTarget(query.stripeId)
    await setBusinessLineSortNum(db, scope, query.stripeId, query.orgId, query.sortNum)
  },
})
