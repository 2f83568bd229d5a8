import { push } from '@hufu/contract/provisioning/push'
import { feature } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { dryRun, startAlign } from './align.ts'
import { appsFor } from './manual-push.sql.ts'
import { pushDeletedOrgs, pushDeletedUsers, pushOrgs, pushUsers } from './manual-push.ts'
import { PUSH_JOB } from './push-job.ts'
import { release, stateOf } from './release.ts'
import { setPushSettings } from './state.sql.ts'

export const pushFeature = feature('push', push, {
  users: pushUsers,
  deletedUsers: pushDeletedUsers,
  orgs: pushOrgs,
  deletedOrgs: pushDeletedOrgs,
  listApp: ({ db, query }) => appsFor(db, query.objectType),
  state: async ({ db, query, who, scope }) => ({ ...(await stateOf(db, query.appId, who.userId)), mayDryRun: scope.all }),
  updateSetting: ({ db, body: { appId, ...manner }, auditTarget }) => {
    auditTarget(appId)
    return setPushSettings(db, appId, manner)
  },
  // The result covers all organisations, so callers with a limited scope may see neither names nor numbers.
  dryRun: ({ kernel, scope, query }) => (scope.all ? dryRun(kernel, query.appId) : refuse('forbidden')),
  align: ctx => startAlign(ctx, ctx.body.appId),
  release: async ({ db, body: { appId, reason }, who, kernel, auditTarget, afterCommit }) => {
    auditTarget(appId)
    afterCommit(() => kernel.jobs.wake(PUSH_JOB))
    return release(db, appId, { userId: who.userId, reason: reason?.trim() ?? '' })
  },
})
