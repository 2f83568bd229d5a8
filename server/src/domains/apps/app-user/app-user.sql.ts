import { sql, type RawBuilder } from 'kysely'
import { userFields } from '@hufu/contract/fields/user-fields'
import { keysWith } from '@hufu/contract/fields/field'
import type { AppUser, AppUserFilter } from '@hufu/contract/apps/app-user'
import type { Paging } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { fieldValue } from '../../../platform/database/field-columns.sql.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, namedInScope, inScope, type Scope } from '../../../platform/access/scope.ts'
import { grantsOfApp } from '../access/people.sql.ts'
import { idsEntitled, pageEntitled, type Entitled } from '../access/entitled.sql.ts'
import { personConditions } from '../../directory/index.ts'
import { appUserId } from './app-user-id.ts'

export interface AppPeople {
  appId: string
  scope: Scope
  keys: Keys
  filter: AppUserFilter
}

interface App {
  id: string
  seq: number
  accountFrom: string
}

export async function findApp(db: Db, id: string): Promise<App> {
  return (await db.selectFrom('app').select(['id', 'seq', 'accountFrom']).where('id', '=', id).executeTakeFirst()) ?? refuse('appMissing')
}

const direct = (appId: string) =>
  sql`select g.subject_id from app_grant g where g.app_id = ${appId} and g.subject_type = 'user' and g.role_id is null`
const withAccount = (appId: string, status: number) =>
  sql`select h.user_id from app_account h where h.app_id = ${appId} and h.status = ${status}`

/** All entitled users, and all users with a direct grant, even an expired one, or an account in the application. */
const grantsWithAccounts = (appId: string) => sql`${grantsOfApp(appId)}
  union select 'user', d.subject_id, false from (${direct(appId)}) d
  union select 'user', h.user_id, false from app_account h where h.app_id = ${appId}`
const asUserSubjects = (ids: RawBuilder<unknown>) =>
  sql`select 'user' as subject_type, x.id as subject_id, false as below from (${ids}) x (id)`

function entitledBy({ appId, scope, keys, filter }: AppPeople): Entitled {
  const { searchKey, orgId, hasIncludeChild, status, source } = filter
  const conditions = personConditions({ scope, keys, filter: { searchKey: searchKey?.trim() || undefined } })
  if (orgId !== undefined)
    // A user's organisations are matched only within the scope.
    conditions.push(sql`u.id in (select j.user_id from job j where ${inScope(scope, sql.ref('j.org_id'))} and ${namedInScope(scope, orgId)} and ${
      hasIncludeChild
        ? sql`j.org_id in (select way.org_id from org_ancestor way where way.ancestor_id = ${orgId} and ${inScope(scope, sql.ref('way.org_id'))})`
        : sql`j.org_id = ${orgId}`
    })`) // prettier-ignore
  const isNarrow = conditions.length > 0
  // Few users have a direct grant or account, so the query starts from these rows instead of searching a million users.
  const own = source === 'direct' ? direct(appId) : status === 0 ? withAccount(appId, 0) : undefined
  if (source === 'direct' && status === 0) conditions.push(sql`u.id in (${withAccount(appId, 0)})`)
  if (source === 'group') conditions.push(sql`u.id not in (${direct(appId)})`)
  if (status === 1) conditions.push(sql`u.id not in (${withAccount(appId, 0)})`)
  return { grants: own ? asUserSubjects(own) : grantsWithAccounts(appId), scope, conditions, isNarrow }
}

export async function pageAppUsers(db: Db, people: AppPeople, query: Paging) {
  const app = await findApp(db, people.appId)
  const { total, userIds } = await pageEntitled(db, entitledBy(people), query)
  return pageOf(query, total, userIds.length === 0 ? [] : await appUserRows(db, app, userIds))
}

export const idsOfAppUsers = (db: Db, people: AppPeople, max: number): Promise<string[]> => idsEntitled(db, entitledBy(people), max)

/** The account a user has through the mapping. A phone is shown masked, as everywhere. */
const mapped: Readonly<Record<string, RawBuilder<string | null>>> = {
  ...Object.fromEntries(keysWith(userFields, 'account').map(key => [key, fieldValue('u', userFields, key, 'mask')])),
  // Only a verified and unique address (N-03).
  email: everyone(
    'only checks whether another user has the same address',
    sql`case when u.email_proven = 1 and not exists (select 1 from live_user o where lower(o.email) = lower(u.email) and o.email is not null and o.id <> u.id) then u.email end`,
  ),
  id: sql`u.id`,
}

type Row = Omit<AppUser, 'id'>

export async function appUserRows(db: Db, app: App, userIds: readonly string[]): Promise<AppUser[]> {
  const { rows } = await everyone(
    'the users were found within the scope, and are shown with their main organisation',
    sql<Row>`
    select u.id as user_id, u.user_name, u.real_name,
      (select o.name from job j join org o on o.id = j.org_id where j.user_id = u.id and j.job_type = 1) as org_name,
      coalesce(h.account, ${mapped[app.accountFrom]!}) as account, h.account is not null as has_own_account,
      case when d.id is null then 'group' else 'direct' end as source, way.roles, coalesce(h.status, 1) as status, way.is_open,
      coalesce(d.create_time, h.create_time, way.create_time) as create_time
    from users u left join app_account h on h.app_id = ${app.id} and h.user_id = u.id
      left join app_grant d on d.subject_type = 'user' and d.subject_id = u.id and d.app_id = ${app.id} and d.role_id is null and d.group_id is null
      cross join lateral (
        select coalesce(bool_or(p.fault is null), false) as is_open, min(g.create_time) as create_time,
          coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'isOwn', r.is_own) order by r.code) from (
            select ar.id, ar.name, ar.code, bool_or(q.subject_type = 'user' and q.group_id is null) as is_own
              from paths_of(u.id) q join app_role ar on ar.id = q.role_id
              where q.app_id = ${app.id} and (q.fault is null or q.fault in ('appDisabled', 'accountDisabled')) group by ar.id) r), '[]') as roles
        from paths_of(u.id) p join app_grant g on g.id = p.grant_id where p.app_id = ${app.id}) way
    where u.id = any (${[...userIds]}) order by u.pinyin, u.id`,
  ).execute(db)
  return rows.map(row => ({ id: appUserId(app.seq, row.userId), ...row }))
}
