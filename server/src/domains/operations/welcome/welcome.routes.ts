import { menu } from '@hufu/contract/call'
import { countPending, readerOf } from '../../governance/index.ts'
import { welcome } from '@hufu/contract/operations/welcome'
import { feature, type Context } from '../../../platform/http/context.ts'
import { todayOf } from './today.ts'
import { countApps, countOnline, countOrgs, countPeople, countToday } from './welcome.sql.ts'

const people = menu('/organiz/index', '/organiz/org-list')

/** The number of reviews waiting for the caller; null if the caller may not see the review page. */
async function pendingFor({ db, who }: Pick<Context, 'db' | 'who'>, objectType: 'org' | 'user'): Promise<number | null> {
  const reader = readerOf({ who }, objectType)
  return reader.scope ? (await countPending(db, reader, objectType)).mine : null
}

export const welcomeFeature = feature('welcome', welcome, {
  today: ctx => todayOf(ctx),
  // Counters the caller may not see are null.
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
      pendingOrg: await pendingFor({ db, who }, 'org'),
      pendingUser: await pendingFor({ db, who }, 'user'),
    }
  },
})
