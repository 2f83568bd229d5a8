import type { Call } from '@hufu/contract/call'
import { delegatedAdmin, type DelegationChange, type ShrinkPreview } from '@hufu/contract/permission/delegated-admin'
import type { Flag } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { delegationNodes } from '../../../platform/access/delegations.ts'
import type { MenuRow } from '../../../platform/access/menu-nodes.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { wireTime } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/http/context.ts'
import { findDelegations, delegationInFull, type Viewer } from './delegated-admin.sql.ts'
import {
  applyCuts, granters, dependentDelegations, lockDelegations, insertDelegations, liveScope, menuNodes, orgsAbove, scopeOf, refuseForeignOrg, refuseForeignPeople,
  setDelegationStatus, writeScope,
} from './delegation-write.sql.ts' // prettier-ignore
import { shrunkBelow, isInside, shownShrinkOf, type DependentDelegation, type DelegationScope } from './shrink.ts'

type Caller = Pick<Context, 'who' | 'scope'>
type Granting = Caller & Pick<Context, 'db' | 'kernel'>

export const viewerOf = ({ who, scope }: Caller, call: Pick<Call, 'permit'>): Viewer => ({
  userId: who.userId,
  scope,
  delegationIds: who.rights
    .delegationsFor(call.permit)
    .filter(delegation => delegation.hasHandOn === 1)
    .map(delegation => delegation.id),
})

/** The menus for delegated administrators that the caller may grant. */
export function grantableNodes({ who }: Pick<Caller, 'who'>, nodes: readonly MenuRow[]): MenuRow[] {
  const { isAdmin, giveable } = who.rights
  const delegations = who.rights.delegationsFor(delegatedAdmin.save.permit).filter(delegation => delegation.hasHandOn === 1)
  const ownNodes = delegations.length > 0 ? delegations.flatMap(delegation => delegation.nodes) : isAdmin ? nodes : giveable
  return delegationNodes(ownNodes.map(node => node.id), nodes) // prettier-ignore
}

/**
 * A delegation with the nodes it can grant today: a node hidden from delegated administrators since then is neither held nor
 * granted.
 */
export async function delegationAsGiven(ctx: Caller & { db: Db }, id: string) {
  const delegation = await delegationInFull(ctx.db, viewerOf(ctx, delegatedAdmin.byId), id)
  const before = new Set(delegationNodes([...delegation.menuIds, ...delegation.buttonIds], await menuNodes(ctx.db)).map(node => node.id))
  const still = (nodeIds: readonly string[]) => nodeIds.filter(nodeId => before.has(nodeId))
  return { ...delegation, menuIds: still(delegation.menuIds), buttonIds: still(delegation.buttonIds) }
}

type WantedDelegation = Omit<DelegationChange, 'id' | 'version'>

/** Times as stored; blank means open. Refuses a delegation that is over already or ends before it begins. */
function timesOf({ beginTime, endTime }: WantedDelegation, now: Date): Pick<DelegationScope, 'beginTime' | 'endTime'> {
  const whole = (time: string | null | undefined, rest: string) => (time ? (time.length === 10 ? `${time} ${rest}` : time) : null)
  const [begin, end] = [whole(beginTime, '00:00:00'), whole(endTime, '23:59:59')]
  if (end !== null && (end <= wireTime(now) || (begin !== null && begin >= end))) refuse('gradeTimeWrong')
  return { beginTime: begin, endTime: end }
}

/**
 * The requested nodes and the pages of the buttons. Each must be known, of its type and meant for delegated administrators. Menus
 * that only group others are left out: kept on their own they would grant nothing once a source is cut.
 */
function nodesOf({ menuIds, buttonIds }: WantedDelegation, nodes: readonly MenuRow[]): ReadonlySet<string> {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const isKnown = (ids: readonly string[], type: string) => ids.every(id => byId.get(id)?.type === type)
  if (!isKnown(menuIds, 'menu') || !isKnown(buttonIds, 'button')) refuse('menuMissing')
  const wanted = [...menuIds, ...buttonIds]
  const whole = new Set(delegationNodes(wanted, nodes).map(node => node.id))
  if (!wanted.every(id => whole.has(id))) refuse('forbidden')
  const directories = new Set(nodes.filter(node => node.type === 'menu').map(node => node.parentId))
  const pages = [...whole].filter(id => !directories.has(id))
  return pages.length > 0 ? new Set(pages) : refuse('delegationEmpty')
}

const wantedExtent = (wanted: WantedDelegation, nodes: readonly MenuRow[], { kernel }: Granting): DelegationScope => ({
  orgId: wanted.orgId,
  hasIncludeChild: wanted.hasIncludeChild,
  hasHandOn: wanted.hasHandOn ?? 0,
  ...timesOf(wanted, kernel.now()),
  nodeIds: nodesOf(wanted, nodes),
})

const asDependent = (extent: DelegationScope, isBelowSource: boolean): DependentDelegation => ({
  id: '',
  sourceId: '',
  realName: '',
  orgName: '',
  ...extent,
  isBelowSource,
})

/** The extent as it fits into the delegation above, taking over that one's times for open ends; undefined if it does not fit. */
async function fitInto(db: Db, source: DelegationScope, extent: DelegationScope): Promise<DelegationScope | undefined> {
  const ended = { ...extent, beginTime: extent.beginTime ?? source.beginTime, endTime: extent.endTime ?? source.endTime }
  const above = await orgsAbove(db, extent.orgId, [source.orgId])
  return isInside(source, asDependent(ended, above.has(source.orgId))) ? ended : undefined
}

/**
 * The caller's delegation that covers what they want to grant; read again, because the cached one may have ended within the last
 * second.
 */
async function sourceFor(db: Db, viewer: Viewer, extent: DelegationScope): Promise<{ id: string; extent: DelegationScope }> {
  for (const id of viewer.delegationIds) {
    const source = await liveScope(db, id)
    const inside = source && (await fitInto(db, source, extent))
    if (inside) return { id, extent: inside }
  }
  return refuse('forbidden')
}

/** Appoints users to administer an organisation, with a part of what the caller holds. */
export async function grant(
  ctx: Granting,
  { userIds, status = 1, ...wanted }: WantedDelegation & { userIds: string[]; status?: Flag | undefined },
) {
  const { db, who, scope } = ctx
  const people = [...new Set(userIds)]
  if (people.length === 0) refuse('nothingChosen')
  if (people.includes(who.userId)) refuse('delegationOfOneself')
  await lockDelegations(db)
  await refuseForeignOrg(db, scope, wanted.orgId)
  await refuseForeignPeople(db, scope, people)
  const nodes = await menuNodes(db)
  const extent = wantedExtent(wanted, nodes, ctx)
  refuseUnheld(ctx, nodes, extent.nodeIds)
  const source = scope.all ? { id: null, extent } : await sourceFor(db, viewerOf(ctx, delegatedAdmin.save), extent)
  if (source.id !== null) {
    const above = await granters(db, source.id)
    if (people.some(id => above.has(id))) refuse('delegationUpward')
  }
  await insertDelegations(db, { userIds: people, extent: source.extent, status, sourceId: source.id, grantedBy: who.userId })
  return people.length
}

/** Refuses nodes the caller does not hold. `but`: nodes granted before. */
function refuseUnheld(ctx: Caller, nodes: readonly MenuRow[], nodeIds: ReadonlySet<string>, but: ReadonlySet<string> = new Set()): void {
  const grantable = new Set(grantableNodes(ctx, nodes).map(node => node.id))
  for (const id of nodeIds) if (!grantable.has(id) && !but.has(id)) refuse('forbidden')
}

/** Whether the new extent exceeds the old one; the caller must then hold everything in it (N-02). */
async function isWider(db: Db, before: DelegationScope, extent: DelegationScope): Promise<boolean> {
  const above = await orgsAbove(db, extent.orgId, [before.orgId])
  const room = { ...before, hasHandOn: 1 as const, nodeIds: extent.nodeIds }
  return extent.hasHandOn > before.hasHandOn || !isInside(room, asDependent(extent, above.has(before.orgId)))
}

/** The delegations with these ids; refuses if the caller may not change all of them. */
export async function changeable(db: Db, viewer: Viewer, ids: readonly string[]) {
  if (ids.length === 0) refuse('nothingChosen')
  const delegations = await findDelegations(db, viewer, ids)
  if (delegations.some(delegation => delegation.userId === viewer.userId)) refuse('delegationOfOneself')
  if (delegations.some(delegation => !delegation.mayChange)) refuse('forbidden')
  return delegations
}

/** Enables or disables delegations. Enabling counts as granting, so the caller must hold everything in it. */
export async function setStatus(ctx: Granting, ids: readonly string[], status: Flag): Promise<number> {
  const { db } = ctx
  await lockDelegations(db)
  const delegations = (await changeable(db, viewerOf(ctx, delegatedAdmin.setStatus), ids)).map(delegation => delegation.id)
  if (status === 1) {
    const nodes = await menuNodes(db)
    for (const id of delegations) {
      const meant = delegationNodes([...(await scopeOf(db, id)).nodeIds], nodes)
      refuseUnheld(ctx, nodes, new Set(meant.map(node => node.id)))
    }
  }
  return setDelegationStatus(db, delegations, status)
}

/** The result of a change: the delegation's new extent, and the cuts to those derived from it. */
async function planned(ctx: Granting, change: DelegationChange) {
  const { db, scope } = ctx
  const viewer = viewerOf(ctx, delegatedAdmin.update)
  const [delegation] = await changeable(db, viewer, [change.id])
  await refuseForeignOrg(db, scope, change.orgId)
  const nodes = await menuNodes(db)
  const extent = wantedExtent(change, nodes, ctx)
  const before = await scopeOf(db, change.id)
  refuseUnheld(ctx, nodes, extent.nodeIds, (await isWider(db, before, extent)) ? undefined : before.nodeIds)
  const source = delegation!.sourceId === null ? undefined : await scopeOf(db, delegation!.sourceId)
  const inside = source ? ((await fitInto(db, source, extent)) ?? refuse('forbidden')) : extent
  const cuts = shrunkBelow(change.id, inside, await dependentDelegations(db, change.id, change.orgId))
  return { reach: inside, cuts, nodes }
}

/** Changes a delegation and cuts down those derived from it that no longer fit. */
export async function changeGrant(ctx: Granting, change: DelegationChange): Promise<void> {
  await lockDelegations(ctx.db)
  const { reach: extent, cuts } = await planned(ctx, change)
  await writeScope(ctx.db, change.id, extent, change.version)
  await applyCuts(ctx.db, cuts)
}

export async function previewChange(ctx: Granting, change: DelegationChange): Promise<ShrinkPreview[]> {
  const { cuts, nodes } = await planned(ctx, change)
  const buttons = new Set(nodes.filter(node => node.type === 'button').map(node => node.id))
  return cuts.map(cut => shownShrinkOf(cut, id => buttons.has(id)))
}
