import { diagnosis } from '@hufu/contract/federation/diagnosis'
import { feature } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { explain } from './diagnosis.ts'
import { attemptOf, findAskedApp, findAskedPerson, lastAddressOf, listAskedApps } from './diagnosis.sql.ts'

export const diagnosisFeature = feature('diagnosis', diagnosis, {
  explain: async ({ db, kernel, scope, query }) => {
    const attempt = query.trace === undefined ? undefined : ((await attemptOf(db, scope, query.trace)) ?? refuse('traceMissing'))
    const userId = query.userId ?? attempt?.userId ?? refuse('userMissing')
    const appId = query.appId ?? attempt?.appId
    const person = (await findAskedPerson(db, scope, userId)) ?? refuse('userMissing')
    const app = appId ? ((await findAskedApp(db, appId)) ?? refuse('appMissing')) : undefined
    const ip = query.ip ?? attempt?.ip ?? (await lastAddressOf(db, person.id))
    return { ...(await explain({ kernel, scope, person, app, ip })), time: attempt?.time ?? null }
  },
  apps: ({ db, query }) => listAskedApps(db, query.searchKey),
})
