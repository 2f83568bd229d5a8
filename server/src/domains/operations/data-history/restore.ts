import { refusals } from '@hufu/contract/refusals'
import type { BodyOf } from '@hufu/contract/call'
import type { menus } from '@hufu/contract/permission/menu'
import type { role } from '@hufu/contract/permission/role'
import { tryOut } from '../../../platform/database/db.ts'
import { refusedFrom } from '../../../platform/http/errors.ts'
import { callWithin } from '../../../platform/http/inner-call.ts'
import { refuse, sentenceOf } from '../../../platform/http/refuse.ts'
import type { Context } from '../../../platform/http/context.ts'
import { insertRole, saveMenu } from '../../permission/index.ts'
import type { Found } from './history-list.sql.ts'
import type { Row } from './nouns.ts'
import { planOf, type No, type Plan, type Step } from './plan.ts'

/** Takes an entry back through the calls of its noun; whatever they refuse is refused. */
export async function restore(ctx: Context, entry: Found): Promise<void> {
  const plan = await planOf(ctx.db, entry)
  if ('refusal' in plan) return refuse(plan.refusal, plan.detail)
  for (const step of plan.steps) await carryOut(ctx, step)
}

async function carryOut(ctx: Context, step: Step): Promise<void> {
  if ('again' in step) {
    await (step.again === 'role' ? returnRole(ctx, step.row) : returnMenu(ctx, step.row))
    ctx.afterCommit(() => ctx.kernel.sessions.forget())
    return
  }
  await callWithin(ctx, step.name === 'user.update' ? { ...step, body: await withJobs(ctx, step.body) } : step)
}

/** An edit of a user tells all jobs; they stay. */
async function withJobs(ctx: Context, body: unknown): Promise<unknown> {
  const { jobs } = (await callWithin(ctx, { name: 'user.byId', query: { id: (body as { id: string }).id } })) as {
    jobs: Record<string, unknown>[]
  }
  const kept = ['orgId', 'jobType', 'rankId', 'positionalTitlesId', 'positionId', 'stationId', 'sortNum']
  return { ...(body as object), jobs: jobs.map(job => Object.fromEntries(kept.map(name => [name, job[name]]))) }
}

const returnRole = ({ db }: Context, { id, name, code, status, remark, second_factor }: Row) =>
  insertRole(db, { name, code, status, remark, ...(second_factor ? { secondFactor: second_factor } : {}) } as BodyOf<typeof role.save>, id as string) // prettier-ignore

const returnMenu = ({ db }: Context, row: Row) =>
  saveMenu(
    db,
    {
      id: row.id,
      parentId: row.parent_id,
      name: row.name,
      menu_uri: row.menu_uri,
      menu_icon: row.menu_icon,
      type: row.type,
      mark: row.mark,
      status: row.status,
      sortNum: row.sort_num,
      hsaAuthGradeShow: row.hsa_auth_grade_show,
    } as BodyOf<typeof menus.save>,
    true,
  )

/** What it would do; where it would be refused, the sentence of the refusal. It is tried out and taken back at once. */
export async function preview(
  ctx: Context,
  entry: Found,
): Promise<(Plan & { refusal?: undefined }) | (Pick<No, 'fields' | 'left'> & { refusal: string })> {
  const plan = await planOf(ctx.kernel.db, entry)
  if ('refusal' in plan) return { fields: plan.fields, left: plan.left, refusal: sentenceOf(refusals[plan.refusal], plan.detail ?? {}) }
  // What the audit administrator may not do themselves is for the security administrator to be refused.
  if (!ctx.who.rights.isAdmin) return plan
  try {
    const actor = { userId: ctx.who.userId, sessionId: ctx.who.sessionId, traceId: ctx.traceId }
    await tryOut(ctx.kernel.db, actor, async db => {
      for (const step of plan.steps) await carryOut({ ...ctx, db, afterCommit: () => undefined }, step)
    })
    return plan
  } catch (error) {
    const refused = refusedFrom(error)
    if (!refused) throw error
    return { fields: plan.fields, left: plan.left, refusal: sentenceOf(refused.refusal, refused.detail) }
  }
}
