import type { DelegatedAdminInFull } from '@hufu/contract/permission/delegated-admin'
import type { MenuNode } from '@hufu/contract/permission/menu'
import { useMemo, useState } from 'react'
import { differenceOf, entriesOf, idsOf, tick } from '../../../pickers/rights/rights.ts'

const idsIn = (delegation: DelegatedAdminInFull | undefined) => (delegation ? [...delegation.menuIds, ...delegation.buttonIds] : [])
const anything = () => true

/** The ticks in the tree. Rights of the delegation that are not in the tree stay, because the user may not revoke them. */
export function useTicks(tree: readonly MenuNode[], delegation: DelegatedAdminInFull | undefined, from: DelegatedAdminInFull | undefined) {
  const entries = useMemo(() => entriesOf(tree), [tree])
  const before = useMemo(() => new Set(idsIn(delegation)), [delegation])
  const begin = () => new Set(idsIn(delegation ?? from).filter(id => delegation !== undefined || entries.has(id)))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(begin)
  const difference = differenceOf(entries, before, chosen)
  const beyond = (ids: readonly string[] = []) => ids.filter(id => !entries.has(id))
  const outside = [...before].filter(id => !entries.has(id))
  return {
    entries,
    before,
    chosen,
    difference,
    count: difference.gained.length + difference.lost.length,
    hasMore: outside.length > 0,
    menuIds: [...idsOf(entries, chosen, 'menu'), ...beyond(delegation?.menuIds)],
    buttonIds: [...idsOf(entries, chosen, 'button'), ...beyond(delegation?.buttonIds)],
    tick: (id: string, on: boolean, linked: boolean) => setChosen(tick(entries, chosen, id, { on, linked, may: anything })),
    /** Replaces all ticks. */
    replace: (ids: readonly string[]) => setChosen(new Set([...ids.filter(id => entries.has(id)), ...outside])),
    reset: () => setChosen(begin()),
  }
}
export type Ticks = ReturnType<typeof useTicks>
