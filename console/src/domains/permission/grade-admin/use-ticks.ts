import type { GradeAdminInFull } from '@hufu/contract/permission/grade-admin'
import type { MenuNode } from '@hufu/contract/permission/menu'
import { useMemo, useState } from 'react'
import { differenceOf, entriesOf, idsOf, tick } from '../../../pickers/rights.ts'

const idsIn = (grade: GradeAdminInFull | undefined) => (grade ? [...grade.menuIds, ...grade.buttonIds] : [])
const anything = () => true

/** What is ticked in the tree. What the grant holds beyond the tree is not the caller's to take: it stays. */
export function useTicks(tree: readonly MenuNode[], grade: GradeAdminInFull | undefined, from: GradeAdminInFull | undefined) {
  const entries = useMemo(() => entriesOf(tree), [tree])
  const before = useMemo(() => new Set(idsIn(grade)), [grade])
  const begin = () => new Set(idsIn(grade ?? from).filter(id => grade !== undefined || entries.has(id)))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(begin)
  const difference = differenceOf(entries, before, chosen)
  const beyond = (ids: readonly string[] = []) => ids.filter(id => !entries.has(id))
  const kept = [...before].filter(id => !entries.has(id))
  return {
    entries,
    before,
    chosen,
    difference,
    count: difference.gained.length + difference.lost.length,
    hasMore: kept.length > 0,
    menuIds: [...idsOf(entries, chosen, 'menu'), ...beyond(grade?.menuIds)],
    buttonIds: [...idsOf(entries, chosen, 'button'), ...beyond(grade?.buttonIds)],
    tick: (id: string, on: boolean, linked: boolean) => setChosen(tick(entries, chosen, id, { on, linked, may: anything })),
    /** Other ticks in the place of these. */
    replace: (ids: readonly string[]) => setChosen(new Set([...ids.filter(id => entries.has(id)), ...kept])),
    reset: () => setChosen(begin()),
  }
}
export type Ticks = ReturnType<typeof useTicks>
