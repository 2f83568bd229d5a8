import { isDevops } from '@hufu/contract/screens'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import { withParents, type MenuRow } from './menu-nodes.ts'

/** One grant of a grade administrator (D-34), as it holds at this moment. */
export interface Grade {
  id: string
  orgId: string
  hasIncludeChild: number
  hasHandOn: number
  /** yyyy-MM-dd HH:mm:ss, open where null. */
  beginTime: string | null
  endTime: string | null
  /** What it lets him use, with the directories above. */
  nodes: readonly MenuRow[]
}

interface GradeRow extends Omit<Grade, 'nodes'> {
  menuIds: string[]
  isLive: boolean
}

/** The grants a user holds just now; `asked`: whether he has any at all, resting ones counted. */
export async function gradesOf(
  db: Kysely<Tables>,
  userId: string,
  menus: readonly MenuRow[],
): Promise<{ grades: Grade[]; asked: boolean }> {
  const { rows } = await sql<GradeRow>`
    with mine as (select * from grade_admin where user_id = ${userId})
    select g.id, g.org_id, g.has_include_child, g.has_hand_on, g.begin_time, g.end_time,
      g.id in (select live_grades(array(select id from mine))) as is_live,
      array(select m.menu_id from grade_admin_menu m where m.grade_admin_id = g.id) as menu_ids
    from mine g order by g.id`.execute(db)
  const grades = rows
    .filter(row => row.isLive)
    .map(({ menuIds, isLive: _isLive, ...grade }) => ({ ...grade, nodes: gradeNodes(menuIds, menus) }))
  return { grades, asked: rows.length > 0 }
}

/** What grade administrators may be given at all: enabled, marked for them, and nothing of devops. */
export const gradeNodes = (menuIds: readonly string[], menus: readonly MenuRow[]): MenuRow[] =>
  withParents(
    new Set(menuIds),
    menus.filter(node => node.hsaAuthGradeShow === 1 && !isDevops(node.menuUri)),
  )
