import { setTimeout as pause } from 'node:timers/promises'
import type { BodyOf } from '@hufu/contract/call'
import type { push, PushType } from '@hufu/contract/provisioning/push'
import { userFilter } from '@hufu/contract/directory/user'
import { deletedOrgsInScope, deletedUsersInScope, expectedUsers, lockOrgs } from '../../directory/index.ts'
import type { Context } from '../../../platform/http/context.ts'
import { readFilter } from '../../../platform/http/filter.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { RunningTask } from '../../../platform/tasks/running-task.ts'
import { findApps, queueByHand, manualPushResult, type ManualPush } from './manual-push.sql.ts'
import { PUSH_JOB } from './push-job.ts'
import { text } from './text.ts'

const PUSH_TASK = 'push'
const BATCH = 1000
/** Milliseconds between two looks at the results; the more pushes there are, the less often they are counted. */
const pollMs = (count: number) => Math.min(200 + count / 20, 3000)

/** Objects to push to each of the applications, or (`wanted`) single pushes to retry. */
interface PushOrder {
  objectType?: PushType
  ids?: readonly string[]
  appIds?: readonly string[]
  wanted?: readonly ManualPush[]
}
interface Cursor {
  at: number
}

export const byHandTask = (kernel: Kernel): void =>
  kernel.tasks.define<PushOrder, Cursor>({ kind: PUSH_TASK, run: task => pushByHand(kernel, task) })

/** Queues the requested pushes and waits until all have a result, except those to applications that do not answer. */
async function pushByHand(kernel: Kernel, task: RunningTask<PushOrder, Cursor>): Promise<{ message: string }> {
  const wanted = wantedOf(task.payload)
  await task.report({ stage: text.stages.queue, total: wanted.length })
  for (let at = task.cursor?.at ?? 0; at < wanted.length; at += BATCH) {
    const part = wanted.slice(at, at + BATCH)
    await task.batch({ at: at + BATCH }, {}, async db => {
      await queueByHand(db, { taskId: task.id, userId: task.ownerId }, part)
    })
  }
  await task.report({ stage: text.stages.send })
  for (;;) {
    kernel.jobs.wake(PUSH_JOB)
    const { taken, failed, waiting, stuck } = await manualPushResult(task.db, task.id)
    if (waiting === 0) return { message: text.done(taken, failed, stuck) }
    await task.report({ progress: Math.min(taken + failed, wanted.length) })
    await pause(pollMs(wanted.length))
  }
}

const wantedOf = ({ wanted = [], objectType, ids = [], appIds = [] }: PushOrder): readonly ManualPush[] =>
  objectType ? appIds.flatMap(appId => ids.map(objectId => ({ appId, objectType, objectId }))) : wanted

/** Refuses applications that do not receive objects of this type; the refusal names the first. */
async function refuseClosed(db: Db, appIds: readonly string[], objectType: PushType): Promise<string[]> {
  const wanted = [...new Set(appIds)]
  const apps = await findApps(db, wanted)
  if (apps.length < wanted.length) refuse('appMissing')
  const closed = apps.find(({ isOpen, pushObject }) => !isOpen || (pushObject !== objectType && pushObject !== 'all'))
  if (closed) refuse('pushNotOpen', { app: closed.name, objectType: closed.isOpen ? objectType : undefined })
  return wanted
}

export type Starting = Pick<Context, 'db' | 'who' | 'kernel' | 'auditTarget' | 'afterCommit'>

async function startPush({ db, who, kernel, auditTarget, afterCommit }: Starting, order: PushOrder): Promise<string> {
  const taskId = await kernel.tasks.start(db, who, PUSH_TASK, order)
  auditTarget(taskId, 'task')
  afterCommit(() => kernel.tasks.wake())
  return taskId
}

export async function pushUsers(ctx: Context<unknown, BodyOf<typeof push.users>>): Promise<string> {
  const { userIds, query, expected } = ctx.body
  const appIds = await refuseClosed(ctx.db, ctx.body.appIds, 'user')
  const isNamed = userIds !== null && userIds !== undefined && userIds.length > 0
  const filter = !isNamed && query ? readFilter(userFilter, query) : undefined
  const ids = await expectedUsers(ctx.db, ctx, { ids: userIds, filter, expected })
  return startPush(ctx, { objectType: 'user', ids, appIds })
}

export async function pushDeletedUsers(ctx: Context<unknown, BodyOf<typeof push.deletedUsers>>): Promise<string> {
  const appIds = await refuseClosed(ctx.db, ctx.body.appIds, 'user')
  const ids = await deletedUsersInScope(ctx.db, ctx.scope, ctx.body.userIds)
  return startPush(ctx, { objectType: 'user', ids, appIds })
}

export async function pushOrgs(ctx: Context<unknown, BodyOf<typeof push.orgs>>): Promise<string> {
  const appIds = await refuseClosed(ctx.db, ctx.body.appIds, 'org')
  const ids = [...new Set(ctx.body.orgIds)]
  await lockOrgs(ctx.db, ctx.scope, ids)
  return startPush(ctx, { objectType: 'org', ids, appIds })
}

export async function pushDeletedOrgs(ctx: Context<unknown, BodyOf<typeof push.deletedOrgs>>): Promise<string> {
  const appIds = await refuseClosed(ctx.db, ctx.body.appIds, 'org')
  const ids = await deletedOrgsInScope(ctx.db, ctx.scope, ctx.body.orgIds)
  return startPush(ctx, { objectType: 'org', ids, appIds })
}

interface FailedPush {
  id: string
  appId: string | null
  objectType: PushType | 'all'
  objectId: string | null
  attempt: number
}

/** Pushes the objects of failed rows again in their present state. Of several rows for one object, the first counts. */
export async function retryPushes(ctx: Starting, rows: readonly FailedPush[]): Promise<string> {
  const pushes = new Map<string, ManualPush>()
  for (const { id, appId, objectType, objectId, attempt } of rows) {
    if (appId === null || objectId === null || objectType === 'all') continue
    const key = `${appId} ${objectType} ${objectId}`
    if (!pushes.has(key)) pushes.set(key, { appId, objectType, objectId, retryOf: id, attempt: attempt + 1 })
  }
  for (const [objectType, of] of Map.groupBy(pushes.values(), one => one.objectType))
    await refuseClosed(ctx.db, of.map(({ appId }) => appId), objectType) // prettier-ignore
  return startPush(ctx, { wanted: [...pushes.values()] })
}
