import { ownApp } from '@hufu/contract/apps/own-app'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature } from '../../../platform/http/context.ts'
import { accessOf } from '../access/access.ts'
import { chooseJob, jobsOf } from './acting-job.sql.ts'
import { listOwnApps } from './own-app.sql.ts'
import { startUrlOf } from './start-url.ts'

export const ownAppFeature = feature('ownApp', ownApp, {
  list: async ({ db, who }) => ({
    apps: (await listOwnApps(db, who.userId, who.sessionId)).map(({ protocol, homeUrl, redirectUris, ...row }) => ({
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
