import { sync } from '@hufu/contract/provisioning/sync'
import { feature, prepare } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { sourcesOf } from './by-source.sql.ts'
import { changeSync, plan, saveSync } from './config.ts'
import { anyRunning, findSync, isSyncNameTaken, lockSyncs, pageSyncs, removeSyncs, setSyncStatus } from './config.sql.ts'
import { chooseFor, linkByHand, pageConflicts } from './conflicts.sql.ts'
import { lookInto, storeSource } from './files.ts'
import { EXPORT_PLAN } from './export-plan.ts'
import { fieldsOf } from './fields.ts'
import { startRelink } from './relink-start.ts'
import { relinkUser } from './relink.sql.ts'
import { lockRun, setRunState } from './run.sql.ts'
import { otherReleasers, pageRows, pageRuns, readRun } from './run-read.sql.ts'
import { releaseRun, startRun } from './start.ts'
import { transformMenu } from './transform-menu.ts'
import { countTest, previewRows, testConnect } from './test-and-preview.ts'

export const syncFeature = feature('sync', sync, {
  page: ({ db, query }) => pageSyncs(db, query),
  byId: ({ db, query }) => findSync(db, query.id),
  save: async ctx => {
    const id = await saveSync(ctx, ctx.body)
    ctx.auditTarget(id)
    return { id }
  },
  update: ctx => {
    ctx.auditTarget(ctx.body.id)
    return changeSync(ctx, ctx.body)
  },
  remove: async ({ db, body, auditTarget }) => {
    auditTarget(body.ids.join())
    await lockSyncs(db, body.ids)
    if (await anyRunning(db, body.ids)) refuse('syncRunning')
    return removeSyncs(db, body.ids)
  },
  setStatus: async ({ db, kernel, query, body, auditTarget }) => {
    auditTarget(body.ids.join())
    const { status } = query
    if (status === undefined) return refuse('nothingChosen')
    let changed = 0
    for (const { id, cron, policy } of await lockSyncs(db, body.ids)) {
      if (await setSyncStatus(db, id, status)) changed++
      await plan(db, kernel, { id, cron, status, policy })
    }
    return changed
  },
  nameTaken: ({ db, query }) => isSyncNameTaken(db, query.name.trim(), query.id),
  listField: ({ query }) => fieldsOf(query.objectType ?? 'all'),
  listTransform: () => [...transformMenu],
  testConnect: prepare(async ({ kernel, who, body }) => {
    await countTest(kernel, who.userId)
    const tested = await testConnect(kernel, who.userId, body)
    return ({ auditTarget }) => {
      auditTarget(body.id ?? body.url ?? '')
      return tested
    }
  }),
  preview: prepare(async ({ kernel, who, body }) => {
    await countTest(kernel, who.userId)
    const rows = await previewRows(kernel, who.userId, body)
    return () => rows
  }),
  uploadFile: async ({ db, kernel, who, file: sent, auditTarget }) => {
    const { rows, titles } = await lookInto(sent.path)
    const fileId = await storeSource(db, kernel, who.userId, sent.fileName, sent)
    auditTarget(fileId)
    return { fileId, fileName: sent.fileName, rows, titles }
  },
  run: async ({ db, kernel, who, query, auditTarget, afterCommit }) => {
    auditTarget(query.id)
    const { id: syncId, mode = 'full', objectType = 'user', originId } = query
    const only = mode === 'one' && originId !== undefined ? { only: [{ objectType, originId }] } : {}
    const taskId = await startRun(db, kernel, { syncId, mode, trigger: 'hand', userId: who.userId, ...only })
    afterCommit(() => kernel.tasks.wake())
    return taskId
  },
  pageRun: ({ db, query }) => pageRuns(db, query),
  getRun: async ({ db, who, query }) => {
    const { starterId, aloneFrom, ...run } = await readRun(db, query.id)
    const isWaiting = run.state === 'planned' || run.state === 'blocked'
    const isOwn = run.state === 'blocked' && starterId === who.userId
    const isAlone = isWaiting && isOwn && (await otherReleasers(db, who.userId)) === 0
    return {
      ...run,
      mayRelease: isWaiting && !isOwn,
      mayReleaseFrom: isAlone ? aloneFrom : null,
      releaseUntil: isWaiting ? run.releaseUntil : null,
    }
  },
  pageRow: ({ db, query }) => pageRows(db, query),
  exportPlan: async ({ db, kernel, who, query, auditTarget, afterCommit }) => {
    await readRun(db, query.runId)
    const taskId = await kernel.tasks.start(db, who, EXPORT_PLAN, { runId: query.runId }, query.uuid)
    auditTarget(query.runId)
    afterCommit(() => kernel.tasks.wake())
    return taskId
  },
  release: async ({ db, kernel, who, body, auditTarget, afterCommit }) => {
    auditTarget(body.runId)
    const taskId = await releaseRun(db, kernel, who, body)
    afterCommit(() => kernel.tasks.wake())
    return taskId
  },
  discard: async ({ db, body, auditTarget }) => {
    auditTarget(body.runId)
    const run = (await lockRun(db, body.runId)) ?? refuse('syncRunMissing')
    if (run.state !== 'planned' && run.state !== 'blocked') refuse('syncPlanOver')
    await setRunState(db, run.id, 'discarded')
  },
  pageConflict: ({ db, query }) => pageConflicts(db, query),
  resolve: async ({ db, body, auditTarget }) => {
    auditTarget(`${body.syncId}/${body.originId}`)
    if (body.action !== 'link') {
      if (!(await chooseFor(db, body, body.action))) refuse('syncConflictMissing')
      return
    }
    const outcome = await linkByHand(db, body, body.targetId!)
    if (outcome === 'noConflict') refuse('syncConflictMissing')
    if (outcome === 'noTarget') refuse(body.objectType === 'user' ? 'userMissing' : 'orgMissing')
  },
  relink: async ({ db, body, auditTarget }) => {
    auditTarget(`${body.syncId}/${body.originId}`)
    await lockSyncs(db, [body.syncId])
    if (await anyRunning(db, [body.syncId])) refuse('syncRunning')
    await relinkUser(db, body)
  },
  relinkAll: async ({ db, kernel, who, body, auditTarget, afterCommit }) => {
    auditTarget(body.id)
    const taskId = await startRelink(db, kernel, body, who.userId)
    afterCommit(() => kernel.tasks.wake())
    return taskId
  },
  bySource: ({ db, scope, query }) => {
    if (query.userId !== undefined) return sourcesOf(db, scope, 'user', query.userId)
    return query.orgId === undefined ? [] : sourcesOf(db, scope, 'org', query.orgId)
  },
})
