import { z } from 'zod'
import { count, flag, id, optionalText, REMARK_MAX, text, version } from '../shapes.ts'
import { secret } from '../secret.ts'
import { fields, named } from '../text.ts'
import { syncObject } from './sync-log.ts'
import { Mapping, MappingLine } from './sync-mapping.ts'
import { sourceTypes, SyncPolicy } from './sync-options.ts'
import { runModes, runStates, VerdictSums } from './sync-run.ts'

export const syncDirection = z.enum(['in', 'out'])
/** Stands in for a stored value that is never returned; sending it back keeps the stored value. */
export const HIDDEN_VALUE = '******'
const CRON_MAX = 100
const URL_MAX = 500
const SECRET_MAX = 4000

export const SyncConfig = z.object({
  id: z.string(),
  name: z.string(),
  direction: syncDirection,
  objectType: syncObject,
  type: z.enum(sourceTypes),
  appId: z.string().nullable(),
  appName: z.string().nullable(),
  url: z.string().nullable(),
  method: z.enum(['GET', 'POST']),
  /** The names of the headers; every value is HIDDEN_VALUE. */
  headers: z.record(z.string(), z.string()),
  /** HIDDEN_VALUE if a secret is stored, else ''. */
  secret: z.string(),
  mapping: z.array(MappingLine),
  /** The part of an address that identifies the task when a source delivers a file or reports a change. */
  inboxKey: z.string(),
  /** The options of `type`; they hold no secret. */
  options: z.record(z.string(), z.unknown()),
  policy: SyncPolicy,
  cron: z.string().nullable(),
  status: z.number(),
  lastTime: z.string().nullable(),
  /** 1 done, 0 failed, 2 done in part, 3 stopped by the brake. */
  lastResult: z.number().nullable(),
  nextTime: z.string().nullable(),
  lastRunId: z.string().nullable(),
  /** A plan that waits for an administrator: stopped by the brake, or a dry run. */
  blockedRunId: z.string().nullable(),
  /** The task of the run that is reading or writing now. */
  runningTaskId: z.string().nullable(),
  /** The number of failed runs since the last successful one. */
  failCount: count,
  /** The number of open conflicts. */
  conflictCount: count,
  /** What its last run planned, users and organisations together. */
  lastCounts: VerdictSums,
  /** The last twenty runs, the newest first: how each ended and how many objects it wrote. */
  recent: z.array(z.object({ id: z.string(), mode: z.enum(runModes), state: z.enum(runStates), written: count })),
  remark: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type SyncConfig = z.infer<typeof SyncConfig>

const address = z.string().max(URL_MAX, named.tooLong(URL_MAX)).nullish()
const headers = secret(z.record(z.string().max(100), z.string().max(2000)).nullish())
const secretValue = secret(z.string().max(SECRET_MAX).nullish())
const options = z.record(z.string().max(50), z.unknown()).optional()
/** How a source is reached. */
export const connection = {
  url: address,
  method: z.enum(['GET', 'POST']).nullish(),
  headers,
  secret: secretValue,
  type: z.enum(sourceTypes).optional(),
  options,
}
export const syncDetails = {
  name: text(fields.taskName),
  direction: syncDirection,
  objectType: syncObject,
  appId: z.union([z.literal(''), id]).nullish(),
  ...connection,
  mapping: Mapping,
  policy: z.record(z.string().max(50), z.unknown()).optional(),
  cron: z.string().max(CRON_MAX).nullish(),
  remark: optionalText(REMARK_MAX),
}
export const SyncDraft = z.strictObject({ ...syncDetails, status: flag.optional() })
export type SyncDraft = z.infer<typeof SyncDraft>
/** An empty or hidden secret, and a hidden header value, keep what is stored. */
export const SyncEdit = z.strictObject({ id, ...syncDetails, version })
export type SyncEdit = z.infer<typeof SyncEdit>

export const SyncTested = z.object({
  ok: z.boolean(),
  httpStatus: z.number().nullable(),
  message: z.string(),
  /** The first three rows of each kind, masked. */
  sample: z.array(z.record(z.string(), z.unknown())),
  /** The number of rows on the first page; null if none was read. */
  count: count.nullable(),
  /** Mapped paths that were empty in all rows of the sample; often the source's account lacks a right. */
  missing: z.array(z.string()),
  /** The path at which the answer seems to state the total number of rows; null if there is none, or it was not looked for. */
  totalPath: z.string().nullable(),
})
export type SyncTested = z.infer<typeof SyncTested>
