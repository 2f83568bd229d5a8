import type { BodyOf } from '@hufu/contract/call'
import type { ObjectType, review } from '@hufu/contract/governance/review'
import { lockConfig, writeConfig } from '../../../platform/config/config.ts'
import type { Context } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { enabledFlow } from '../workflow/workflow.sql.ts'
import { examinersOf } from './decide/candidates.ts'
import { engineFor, examinerPermit } from './decide/engine.ts'
import { choosable, examinerRows } from './setting.sql.ts'
import { countPending } from './review-list.sql.ts'
import { text } from './text.ts'

const flagOf = (value: boolean) => (value ? (1 as const) : (0 as const))

export async function readSetting(ctx: Pick<Context, 'db' | 'kernel' | 'who' | 'scope' | 'traceId'>) {
  const { values } = ctx.kernel.config
  return {
    openOrgExamine: flagOf(values.openOrgExamine),
    openUserExamine: flagOf(values.openUserExamine),
    openDisableExamine: flagOf(values.openDisableExamine),
    openMoveExamine: flagOf(values.openMoveExamine),
    openResetExamine: flagOf(values.openResetExamine),
    orgExaminerIds: values.orgExaminerIds,
    userExaminerIds: values.userExaminerIds,
    org: await areaOf(ctx, 'org'),
    user: await areaOf(ctx, 'user'),
  }
}

async function areaOf(ctx: Pick<Context, 'db' | 'kernel' | 'who' | 'scope' | 'traceId'>, objectType: ObjectType) {
  const { db, who, scope } = ctx
  const flow = await enabledFlow(db, objectType)
  const { all } = await countPending(db, { userId: who.userId, isAdmin: who.rights.isAdmin, scope }, objectType)
  return {
    workflow: flow ? { id: flow.id, name: flow.name, version: flow.version } : null,
    pending: all,
    examiners: await examiners(ctx, objectType, examinersOf(ctx.kernel.config.values, objectType)),
    notReviewed: [...(objectType === 'user' ? actsNotReviewed(ctx) : []), ...text.notReviewed[objectType]],
  }
}

function actsNotReviewed({ kernel }: Pick<Context, 'kernel'>): string[] {
  const { openDisableExamine, openMoveExamine, openResetExamine } = kernel.config.values
  const { disable, move, reset } = text.unlessSwitched
  return [openDisableExamine ? text.enabling : disable, ...(openMoveExamine ? [] : [move]), ...(openResetExamine ? [] : [reset])]
}

/** The examiners, each with the reason why they cannot act, which may have arisen since they were chosen. */
async function examiners(
  ctx: Pick<Context, 'db' | 'kernel' | 'who' | 'scope' | 'traceId'>,
  objectType: ObjectType,
  ids: readonly string[],
) {
  const engine = engineFor(ctx)
  const rows = await examinerRows(ctx.db, ids)
  return Promise.all(
    rows.map(async ({ isAble, ...row }) => {
      const rights = isAble ? await engine.rightsOf(row.id) : undefined
      const problem = !isAble ? text.disabled : rights!.scopeOf(examinerPermit[objectType]) ? null : text.noPage
      return { ...row, problem }
    }),
  )
}

/** The setting takes effect on this node before the reply, on others within a second. */
export async function saveSetting(ctx: Context<undefined, BodyOf<typeof review.saveSetting>>): Promise<void> {
  const { db, body, kernel, afterCommit } = ctx
  const { openOrgExamine, openUserExamine, orgExaminerIds, userExaminerIds } = body
  await lockConfig(db)
  await refuseUnfit(ctx, 'org', openOrgExamine === 1, orgExaminerIds)
  await refuseUnfit(ctx, 'user', openUserExamine === 1, userExaminerIds)
  await writeConfig(db, {
    openOrgExamine: openOrgExamine === 1,
    openUserExamine: openUserExamine === 1,
    ...switchesIn(body),
    orgExaminerIds,
    userExaminerIds,
  })
  afterCommit(async () => {
    await kernel.config.refresh()
  })
}

/** Those of the switches of single acts that were sent. */
const switchesIn = (body: BodyOf<typeof review.saveSetting>) =>
  Object.fromEntries(
    (['openDisableExamine', 'openMoveExamine', 'openResetExamine'] as const).flatMap(key =>
      body[key] === undefined ? [] : [[key, body[key] === 1]],
    ),
  )

async function refuseUnfit(ctx: Context<undefined, unknown>, objectType: ObjectType, isOn: boolean, ids: readonly string[]): Promise<void> {
  if (isOn && ids.length === 0) refuse('examinerMissing')
  const reached = await choosable(ctx.db, ctx.scope, ids, examinersOf(ctx.kernel.config.values, objectType))
  if (reached.length < new Set(ids).size) refuse('userMissing')
  if (!isOn) return
  const found = await examiners(ctx, objectType, ids)
  const unfit = found.find(({ problem }) => problem !== null)
  if (unfit) refuse('examinerUnfit', { name: unfit.name, problem: unfit.problem })
}
