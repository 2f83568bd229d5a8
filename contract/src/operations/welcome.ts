import { z } from 'zod'
import { get, menu } from '../call.ts'
import { LastRun } from '../provisioning/sync-run.ts'

const counter = z.number().nullable()
export const Overview = z.object({
  orgCount: counter,
  userCount: counter,
  appCount: counter,
  onlineCount: counter,
  todayLogin: counter,
  pendingOrg: counter,
  pendingUser: counter,
})
export type Overview = z.infer<typeof Overview>

/** The kinds of to-dos, in order of urgency. */
export const todoKinds = [
  'locked',
  'syncBlocked',
  'scimBlocked',
  'pushHeld',
  'syncFailed',
  'pushFailed',
  'auditBroken',
  'reviewUser',
  'reviewOrg',
  'loginNameConflict',
  'initialPassword',
  'initialPasswordWeak',
  'passwordless',
  'appUngranted',
  'grantEnding',
  'secretEnding',
  'appWaiting',
  'samlProposal',
  'samlMetadata',
  'samlCertificate',
  'samlKey',
  'authorityEnding',
  'backupFailed',
  'backupNever',
  'backupOld',
  'auditUnchecked',
] as const
export type TodoKind = (typeof todoKinds)[number]

export const Todo = z.object({
  kind: z.enum(todoKinds),
  count: z.number(),
  /** There are more than were counted. */
  isMore: z.boolean(),
  /** The first few of them. */
  names: z.array(z.string()),
  facts: z.record(z.string(), z.string()),
})
export type Todo = z.infer<typeof Todo>

/** The setup steps of a new installation, in their usual order. */
export const stationKeys = ['address', 'secondAdmin', 'policy', 'orgs', 'people', 'app', 'grant', 'trial', 'sms', 'backup'] as const
export type StationKey = (typeof stationKeys)[number]

const Hour = z.object({
  /** yyyy-MM-dd HH:00:00 */
  hour: z.string(),
  succeeded: z.number(),
  failed: z.number(),
  /** Successful ones in the same hour a day before. */
  dayBefore: z.number(),
})
export type SignInHour = z.infer<typeof Hour>

export const Today = z.object({
  duties: z.array(Todo),
  /** The last 24 hours; null if the caller may not read sign-ins. */
  hours: z.array(Hour).nullable(),
  /** The last run of each synchronisation task, newest first; null if the caller may not read all of its log. */
  runs: z.array(LastRun).nullable(),
  /** null if all are done, or the caller does not set up the system. */
  stations: z.array(z.object({ key: z.enum(stationKeys), isDone: z.boolean() })).nullable(),
})
export type Today = z.infer<typeof Today>

export const welcome = {
  /** Counters the caller may not see are null. */
  overview: get('/v3/wel/overview', { permit: menu('/wel/index'), reply: Overview }),
  /** The caller's to-dos, by their pages and scope. */
  today: get('/v3/wel/today', { permit: menu('/wel/index'), reply: Today }),
}
