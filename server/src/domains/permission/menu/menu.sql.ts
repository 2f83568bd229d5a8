import { sql } from 'kysely'
import type { BodyOf } from '@hufu/contract/call'
import type { MenuNode, menus } from '@hufu/contract/permission/menu'
import type { Flag } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { findMenu } from './menu-read.sql.ts'
import { shippedMenus } from './menu-seed.ts'

const TOP = '0'

/** Allows one move at a time, because two could form a circle. The database checks which types may contain which. */
async function refuseCircle(db: Db, id: string, parentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(7314)`.execute(db)
  const { rows } = await sql`
    with recursive up as (select id, parent_id, 0 as depth from menu where id = ${parentId}
      union all select m.id, m.parent_id, up.depth + 1 from menu m join up on m.id = up.parent_id where up.depth < 20)
    select from up where id = ${id}`.execute(db)
  if (rows.length > 0) refuse('menuParentWrong')
}

/** `asNew`: restores a deleted node under its former id. */
export async function saveMenu(db: Db, draft: BodyOf<typeof menus.save>, asNew = false): Promise<MenuNode> {
  if (draft.parentId === TOP && draft.type === 'button') refuse('menuParentWrong')
  const fields = {
    parentId: draft.parentId,
    name: draft.name,
    menuUri: draft.menu_uri,
    ...(draft.menu_icon !== undefined && { menuIcon: draft.menu_icon || null }),
    type: draft.type,
    ...(draft.mark !== undefined && { mark: draft.mark || null }),
    status: draft.status,
    ...(draft.hsaAuthGradeShow !== undefined && { hsaAuthGradeShow: draft.hsaAuthGradeShow }),
  }
  if (draft.id === undefined || asNew) {
    const id = draft.id ?? newId()
    const sortNum = draft.sortNum ?? (await lastSort(db, draft.parentId)) + 1
    await db
      .insertInto('menu')
      .values({ id, ...fields, sortNum })
      .execute()
    return findMenu(db, id)
  }
  const present = await findMenu(db, draft.id)
  if (present.type === 'menu' && isFixed(present.menu_uri) && !isLeftInPlace(present, draft)) refuse('menuFixed')
  await refuseCircle(db, draft.id, draft.parentId)
  const { numUpdatedRows } = await db
    .updateTable('menu')
    .set(column => ({
      ...fields,
      ...(draft.sortNum !== undefined && { sortNum: draft.sortNum }),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', draft.id)
    .$if(draft.version !== undefined, rows => rows.where('version', '=', draft.version!))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('stale')
  return findMenu(db, draft.id)
}

/** These cannot be disabled or moved, because the page to undo it would be gone. */
const FIXED: ReadonlySet<string> = new Set(['/devops', '/devops/menu'])
const isFixed = (uri: string): boolean => FIXED.has(uri)
const isLeftInPlace = (present: MenuNode, draft: BodyOf<typeof menus.save>): boolean =>
  draft.status === 1 && draft.parentId === present.parentId && draft.menu_uri === present.menu_uri && draft.type === present.type

export async function refuseFixed(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await db
    .selectFrom('menu')
    .select(['menuUri', 'type'])
    .where('id', 'in', [...ids])
    .execute()
  if (rows.some(row => row.type === 'menu' && isFixed(row.menuUri))) refuse('menuFixed')
}

async function lastSort(db: Db, parentId: string): Promise<number> {
  const row = await db
    .selectFrom('menu')
    .select(({ fn }) => fn.max('sortNum').as('last'))
    .where('parentId', '=', parentId)
    .executeTakeFirst()
  return row?.last ?? 0
}

export async function setMenuStatus(db: Db, ids: readonly string[], status: Flag): Promise<number> {
  if (ids.length === 0) refuse('nothingChosen')
  const { numUpdatedRows } = await db
    .updateTable('menu')
    .set({ status, updateTime: sql<string>`now()` })
    .where('id', 'in', [...ids])
    .where('status', '!=', status)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const setGradeShow = (db: Db, id: string, hsaAuthGradeShow: Flag) =>
  db
    .updateTable('menu')
    .set({ hsaAuthGradeShow, updateTime: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

/**
 * Removes nodes; buttons go with their page, but a node with menus below is refused. The rows are locked, so that nothing is added
 * below them meanwhile.
 */
export async function removeMenus(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) refuse('nothingChosen')
  const chosen = [...ids]
  const there = await db.selectFrom('menu').select('id').where('id', 'in', chosen).orderBy('id').forUpdate().execute()
  if (there.length !== new Set(chosen).size) refuse('menuMissing')
  const below = await db
    .selectFrom('menu')
    .select('id')
    .where('parentId', 'in', chosen)
    .where('type', '=', 'menu')
    .where('id', 'not in', chosen)
    .limit(1)
    .execute()
  if (below.length > 0) refuse('menuNotEmpty')
  await db
    .deleteFrom('menu')
    .where(rows => rows.or([rows('id', 'in', chosen), rows('parentId', 'in', chosen)]))
    .execute()
}

/**
 * Restores the missing shipped children and buttons below one node, and nothing else (initMenu). Goes level by level: if a custom
 * node of the same name takes a place, the shipped children below it are left out, too.
 */
export async function addShipped(db: Db, menuId: string): Promise<number> {
  let added = 0
  for (let level = [menuId]; level.length > 0;) {
    const wanted = shippedMenus.filter(seed => level.includes(seed.parentId))
    if (wanted.length === 0) break
    const fresh = await db
      .insertInto('menu')
      .values(wanted)
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .execute()
    added += fresh.length
    const ids = wanted.map(seed => seed.id)
    level = (await db.selectFrom('menu').select('id').where('id', 'in', ids).execute()).map(row => row.id)
  }
  return added
}
