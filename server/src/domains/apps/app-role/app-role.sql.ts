import { foldName } from '@hufu/contract/written'
import { sql } from 'kysely'
import type { AppRole, AppRoleBrief, appRole } from '@hufu/contract/apps/app-role'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import type { Flag } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { contains, offsetOf, pageOf, nameContains } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Scope } from '../../../platform/access/scope.ts'
import { grantsOfApp, peopleEntitled } from '../access/people.sql.ts'
import { isTaken } from './resource.sql.ts'

/** How many users in scope hold role `r`; the count is skipped for roles without a grant, which are the majority. */
const userCount = (scope: Scope) => sql`case when exists (select 1 from app_grant g where g.role_id = r.id)
  then ${peopleEntitled(scope, grantsOfApp(sql.ref('r.app_id'), sql.ref('r.id')))} else 0 end as user_count`
const columns = (scope: Scope) => sql`r.id, r.app_id, r.code, r.name, r.status, r.remark, r.version, r.create_time, r.update_time,
  (select count(*) from app_role_resource h where h.role_id = r.id) as resource_count, ${userCount(scope)}`

export async function pageAppRoles(db: Db, scope: Scope, query: QueryOf<typeof appRole.page>) {
  const { appId, name, code, status } = query
  const where = sql.join(
    [
      sql`r.app_id = ${appId}`,
      ...(name === undefined ? [] : [nameContains('r.name', name.trim())]),
      ...(code === undefined ? [] : [sql`r.code ilike ${contains(code.trim())}`]),
      ...(status === undefined ? [] : [sql`r.status = ${status}`]),
    ],
    sql` and `,
  )
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from app_role r where ${where}`.execute(db)
  const { rows } = await sql<AppRole>`select ${columns(scope)} from (
      select * from app_role r where ${where} order by r.code, r.id limit ${query.size} offset ${offsetOf(query)}) r
    order by r.code, r.id`.execute(db)
  return pageOf(query, counted[0]?.n ?? 0, rows)
}

export const listAppRoles = (db: Db, { appId, hasOnlyEnable }: QueryOf<typeof appRole.list>): Promise<AppRoleBrief[]> =>
  db
    .selectFrom('appRole')
    .select(['id', 'code', 'name'])
    .where('appId', '=', appId)
    .$if(hasOnlyEnable === true, rows => rows.where('status', '=', 1))
    .orderBy('code')
    .orderBy('id')
    .execute()

export async function findAppRole(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<AppRole & { resourceIds: string[] }>`select ${columns(scope)},
      array(select h.resource_id from app_role_resource h where h.role_id = r.id order by h.resource_id) as resource_ids
    from app_role r where r.id = ${id}`.execute(db)
  return rows[0] ?? refuse('appRoleMissing')
}

/** The application, its roles, and the permission groups that grant anything of it. */
export async function authOfApp(db: Db, scope: Scope, id: string) {
  const app = await db.selectFrom('app').select(['id', 'name', 'code', 'logo', 'status']).where('id', '=', id).executeTakeFirst()
  if (!app) refuse('appMissing')
  const { rows: roles } = await sql<AppRoleBrief & { userCount: number }>`select r.id, r.code, r.name, ${userCount(scope)}
    from app_role r where r.app_id = ${id} order by r.code, r.id`.execute(db)
  const { rows: authGroups } = await sql<{ id: string; name: string }>`select b.id, b.name from auth_group b where exists (
    select 1 from app_grant g where g.app_id = ${id} and g.subject_type = 'authGroup' and g.subject_id = b.id) order by b.sort_num, b.id`.execute(
    db,
  )
  return { app, roles, authGroups }
}

interface LockedRole {
  id: string
  appId: string
  version: number
}

/** All must exist; locked until the transaction ends. */
export async function lockAppRoles(db: Db, ids: readonly string[], lock: 'key share' | 'no key update' | 'update'): Promise<LockedRole[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) refuse('nothingChosen')
  const { rows } = await sql<LockedRole>`
    select id, app_id, version from app_role where id = any (${wanted}) order by id for ${sql.raw(lock)}`.execute(db)
  return rows.length === wanted.length ? rows : refuse('appRoleMissing')
}

export async function insertAppRole(
  db: Db,
  { appId, code, name, status = 1, remark }: BodyOf<typeof appRole.save>,
  id = newId(),
): Promise<string> {
  await db
    .insertInto('appRole')
    .values({ id, appId, code, name, status, remark: remark || null })
    .execute()
  return id
}

export async function updateAppRole(db: Db, edit: BodyOf<typeof appRole.update>): Promise<void> {
  const [present] = await lockAppRoles(db, [edit.id], 'no key update')
  if (edit.version !== undefined && edit.version !== present!.version) refuse('stale')
  await db
    .updateTable('appRole')
    .set(column => ({
      name: edit.name,
      code: edit.code,
      ...(edit.remark !== undefined && { remark: edit.remark || null }),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', edit.id)
    .execute()
}

/** The foreign key of a grant refuses to delete a role that is in use. */
export async function removeAppRoles(db: Db, ids: readonly string[]): Promise<number> {
  const rows = await lockAppRoles(db, ids, 'update')
  await db
    .deleteFrom('appRole')
    .where('id', 'in', [...ids])
    .execute()
  return rows.length
}

export async function setAppRoleStatus(db: Db, ids: readonly string[], status: Flag): Promise<number> {
  await lockAppRoles(db, ids, 'no key update')
  const { numUpdatedRows } = await db
    .updateTable('appRole')
    .set(column => ({ status, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', 'in', [...ids])
    .where('status', '!=', status)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const isRoleCodeTaken = (db: Db, { appId, code, id }: QueryOf<typeof appRole.codeTaken>): Promise<boolean> =>
  isTaken(db, sql`app_role where app_id = ${appId} and lower(code) = lower(${code}) and id <> ${id ?? ''}`)
export const isRoleNameTaken = (db: Db, { appId, name, id }: QueryOf<typeof appRole.nameTaken>): Promise<boolean> =>
  isTaken(db, sql`app_role where app_id = ${appId} and fold_name(name) = ${foldName(name)} and id <> ${id ?? ''}`)
