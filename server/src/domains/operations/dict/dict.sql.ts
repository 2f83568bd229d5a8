import { sql } from 'kysely'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import { ORG_TYPE, type dict, type DictItem, type DictType } from '@hufu/contract/operations/dict'
import type { Flag, Page } from '@hufu/contract/shapes'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { contains, offsetOf, pageOf, nameContains } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'

const SORT_MAX = 999_999
const emptyToNull = (value: string | null | undefined) => (value === undefined ? undefined : value?.trim() || null)

const useCount = everyone(
  'counts all organisations of a type, also deleted ones, because they may be restored',
  sql`case when t.locked = 1 then null when i.type = ${ORG_TYPE}
  then (select count(*) from org o where o.org_type = i.code) else 0 end as use_count`,
)
const itemColumns = sql`i.id, i.type, i.code, i.name, i.sort_num, i.status, i.remark, t.locked, i.version, i.create_time, i.update_time,
  ${useCount}`

export async function pageDictItems(db: Db, query: QueryOf<typeof dict.page>): Promise<Page<DictItem>> {
  const conditions = [sql`i.type = ${query.type}`]
  if (query.name !== undefined) conditions.push(nameContains('i.name', query.name))
  if (query.code !== undefined) conditions.push(sql`i.code ilike ${contains(query.code)}`)
  if (query.status !== undefined) conditions.push(sql`i.status = ${query.status}`)
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from dict_item i where ${where}`.execute(db)
  const { rows } = await sql<DictItem>`select ${itemColumns} from dict_item i join dict_type t on t.type = i.type where ${where}
    order by i.sort_num, i.id limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]!.total, rows)
}

export async function findDictItem(db: Db, id: string): Promise<DictItem> {
  const { rows } = await sql<DictItem>`select ${itemColumns} from dict_item i join dict_type t on t.type = i.type
    where i.id = ${id}`.execute(db)
  return rows[0] ?? refuse('dictItemMissing')
}

/** Locks items in one order, then counts their uses, which nobody can add to any more; all must exist. */
export async function lockDictItems(db: Db, ids: readonly string[]): Promise<DictItem[]> {
  const wanted = [...new Set(ids)].sort()
  if (wanted.length === 0) refuse('nothingChosen')
  await sql`select 1 from dict_item where id = any (${wanted}) order by id for update`.execute(db)
  const { rows } = await sql<DictItem>`select ${itemColumns} from dict_item i join dict_type t on t.type = i.type
    where i.id = any (${wanted}) order by i.id`.execute(db)
  return rows.length === wanted.length ? rows : refuse('dictItemMissing')
}

/** Locks a type until the transaction ends; refuses types whose items administrators may not manage. */
export async function lockFreeType(db: Db, type: string): Promise<void> {
  const { rows } = await sql<Pick<DictType, 'locked'>>`select locked from dict_type where type = ${type} for key share`.execute(db)
  const [found] = rows
  if (!found) refuse('dictTypeMissing')
  if (found.locked === 1) refuse('dictItemLocked')
}

export async function insertDictItem(db: Db, draft: BodyOf<typeof dict.save>, id = newId()): Promise<string> {
  const { type, code, name, status = 1 } = draft
  const last = sql<number>`(select least(${sql.lit(SORT_MAX)}, coalesce(max(sort_num), 0) + 1) from dict_item where type = ${type})`
  await db
    .insertInto('dictItem')
    .values({ id, type, code, name, status, sortNum: draft.sortNum ?? last, remark: emptyToNull(draft.remark) ?? null })
    .execute()
  return id
}

export async function updateDictItem(db: Db, edit: BodyOf<typeof dict.update>): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('dictItem')
    .set(column => ({
      code: edit.code,
      name: edit.name,
      ...(edit.sortNum !== undefined && { sortNum: edit.sortNum }),
      remark: emptyToNull(edit.remark),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', edit.id)
    .$if(edit.version !== undefined, rows => rows.where('version', '=', edit.version!))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('stale')
}

export async function removeDictItems(db: Db, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('dictItem')
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function setDictStatus(db: Db, ids: readonly string[], status: Flag): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('dictItem')
    .set(column => ({ status, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', 'in', [...ids])
    .where('status', '!=', status)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function isDictCodeTaken(db: Db, { type, code, id = '' }: QueryOf<typeof dict.codeTaken>): Promise<boolean> {
  const { rows } = await sql`select 1 from dict_item where type = ${type} and code = ${code} and id <> ${id}`.execute(db)
  return rows.length > 0
}

/** Makes every node read the dictionary again. */
export const bumpDictionary = (db: Db) => sql`update watched_version set version = version + 1 where name = 'config'`.execute(db)

export async function countDictItems(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from dict_item`.execute(db)
  return rows[0]!.count
}
