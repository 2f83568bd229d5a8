import { sql } from 'kysely'
import { BUILT_IN_ACCOUNT, SUPER_ADMIN } from '@hufu/contract/screens'
import type { QueryOf } from '@hufu/contract/call'
import type { role } from '@hufu/contract/permission/role'
import type { UserBrief } from '@hufu/contract/directory/user'
import { refuseHigher, refuseRolesBeyond } from '../../../platform/access/seniority.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { collected, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, personInScope, type Scope } from '../../../platform/access/scope.ts'
import type { Context } from '../../../platform/http/context.ts'
import { lockEach, personConditions, touchUsers } from '../../directory/index.ts'
import { lockRoles } from './role.sql.ts'

export async function pageHolders(db: Db, keys: Keys, scope: Scope, query: QueryOf<typeof role.pageUser>) {
  const { id, searchKey } = query
  const where = sql.join(
    [sql`h.role_id = ${id}`, personInScope(scope, 'u.id'), ...personConditions({ scope, keys, filter: { searchKey } })],
    sql` and `,
  )
  const from = everyone('personInScope is among the conditions', sql`from user_role h join live_user u on u.id = h.user_id where ${where}`)
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db)
  const total = counted[0]?.n ?? 0
  const { rows } = await everyone(
    'personInScope is among the conditions',
    sql<UserBrief>`select u.id, u.user_name, u.real_name,
      (select o.name from job j join org o on o.id = j.org_id where j.user_id = u.id and j.job_type = 1) as org_name
    from (select u.id, u.user_name, u.real_name, h.create_time ${from} ${collected(total)}) u order by u.create_time, u.id limit ${query.size} offset ${offsetOf(query)}`,
  ).execute(db)
  return pageOf(query, total, rows)
}

interface RoleChange {
  userIds: readonly string[]
  give?: readonly string[]
  take?: readonly string[]
}

/**
 * The only way to grant and revoke roles (D-33, D-38): only roles the caller holds, never their own, and the built-in account keeps
 * its roles. Returns how many users changed.
 */
export async function changeRoles({ db, scope, who }: Pick<Context, 'db' | 'scope' | 'who'>, change: RoleChange): Promise<number> {
  const { userIds, give = [], take = [] } = change
  await lockEach(db, scope, userIds)
  const roles = await lockRoles(db, [...give, ...take], 'share')
  if (userIds.includes(who.userId)) refuse('ownRoles')
  await refuseHigher(db, who, userIds)
  await refuseRolesBeyond(db, who, [...give, ...take])
  if (roles.some(row => give.includes(row.id) && row.status === 0)) refuse('roleDisabled')
  if (userIds.includes(BUILT_IN_ACCOUNT) && roles.some(row => take.includes(row.id) && row.code === SUPER_ADMIN)) refuse('builtInAccount')
  const changed = new Set([...(await giveRoles(db, userIds, give)), ...(await removeRolesFrom(db, userIds, take))])
  if (changed.size > 0) await touchUsers(db, [...changed])
  return changed.size
}

/** Grants roles. A disabled administrator stays disabled in the new role. */
async function giveRoles(db: Db, userIds: readonly string[], roleIds: readonly string[]): Promise<string[]> {
  if (roleIds.length === 0) return []
  const { rows } = await sql<{ userId: string }>`insert into user_role (user_id, role_id, status)
    select person.id, given.id, coalesce((select max(h.status) from user_role h where h.user_id = person.id), 1)
    from unnest(${[...userIds]}::text[]) as person (id) cross join unnest(${[...roleIds]}::text[]) as given (id)
    on conflict do nothing returning user_id`.execute(db)
  return rows.map(row => row.userId)
}

async function removeRolesFrom(db: Db, userIds: readonly string[], roleIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`delete from user_role
    where user_id = any (${[...userIds]}) and role_id = any (${[...roleIds]}) returning user_id`.execute(db)
  return rows.map(row => row.userId)
}
