import { sql, type RawBuilder } from 'kysely'
import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import type { Admin, admin } from '@hufu/contract/permission/admin'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import type { Flag } from '@hufu/contract/shapes'
import { refuseHigher } from '../../../platform/access/seniority.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { personInScope, type Scope } from '../../../platform/access/scope.ts'
import type { Context } from '../../../platform/http/context.ts'
import { changeRoles } from '../role/holders.sql.ts'
import { lockEach, lockUser, lastLogin, personConditions, touchUsers } from '../../directory/index.ts'

const order = sql`order by r.built_in desc, r.create_time, r.id`
/** One row per user who has a role; `more` narrows the users, `having` the administrators. */
const admins = (scope: Scope, more: readonly RawBuilder<unknown>[], having: RawBuilder<unknown> = sql`true`) => sql`
  select u.id, u.id as user_id, u.user_name, u.real_name, o.name as org_name, array_agg(r.id ${order}) as role_ids,
    array_agg(r.name ${order}) as role_names, max(h.status) as status, u.status as user_status, ${lastLogin} as last_login_time, u.version,
    min(h.create_time) as create_time
  from user_role h join role r on r.id = h.role_id join users u on u.id = h.user_id and u.deleted_at is null
  left join job j on j.user_id = u.id and j.job_type = 1 left join org o on o.id = j.org_id
  where ${sql.join([personInScope(scope, 'u.id'), ...more], sql` and `)}
  group by u.id, o.name having ${having}`

export async function pageAdmins(db: Db, keys: Keys, scope: Scope, query: QueryOf<typeof admin.page>) {
  const { searchKey, roleId, status } = query
  const more = personConditions({ scope, keys, filter: { searchKey } })
  if (roleId !== undefined) more.push(sql`exists (select 1 from user_role one where one.user_id = u.id and one.role_id = ${roleId})`)
  const found = admins(scope, more, status === undefined ? sql`true` : sql`max(h.status) = ${status}`)
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from (${found}) found`.execute(db)
  const { rows } = await sql<Admin>`${found} order by min(h.create_time), u.id limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]?.n ?? 0, rows)
}

/** All of them must be administrators in scope; else the whole batch is refused. */
async function findAdmins(db: Db, scope: Scope, ids: readonly string[]): Promise<Admin[]> {
  if (ids.length === 0) refuse('nothingChosen')
  const wanted = [...new Set(ids)]
  const { rows } = await sql<Admin>`${admins(scope, [sql`u.id = any (${wanted})`])}`.execute(db)
  return rows.length === wanted.length ? rows : refuse('adminMissing')
}

export const findAdmin = async (db: Db, scope: Scope, id: string): Promise<Admin> => (await findAdmins(db, scope, [id]))[0]!

export async function isAdmin(db: Db, scope: Scope, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from user_role h where h.user_id = ${userId} and ${personInScope(scope, 'h.user_id')}`.execute(db)
  return rows.length > 0
}

type Changing = Pick<Context, 'db' | 'scope' | 'who'>

export async function saveAdmins(ctx: Changing, { userIds, roleIds }: BodyOf<typeof admin.save>): Promise<number> {
  if (roleIds.length === 0) refuse('roleMissingChoice')
  return changeRoles(ctx, { userIds, give: roleIds })
}

/** Replaces the administrator's roles; the caller must be allowed to grant and revoke only the difference. */
export async function updateAdmin(ctx: Changing, { id, roleIds, version }: BodyOf<typeof admin.update>): Promise<void> {
  if (roleIds.length === 0) refuse('roleMissingChoice')
  await lockUser(ctx, id, version)
  const present = (await findAdmin(ctx.db, ctx.scope, id)).roleIds
  const give = roleIds.filter(one => !present.includes(one))
  const take = present.filter(one => !roleIds.includes(one))
  if (give.length + take.length > 0) await changeRoles(ctx, { userIds: [id], give, take })
}

/** Revokes all roles of these administrators; the users remain. */
export async function removeAdmins(ctx: Changing, ids: readonly string[]): Promise<number> {
  refuseOwn(ctx, ids)
  const found = await findAdmins(ctx.db, ctx.scope, ids)
  return changeRoles(ctx, { userIds: ids, take: [...new Set(found.flatMap(one => one.roleIds))] })
}

export async function setAdminStatus(ctx: Changing, ids: readonly string[], status: Flag): Promise<number> {
  if (status === 0) refuseOwn(ctx, ids)
  const { db, scope, who } = ctx
  await findAdmins(db, scope, ids)
  await lockEach(db, scope, ids)
  await refuseHigher(db, who, ids)
  const { rows } = await sql<{ userId: string }>`update user_role set status = ${status}
    where user_id = any (${[...ids]}) and status <> ${status} returning user_id`.execute(db)
  const changed = [...new Set(rows.map(row => row.userId))]
  if (changed.length > 0) await touchUsers(db, changed)
  return changed.length
}

function refuseOwn({ who }: Changing, ids: readonly string[]): void {
  if (ids.includes(BUILT_IN_ACCOUNT)) refuse('builtInAccount')
  if (ids.includes(who.userId)) refuse('ownAdmin')
}
