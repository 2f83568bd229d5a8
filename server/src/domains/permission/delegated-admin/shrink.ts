import type { ShrinkPreview } from '@hufu/contract/permission/delegated-admin'
import type { Flag } from '@hufu/contract/shapes'

/** The extent of a delegation. Times are `yyyy-MM-dd HH:mm:ss`, comparable as text; null is open. */
export interface DelegationScope {
  orgId: string
  hasIncludeChild: Flag
  hasHandOn: Flag
  beginTime: string | null
  endTime: string | null
  nodeIds: ReadonlySet<string>
}

/** A delegation derived from another one. */
export interface DependentDelegation extends DelegationScope {
  id: string
  sourceId: string
  realName: string
  orgName: string
  /** Whether its organisation is at or below that of its source. */
  isBelowSource: boolean
}

const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a)
const earlier = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a)

/** What is left of a delegation if the one it derives from becomes `source`; undefined: nothing. */
export function shrinkToSource(source: DelegationScope, grant: DependentDelegation): DelegationScope | undefined {
  const inside = source.hasIncludeChild === 1 ? grant.isBelowSource : grant.orgId === source.orgId
  if (source.hasHandOn === 0 || !inside) return undefined
  const left: DelegationScope = {
    orgId: grant.orgId,
    hasIncludeChild: source.hasIncludeChild === 1 ? grant.hasIncludeChild : 0,
    hasHandOn: grant.hasHandOn,
    beginTime: later(source.beginTime, grant.beginTime),
    endTime: earlier(source.endTime, grant.endTime),
    nodeIds: grant.nodeIds.intersection(source.nodeIds),
  }
  const isOver = left.beginTime !== null && left.endTime !== null && left.beginTime >= left.endTime
  return left.nodeIds.size === 0 || isOver ? undefined : left
}

/** Whether a delegation lies wholly within the one it is to derive from. */
export function isInside(source: DelegationScope, grant: DependentDelegation): boolean {
  const left = shrinkToSource(source, grant)
  return (
    left !== undefined &&
    left.nodeIds.size === grant.nodeIds.size &&
    left.hasIncludeChild === grant.hasIncludeChild &&
    left.beginTime === grant.beginTime &&
    left.endTime === grant.endTime
  )
}

export interface ShrunkDelegation {
  grant: DependentDelegation
  /** undefined: the delegation is deleted. */
  left: DelegationScope | undefined
}

/** All changes to delegations derived from `id` if it shrinks to `extent`; `hanging` is ordered by depth. */
export function shrunkBelow(id: string, extent: DelegationScope, hanging: readonly DependentDelegation[]): ShrunkDelegation[] {
  const now = new Map<string, DelegationScope | undefined>([[id, extent]])
  const cuts: ShrunkDelegation[] = []
  for (const grant of hanging) {
    const source = now.get(grant.sourceId)
    const left = source && shrinkToSource(source, grant)
    now.set(grant.id, left)
    if (!left || !isInside(source, grant)) cuts.push({ grant, left })
  }
  return cuts
}

export function shownShrinkOf({ grant, left }: ShrunkDelegation, isButton: (nodeId: string) => boolean): ShrinkPreview {
  const lostNodes = [...grant.nodeIds.difference(left?.nodeIds ?? new Set())]
  const buttonsLost = lostNodes.filter(isButton).length
  const { id, realName, orgName } = grant
  return { id, realName, orgName, outcome: left ? 'smaller' : 'removed', menusLost: lostNodes.length - buttonsLost, buttonsLost }
}
