import { foldName } from '@hufu/contract/written'
import { sql, type RawBuilder } from 'kysely'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import type { Role, RoleBrief, role } from '@hufu/contract/permission/role'
import { SUPER_ADMIN } from '@hufu/contract/screens'
import type { Flag } from '@hufu/contract/shapes'
import { refuseRolesBeyond, type Acting } from '../../../platform/access/seniority.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { contains, offsetOf, pageOf, nameContains } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { personInScope, type Scope } from '../../../platform/access/scope.ts'

const nodesOf = (type: 'menu' | 'button') =>
  sql`(select count(*) from role_menu g join menu m on m.id = g.menu_id where g.role_id = r.id and m.type = ${sql.lit(type)})`
const columns = (
  scope: Scope,
) => sql`r.id, r.code, r.name, r.status, r.remark, r.built_in, r.second_factor, r.version, r.create_time, r.update_time,
  (select count(*) from user_role h where h.role_id = r.id and ${personInScope(scope, 'h.user_id')}) as user_count, ${nodesOf('menu')} as menu_count, ${nodesOf('button')} as button_count`

export async function pageRoles(db: Db, scope: Scope, query: QueryOf<typeof role.page>) {
  const { name, code, status } = query
  const conditions = [
    sql`true`,
    ...(name === undefined ? [] : [nameContains('r.name', name)]),
    ...(code === undefined ? [] : [sql`r.code ilike ${contains(code)}`]),
    ...(status === undefined ? [] : [sql`r.status = ${status}`]),
  ]
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from role r where ${where}`.execute(db)
  const { rows } = await sql<Role>`select ${columns(scope)} from role r where ${where}
    order by r.built_in desc, r.code <> ${SUPER_ADMIN}, r.create_time, r.id limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]?.n ?? 0, rows)
}

/** Enabled roles, which can be granted. */
export const listRoles = (db: Db): Promise<RoleBrief[]> =>
  db
    .selectFrom('role')
    .select(['id', 'name', 'code'])
    .where('status', '=', 1)
    .orderBy('builtIn', 'desc')
    .orderBy('createTime')
    .orderBy('id')
    .execute()

export async function findRole(db: Db, scope: Scope, id: string): Promise<Role> {
  const { rows } = await sql<Role>`select ${columns(scope)} from role r where r.id = ${id}`.execute(db)
  return rows[0] ?? refuse('roleMissing')
}

export interface LockedRole {
  id: string
  code: string
  name: string
  status: number
  builtIn: number
  version: number
}

/** Locks these roles for the transaction; refuses the whole batch if one is missing. */
export async function lockRoles(db: Db, ids: readonly string[], lock: 'share' | 'no key update' | 'update'): Promise<LockedRole[]> {
  if (ids.length === 0) refuse('nothingChosen')
  const wanted = [...new Set(ids)]
  const { rows } = await sql<LockedRole>`select id, code, name, status, built_in, version from role where id = any (${wanted})
    order by id for ${sql.raw(lock)}`.execute(db)
  return rows.length === wanted.length ? rows : refuse('roleMissing')
}

/** Locks roles the caller may change: not the super-administrator role, and none granting what they do not hold. */
export async function lockForChange(db: Db, who: Acting, ids: readonly string[], lock: 'no key update' | 'update' = 'no key update') {
  const roles = await lockRoles(db, ids, lock)
  if (roles.some(row => row.code === SUPER_ADMIN)) refuse('superRoleFixed')
  await refuseRolesBeyond(db, who, ids)
  return roles
}

/** Only the second factor of the super-administrator role may be changed, and only by a super administrator. */
async function lockForEdit(db: Db, who: Acting, { id, name, code, remark }: BodyOf<typeof role.update>): Promise<LockedRole> {
  const [present] = await lockRoles(db, [id], 'no key update')
  const isSame = present!.name === name && present!.code === code && remark === undefined
  if (present!.code !== SUPER_ADMIN || !who.rights.isAdmin || !isSame) await lockForChange(db, who, [id])
  return present!
}

export async function insertRole(db: Db, draft: BodyOf<typeof role.save>, id = newId()): Promise<string> {
  const { name, code, status = 1, remark, secondFactor } = draft
  await db
    .insertInto('role')
    .values({ id, name, code, status, remark: remark || null, ...(secondFactor && { secondFactor }) })
    .execute()
  return id
}

export async function updateRole(db: Db, who: Acting, edit: BodyOf<typeof role.update>): Promise<void> {
  const present = await lockForEdit(db, who, edit)
  if (edit.version !== undefined && edit.version !== present.version) refuse('stale')
  // Shipped roles keep their codes, by which the program knows them.
  if (present.builtIn === 1 && present.code !== edit.code) refuse('builtInRole')
  await db
    .updateTable('role')
    .set(column => ({
      name: edit.name,
      code: edit.code,
      ...(edit.remark !== undefined && { remark: edit.remark || null }),
      ...(edit.secondFactor !== undefined && { secondFactor: edit.secondFactor }),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', edit.id)
    .execute()
}

/** Removes roles; a foreign key refuses a role that still has holders. */
export async function removeRoles(db: Db, who: Acting, ids: readonly string[]): Promise<number> {
  const roles = await lockForChange(db, who, ids, 'update')
  if (roles.some(row => row.builtIn === 1)) refuse('builtInRole')
  await db
    .deleteFrom('role')
    .where('id', 'in', [...ids])
    .execute()
  return roles.length
}

export async function setRoleStatus(db: Db, who: Acting, ids: readonly string[], status: Flag): Promise<number> {
  await lockForChange(db, who, ids)
  const { numUpdatedRows } = await db
    .updateTable('role')
    .set(column => ({ status, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', 'in', [...ids])
    .where('status', '!=', status)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const isCodeTaken = (db: Db, { code, id }: QueryOf<typeof role.codeTaken>) => isTaken(db, sql`code = ${code}`, id)
export const isNameTaken = (db: Db, { name, id }: QueryOf<typeof role.nameTaken>) =>
  isTaken(db, sql`fold_name(name) = ${foldName(name)}`, id)

async function isTaken(db: Db, same: RawBuilder<unknown>, but = ''): Promise<boolean> {
  const { rows } = await sql`select 1 from role where ${same} and id <> ${but} limit 1`.execute(db)
  return rows.length > 0
}
