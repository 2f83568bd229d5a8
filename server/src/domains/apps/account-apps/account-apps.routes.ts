import { accountApps } from '@hufu/contract/apps/account-apps'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature } from '../../../platform/http/context.ts'
import { accessOf } from '../access/paths.sql.ts'
import { chooseJob, jobsOf } from './acting-job.sql.ts'
import { listAccountApps } from './account-apps.sql.ts'
import { startUrlOf } from './start-url.ts'

export const accountAppsFeature = feature('ownApp', accountApps, {
  list: async ({ db, who }) => ({
    apps: (await listAccountApps(db, who.userId, who.sessionId)).map(({ protocol, homeUrl, redirectUris, ...row }) => ({
      ...row,
      startUrl: startUrlOf({ protocol, homeUrl, redirectUris }),
    })),
    jobs: (await jobsOf(db, who.userId)).map(({ id, orgName, isMain, post, duty }) => ({ id, orgName, isMain, post, duty })),
  }),
  chooseJob: async ({ db, who, body, auditTarget }) => {
    const { appId, jobId } = body
    auditTarget(appId)
    if (!(await accessOf(db, { userId: who.userId, appId }))) refuse('appMissing')
    if (!(await chooseJob(db, who.userId, { appId, sessionId: who.sessionId }, jobId))) refuse('jobMissing')
  },
})
