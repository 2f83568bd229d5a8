import { menu } from '@hufu/contract/call'
import { timeline, type TimelineQuery } from '@hufu/contract/audit/timeline'
import { feature, type Context } from '../../../platform/http/context.ts'
import { withTimeLimit } from '../../../platform/database/db.ts'
import { timelineOf } from './timeline.ts'
import { findSubject } from './timeline-entry.ts'
import type { ObjectType } from './timeline.sql.ts'

const TIMEOUT_MS = 10_000

const show = (type: ObjectType) => (ctx: Context<TimelineQuery>) =>
  withTimeLimit(ctx.kernel.db, TIMEOUT_MS, 'logTooWide', async db => {
    const subject = { type, id: ctx.query.id, scope: ctx.scope }
    await findSubject(db, subject)
    return timelineOf(db, subject, ctx.query, ctx.who.rights.scopeOf(menu('/audit/loginLog')))
  })

export const timelineFeature = feature('timeline', timeline, {
  ofUser: show('user'),
  ofOrg: show('org'),
  ofApp: show('app'),
  ofRole: show('role'),
  ofAppRole: show('appRole'),
})
