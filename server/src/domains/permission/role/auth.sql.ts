import { sql } from 'kysely'
import type { BodyOf } from '@hufu/contract/call'
import type { RoleAuth, role } from '@hufu/contract/permission/role'
import { isSecurityAdmin } from '../../../platform/access/granted-rights.ts'
import { nodesHeld, type Acting } from '../../../platform/access/seniority.ts'
import type { Db } from '../../../platform/database/db.ts'
import { withoutDeadEnds } from '../../../platform/access/menu-nodes.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everything } from '../../../platform/access/scope.ts'
import { menuTree } from '../menu/menu.ts'
import { grantable, withAncestors } from './nodes.ts'
import { findRole, lockForChange } from './role.sql.ts'

const allMenus = (db: Db) => db.selectFrom('menu').selectAll().orderBy('sortNum').orderBy('id').execute()

export async function authOf(db: Db, who: Acting, roleId: string): Promise<RoleAuth> {
  const { version } = await findRole(db, everything, roleId)
  const menus = withoutDeadEnds(grantable(await allMenus(db)))
  const rows = await db.selectFrom('roleMenu').select('menuId').where('roleId', '=', roleId).execute()
  const granted = new Set(rows.map(row => row.menuId))
  const idsOf = (type: 'menu' | 'button') => menus.filter(node => node.type === type && granted.has(node.id)).map(node => node.id)
  const heldNodes = who.rights.isAdmin ? undefined : await nodesHeld(db, who)
  return {
    menus: menuTree(menus),
    menuIds: idsOf('menu'),
    buttonIds: idsOf('button'),
    heldIds: menus.map(node => node.id).filter(id => heldNodes?.has(id) ?? true),
    version,
  }
}

/** Replaces what the role grants. Grants are complete: a button with its page, a page with the menus above it. */
export async function saveAuth(db: Db, who: Acting, body: BodyOf<typeof role.saveAuth>): Promise<void> {
  const [present] = await lockForChange(db, who, [body.id])
  if (body.version !== undefined && body.version !== present!.version) refuse('stale')
  const wanted = await readNodes(db, body)
  if (!who.rights.isAdmin) {
    const heldNodes = await nodesHeld(db, who)
    if (wanted.some(id => !heldNodes.has(id))) refuse('beyondOwn')
    // The security administrator may grant beyond their own rights, but not through a role they hold.
    if (isSecurityAdmin(who.rights) && (await holdsRole(db, who, body.id))) refuse('ownRoles')
  }
  await sql`delete from role_menu where role_id = ${body.id} and menu_id <> all (${wanted})`.execute(db)
  await sql`insert into role_menu (role_id, menu_id) select ${body.id}, id from unnest(${wanted}::text[]) as node (id)
    on conflict do nothing`.execute(db)
  await sql`update role set version = version + 1, update_time = now() where id = ${body.id}`.execute(db)
}

async function holdsRole(db: Db, who: Acting, roleId: string): Promise<boolean> {
  const { rows } = await sql`select from user_role where user_id = ${who.userId} and role_id = ${roleId}`.execute(db)
  return rows.length > 0
}

/** Every id must be a node of its kind; devops cannot be granted (O-66). */
async function readNodes(db: Db, { menuIds, buttonIds }: Pick<BodyOf<typeof role.saveAuth>, 'menuIds' | 'buttonIds'>): Promise<string[]> {
  const all = await allMenus(db)
  const byId = new Map(all.map(node => [node.id, node]))
  if (menuIds.some(id => byId.get(id)?.type !== 'menu') || buttonIds.some(id => byId.get(id)?.type !== 'button')) refuse('menuMissing')
  const open = new Set(grantable(all).map(node => node.id))
  const wanted = withAncestors([...menuIds, ...buttonIds], byId)
  return wanted.every(id => open.has(id)) ? wanted : refuse('devopsNotGranted')
}

const ROLE_PAGE = '/system/systemRoleIndex'

async function holdsPage(db: Db, who: Acting): Promise<boolean> {
  const page = await db.selectFrom('menu').select('id').where('menuUri', '=', ROLE_PAGE).execute()
  const heldNodes = await nodesHeld(db, who)
  return page.some(({ id }) => heldNodes.has(id))
}

/** Refuses a change by which the caller would lose the page that could undo it. */
export async function refusingSelfLockout<R>(db: Db, who: Acting, act: () => Promise<R>): Promise<R> {
  const hadPage = !who.rights.isAdmin && (await holdsPage(db, who))
  const done = await act()
  if (hadPage && !(await holdsPage(db, who))) refuse('ownAccess')
  return done
}
