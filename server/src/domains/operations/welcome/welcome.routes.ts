import { menu } from '@hufu/contract/call'
import { welcome } from '@hufu/contract/operations/welcome'
import { feature } from '../../../platform/http/context.ts'
import { countApps, countOnline, countOrgs, countPeople, countToday } from './welcome.sql.ts'

const people = menu('/organiz/index', '/organiz/org-list')

export const welcomeFeature = feature('welcome', welcome, {
  // Counters the caller may not see are null; so are those whose areas this version does not hold yet.
  overview: async ({ db, who, kernel }) => {
    const scope = who.rights.scopeOf(people)
    const seesOnline = who.rights.scopeOf(menu('/audit/getPage'))
    const seesLogins = who.rights.scopeOf(menu('/audit/loginLog'))
    return {
      orgCount: scope ? await countOrgs(db, scope) : null,
      userCount: scope ? await countPeople(db, scope) : null,
      appCount: who.rights.scopeOf(menu('/app/list')) ? await countApps(db) : null,
      onlineCount: seesOnline ? await countOnline(db, seesOnline, kernel.config.values.sessionMinutes) : null,
      todayLogin: seesLogins ? await countToday(db, seesLogins) : null,
      pendingOrg: null,
      pendingUser: null,
    }
  },
})
