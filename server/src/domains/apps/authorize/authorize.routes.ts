import { authorize, type Why } from '@hufu/contract/apps/authorize'
import { feature } from '../../../platform/http/context.ts'
import { accountBlockerOf } from '../../sign-in/index.ts'
import { accessOf, pathsOf } from '../access/paths.sql.ts'
import { lockSubjects } from '../access/subjects.ts'
import { exportAuthorizations } from './authorize-export.ts'
import { grantsOfSubject, listGrantable, pageAuthorizations } from './authorize.sql.ts'
import { authorizeSubjects, lockAppGrants, lostBy, removeAuthorizations } from './give.sql.ts'

export const authorizeFeature = feature('authorize', authorize, {
  page: ({ db, scope, kernel, query: { targetType, ...query } }) =>
    pageAuthorizations(db, { scope, keys: kernel.keys, type: targetType, filter: query }, query),
  byTarget: async ctx => {
    const { targetType, targetId } = ctx.query
    await lockSubjects(ctx, targetType, [targetId])
    return grantsOfSubject(ctx.db, targetType, targetId)
  },
  save: authorizeSubjects,
  preview: async ctx => {
    await lockSubjects(ctx, ctx.body.targetType, ctx.body.targetIds)
    await lockAppGrants(ctx.db, ctx.body.apps)
    return lostBy(ctx.db, ctx.body)
  },
  remove: ctx => removeAuthorizations(ctx, ctx.body.ids),
  exportExcel: exportAuthorizations,
  grantable: ({ db, scope, who }) => listGrantable(db, scope, who.userId),
  why: async ctx => {
    const { db, query } = ctx
    await lockSubjects(ctx, 'user', [query.userId])
    const access = await accessOf(db, { userId: query.userId, appId: query.appId })
    const account: Why['account'] = (await accountBlockerOf(db, query.userId))?.blocker ?? ''
    return {
      open: access !== undefined && account === '',
      account,
      roles: access?.roles ?? [],
      paths: await pathsOf(db, query.userId, query.appId),
    }
  },
})
