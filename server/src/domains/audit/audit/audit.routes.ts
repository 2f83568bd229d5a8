import { createReadStream } from 'node:fs'
import { operLog, operLogFilter } from '@hufu/contract/audit/audit'
import { readFilterText } from '../../../platform/http/filter.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { Download, feature, type Context } from '../../../platform/http/context.ts'
import { EXPORT_LOGS } from './audit-export.ts'
import { findLog } from './audit-detail.sql.ts'
import { listModules, nameOfTarget, pageLogs, targetsOfLog } from './audit-list.sql.ts'
import { lastCheckpointTime } from './checkpoint.sql.ts'
import { EVIDENCE } from './evidence.ts'
import { lastCheck } from './integrity-check.sql.ts'
import { PROVE } from './verify-chains.ts'
import { text } from './text.ts'

type CallContext = Pick<Context, 'db' | 'who' | 'kernel' | 'auditTarget' | 'afterCommit'>

async function start(
  { db, who, kernel, auditTarget, afterCommit }: CallContext,
  kind: string,
  payload: object,
  uuid: string,
): Promise<string> {
  const taskId = await kernel.tasks.start(db, who, kind, payload, uuid)
  auditTarget(taskId, 'task')
  afterCommit(() => kernel.tasks.wake())
  return taskId
}

/** Refuses before a task is started; the task checks again. */
const requireFullScope = ({ scope }: Pick<Context, 'scope'>) => {
  if (!scope.all) refuse('auditBeyondScope')
}

const VERIFIER = new URL('../../../../../tools/verify-audit.mjs', import.meta.url)

export const operLogFeature = feature('operLog', operLog, {
  page: ({ kernel, scope, query }) => pageLogs(kernel.db, scope, query),
  byId: ({ db, scope, query }) => findLog(db, scope, query.id),
  targets: ({ db, scope, query }) => targetsOfLog(db, scope, query.id),
  targetName: async ({ db, scope, query }) => ({ name: await nameOfTarget(db, scope, query.id) }),
  modules: ({ db, scope }) => listModules(db, scope),
  exportExcel: ctx => start(ctx, EXPORT_LOGS, { filter: readFilterText(operLogFilter, ctx.query.query) ?? {} }, ctx.query.uuid),
  evidence: async ({ db, scope, kernel }) => ({
    isAll: scope.all,
    publicKey: kernel.keys.publicKey('checkpoint'),
    fingerprint: kernel.keys.fingerprint('checkpoint'),
    checkpointTime: await lastCheckpointTime(db),
    proof: await lastCheck(db),
  }),
  prove: ctx => {
    requireFullScope(ctx)
    const { uuid, ...period } = ctx.body
    return start(ctx, PROVE, period, uuid)
  },
  exportEvidence: ctx => {
    requireFullScope(ctx)
    const { uuid, ...order } = ctx.body
    return start(ctx, EVIDENCE, { ...order, userName: ctx.who.userName }, uuid)
  },
  verifier: () => new Download({ fileName: text.verifierFile, contentType: 'text/javascript', bytes: createReadStream(VERIFIER) }),
})
