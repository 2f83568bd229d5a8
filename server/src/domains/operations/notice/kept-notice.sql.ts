import { sql } from 'kysely'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import type { keptNotice, Notice } from '@hufu/contract/operations/kept-notice'
import type { Flag, Page } from '@hufu/contract/shapes'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { contains, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'

const SORT_MAX = 999_999

const selection = everyone(
  'only super administrators manage notices; the name is that of the author',
  sql`select n.id, n.title, n.file_id, f.file_name, f.file_size, n.sort_num, n.status, n.create_by, u.real_name as create_name,
    n.version, n.create_time, n.update_time
  from notice n join file f on f.id = n.file_id left join users u on u.id = n.create_by`,
)

export async function pageNotices(db: Db, query: QueryOf<typeof keptNotice.page>): Promise<Page<Notice>> {
  const conditions = [sql`true`]
  if (query.title !== undefined) conditions.push(sql`n.title ilike ${contains(query.title)}`)
  if (query.status !== undefined) conditions.push(sql`n.status = ${query.status}`)
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from notice n where ${where}`.execute(db)
  const { rows } = await sql<Notice>`${selection} where ${where}
    order by n.sort_num, n.create_time, n.id limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]!.total, rows)
}

export async function findNotice(db: Db, id: string): Promise<Notice> {
  const { rows } = await sql<Notice>`${selection} where n.id = ${id}`.execute(db)
  return rows[0] ?? refuse('noticeMissing')
}

export async function lockNotices(db: Db, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)].sort()
  if (wanted.length === 0) refuse('nothingChosen')
  const { rows } = await sql`select 1 from notice where id = any (${wanted}) order by id for update`.execute(db)
  if (rows.length !== wanted.length) refuse('noticeMissing')
}

type Draft = BodyOf<typeof keptNotice.save>

export async function insertNotice(db: Db, { title, fileId, sortNum, status = 1 }: Draft, createBy: string): Promise<string> {
  const id = newId()
  const last = sql<number>`(select least(${sql.lit(SORT_MAX)}, coalesce(max(sort_num), 0) + 1) from notice)`
  await db
    .insertInto('notice')
    .values({ id, title, fileId, status, sortNum: sortNum ?? last, createBy })
    .execute()
  return id
}

export async function updateNotice(db: Db, id: string, { title, fileId, sortNum, status, version }: Draft): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('notice')
    .set(column => ({
      title,
      fileId,
      ...(sortNum !== undefined && { sortNum }),
      ...(status !== undefined && { status }),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', id)
    .$if(version !== undefined, rows => rows.where('version', '=', version!))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('stale')
}

export async function setNoticeStatus(db: Db, ids: readonly string[], status: Flag): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notice')
    .set(column => ({ status, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', 'in', [...ids])
    .where('status', '!=', status)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const setNoticeSortNum = (db: Db, id: string, sortNum: number) =>
  db
    .updateTable('notice')
    .set(column => ({ sortNum, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', '=', id)
    .execute()

export const deleteNotice = (db: Db, id: string) => db.deleteFrom('notice').where('id', '=', id).execute()

/** Makes the upload permanent, because a notice refers to it. */
export const claimFile = (db: Db, id: string) => db.updateTable('file').set({ temporary: false }).where('id', '=', id).execute()

/** Deletes the file if nothing refers to it any more. The lock prevents new uses meanwhile. */
export async function dropUnusedFile(db: Db, id: string): Promise<void> {
  await sql`select 1 from file where id = ${id} for update`.execute(db)
  await sql`delete from file where id = ${id} and not exists (select from file_use u where u.file_id = ${id})`.execute(db)
}

/** Puts the given notices in this order, in the places they hold together. All notices are renumbered. */
export async function orderNotices(db: Db, ids: readonly string[]): Promise<void> {
  await sql`with present as (select id, row_number() over (order by sort_num, create_time, id) as place from notice),
    listed as (select id, row_number() over () as n from unnest(${[...ids]}::text[]) as l (id)),
    slot as (select p.place, row_number() over (order by p.place) as n from present p where p.id = any (${[...ids]})),
    ordered as (select p.id, coalesce(s.place, p.place) as place from present p
      left join listed l on l.id = p.id left join slot s on s.n = l.n)
    update notice t set sort_num = o.place, version = t.version + 1, update_time = now()
    from ordered o where o.id = t.id and t.sort_num <> o.place`.execute(db)
}
