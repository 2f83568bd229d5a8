import { verdicts, type SyncVerdict } from '@hufu/contract/provisioning/sync'
import { PositionAttributes } from '../../../directory/index.ts'
import { brakesOf } from './brake.ts'
import { dropConflicts, saveConflicts } from '../compare/conflicts.sql.ts'
import { ContestedValues } from '../compare/contested.ts'
import { objectsOf } from '../mapping/fields.ts'
import { goneTargets, refuseGone } from './gone.sql.ts'
import { compareOrgs } from '../compare/compare-orgs.ts'
import { compareUsers } from '../compare/compare-users.ts'
import { protectedUsers, verdictOf, type CompareContext, type Staged } from '../compare/compare-context.ts'
import { findGone } from '../compare/links.sql.ts'
import type { FieldValues } from '../mapping/mapping.ts'
import type { Read } from './read.ts'
import {
  countRows,
  digestOf,
  updateRowStatistics,
  numberBatches,
  openRows,
  saveVerdicts,
  userNumbers,
  type ComparedRow,
} from '../compare/rows.sql.ts'
import type { PlanResult } from './run.sql.ts'
import type { ObjectType } from '../sources/source.ts'
import { text } from '../text.ts'

export const BATCH = 1000

export interface PlanOptions {
  /** Not everything was read or is compared, so absent objects do not count as gone and the number of rows read is not checked. */
  isPartial: boolean
  /** Origin ids of users who have left according to the source. */
  leavers: readonly string[]
  report: () => Promise<void>
}

/** Plans what a read would change, row by row; users and organisations are not written. */
export async function makePlan(context: CompareContext, read: Read, { isPartial, leavers, report }: PlanOptions): Promise<PlanResult> {
  const { db, sync, runId } = context
  const run = { id: runId, syncId: sync.id }
  const orgs = sync.objectType === 'user' ? noOrgs : await compareAllOrgs(context, read)
  await report()
  const groups = sync.objectType === 'org' ? new Map<string, number>() : await compareAllUsers(context, orgs.ids, report)
  if (!isPartial) for (const object of objectsOf(sync.objectType)) await planGone(context, object)
  else if (leavers.length > 0 && sync.objectType !== 'org') await planGone(context, 'user', leavers)
  if (!isPartial) await dropConflicts(db, run)
  await updateRowStatistics(db, read)
  const { brakes, losses } = await brakesOf(db, { run, objectType: sync.objectType, policy: sync.policy, read, isPartial })
  await numberBatches(db, runId, orgs.levels, groups, BATCH)
  const counts = filledCounts(await countRows(db, runId))
  return {
    isComplete: true,
    readOrg: read.org,
    readUser: read.user,
    counts,
    brake: brakes,
    losses,
    digest: await digestOf(db, runId),
    message: brakes.length > 0 ? text.run.blocked(brakes.map(one => one.words).join('；')) : countWords(counts),
  }
}

type Counts = Record<ObjectType, Record<SyncVerdict, number>>
export const filledCounts = (counts: Awaited<ReturnType<typeof countRows>>): Counts => {
  const whole = (object: ObjectType) =>
    Object.fromEntries(verdicts.map(one => [one, counts[object][one] ?? 0])) as Record<SyncVerdict, number>
  return { org: whole('org'), user: whole('user') }
}

/** The number of rows of each verdict, in words. */
export function countWords(counts: Counts): string {
  const parts = verdicts.flatMap(verdict => {
    const n = counts.org[verdict] + counts.user[verdict]
    return n > 0 ? [`${text.verdict[verdict]} ${n}`] : []
  })
  return parts.join('，') || text.run.unchanged
}

const noOrgs = { ids: new Map<string, string>(), levels: new Map<string, number>() }

async function* stagedRows({ db, runId, kernel }: CompareContext, object: ObjectType): AsyncGenerator<Staged[]> {
  for (let after = -1; ;) {
    const rows = await openRows(db, runId, object, after, BATCH)
    if (rows.length === 0) return
    after = rows.at(-1)!.rowNo
    yield rows.map(({ originId, hash, name, mapped }) => ({
      originId,
      hash,
      name,
      values: JSON.parse(kernel.keys.openField(mapped)) as FieldValues,
    }))
  }
}

async function compareAllOrgs(context: CompareContext, { orgs }: Read) {
  const open: Staged[] = []
  for await (const rows of stagedRows(context, 'org')) open.push(...rows)
  const plans = await compareOrgs(context, [...new Map(orgs.map(org => [org.originId, org])).values()], open)
  for (let at = 0; at < plans.rows.length; at += BATCH)
    await saveVerdicts(context.db, context.runId, 'org', plans.rows.slice(at, at + BATCH))
  return plans
}

/** Returns the groups of users that must be written together, by origin id. */
async function compareAllUsers(
  context: CompareContext,
  orgIds: ReadonlyMap<string, string>,
  report: () => Promise<void>,
): Promise<Map<string, number>> {
  const { db, runId, sync } = context
  const contested = new ContestedValues()
  const plans = { positionAttributes: await PositionAttributes.read(db), orgIds, contested }
  const numbered = userNumbers(BATCH)
  for await (const staged of stagedRows(context, 'user')) {
    const { rows, conflicts } = await compareUsers(context, plans, staged)
    await saveVerdicts(db, runId, 'user', rows.map(numbered))
    await saveConflicts(db, { id: runId, syncId: sync.id }, conflicts)
    await report()
  }
  const { refused, groups } = contested.settle()
  const late = [...refused].map(([originId, problems]): ComparedRow => verdictOf(originId, 'refused', { problems }))
  for (let at = 0; at < late.length; at += BATCH) await saveVerdicts(db, runId, 'user', late.slice(at, at + BATCH))
  return groups
}

const words = { status: text.words.status, enabled: text.words.enabled, disabled: text.words.disabled }

/**
 * A user who has left according to the source counts as gone after two reads without them, whatever the policy waits for
 * otherwise (F7).
 */
const LEAVER_GONE_AFTER = { runs: 2, days: 0 }

async function planGone(context: CompareContext, object: ObjectType, leavers?: readonly string[]): Promise<void> {
  const { db, sync, runId } = context
  const { onGone, goneRuns, goneDays } = sync.policy
  const act = onGone === 'ignore' ? null : onGone
  const rule = leavers ? { ...LEAVER_GONE_AFTER, named: leavers } : { runs: goneRuns, days: goneDays, named: null }
  await findGone(db, { id: runId, syncId: sync.id }, object, { ...rule, act, sentences: words })
  if (object === 'org') return
  for (let after = ''; ;) {
    const targets = await goneTargets(db, runId, after, BATCH)
    if (targets.length === 0) return
    after = targets.at(-1)!
    const higher = await protectedUsers(db, context, targets)
    await refuseGone(db, runId, [...higher], { label: '', message: text.row.admin })
  }
}
