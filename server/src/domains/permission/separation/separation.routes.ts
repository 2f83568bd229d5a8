import { separation } from '@hufu/contract/permission/separation'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature, invalidatingRights, type Context } from '../../../platform/http/context.ts'
import { matrixSheet } from './matrix.ts'
import { voteForSeparation, appoint, dismiss, isSeparated, stateFor, withdraw } from './separation.sql.ts'

type Caller = Pick<Context, 'db' | 'who'>

/**
 * Before separation is in force super administrators appoint holders of segregated roles, afterwards the security administrator.
 */
const mayAppoint = async ({ db, who }: Caller) =>
  who.rights.isAdmin || (who.rights.segregatedRole === 'security' && (await isSeparated(db)))

async function refuseUnlessMayAppoint(ctx: Caller, userIds: readonly string[]): Promise<void> {
  if (!(await mayAppoint(ctx))) refuse('forbidden')
  if (userIds.includes(ctx.who.userId)) refuse('dutyOfOneself')
}

async function stateOf(ctx: Caller) {
  const { segregatedRole, isAdmin, scopeOf } = ctx.who.rights
  const concerned = isAdmin || segregatedRole !== undefined || scopeOf(separation.appoint.permit)?.all === true
  return concerned ? stateFor(ctx.db, { mine: segregatedRole ?? null, mayAppoint: await mayAppoint(ctx) }) : null
}

export const separationFeature = feature('separation', separation, {
  state: stateOf,
  appoint: invalidatingRights(async ctx => {
    await refuseUnlessMayAppoint(ctx, ctx.body.userIds)
    return appoint(ctx.db, ctx.body.duty, ctx.body.userIds)
  }),
  dismiss: invalidatingRights(async ctx => {
    await refuseUnlessMayAppoint(ctx, ctx.body.userIds)
    return dismiss(ctx.db, ctx.body.userIds)
  }),
  agree: invalidatingRights(async ctx => {
    await voteForSeparation(ctx.db, ctx.who.userId, ctx.body.wish)
    return stateOf(ctx)
  }),
  withdraw: async ({ db, who }) => {
    await withdraw(db, who.userId)
  },
  matrix: ({ kernel }) => matrixSheet(kernel.rights),
})
