import type { Brake, BrakeRule, SyncPolicy } from '@hufu/contract/provisioning/sync'
import type { Db } from '../../../../platform/database/db.ts'
import {
  changedFields,
  lossesOf,
  countLinks,
  weakLinks,
  worstBranch,
  worstOrg,
  worstSubtree,
  type Loss,
  type LinkCounts,
} from './brake.sql.ts'
import { objectsOf } from '../mapping/fields.ts'
import { lastWritten } from './run.sql.ts'
import type { ObjectType } from '../sources/source.ts'
import { text } from '../text.ts'

const ORG_LOSS = 20
const ORGS_LOST = 3
/** Limit for organisations of one branch, one lower than for scattered ones. */
const BRANCH_LOST = 2
const LEAST_COUNT = 50
const READ_PERCENT = 80
const SAME_IDS_PERCENT = 50
const EMPTIED_PERCENT = 50
/**
 * Limits in percent of the linked users who get another value. Employee and ID numbers rarely change, so their limits are lower.
 */
const RENAMED_PERCENT: Readonly<Record<string, number>> = { employeeNumber: 10, idCard: 10, realName: 30, phone: 30, email: 30 }
const WEAK_PERCENT = 10
const LOSSES_SHOWN = 20

const percent = (part: number, of: number) => (of === 0 ? 0 : Math.round((part * 1000) / of) / 10)
const brake = (rule: BrakeRule, limit: number, found: number, words: string): Brake => ({ rule, limit, found, words })

export interface BrakeInput {
  run: { id: string; syncId: string }
  objectType: ObjectType | 'all'
  policy: SyncPolicy
  read: Readonly<Record<ObjectType, number>>
  /** Only some objects were read, so an object's absence says nothing. */
  isPartial: boolean
}

/** The brakes that hold a plan until it is released; none if it may go on. */
export async function brakesOf(db: Db, input: BrakeInput): Promise<{ brakes: Brake[]; losses: Loss[] }> {
  const { run, objectType, policy, read, isPartial } = input
  const brakes: Brake[] = []
  const losses = await lossesOf(db, run, LOSSES_SHOWN)
  const before = await lastWritten(db, run.syncId)
  for (const object of objectsOf(objectType)) {
    const counts = await countLinks(db, run, object)
    const last = object === 'org' ? before?.readOrg : before?.readUser
    // Losses of the last hour do not stop a plan that loses nobody itself.
    if (counts.lost > counts.lately)
      brakes.push(...lossBrakes(object, counts, policy), ...(await (object === 'user' ? orgBrakes(db, input) : branchBrakes(db, run))))
    if (!isPartial) brakes.push(...readBrakes(counts, read[object], last, policy))
    if (object === 'user') brakes.push(...(await userBrakes(db, input, counts)))
  }
  return { brakes, losses }
}

function lossBrakes(object: ObjectType, { before, lost, lately }: LinkCounts, policy: SyncPolicy): Brake[] {
  const found: Brake[] = []
  const share = percent(lost, before)
  const tell = (words: string) => words + (lately > 0 ? text.brake.lately(lately) : '')
  if (before >= policy.brakeMin && share > policy.brakePercent)
    found.push(
      brake('gonePercent', policy.brakePercent, share, tell(text.brake.gonePercent(text.object[object], share, policy.brakePercent))),
    )
  const least = object === 'org' ? ORGS_LOST : LEAST_COUNT
  const most = policy.brakeCount ?? Math.max(least, Math.floor(before / 100))
  if (lost > most) found.push(brake('goneCount', most, lost, tell(text.brake.goneCount(text.object[object], lost, most))))
  return found
}

/** Stops a plan that loses too many users of one organisation, or of one subtree both by number and by percentage. */
async function orgBrakes(db: Db, { run, policy }: BrakeInput): Promise<Brake[]> {
  const org = await worstOrg(db, run)
  if (org && org.count > ORG_LOSS) return [brake('orgLoss', ORG_LOSS, org.count, text.brake.orgLoss(org.orgName, org.count, ORG_LOSS))]
  const tree = await worstSubtree(db, run, { root: policy.rootOrgId, least: ORG_LOSS, percent: policy.brakePercent })
  return tree ? [brake('orgLoss', ORG_LOSS, tree.count, text.brake.treeLoss(tree.orgName, tree.count, ORG_LOSS, policy.brakePercent))] : []
}

/** Stops a plan that loses too many organisations of one branch. */
async function branchBrakes(db: Db, run: BrakeInput['run']): Promise<Brake[]> {
  const worst = await worstBranch(db, run)
  if (!worst || worst.count <= BRANCH_LOST) return []
  return [brake('branchLoss', BRANCH_LOST, worst.count, text.brake.branchLoss(worst.orgName, worst.count, BRANCH_LOST))]
}

/** Compares the read with the linked objects and with the last full run that wrote. */
function readBrakes({ linked, matched }: LinkCounts, read: number, last: number | undefined, policy: SyncPolicy): Brake[] {
  if (linked === 0) return []
  if (read === 0) return [brake('nothingRead', 1, 0, text.brake.nothingRead(linked))]
  const found: Brake[] = []
  const least = Math.ceil(((last ?? 0) * READ_PERCENT) / 100)
  if (linked >= policy.brakeMin && read < least) found.push(brake('readLess', least, read, text.brake.readLess(read, least)))
  const same = percent(matched, linked)
  if (linked >= policy.brakeMin && same < SAME_IDS_PERCENT) found.push(brake('otherIds', SAME_IDS_PERCENT, same, text.brake.otherIds(same)))
  return found
}

async function userBrakes(db: Db, { run, policy, read, isPartial }: BrakeInput, { linked }: LinkCounts): Promise<Brake[]> {
  const found: Brake[] = []
  for (const { field, label, emptied, changed } of await changedFields(db, run.id)) {
    if (linked < policy.brakeMin) continue
    const [empty, other] = [percent(emptied, linked), percent(changed, linked)]
    if (empty > EMPTIED_PERCENT) found.push(brake('emptied', EMPTIED_PERCENT, empty, text.brake.emptied(empty, label)))
    const most = RENAMED_PERCENT[field]
    if (most !== undefined && other > most) found.push(brake('renamed', most, other, text.brake.renamed(other, label, most)))
    if (field === 'jobs' && other > policy.brakeMovedPercent)
      found.push(brake('moved', policy.brakeMovedPercent, other, text.brake.moved(other, policy.brakeMovedPercent)))
  }
  const weak = !isPartial && linked === 0 && read.user >= policy.brakeMin ? percent(await weakLinks(db, run.id), read.user) : 0
  if (weak > WEAK_PERCENT) found.push(brake('weakLinks', WEAK_PERCENT, weak, text.brake.weakLinks(weak)))
  return found
}
