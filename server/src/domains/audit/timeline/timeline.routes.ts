import { menu } from '@hufu/contract/call'
import { timeline, type TimelineQuery } from '@hufu/contract/audit/timeline'
import { feature, type Context } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { withTimeLimit } from '../../../platform/database/db.ts'
import { timelineOf } from './timeline.ts'
import { isInScope, type ObjectType } from './timeline.sql.ts'

const TIMEOUT_MS = 10_000
const missing = { user: 'userMissing', org: 'orgMissing', app: 'appMissing', role: 'roleMissing', appRole: 'appRoleMissing' } as const

const show = (type: ObjectType) => (ctx: Context<TimelineQuery>) =>
  withTimeLimit(ctx.kernel.db, TIMEOUT_MS, 'logTooWide', async db => {
    const subject = { type, id: ctx.query.id, scope: ctx.scope }
    if (!(await isInScope(db, subject))) refuse(missing[type])
    return timelineOf(db, subject, ctx.query, ctx.who.rights.scopeOf(menu('/audit/loginLog')))
  })

export const timelineFeature = feature('timeline', timeline, {
  ofUser: show('user'),
  ofOrg: show('org'),
  ofApp: show('app'),
  ofRole: show('role'),
  ofAppRole: show('appRole'),
})
