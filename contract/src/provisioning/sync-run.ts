import { z } from 'zod'
import { count } from '../shapes.ts'
import { syncText } from './sync-text.ts'

/**
 * `plan` writes nothing. `delta` reads what has changed, `one` reads one object; neither can conclude that an object is gone.
 * `relink` gives links the ids of another field and changes no object.
 */
export const runModes = ['plan', 'full', 'delta', 'one', 'relink'] as const
/** The modes an administrator may start. */
export const askedModes = ['plan', 'full', 'delta', 'one'] as const
export type RunMode = (typeof runModes)[number]

/**
 * `planned`: a dry run that waits for an administrator. `blocked`: stopped by the brake. `replaced`: a newer plan took its place.
 * `lapsed`: blocked for seven days without a decision, which also disables the task.
 * `part`: written, but source and Hufu do not fully agree afterwards.
 */
export const runStates = [
  'reading', 'planned', 'blocked', 'replaced', 'discarded', 'lapsed', 'released', 'writing', 'done', 'part', 'failed', 'cancelled',
] as const // prettier-ignore
export type RunState = (typeof runStates)[number]

/** The verdict on an object of the source, or on one the source no longer has. */
export const verdicts = ['new', 'changed', 'unchanged', 'gone', 'back', 'conflict', 'refused', 'ignored'] as const
export type SyncVerdict = (typeof verdicts)[number]
/** The name of a verdict in a run. In a `relink` run, an object without a row is kept, not gone. */
export const verdictName = (verdict: SyncVerdict, mode: RunMode | undefined): string =>
  verdict === 'gone' && mode === 'relink' ? syncText.kept : syncText.verdict[verdict]
/** The number of objects by verdict; 0 for a verdict without objects. */
export const VerdictCounts = z.record(z.enum(verdicts), count)
/** The same for users and organisations together; verdicts without objects are absent. */
export const VerdictSums = z.partialRecord(z.enum(verdicts), count)
export type VerdictCounts = z.infer<typeof VerdictCounts>

export const SyncRun = z.object({
  id: z.string(),
  syncId: z.string(),
  syncName: z.string(),
  mode: z.enum(runModes),
  /** `event`: the source delivered a file or reported a change. */
  trigger: z.enum(['clock', 'hand', 'job', 'event']),
  state: z.enum(runStates),
  /** The task that shows progress and can be cancelled. */
  taskId: z.string().nullable(),
  beginTime: z.string(),
  endTime: z.string().nullable(),
  /** Whether the source was read completely; if not, nothing was written. */
  complete: z.boolean(),
  readOrg: count,
  readUser: count,
  org: VerdictCounts,
  user: VerdictCounts,
  /** How many objects were written successfully, and how many were not. */
  written: count,
  failed: count,
  /** How many rules of the brake stopped the run. */
  brakes: count,
  message: z.string(),
  /** Who started the run; null: the schedule. */
  userName: z.string().nullable(),
  releasedBy: z.string().nullable(),
  releaseTime: z.string().nullable(),
  releaseReason: z.string().nullable(),
})
export type SyncRun = z.infer<typeof SyncRun>

/** The last run of a task, in short. */
export const LastRun = SyncRun.pick({
  id: true,
  syncId: true,
  syncName: true,
  mode: true,
  state: true,
  beginTime: true,
  failed: true,
}).extend({
  counts: VerdictSums,
})
export type LastRun = z.infer<typeof LastRun>

/** Rules of the brake; `syncText.brake` has their names. */
export const brakeRules = [
  'nothingRead', 'gonePercent', 'goneCount', 'orgLoss', 'branchLoss', 'readLess', 'otherIds', 'emptied', 'renamed', 'moved', 'weakLinks', 'noNewId',
] as const // prettier-ignore
export type BrakeRule = (typeof brakeRules)[number]
export const Brake = z.object({
  rule: z.enum(brakeRules),
  /** The allowed and the found amount, in the unit of the rule. */
  limit: z.number(),
  found: z.number(),
  words: z.string(),
})
export type Brake = z.infer<typeof Brake>

const Sums = z.object({
  /** Objects in the source; those of them ignored; links after the run; and linked objects that really exist. */
  source: count,
  ignored: count,
  linked: count,
  stored: count,
  /** Rows on which source and Hufu disagree; pageRow lists them with `differs`. */
  different: count,
})
/** An object on which source and Hufu disagree after a run, with the reason. */
const Difference = z.object({
  objectType: z.enum(['org', 'user']),
  originId: z.string(),
  objectId: z.string().nullable(),
  name: z.string(),
  reason: z.string(),
})
export const SyncReport = z.object({
  org: Sums.nullable(),
  user: Sums.nullable(),
  differences: z.array(Difference),
  differenceCount: count,
})
export type SyncReport = z.infer<typeof SyncReport>

export const SyncRunInFull = SyncRun.extend({
  brake: z.array(Brake),
  /** Null until something was written. */
  report: SyncReport.nullable(),
  /** The digest of the plan; a release names it, so that exactly the reviewed plan is carried out. */
  digest: z.string().nullable(),
  /** The twenty organisations that would lose the most users. */
  losses: z.array(z.object({ orgId: z.string(), orgName: z.string(), count })),
  /** Whether the plan waits and the caller may release it now. */
  mayRelease: z.boolean(),
  /** If the caller started the run and there is no other administrator: when they may release it themselves, with a reason. */
  mayReleaseFrom: z.string().nullable(),
  /** The last moment it can be released. */
  releaseUntil: z.string().nullable(),
  /** When a blocked run lapses, which also disables its task. */
  lapseTime: z.string().nullable(),
})
export type SyncRunInFull = z.infer<typeof SyncRunInFull>

/** A changed field; telephone and ID numbers are masked. */
export const SyncChange = z.object({ field: z.string(), label: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type SyncChange = z.infer<typeof SyncChange>
/** `label`: the field with the problem; '' if it concerns the whole row. */
export const SyncProblem = z.object({ label: z.string(), message: z.string() })
export type SyncProblem = z.infer<typeof SyncProblem>

export const SyncRow = z.object({
  objectType: z.enum(['org', 'user']),
  originId: z.string(),
  objectId: z.string().nullable(),
  name: z.string(),
  /** A user's main organisation, or an organisation's parent. */
  orgName: z.string().nullable(),
  verdict: z.enum(verdicts),
  /** For an object that is gone: the number of consecutive complete reads without it. */
  goneRuns: z.number().nullable(),
  changes: z.array(SyncChange),
  faults: z.array(SyncProblem),
  /** Null before the plan is carried out. */
  isDone: z.boolean().nullable(),
  /** Why source, link and object disagreed after the run; null if they agreed. */
  difference: z.string().nullable(),
})
export type SyncRow = z.infer<typeof SyncRow>

/** An object of the source that may be one of several objects in Hufu, or none. */
export const SyncConflict = z.object({
  syncId: z.string(),
  syncName: z.string(),
  objectType: z.enum(['org', 'user']),
  originId: z.string(),
  name: z.string(),
  reason: z.string(),
  fields: z.array(z.object({ label: z.string(), value: z.string().nullable() })),
  candidates: z.array(z.object({ id: z.string(), name: z.string(), userName: z.string().nullable(), orgName: z.string().nullable() })),
  createTime: z.string(),
})
export type SyncConflict = z.infer<typeof SyncConflict>

/** One row of a preview: at most ten of each kind, masked. */
export const PreviewRow = z.object({
  objectType: z.enum(['org', 'user']),
  originId: z.string(),
  raw: z.record(z.string(), z.unknown()),
  mapped: z.array(z.object({ field: z.string(), label: z.string(), value: z.string().nullable() })),
  verdict: z.enum(verdicts),
  changes: z.array(SyncChange),
  faults: z.array(SyncProblem),
})
export type PreviewRow = z.infer<typeof PreviewRow>

/** A source that knows an object. */
export const ObjectSource = z.object({
  syncId: z.string(),
  name: z.string(),
  type: z.string(),
  originId: z.string(),
  /** The one source that owns the object; others add to it. */
  isOwner: z.boolean(),
  state: z.enum(['linked', 'gone']),
  lastSeenTime: z.string().nullable(),
  goneSince: z.string().nullable(),
  goneRuns: z.number(),
  isDisabledBySync: z.boolean(),
  /** Fields that follow this source; a super administrator may change them, until the next run. */
  ownedFields: z.array(z.object({ field: z.string(), label: z.string() })),
})
export type ObjectSource = z.infer<typeof ObjectSource>
