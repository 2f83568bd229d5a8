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

/** What needs somebody, in the order of its urgency. */
export const dutyKinds = [
  'locked',
  'syncBlocked',
  'scimBlocked',
  'pushHeld',
  'syncFailed',
  'pushFailed',
  'auditBroken',
  'reviewUser',
  'reviewOrg',
  'initialPassword',
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
export type DutyKind = (typeof dutyKinds)[number]

export const Duty = z.object({
  kind: z.enum(dutyKinds),
  count: z.number(),
  /** There are more than were counted. */
  isMore: z.boolean(),
  /** The first few of them. */
  names: z.array(z.string()),
  facts: z.record(z.string(), z.string()),
})
export type Duty = z.infer<typeof Duty>

/** Stations of a new installation, in the order in which they are reached. */
export const stationKeys = ['address', 'secondAdmin', 'policy', 'orgs', 'people', 'app', 'grant', 'trial', 'sms', 'backup'] as const
export type StationKey = (typeof stationKeys)[number]

const Hour = z.object({
  /** yyyy-MM-dd HH:00:00 */
  hour: z.string(),
  succeeded: z.number(),
  failed: z.number(),
  /** Those that succeeded a day before. */
  dayBefore: z.number(),
})
export type SignInHour = z.infer<typeof Hour>

export const Today = z.object({
  duties: z.array(Duty),
  /** The last 24 hours; null where the caller may not read sign-ins. */
  hours: z.array(Hour).nullable(),
  /** The last of each synchronisation task, the newest first; null where the caller may not read all of its log. */
  runs: z.array(LastRun).nullable(),
  /** null where all are reached, or the caller does not set up the system. */
  stations: z.array(z.object({ key: z.enum(stationKeys), isDone: z.boolean() })).nullable(),
})
export type Today = z.infer<typeof Today>

export const welcome = {
  /** Counters the caller may not see are null. */
  overview: get('/v3/wel/overview', { permit: menu('/wel/index'), reply: Overview }),
  /** What needs the caller today, as far as their pages and their scope reach. */
  today: get('/v3/wel/today', { permit: menu('/wel/index'), reply: Today }),
}
