import { sql } from 'kysely'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import type { dict, DictType } from '@hufu/contract/operations/dict'
import type { Page } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { contains, offsetOf, pageOf, nameContains } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'

export async function pageDictTypes(db: Db, query: QueryOf<typeof dict.pageType>): Promise<Page<DictType>> {
  const conditions = [sql`true`]
  if (query.type !== undefined) conditions.push(sql`t.type ilike ${contains(query.type)}`)
  if (query.name !== undefined) conditions.push(nameContains('t.name', query.name))
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from dict_type t where ${where}`.execute(db)
  const { rows } = await sql<DictType>`select t.id, t.type, t.name, t.remark, t.built_in, t.locked, t.version, t.create_time, t.update_time,
      (select count(*) from dict_item i where i.type = t.type) as item_count
    from dict_type t where ${where} order by t.locked, t.built_in desc, t.create_time, t.type
    limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]!.total, rows)
}

export async function insertDictType(db: Db, { type, name, remark }: BodyOf<typeof dict.saveType>, id = newId()): Promise<string> {
  await db
    .insertInto('dictType')
    .values({ id, type, name, remark: remark?.trim() || null })
    .execute()
  return id
}

export async function updateDictType(db: Db, edit: BodyOf<typeof dict.updateType>): Promise<void> {
  const present = await db.selectFrom('dictType').select('id').where('id', '=', edit.id).forNoKeyUpdate().executeTakeFirst()
  if (!present) refuse('dictTypeMissing')
  const { numUpdatedRows } = await db
    .updateTable('dictType')
    .set(column => ({
      name: edit.name,
      ...(edit.remark !== undefined && { remark: edit.remark?.trim() || null }),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', edit.id)
    .$if(edit.version !== undefined, rows => rows.where('version', '=', edit.version!))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('stale')
}

/** Deletes their items, too. */
export async function removeDictTypes(db: Db, ids: readonly string[]): Promise<number> {
  const wanted = [...new Set(ids)].sort()
  if (wanted.length === 0) refuse('nothingChosen')
  const { rows } = await sql<
    Pick<DictType, 'id' | 'builtIn'>
  >`select id, built_in from dict_type where id = any (${wanted}) order by id for update`.execute(db)
  if (rows.length !== wanted.length) refuse('dictTypeMissing')
  if (rows.some(row => row.builtIn === 1)) refuse('dictTypeBuiltIn')
  await db.deleteFrom('dictType').where('id', 'in', wanted).execute()
  return wanted.length
}

export async function isDictTypeTaken(db: Db, { type, id = '' }: QueryOf<typeof dict.typeTaken>): Promise<boolean> {
  const { rows } = await sql`select 1 from dict_type where type = ${type} and id <> ${id}`.execute(db)
  return rows.length > 0
}
