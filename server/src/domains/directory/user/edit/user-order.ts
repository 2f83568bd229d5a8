import type { user } from '@hufu/contract/directory/user'
import { reorder, putAt, putFirst, putLast, type Ranks } from '../../../../platform/database/sort-order.ts'
import type { Context, Handlers } from '../../../../platform/http/context.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { lockOrgs } from '../../org/org-write.sql.ts'
import { setMainSortNum } from './bulk.sql.ts'
import { hasJobIn } from '../list/user-read.sql.ts'
import { lockUser } from './user-write.sql.ts'

/** The order of an organisation in scope in which the user is listed. */
async function place({ db, scope }: Pick<Context, 'db' | 'scope'>, orgId: string, userId?: string): Promise<Ranks> {
  await lockOrgs(db, scope, [orgId])
  if (userId !== undefined && !(await hasJobIn(db, userId, orgId))) refuse('userMissing')
  return { table: 'job', key: 'user_id', owner: 'org_id', ownerId: orgId }
}

type Calls = Pick<typeof user, 'sortTop' | 'sortBottom' | 'sortDrag' | 'sortMove' | 'setSortNum'>

/** The calls that set the order of users within an organisation. */
export const userOrder: Handlers<Calls> = {
  sortTop: async ctx => {
    await putFirst(ctx.db, await place(ctx, ctx.query.orgId, ctx.query.userId), ctx.query.userId)
  },
  sortBottom: async ctx => {
    await putLast(ctx.db, await place(ctx, ctx.query.orgId, ctx.query.userId), ctx.query.userId)
  },
  sortDrag: async ctx => {
    await reorder(ctx.db, await place(ctx, ctx.query.orgId), ctx.body)
  },
  sortMove: async ctx => {
    await putAt(ctx.db, await place(ctx, ctx.query.orgId, ctx.query.userId), ctx.query.userId, ctx.query.sortNum)
  },
  setSortNum: async ctx => {
    await lockUser(ctx, ctx.query.userId)
    await setMainSortNum(ctx.db, ctx.scope, ctx.query.userId, ctx.query.sortNum)
  },
}
