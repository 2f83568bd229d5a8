import { sql } from 'kysely'
import type { RoleMember, appRole } from '@hufu/contract/apps/app-role'
import type { LostRight } from '@hufu/contract/apps/authorize'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import type { Db } from '../../../platform/database/db.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, type Scope } from '../../../platform/access/scope.ts'
import type { Context } from '../../../platform/http/context.ts'
import { grantsOfApp, grantsOfRoles } from '../access/people.sql.ts'
import { lockSubjects, refuseGrantsBeyond, refuseOneself } from '../access/subjects.ts'
import { pageEntitled } from '../access/entitled.sql.ts'
import { writeGrants, lockAppGrants } from '../authorize/give.sql.ts'
import { chosenUsers, personConditions } from '../../directory/index.ts'
import { lockAppRoles } from './app-role.sql.ts'

/** The users who hold the role, or any role of the application, by any path. */
export async function pageRoleHolders(db: Db, { scope, keys }: { scope: Scope; keys: Keys }, query: QueryOf<typeof appRole.pageUser>) {
  const { appId, roleId, searchKey } = query
  const conditions = personConditions({ scope, keys, filter: { searchKey: searchKey?.trim() } })
  const grants = roleId === undefined ? grantsOfRoles(appId) : grantsOfApp(appId, roleId)
  const { total, userIds } = await pageEntitled(db, { grants, scope, conditions, isNarrow: conditions.length > 0 }, query)
  return pageOf(query, total, userIds.length === 0 ? [] : await holderRows(db, appId, userIds))
}

async function holderRows(db: Db, appId: string, userIds: readonly string[]): Promise<RoleMember[]> {
  const { rows } = await everyone(
    'the users were found within the scope, and are shown with their main organisation',
    sql<RoleMember>`
    select u.id as user_id, u.user_name, u.real_name,
      (select o.name from job j join org o on o.id = j.org_id where j.user_id = u.id and j.job_type = 1) as org_name,
      coalesce(held.ids, '{}') as role_ids, coalesce(held.names, '{}') as role_names, coalesce(held.own, '{}') as own_role_ids
    from users u left join lateral (
      select array_agg(w.id order by w.code) as ids, array_agg(w.name order by w.code) as names,
        array_agg(w.id order by w.code) filter (where w.is_own) as own
      from (select r.id, r.code, r.name, bool_or(p.subject_type = 'user' and p.group_id is null) as is_own
        from paths_of(u.id) p join app_role r on r.id = p.role_id
        where p.app_id = ${appId} and (p.fault is null or p.fault in ('appDisabled', 'accountDisabled', 'roleDisabled'))
        group by r.id, r.code, r.name) w) held on true
    where u.id = any (${[...userIds]}) order by u.pinyin, u.id`,
  ).execute(db)
  return rows
}

type Link = BodyOf<typeof appRole.updateUser>
interface Order {
  userIds: string[]
  /** grouped by application */
  apps: { appId: string; roleIds: string[] }[]
}

/** The most grants one call may write. */
const RIGHTS_MAX = 100_000

/** The users and roles of the request; all must exist and be in scope, and are locked until the transaction ends. */
async function readLink(ctx: Pick<Context, 'db' | 'scope' | 'kernel'>, { roleIds, userData, searchKey, appId }: Link): Promise<Order> {
  const { db, scope, kernel } = ctx
  const named = userData.map(({ userId }) => userId)
  const filter = searchKey?.trim() ? { searchKey: searchKey.trim() } : undefined
  const userIds = await chosenUsers(db, scope, kernel.keys, { ids: named, filter })
  const roles = roleIds.length === 0 && appId !== undefined ? [] : await lockAppRoles(db, roleIds, 'key share')
  const byApp = Map.groupBy(roles, role => role.appId)
  if (appId !== undefined && !byApp.has(appId)) byApp.set(appId, [])
  const apps = [...byApp].map(([id, appRoles]) => ({ appId: id, roleIds: appRoles.map(role => role.id) }))
  await lockAppGrants(db, apps)
  if (userIds.length * Math.max(1, roles.length) > RIGHTS_MAX) refuse('grantsTooMany', { max: RIGHTS_MAX })
  if (userIds.length > 0) await lockSubjects(ctx, 'user', userIds)
  return { userIds, apps }
}

const appGrantsIn = ({ apps }: Order) => apps.flatMap(({ appId, roleIds }) => roleIds.map(roleId => ({ appId, roleId })))

export async function addUserRoles(ctx: Context<unknown, Link>): Promise<number> {
  const order = await readLink(ctx, ctx.body)
  refuseOneself(ctx, 'user', order.userIds)
  await refuseGrantsBeyond(ctx, appGrantsIn(order))
  return (await giveRoles(ctx, order)).size
}

/** Grants the roles; users who hold a role now keep its dates. Returns the users who gained one. */
async function giveRoles({ db, who }: Pick<Context, 'db' | 'who'>, order: Order): Promise<Set<string>> {
  const gained = new Set<string>()
  for (const appGrant of appGrantsIn(order)) {
    const { rows } = await sql<{ id: string }>`select person.id from unnest(${order.userIds}::text[]) as person (id) where not exists (
      select 1 from app_grant g where g.subject_type = 'user' and g.subject_id = person.id and g.app_id = ${appGrant.appId} and g.role_id = ${appGrant.roleId}
        and (g.begin_time is null or g.begin_time <= now()) and (g.end_time is null or g.end_time > now()))`.execute(db)
    const targetIds = rows.map(row => row.id)
    if (targetIds.length === 0) continue
    await writeGrants(db, {
      targetType: 'user',
      targetIds,
      appGrants: [appGrant],
      below: true,
      beginTime: null,
      endTime: null,
      grantedBy: who.userId,
    })
    for (const id of targetIds) gained.add(id)
  }
  return gained
}

const fromGrantsToRemove = ({
  userIds,
  apps,
}: Order) => sql`from app_grant g where g.subject_type = 'user' and g.subject_id = any (${userIds})
  and g.app_id = any (${apps.map(app => app.appId)}) and g.role_id is not null and g.role_id <> all (${apps.flatMap(app => app.roleIds)})`

/** Replaces the users' directly granted roles in these applications; roles held by other paths stay. */
export async function replaceUserRoles(ctx: Context<unknown, Link>): Promise<number> {
  const { db } = ctx
  const order = await readLink(ctx, ctx.body)
  refuseOneself(ctx, 'user', order.userIds)
  const { rows: gone } = await sql<{ subjectId: string; appId: string; roleId: string }>`
    delete ${fromGrantsToRemove(order)} returning g.subject_id, g.app_id, g.role_id`.execute(db)
  await refuseGrantsBeyond(ctx, [...appGrantsIn(order), ...gone])
  return new Set([...gone.map(row => row.subjectId), ...(await giveRoles(ctx, order))]).size
}

const LOST_MAX = 500

export async function lostByReplacing(ctx: Context<unknown, Link>): Promise<LostRight[]> {
  const order = await readLink(ctx, ctx.body)
  const { rows } = await everyone(
    'readLink has found these users within the scope',
    sql<LostRight>`select g.subject_id as target_id, (select u.real_name from users u where u.id = g.subject_id) as target_name,
      (select a.name from app a where a.id = g.app_id) as app_name, (select r.name from app_role r where r.id = g.role_id) as role_name
    ${fromGrantsToRemove(order)} order by 2, 3, 4 limit ${LOST_MAX}`,
  ).execute(ctx.db)
  return rows
}

/** Removes direct grants only. */
export async function removeUserRoles(ctx: Context<unknown, BodyOf<typeof appRole.removeUser>>): Promise<number> {
  const { db, body } = ctx
  await lockSubjects(ctx, 'user', body.userIds)
  const { rows } = await sql<{ subjectId: string; appId: string; roleId: string }>`delete from app_grant g
    where g.subject_type = 'user' and g.subject_id = any (${body.userIds}) and g.app_id = ${body.appId}
      and ${body.roleIds === undefined ? sql`g.role_id is not null` : sql`g.role_id = any (${body.roleIds})`}
    returning g.subject_id, g.app_id, g.role_id`.execute(db)
  await refuseGrantsBeyond(ctx, rows)
  return new Set(rows.map(row => row.subjectId)).size
}
