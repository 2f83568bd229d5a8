import { dataHistory, type HistoryDetail } from '@hufu/contract/operations/data-history'
import { feature, type Context } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { isSeparated } from '../../permission/index.ts'
import { differenceOf } from './difference.sql.ts'
import { findHistory, historyOfRecord, listTables, pageHistory } from './history-list.sql.ts'
import { previewOperation, undoOperation } from './operation.ts'
import { planOf } from './plan.ts'
import { markUndone } from './present.sql.ts'
import { askRestore, requestsOf, takeRequest } from './restore-request.sql.ts'
import { preview, restore } from './restore.ts'
import { withSummaries } from './summary.sql.ts'
import { previewEntry, restoreEntry } from './timeline-restore.ts'

async function detailOf(ctx: Context, id: string): Promise<HistoryDetail> {
  const { db } = ctx
  const entry = await findHistory(db, id)
  const needsRequest = await isSeparated(db)
  const [request] = needsRequest ? await requestsOf(db, id) : []
  const { fields, left, refusal } = await preview(ctx, entry)
  const summary = (await withSummaries(db, [entry]))[0]!
  return {
    ...summary,
    before: entry.before,
    after: entry.after,
    diff: await differenceOf(db, entry),
    restoration: { fields: [...fields], left: [...left], refusal: refusal ?? null, needsRequest, askedBy: request?.askedBy ?? null },
  }
}

export const dataHistoryFeature = feature('dataHistory', dataHistory, {
  listTable: ({ db }) => listTables(db),
  page: ({ db, query }) => pageHistory(db, query),
  byId: ctx => detailOf(ctx, ctx.query.id),
  listByRecord: ({ db, query }) => historyOfRecord(db, query),
  restore: async ctx => {
    const { db, who, query, traceId, auditTarget } = ctx
    const entry = await findHistory(db, query.id)
    auditTarget(entry.recordId)
    if (await isSeparated(db)) await takeRequest(db, entry.id, who.userId)
    const submitted = await restore(ctx, entry)
    if (submitted) return submitted
    await markUndone(db, entry.operationId, traceId)
    return true
  },
  previewOfUser: previewEntry('user'),
  previewOfOrg: previewEntry('org'),
  previewOfApp: previewEntry('app'),
  previewOfRole: previewEntry('role'),
  previewOfAppRole: previewEntry('appRole'),
  restoreOfUser: restoreEntry('user'),
  restoreOfOrg: restoreEntry('org'),
  restoreOfApp: restoreEntry('app'),
  restoreOfRole: restoreEntry('role'),
  restoreOfAppRole: restoreEntry('appRole'),
  previewBulk: ctx => previewOperation(ctx, ctx.query.bulkId),
  restoreBulk: ctx => undoOperation(ctx, ctx.query.bulkId),
  askRestore: async ({ db, who, body, auditTarget }) => {
    const entry = await findHistory(db, body.id)
    auditTarget(entry.recordId)
    if (!(await isSeparated(db))) refuse('restoreDirectly')
    const plan = await planOf(db, entry)
    if ('refusal' in plan) refuse(plan.refusal, plan.detail)
    await askRestore(db, entry.id, who.userId, body.reason)
  },
  requests: async ctx => {
    const requests = (await isSeparated(ctx.db)) ? await requestsOf(ctx.db) : []
    return Promise.all(requests.map(async ({ historyId, reason, askTime }) => ({ ...(await detailOf(ctx, historyId)), reason, askTime })))
  },
})
