import { sync } from '@hufu/contract/provisioning/sync'
import { feature, prepare } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { sourcesOf } from './report/by-source.sql.ts'
import { changeSync, plan, saveSync } from './config.ts'
import { anyRunning, findSync, isSyncNameTaken, lockSyncs, pageSyncs, refuseUnreachable, removeSyncs, setSyncStatus } from './config.sql.ts'
import { chooseFor, linkByHand, pageConflicts } from './compare/conflicts.sql.ts'
import { lookInto, storeSource } from './sources/files.ts'
import { EXPORT_PLAN } from './report/export-plan.ts'
import { fieldsOf } from './mapping/fields.ts'
import { startRelink } from './relink/relink-start.ts'
import { relinkUser } from './relink/relink.sql.ts'
import { lockRun, setRunState } from './run/run.sql.ts'
import { otherReleasers, pageRows, pageRuns, readRun, refuseUnreachableRun } from './run/run-read.sql.ts'
import { releaseRun, startRun } from './run/start.ts'
import { transformMenu } from './mapping/transform-menu.ts'
import { countTest, previewRows, testConnect } from './report/test-and-preview.ts'

export const syncFeature = feature('sync', sync, {
  page: ctx => pageSyncs(ctx.db, ctx, ctx.query),
  byId: ctx => findSync(ctx.db, ctx, ctx.query.id),
  save: async ctx => {
    const id = await saveSync(ctx, ctx.body)
    ctx.auditTarget(id)
    return { id }
  },
  update: ctx => {
    ctx.auditTarget(ctx.body.id)
    return changeSync(ctx, ctx.body)
  },
  remove: async ctx => {
    const { db, body, auditTarget } = ctx
    auditTarget(body.ids.join())
    await refuseUnreachable(db, ctx, body.ids)
    await lockSyncs(db, body.ids)
    if (await anyRunning(db, body.ids)) refuse('syncRunning')
    return removeSyncs(db, body.ids)
  },
  setStatus: async ctx => {
    const { db, kernel, query, body, auditTarget } = ctx
    auditTarget(body.ids.join())
    const { status } = query
    if (status === undefined) return refuse('nothingChosen')
    await refuseUnreachable(db, ctx, body.ids)
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
  testConnect: prepare(async ({ kernel, who, scope, body }) => {
    await countTest(kernel, who.userId)
    const tested = await testConnect(kernel, { who, scope }, body)
    return ({ auditTarget }) => {
      auditTarget(body.id ?? body.url ?? '')
      return tested
    }
  }),
  preview: prepare(async ({ kernel, who, scope, body }) => {
    await countTest(kernel, who.userId)
    const rows = await previewRows(kernel, { who, scope }, body)
    return () => rows
  }),
  uploadFile: async ({ db, kernel, who, file: sent, auditTarget }) => {
    const { rows, titles } = await lookInto(sent.path)
    const fileId = await storeSource(db, kernel, who.userId, sent.fileName, sent)
    auditTarget(fileId)
    return { fileId, fileName: sent.fileName, rows, titles }
  },
  run: async ctx => {
    const { db, kernel, who, query, auditTarget, afterCommit } = ctx
    auditTarget(query.id)
    await refuseUnreachable(db, ctx, [query.id])
    const { id: syncId, mode = 'full', objectType = 'user', originId } = query
    const only = mode === 'one' && originId !== undefined ? { only: [{ objectType, originId }] } : {}
    const taskId = await startRun(db, kernel, { syncId, mode, trigger: 'hand', userId: who.userId, ...only })
    afterCommit(() => kernel.tasks.wake())
    return taskId
  },
  pageRun: ctx => pageRuns(ctx.db, ctx, ctx.query),
  getRun: async ctx => {
    const { db, who, query } = ctx
    const { starterId, aloneFrom, ...run } = await readRun(db, ctx, query.id)
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
  pageRow: ctx => pageRows(ctx.db, ctx, ctx.query),
  exportPlan: async ctx => {
    const { db, kernel, who, query, auditTarget, afterCommit } = ctx
    await refuseUnreachableRun(db, ctx, query.runId)
    const taskId = await kernel.tasks.start(db, who, EXPORT_PLAN, { runId: query.runId }, query.uuid)
    auditTarget(query.runId)
    afterCommit(() => kernel.tasks.wake())
    return taskId
  },
  release: async ctx => {
    const { db, kernel, who, body, auditTarget, afterCommit } = ctx
    auditTarget(body.runId)
    await refuseUnreachableRun(db, ctx, body.runId)
    const taskId = await releaseRun(db, kernel, who, body)
    afterCommit(() => kernel.tasks.wake())
    return taskId
  },
  discard: async ctx => {
    const { db, body, auditTarget } = ctx
    auditTarget(body.runId)
    await refuseUnreachableRun(db, ctx, body.runId)
    const run = (await lockRun(db, body.runId)) ?? refuse('syncRunMissing')
    if (run.state !== 'planned' && run.state !== 'blocked') refuse('syncPlanOver')
    await setRunState(db, run.id, 'discarded')
  },
  pageConflict: ctx => pageConflicts(ctx.db, ctx, ctx.query),
  resolve: async ctx => {
    const { db, scope, body, auditTarget } = ctx
    auditTarget(`${body.syncId}/${body.originId}`)
    await refuseUnreachable(db, ctx, [body.syncId])
    if (body.action !== 'link') {
      if (!(await chooseFor(db, body, body.action))) refuse('syncConflictMissing')
      return
    }
    const outcome = await linkByHand(db, scope, body, body.targetId!)
    if (outcome === 'noConflict') refuse('syncConflictMissing')
    if (outcome === 'noTarget') refuse(body.objectType === 'user' ? 'userMissing' : 'orgMissing')
  },
  relink: async ctx => {
    const { db, scope, body, auditTarget } = ctx
    auditTarget(`${body.syncId}/${body.originId}`)
    await refuseUnreachable(db, ctx, [body.syncId])
    await lockSyncs(db, [body.syncId])
    if (await anyRunning(db, [body.syncId])) refuse('syncRunning')
    await relinkUser(db, scope, body)
  },
  relinkAll: async ctx => {
    const { db, kernel, who, body, auditTarget, afterCommit } = ctx
    auditTarget(body.id)
    await refuseUnreachable(db, ctx, [body.id])
    const taskId = await startRelink(db, kernel, body, who.userId)
    afterCommit(() => kernel.tasks.wake())
    return taskId
  },
  bySource: ({ db, scope, query }) => {
    if (query.userId !== undefined) return sourcesOf(db, scope, 'user', query.userId)
    return query.orgId === undefined ? [] : sourcesOf(db, scope, 'org', query.orgId)
  },
})
