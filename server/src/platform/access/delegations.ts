import { isDevops } from '@hufu/contract/screens'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import { withParents, type MenuRow } from './menu-nodes.ts'

/** One delegation (D-34) as it is in force now. */
export interface Delegation {
  id: string
  orgId: string
  hasIncludeChild: number
  hasHandOn: number
  /** yyyy-MM-dd HH:mm:ss, open where null. */
  beginTime: string | null
  endTime: string | null
  /** The menus it allows, with the directories above them. */
  nodes: readonly MenuRow[]
}

interface DelegationRow extends Omit<Delegation, 'nodes'> {
  menuIds: string[]
  isLive: boolean
}

/** The user's delegations in force; `hasAny` also counts suspended ones. */
export async function delegationsOf(
  db: Kysely<Tables>,
  userId: string,
  menus: readonly MenuRow[],
): Promise<{ delegations: Delegation[]; hasAny: boolean }> {
  const { rows } = await sql<DelegationRow>`
    with mine as (select * from grade_admin where user_id = ${userId})
    select g.id, g.org_id, g.has_include_child, g.has_hand_on, g.begin_time, g.end_time,
      g.id in (select live_grades(array(select id from mine))) as is_live,
      array(select m.menu_id from grade_admin_menu m where m.grade_admin_id = g.id) as menu_ids
    from mine g order by g.id`.execute(db)
  const delegations = rows
    .filter(row => row.isLive)
    .map(({ menuIds, isLive: _isLive, ...delegation }) => ({ ...delegation, nodes: delegationNodes(menuIds, menus) }))
  return { delegations, hasAny: rows.length > 0 }
}

/** What delegated administrators can be granted: enabled menus marked for them, but nothing of devops. */
export const delegationNodes = (menuIds: readonly string[], menus: readonly MenuRow[]): MenuRow[] =>
  withParents(
    new Set(menuIds),
    menus.filter(node => node.hsaAuthGradeShow === 1 && !isDevops(node.menuUri)),
  )
