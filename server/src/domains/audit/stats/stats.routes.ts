import { stats } from '@hufu/contract/audit/stats'
import { feature } from '../../../platform/http/context.ts'
import { currentLanguage } from '../../../platform/http/language.ts'
import { reasonIn } from '../login-log/explanation.ts'
import { appVisits } from './visits.sql.ts'
import { countFigures, countLocked } from './figures.sql.ts'
import { activeUsers, failReasons, loginDays, loginHours, loginTypes } from './logins.sql.ts'
import { orgLogins, orgPeople } from './orgs.sql.ts'

export const statsFeature = feature('stats', stats, {
  overview: ({ db, scope, kernel }) => countFigures(db, scope, kernel.config.values.sessionMinutes),
  loginTrend: ({ db, scope, query }) => loginDays(db, scope, query),
  loginType: ({ db, scope, query }) => loginTypes(db, scope, query),
  appVisit: ({ db, scope, query }) => appVisits(db, scope, query),
  orgUser: ({ db, scope, query }) => orgPeople(db, scope, query.parentId),
  orgLogin: ({ db, scope, query }) => orgLogins(db, scope, query),
  failReason: async ({ db, scope, query }) => {
    const reasons = await failReasons(db, scope, query)
    return reasons.map(({ reason, count }) => ({ reason: reasonIn(currentLanguage(), reason), count }))
  },
  loginHours: ({ db, scope, query }) => loginHours(db, scope, query),
  activeUser: ({ db, scope, query }) => activeUsers(db, scope, query),
  lockedUser: async ({ db, scope }) => ({ count: await countLocked(db, scope) }),
})
