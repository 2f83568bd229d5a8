import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { app, App, AppBrief, AppDetail } from '@hufu/contract/apps/app'
import type { Db } from '../../../platform/database/db.ts'
import { contains, offsetOf, pageOf, nameContains } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Scope } from '../../../platform/access/scope.ts'
import { grantCount } from '../access/subjects.sql.ts'

const columns = (
  scope: Scope,
) => sql`a.id, a.app_group_id, g.name as app_group_name, a.name, a.code, a.logo, a.home_url, a.protocol, a.redirect_uris,
  a.post_logout_uris, a.logout_uri, a.client_id, '******' as client_secret, a.account_from, a.claims, a.is_listed, a.status, a.sort_num,
  a.remark, ${grantCount(scope, sql`r.app_id = a.id`)} as grant_count, a.version, a.create_time, a.update_time`

export async function pageApps(db: Db, scope: Scope, query: QueryOf<typeof app.page>) {
  const { appGroupId, name, code, status } = query
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (appGroupId !== undefined) conditions.push(sql`a.app_group_id = ${appGroupId}`)
  if (name !== undefined) conditions.push(nameContains('a.name', name.trim()))
  if (code !== undefined) conditions.push(sql`a.code ilike ${contains(code.trim())}`)
  if (status !== undefined) conditions.push(sql`a.status = ${status}`)
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from app a where ${where}`.execute(db)
  const { rows } = await sql<App>`select ${columns(scope)} from app a join app_group g on g.id = a.app_group_id where ${where}
    order by g.sort_num, g.id, a.sort_num, a.id limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]?.n ?? 0, rows)
}

/** Applications for pickers, in the order of the list. */
export async function listApps(db: Db, { appGroupId, hasOnlyEnable, hasOnlyOidc }: QueryOf<typeof app.list>): Promise<AppBrief[]> {
  const { rows } = await sql<AppBrief>`select a.id, a.name, a.code, a.logo, a.app_group_id
    from app a join app_group g on g.id = a.app_group_id
    where ${appGroupId === undefined ? sql`true` : sql`a.app_group_id = ${appGroupId}`} and ${hasOnlyEnable ? sql`a.status = 1` : sql`true`}
      and ${hasOnlyOidc ? sql`a.protocol in ('oauth2', 'resource')` : sql`true`}
    order by g.sort_num, g.id, a.sort_num, a.id`.execute(db)
  return rows
}

export async function findApp(db: Db, scope: Scope, id: string): Promise<Omit<AppDetail, 'origin'>> {
  const { rows } = await sql<Omit<AppDetail, 'origin'>>`select ${columns(scope)}, (
      select coalesce(jsonb_agg(jsonb_build_object(
        'createTime', to_char(s.create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS'),
        'endTime', to_char(s.end_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')) order by s.create_time desc, s.id desc), '[]')
      from client_secret s where s.app_id = a.id and (s.end_time is null or s.end_time > now())) as secrets
    from app a join app_group g on g.id = a.app_group_id where a.id = ${id}`.execute(db)
  return rows[0] ?? refuse('appMissing')
}

/** These applications, in the order of the list. */
export async function findApps(db: Db, scope: Scope, ids: readonly string[]): Promise<App[]> {
  if (ids.length === 0) return []
  const { rows } =
    await sql<App>`select ${columns(scope)} from app a join app_group g on g.id = a.app_group_id where a.id = any (${[...ids]})
    order by g.sort_num, g.id, a.sort_num, a.id`.execute(db)
  return rows
}

export async function isAppCodeTaken(db: Db, code: string, but = ''): Promise<boolean> {
  const { rows } = await sql`select 1 from app where lower(code) = ${code.toLowerCase()} and id <> ${but}`.execute(db)
  return rows.length > 0
}

export async function isAppNameTaken(db: Db, name: string, but = ''): Promise<boolean> {
  const row = await db.selectFrom('app').select('id').where('name', '=', name).where('id', '!=', but).executeTakeFirst()
  return row !== undefined
}

/** Locks applications until the transaction ends; all must exist. */
export async function lockApps(db: Db, ids: readonly string[], lock: 'no key update' | 'update' = 'no key update'): Promise<string[]> {
  if (ids.length === 0) refuse('nothingChosen')
  const wanted = [...new Set(ids)]
  const { rows } = await sql`select 1 from app where id = any (${wanted}) order by id for ${sql.raw(lock)}`.execute(db)
  return rows.length === wanted.length ? wanted : refuse('appMissing')
}

export interface Closing {
  id: string
  name: string
  grantCount: number
}

/** The applications with the number of their grants, in the order of the given ids. */
export async function listClosing(db: Db, scope: Scope, ids: readonly string[]): Promise<Closing[]> {
  if (ids.length === 0) refuse('nothingChosen')
  const wanted = [...new Set(ids)]
  const { rows } = await sql<Closing>`select a.id, a.name, ${grantCount(scope, sql`r.app_id = a.id`)} as grant_count
    from app a where a.id = any (${wanted}) order by array_position(${wanted}::text[], a.id)`.execute(db)
  return rows.length === wanted.length ? rows : refuse('appMissing')
}
