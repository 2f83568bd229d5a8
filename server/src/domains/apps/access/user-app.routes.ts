import { userApp } from '@hufu/contract/apps/user-app'
import { feature } from '../../../platform/http/context.ts'
import { rightsOf } from './rights.ts'
import { findApps } from '../app/app.sql.ts'
import { findUser } from '../../directory/index.ts'

export const userAppFeature = feature('userApp', userApp, {
  list: async ({ db, scope, query }) => {
    await findUser(db, scope, query.userId)
    const open = new Map((await rightsOf(db, query.userId)).apps.map(row => [row.appId, row]))
    return (await findApps(db, scope, [...open.keys()])).map(row => {
      const { roles = [], source = '' } = open.get(row.id) ?? {}
      return { ...row, roles, source }
    })
  },
})
