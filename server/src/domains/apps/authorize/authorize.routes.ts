import { authorize } from '@hufu/contract/apps/authorize'
import { feature } from '../../../platform/http/turn.ts'
import { accessOf, holdSubjects, pathsOf } from '../access/access.ts'
import { exportAuthorizations } from './authorize-export.ts'
import { givenTo, listGrantable, pageAuthorizations } from './authorize.sql.ts'
import { authorizeSubjects, holdGifts, lostBy, removeAuthorizations } from './give.sql.ts'

export const authorizeFeature = feature('authorize', authorize, {
  page: ({ db, scope, kernel, query: { targetType, ...query } }) =>
    pageAuthorizations(db, { scope, keys: kernel.keys, type: targetType, filter: query }, query),
  byTarget: async turn => {
    const { targetType, targetId } = turn.query
    await holdSubjects(turn, targetType, [targetId])
    return givenTo(turn.db, targetType, targetId)
  },
  save: authorizeSubjects,
  preview: async turn => {
    await holdSubjects(turn, turn.body.targetType, turn.body.targetIds)
    await holdGifts(turn.db, turn.body.apps)
    return lostBy(turn.db, turn.body)
  },
  remove: turn => removeAuthorizations(turn, turn.body.ids),
  exportExcel: exportAuthorizations,
  grantable: ({ db, scope, who }) => listGrantable(db, scope, who.userId),
  why: async turn => {
    const { db, query } = turn
    await holdSubjects(turn, 'user', [query.userId])
    const access = await accessOf(db, { userId: query.userId, appId: query.appId })
    return { open: access !== undefined, roles: access?.roles ?? [], paths: await pathsOf(db, query.userId, query.appId) }
  },
})
