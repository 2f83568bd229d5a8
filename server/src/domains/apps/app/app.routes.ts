import { app, type AppImpact, appGroup } from '@hufu/contract/apps/app'
import { originOf } from '../../../platform/http/origin.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature, type Context } from '../../../platform/http/context.ts'
import { countOpeners } from '../access/openers.sql.ts'
import { refuseForeignFile } from '../../../platform/files/file-access.ts'
import { insertAppGroup, isAppGroupNameTaken, listAppGroups, removeAppGroups, updateAppGroup } from './app-group.sql.ts'
import { insertApp, removeApps, resetSecret, setAppSortNum, setAppStatus, updateApp } from './app-write.sql.ts'
import { findApp, isAppCodeTaken, isAppNameTaken, listApps, listClosing, pageApps } from './app.sql.ts'

async function impactOf({ db, scope, kernel }: Pick<Context, 'db' | 'scope' | 'kernel'>, ids: readonly string[]): Promise<AppImpact[]> {
  const apps = await listClosing(db, scope, ids)
  const openers = new Map((await countOpeners(db, scope, ids, kernel.config.values.sessionMinutes)).map(each => [each.appId, each]))
  return apps.map(each => ({
    ...each,
    userCount: openers.get(each.id)?.userCount ?? 0,
    onlineCount: openers.get(each.id)?.onlineCount ?? 0,
  }))
}

export const appFeature = feature('app', app, {
  page: ({ db, scope, query }) => pageApps(db, scope, query),
  list: ({ db, query }) => listApps(db, query),
  byId: async ({ db, scope, kernel, query }) => ({ ...(await findApp(db, scope, query.id)), origin: originOf(kernel) ?? '' }),
  save: async ({ db, who, body, auditTarget }) => {
    await refuseForeignFile({ db, who }, body.logo?.trim(), 'picture')
    const made = await insertApp(db, body)
    auditTarget(made.id)
    return made
  },
  update: async ({ db, who, body, auditTarget }) => {
    auditTarget(body.id)
    await refuseForeignFile({ db, who }, body.logo?.trim(), 'picture', { apps: true })
    await updateApp(db, body)
  },
  remove: ({ db, body }) => removeApps(db, body.ids),
  setStatus: ({ db, query, body }) => setAppStatus(db, body.ids, query.status ?? refuse('statusProblem')),
  codeTaken: ({ db, query }) => isAppCodeTaken(db, query.code, query.id),
  nameTaken: ({ db, query }) => isAppNameTaken(db, query.name, query.id),
  resetSecret: async ({ db, query, body, auditTarget }) => {
    auditTarget(query.id)
    return { clientSecret: await resetSecret(db, query.id, body?.endFormer ?? false) }
  },
  setSortNum: async ({ db, query, auditTarget }) => {
    auditTarget(query.id)
    await setAppSortNum(db, query)
  },
  impact: ctx => impactOf(ctx, ctx.body.ids),
})

export const appGroupFeature = feature('appGroup', appGroup, {
  list: ({ db }) => listAppGroups(db),
  save: async ({ db, body, auditTarget }) => {
    const id = await insertAppGroup(db, body)
    auditTarget(id)
    return { id }
  },
  update: async ({ db, body, auditTarget }) => {
    auditTarget(body.id)
    await updateAppGroup(db, body)
  },
  remove: ({ db, body }) => removeAppGroups(db, body.ids),
  nameTaken: ({ db, query }) => isAppGroupNameTaken(db, query.name, query.id),
  setSortNum: async ({ db, query, auditTarget }) => {
    auditTarget(query.id)
    await updateAppGroup(db, query)
  },
})
