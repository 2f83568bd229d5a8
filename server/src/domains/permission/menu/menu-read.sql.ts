import { sql } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { MenuNode, menus } from '@hufu/contract/permission/menu'
import { FOUND_MAX } from '@hufu/contract/shapes'
import type { MenuRow } from '../../../platform/access/menu-nodes.ts'
import type { Db } from '../../../platform/database/db.ts'
import { contains, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { menuNode } from './menu.ts'

/** Adds the direct children of each node, for its buttons and hasChildren. */
async function asNodes(db: Db, rows: readonly MenuRow[]): Promise<MenuNode[]> {
  if (rows.length === 0) return []
  const ids = rows.map(row => row.id)
  const below = await db.selectFrom('menu').selectAll().where('parentId', 'in', ids).orderBy('sortNum').orderBy('id').execute()
  return rows.map(row =>
    menuNode(
      row,
      below.filter(child => child.parentId === row.id),
    ),
  )
}

export async function findMenu(db: Db, id: string): Promise<MenuNode> {
  const row = await db.selectFrom('menu').selectAll().where('id', '=', id).executeTakeFirst()
  return (await asNodes(db, row ? [row] : []))[0] ?? refuse('menuMissing')
}

export async function menuByName(db: Db, name: string): Promise<MenuNode | null> {
  const row = await db
    .selectFrom('menu')
    .selectAll()
    .where('name', '=', name)
    .orderBy('type', 'desc')
    .orderBy('sortNum')
    .limit(1)
    .executeTakeFirst()
  return (await asNodes(db, row ? [row] : []))[0] ?? null
}

export async function menuLevel(db: Db, parentId: string, onlyEnabled: boolean): Promise<MenuNode[]> {
  const rows = await db
    .selectFrom('menu')
    .selectAll()
    .where('parentId', '=', parentId)
    .$if(onlyEnabled, query => query.where('status', '=', 1))
    .orderBy('sortNum')
    .orderBy('id')
    .execute()
  return asNodes(db, rows)
}

export async function pageMenus(db: Db, query: QueryOf<typeof menus.page>) {
  const { parentId, name, status, type, mark: buttonCode } = query
  const found = db
    .selectFrom('menu')
    .$if(parentId !== undefined, rows => rows.where('parentId', '=', parentId!))
    .$if(name !== undefined, rows => rows.where('name', 'ilike', contains(name!)))
    .$if(status !== undefined, rows => rows.where('status', '=', status!))
    .$if(type !== undefined, rows => rows.where(sql<boolean>`type = ${type}`))
    .$if(buttonCode !== undefined, rows => rows.where('mark', 'ilike', contains(buttonCode!)))
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy('sortNum')
    .orderBy('createTime')
    .orderBy('id')
    .limit(query.size)
    .offset(offsetOf(query))
    .execute()
  return pageOf(query, total, await asNodes(db, rows))
}

export async function searchMenus(db: Db, { name = '', current }: QueryOf<typeof menus.search>) {
  if (name === '') return []
  const { rows } = await sql<{ id: string; name: string; type: 'menu' | 'button'; path: string }>`
    with recursive hit as (select * from menu where name ilike ${contains(name)} order by sort_num, id limit ${FOUND_MAX} offset ${offsetOf({ current, size: FOUND_MAX })}),
    up as (
      select id as hit_id, parent_id, name as path, 0 as depth from hit
      union all
      select up.hit_id, m.parent_id, m.name || ' / ' || up.path, up.depth + 1 from up join menu m on m.id = up.parent_id where up.depth < 20
    )
    select hit.id, hit.name, hit.type, (select path from up where up.hit_id = hit.id order by depth desc limit 1) as path from hit order by hit.sort_num, hit.id`.execute(
    db,
  )
  return rows
}

export const isButtonCodeFree = (db: Db, { parentId, mark: buttonCode, id }: QueryOf<typeof menus.markFree>) =>
  isFree(db, parentId, 'mark', buttonCode, id)
export const isNameFree = (db: Db, { parentId, name, id }: QueryOf<typeof menus.nameFree>) => isFree(db, parentId, 'name', name, id)

async function isFree(db: Db, parentId: string, column: 'mark' | 'name', value: string, but = ''): Promise<boolean> {
  const menu = db.selectFrom('menu').select('id').where('parentId', '=', parentId)
  const row = await menu.where(column, '=', value).where('id', '!=', but).executeTakeFirst()
  return row === undefined
}
