import { sql } from 'kysely'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import type { ApiItem, apiItem } from '@hufu/contract/federation/api-item'
import { clientCalls } from '@hufu/contract/federation/client-calls'
import type { Flag, Page } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { contains, offsetOf, pageOf, nameContains } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { isServed, neverClosed } from './never-closed.ts'

type Row = Omit<ApiItem, 'isMissing' | 'isClosable' | 'mayOpen'> & { call: string }

const columns = sql`i.id, i.group_name, i.name, i.method, i.path, i.call, i.openable, i.status, i.built_in, i.remark, i.version,
  i.create_time, i.update_time, (select count(*) from api_client_call h where h.call = i.call) as holder_count,
  (select count(*) from api_client_use u where u.call = i.call and u.last_time > now() - interval '7 days') as caller_count`

/** The row with what the server knows of its call. */
const apiItemOf = ({ call, ...row }: Row): ApiItem => ({
  ...row,
  isMissing: row.builtIn === 1 && !isServed(call),
  isClosable: !neverClosed.has(call),
  mayOpen: row.builtIn === 0 || clientCalls.has(call),
})

export async function pageApiItems(db: Db, query: QueryOf<typeof apiItem.page>): Promise<Page<ApiItem>> {
  const { groupName, name, path, method, status } = query
  const conditions = [sql`true`]
  if (groupName !== undefined) conditions.push(sql`i.group_name = ${groupName}`)
  if (name !== undefined) conditions.push(nameContains('i.name', name))
  if (path !== undefined) conditions.push(sql`i.path ilike ${contains(path)}`)
  if (method !== undefined) conditions.push(sql`i.method = ${method}`)
  if (status !== undefined) conditions.push(sql`i.status = ${status}`)
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from api_item i where ${where}`.execute(db)
  const { rows } = await sql<Row>`select ${columns} from api_item i where ${where}
    order by i.built_in, i.group_name, i.path, i.method limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]!.total, rows.map(apiItemOf))
}

export async function listApiGroups(db: Db): Promise<string[]> {
  const { rows } = await sql<{ groupName: string }>`select distinct group_name from api_item order by group_name`.execute(db)
  return rows.map(row => row.groupName)
}

export async function findApiItem(db: Db, id: string): Promise<ApiItem> {
  const { rows } = await sql<Row>`select ${columns} from api_item i where i.id = ${id}`.execute(db)
  return rows[0] ? apiItemOf(rows[0]) : refuse('apiMissing')
}

/** Locks APIs in one order; all must exist. */
export async function lockApiItems(db: Db, ids: readonly string[]): Promise<ApiItem[]> {
  const wanted = [...new Set(ids)].sort()
  if (wanted.length === 0) refuse('nothingChosen')
  await sql`select 1 from api_item where id = any (${wanted}) order by id for update`.execute(db)
  const { rows } = await sql<Row>`select ${columns} from api_item i where i.id = any (${wanted}) order by i.id`.execute(db)
  return rows.length === wanted.length ? rows.map(apiItemOf) : refuse('apiMissing')
}

export async function insertApiItem(db: Db, { status = 1, remark, ...draft }: BodyOf<typeof apiItem.save>): Promise<string> {
  const id = newId()
  await db
    .insertInto('apiItem')
    .values({ id, ...draft, status, remark: remark?.trim() || null })
    .execute()
  return id
}

export async function updateApiItem(db: Db, { id, version, remark, ...edit }: BodyOf<typeof apiItem.update>): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('apiItem')
    .set(column => ({
      ...edit,
      ...(remark !== undefined && { remark: remark?.trim() || null }),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', id)
    .$if(version !== undefined, rows => rows.where('version', '=', version!))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('stale')
}

export async function removeApiItems(db: Db, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('apiItem')
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function setApiStatus(db: Db, ids: readonly string[], status: Flag): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('apiItem')
    .set(column => ({ status, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', 'in', [...ids])
    .where('status', '!=', status)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function isApiPathTaken(db: Db, { method, path, id = '' }: QueryOf<typeof apiItem.pathTaken>): Promise<boolean> {
  const { rows } = await sql`select 1 from api_item where method = ${method} and path = ${path} and id <> ${id}`.execute(db)
  return rows.length > 0
}

/** The number of APIs, and of those that the server no longer has. */
export async function countApiItems(db: Db): Promise<{ total: number; missing: number }> {
  const { rows } = await sql<{ call: string; builtIn: number }>`select call, built_in from api_item`.execute(db)
  return { total: rows.length, missing: rows.filter(row => row.builtIn === 1 && !isServed(row.call)).length }
}
