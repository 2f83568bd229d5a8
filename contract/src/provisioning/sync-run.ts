import { z } from 'zod'
import { count } from '../shapes.ts'
import { syncText } from './sync-text.ts'

/**
 * `plan` writes nothing; `delta` reads what has changed, `one` one object: neither concludes that somebody is gone. `relink` gives links the ids
 * of another field and changes no object.
 */
export const runModes = ['plan', 'full', 'delta', 'one', 'relink'] as const
/** What an administrator may ask for. */
export const askedModes = ['plan', 'full', 'delta', 'one'] as const
export type RunMode = (typeof runModes)[number]

/**
 * `planned`: a rehearsal that waits to be looked at. `blocked`: the brake has stopped it. `replaced`: a newer plan took its place.
 * `lapsed`: stopped for seven days without anybody having dealt with it, which also disables the task.
 * `part`: written, but not everything agrees afterwards.
 */
export const runStates = [
  'reading', 'planned', 'blocked', 'replaced', 'discarded', 'lapsed', 'released', 'writing', 'done', 'part', 'failed', 'cancelled',
] as const // prettier-ignore
export type RunState = (typeof runStates)[number]

/** What becomes of one object of the source, or of one that it no longer has. */
export const verdicts = ['new', 'changed', 'unchanged', 'gone', 'back', 'conflict', 'refused', 'ignored'] as const
export type SyncVerdict = (typeof verdicts)[number]
/** What a verdict is called in a run; one that changes ids takes nobody for gone. */
export const verdictName = (verdict: SyncVerdict, mode: RunMode | undefined): string =>
  verdict === 'gone' && mode === 'relink' ? syncText.kept : syncText.verdict[verdict]
/** By verdict; a verdict that nobody has is 0. */
export const VerdictCounts = z.record(z.enum(verdicts), count)
/** Of both kinds together; a verdict that nobody has is absent. */
export const VerdictSums = z.partialRecord(z.enum(verdicts), count)
export type VerdictCounts = z.infer<typeof VerdictCounts>

export const SyncRun = z.object({
  id: z.string(),
  syncId: z.string(),
  syncName: z.string(),
  mode: z.enum(runModes),
  /** `event`: the source has handed over a file or told of a change. */
  trigger: z.enum(['clock', 'hand', 'job', 'event']),
  state: z.enum(runStates),
  /** For progress and cancel. */
  taskId: z.string().nullable(),
  beginTime: z.string(),
  endTime: z.string().nullable(),
  /** Whether everything was read; false: nothing was written. */
  complete: z.boolean(),
  readOrg: count,
  readUser: count,
  org: VerdictCounts,
  user: VerdictCounts,
  /** Written with success, and without. */
  written: count,
  failed: count,
  /** How many rules of the brake have spoken. */
  brakes: count,
  message: z.string(),
  /** Who started it; null: the clock. */
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
  /** What it allows and what was found, in the unit of the rule. */
  limit: z.number(),
  found: z.number(),
  words: z.string(),
})
export type Brake = z.infer<typeof Brake>

const Sums = z.object({
  /** In the source; of these passed over; linked afterwards; and of those linked the ones there really are. */
  source: count,
  ignored: count,
  linked: count,
  stored: count,
  /** Rows that do not agree; `differs` of pageRow lists them. */
  different: count,
})
/** What does not agree after a run, each with its reason. */
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
  /** Of the plan; release names it, so that what was looked at is what is carried out. */
  digest: z.string().nullable(),
  /** The twenty organisations that would lose the most users. */
  losses: z.array(z.object({ orgId: z.string(), orgName: z.string(), count })),
  /** It waits, and the caller may release it now. */
  mayRelease: z.boolean(),
  /** Where the caller started it and there is no other administrator: from then on they may release it themselves, with a reason. */
  mayReleaseFrom: z.string().nullable(),
  /** The last moment it can be released. */
  releaseUntil: z.string().nullable(),
  /** While the brake holds it: when it lapses, and its task with it. */
  lapseTime: z.string().nullable(),
})
export type SyncRunInFull = z.infer<typeof SyncRunInFull>

/** Phones and ID numbers are masked. */
export const SyncChange = z.object({ field: z.string(), label: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type SyncChange = z.infer<typeof SyncChange>
/** `label`: of a field, '' where the whole row is meant. */
export const SyncProblem = z.object({ label: z.string(), message: z.string() })
export type SyncProblem = z.infer<typeof SyncProblem>

export const SyncRow = z.object({
  objectType: z.enum(['org', 'user']),
  originId: z.string(),
  objectId: z.string().nullable(),
  name: z.string(),
  /** Of a user the main organisation, of an organisation the one above it. */
  orgName: z.string().nullable(),
  verdict: z.enum(verdicts),
  /** Of somebody gone: in how many complete reads in a row. */
  goneRuns: z.number().nullable(),
  changes: z.array(SyncChange),
  faults: z.array(SyncProblem),
  /** Null before it is carried out. */
  isDone: z.boolean().nullable(),
  /** Why source, link and object did not agree after the run; null where they did. */
  difference: z.string().nullable(),
})
export type SyncRow = z.infer<typeof SyncRow>

/** An object of a source that might be one or another of ours, or nobody. */
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
  /** Fields that only this source changes; a super administrator may, until the next run. */
  ownedFields: z.array(z.object({ field: z.string(), label: z.string() })),
})
export type ObjectSource = z.infer<typeof ObjectSource>
