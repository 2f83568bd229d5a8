import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { confirmationClock } from './domains/operations/config/pending-confirmation.ts'
import { cleanByTask, CLEAN, type CleanCursor, type CleanOrder } from './domains/operations/data-clean/clean.ts'
import { nodeBeat } from './domains/operations/devops/node-beat.ts'
import { quartzClock } from './domains/operations/quartz/clock.ts'
import { appUserTasks } from './domains/apps/app-user/app-user-export.ts'
import { authorizeTasks } from './domains/apps/authorize/authorize-export.ts'
import { auditTasks } from './domains/audit/audit/audit.tasks.ts'
import { keepCheckpoints } from './domains/audit/audit/checkpoint.ts'
import { freeTargets } from './domains/provisioning/push/push-queue.sql.ts'
import { pushJobs } from './domains/provisioning/push/push-job.ts'
import { pushTasks } from './domains/provisioning/push/push.ts'
import { syncLogTasks } from './domains/provisioning/sync-log/sync-log.tasks.ts'
import { reviewClock } from './domains/governance/review/change/recheck.ts'
import { checkGiven } from './domains/apps/giving/giving.ts'
import { delegationTasks } from './domains/permission/delegated-admin/delegation-export.ts'
import { importTasks } from './sheets/import.tasks.ts'
import { loginLogTasks } from './domains/audit/login-log/login-log.tasks.ts'
import { orgTasks } from './domains/directory/org/org.tasks.ts'
import { keepMembers, ruleTasks } from './domains/directory/rule/rule.tasks.ts'
import { fillLoginPhones } from './domains/directory/user/edit/login-phone.ts'
import { hashPending } from './domains/directory/user/password/pending-password.ts'
import { sendMails } from './domains/messages/mail/mail-job.ts'
import { smsTasks } from './domains/messages/sms/sms-export.ts'
import { sendQueued } from './domains/messages/sms/sms-job.ts'
import { userTasks } from './domains/directory/user/user.tasks.ts'
import { counterComparison } from './platform/database/counters.sql.ts'
import { growingTablesJob } from './platform/database/statistics.ts'
import type { JobKind, PeriodicJob } from './platform/jobs/jobs.ts'
import type { Kernel } from './platform/kernel.ts'
import { refreshSamlMetadata } from './domains/federation/saml/metadata/metadata-job.ts'
import { renewSamlKey } from './domains/federation/saml/keys/key-job.ts'
import { samlLogoutJob } from './domains/federation/saml/logout/logout-job.ts'
import { stoppedClientReminder } from './domains/federation/scim/limits/stop.ts'
import { casLogoutJob } from './domains/federation/cas/logout-job.ts'
import { notifyTaskEnd } from './domains/messages/inbox/inbox.sql.ts'
import { syncTasks } from './domains/provisioning/sync/run/run.ts'
import { syncClock } from './domains/provisioning/sync/run/start.ts'
import { cleanProtocols } from './domains/federation/protocol/clean.ts'
import { rotateSigningKeys } from './domains/federation/oidc/keys/signing-key-job.ts'
import { logoutJob } from './domains/federation/oidc/logout/logout-job.ts'
import { quietLog } from './platform/database/quiet-log.ts'

/** Task kinds of every feature. */
export function defineTasks(kernel: Kernel): void {
  appUserTasks(kernel)
  auditTasks(kernel)
  authorizeTasks(kernel)
  kernel.tasks.onEnd(notifyTaskEnd)
  kernel.tasks.define<CleanOrder, CleanCursor>({ kind: CLEAN, run: task => cleanByTask(kernel, task) })
  delegationTasks(kernel)
  importTasks(kernel, checkGiven)
  loginLogTasks(kernel)
  orgTasks(kernel)
  pushTasks(kernel)
  ruleTasks(kernel)
  smsTasks(kernel)
  syncLogTasks(kernel)
  syncTasks(kernel, checkGiven)
  userTasks(kernel)
}

/** The background jobs of every node. */
export const jobKinds = (kernel: Kernel, log: FastifyBaseLogger): JobKind[] => [
  kernel.tasks.job,
  housekeeping(kernel),
  counterComparison(kernel, log),
  sweepFiles(kernel),
  hashPending(kernel),
  fillLoginPhones(kernel),
  keepMembers(kernel),
  confirmationClock(kernel),
  keepCheckpoints(kernel),
  sendQueued(kernel, log),
  sendMails(kernel, log),
  logoutJob(kernel, log),
  casLogoutJob(kernel, log),
  samlLogoutJob(kernel, log),
  refreshSamlMetadata(kernel, log),
  cleanProtocols(kernel),
  quartzClock(kernel, log),
  rotateSigningKeys(kernel),
  renewSamlKey(kernel),
  stoppedClientReminder(kernel),
  reviewClock(kernel),
  ...pushJobs(kernel),
  syncClock(kernel),
  nodeBeat(kernel),
  growingTablesJob(kernel.db),
]

/** Starts the background jobs; no request waits for them. `isAlone`: no other node can use this database. */
export async function startBackground(kernel: Kernel, log: FastifyBaseLogger, { isAlone }: { isAlone: boolean }): Promise<void> {
  kernel.pulse.start()
  if (isAlone) await kernel.tasks.freeInterrupted()
  if (isAlone) await freeTargets(kernel.db)
  await kernel.jobs.start(jobKinds(kernel, quietLog(log, kernel.pulse)))
}

const PLAN_DAYS = 7

/** Once a day, marks files that nothing refers to any more as temporary; the next cleaning deletes them. */
const sweepFiles = ({ db }: Kernel): PeriodicJob => ({
  name: 'sweep-files',
  period: { every: 'day', at: '03:41' },
  run: async () => {
    await sql`update file f set temporary = true where not temporary and not exists (
      select 1 from file_use u where u.file_id = f.id and u.keeps)`.execute(db)
  },
})

/** Runs every minute and cannot be paused, because safety depends on it. Only scheduled jobs can be paused. */
const housekeeping = ({ db }: Kernel): PeriodicJob => ({
  name: 'housekeeping',
  period: { every: 'minute' },
  run: async () => {
    await sql`call fold_org_tally()`.execute(db)
    await sql`call fold_label_tally()`.execute(db)
    await sql`call fold_gram_tally()`.execute(db)
    await sql`call fold_login_tally()`.execute(db)
    await sql`delete from captcha where expires_at < now()`.execute(db)
    await sql`delete from one_time where expires_at < now()`.execute(db)
    // Kept for a while after it expires, so that a caller who asks again learns that it has expired.
    await sql`delete from scan_login where expires_at < now() - interval '10 minutes'`.execute(db)
    await sql`delete from acting_job c where create_time < now() - interval '31 days' and not exists (
      select 1 from session s where s.id = c.session_id)`.execute(db)
    await sql`delete from email_code where expires_at < now()`.execute(db)
    await sql`delete from mail where create_time < now() - interval '1 hour'`.execute(db)
    await sql`delete from sms_code where expires_at < now()`.execute(db)
    await sql`delete from limit_count where window_end < now()`.execute(db)
    await sql`delete from open_try where begin_time < now() - interval '1 hour'`.execute(db)
    await sql`delete from inbox where create_time < now() - interval '90 days'`.execute(db)
    await sql`delete from quartz_log where begin_time < now() - interval '90 days' and result is not null`.execute(db)
    await sql`delete from remembered_device where expires_at < now()`.execute(db)
    await sql`delete from import_plan p where (create_time < now() - interval '1 hour' and done_at is null
      or create_time < now() - ${sql.lit(PLAN_DAYS)} * interval '1 day')
      and not exists (select 1 from async_task t where t.id = p.task_id and t.status in ('WAIT', 'RUNNING'))`.execute(db)
    await sql`delete from history_kept where until < now()`.execute(db)
  },
})
