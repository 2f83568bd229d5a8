import { review, type ObjectType } from '@hufu/contract/governance/review'
import type { Permit } from '@hufu/contract/call'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { feature, type Context } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { saveDeputy } from './decide/deputy.ts'
import { deleteDeputies, ownDeputies, pageDeputies } from './decide/deputy.sql.ts'
import { addSign, candidatesFor, reassign, remind } from './decide/hand-over.ts'
import { reviewStats } from './stats.sql.ts'
import { isValueHeld, outlookOf } from './outlook.ts'
import { readFullRequest } from './review-read.ts'
import { countPending, findRequest, kindOf, pageOwn, pageRequests, pendingAmong, type Reader } from './review-list.sql.ts'
import { readSetting, saveSetting } from './setting.ts'
import { voteOn } from './decide/vote.ts'
import { withdraw } from './decide/withdraw.ts'

const pages: Record<ObjectType, Permit> = { user: review.pageUser.permit, org: review.pageOrg.permit }

/** The caller's view of requests of one kind. */
export const readerOf = ({ who }: Pick<Context, 'who'>, objectType: ObjectType): Reader => ({
  userId: who.userId,
  isAdmin: who.rights.isAdmin,
  scope: who.rights.scopeOf(pages[objectType]),
})
const ownReader = ({ who }: Pick<Context, 'who'>): Reader => ({ userId: who.userId, isAdmin: false, scope: undefined })

export const reviewFeature = feature('review', review, {
  pageOrg: ctx => pageRequests(ctx.db, readerOf(ctx, 'org'), 'org', ctx.query),
  pageUser: ctx => pageRequests(ctx.db, readerOf(ctx, 'user'), 'user', ctx.query),
  byId: async ctx => {
    const reader = readerOf(ctx, await kindOf(ctx.db, ctx.query.id))
    if (!reader.scope) refuse('examineMissing')
    return readFullRequest(ctx, reader, (await findRequest(ctx.db, reader, ctx.query.id)) ?? refuse('examineMissing'))
  },
  pass: ctx => voteOn(ctx, 'pass'),
  reject: ctx => voteOn(ctx, 'reject'),
  withdraw,
  reassign,
  addSign,
  remind,
  candidates: candidatesFor,
  count: async ctx => {
    const ofOrgs = await countPending(ctx.db, readerOf(ctx, 'org'), 'org')
    const ofUsers = await countPending(ctx.db, readerOf(ctx, 'user'), 'user')
    return { org: ofOrgs.mine, user: ofUsers.mine, allOrg: ofOrgs.all, allUser: ofUsers.all }
  },
  setting: ctx => readSetting(ctx),
  saveSetting: async ctx => {
    await saveSetting(ctx)
  },
  pageOwn: ctx => pageOwn(ctx.db, ownReader(ctx), ctx.query),
  own: async ctx => {
    const reader = ownReader(ctx)
    const found = await readFullRequest(ctx, reader, (await findRequest(ctx.db, reader, ctx.query.id)) ?? refuse('examineMissing'))
    // Users with a copy may read it, but not submit it again.
    return found.applyUserId === ctx.who.userId ? found : { ...found, form: null }
  },
  outlook: outlookOf,
  valueHeld: isValueHeld,
  pendingAmong: ({ db, who, query }) => {
    const scope = who.rights.scopeOf(query.objectType === 'user' ? user.page.permit : org.page.permit)
    return scope && query.ids ? pendingAmong(db, scope, who.userId, query.objectType, query.ids) : []
  },
  deputies: ({ db, who }) => ownDeputies(db, who.userId),
  saveDeputy: async ctx => ({ id: await saveDeputy(ctx) }),
  pageDeputies: ({ db, scope, query }) => pageDeputies(db, scope, query),
  removeDeputy: ({ db, who, body }) => deleteDeputies(db, who.userId, body.ids),
  stats: ({ db, scope, query }) => reviewStats(db, scope, query),
})
