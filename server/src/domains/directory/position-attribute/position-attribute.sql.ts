import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { Face, PositionAttribute, PositionAttributeDraft, PositionAttributeEdit } from '@hufu/contract/directory/position-attribute'
import type { PositionAttributeKind } from '@hufu/contract/directory/position-attribute-list'
import type { Flag, Page } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { contains, offsetOf, pageOf, nameContains } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { amongOrgsInScope, inScope, type Scope } from '../../../platform/access/scope.ts'

const SORT_MAX = 999_999
export const missing = { rank: 'rankMissing', title: 'titleMissing', duty: 'dutyMissing', post: 'postMissing' } as const

export const listPositionAttributes = (db: Db, kind: PositionAttributeKind) =>
  db
    .selectFrom('standing')
    .select(['id', 'name', 'code'])
    .where('kind', '=', kind)
    .where('status', '=', 1)
    .orderBy('sortNum')
    .orderBy('id')
    .execute()

/**
 * Counts the people in scope who hold each row of `page`: with an unlimited scope from the index of the kind, otherwise by one
 * scan of the jobs in scope.
 */
function withPeople(kind: PositionAttributeKind, scope: Scope, page: RawBuilder<unknown>): RawBuilder<unknown> {
  const column = sql.ref(`j.${kind}_id`)
  if (scope.all)
    return sql`with page as (${page}) select ${columns}, (
      select count(distinct j.user_id) from job j where ${column} = s.id and ${inScope(scope, sql.ref('j.org_id'))}) as user_count from page s`
  return sql`with page as materialized (${page}),
    held as (select ${column} as id, count(distinct j.user_id) as people from job j
      where ${column} in (select id from page) and ${amongOrgsInScope(scope, 'j.org_id')} group by ${column})
    select ${columns}, coalesce(h.people, 0) as user_count from page s left join held h on h.id = s.id`
}

const columns = sql.raw('s.id, s.name, s.code, s.status, s.sort_num, s.remark, s.version, s.create_time, s.update_time')

export async function pagePositionAttributes(
  db: Db,
  scope: Scope,
  kind: PositionAttributeKind,
  query: QueryOf<Face['page']>,
): Promise<Page<PositionAttribute>> {
  const conditions = [sql`s.kind = ${kind}`]
  if (query.name !== undefined) conditions.push(nameContains('s.name', query.name))
  if (query.code !== undefined) conditions.push(sql`s.code ilike ${contains(query.code)}`)
  if (query.status !== undefined) conditions.push(sql`s.status = ${query.status}`)
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from standing s where ${where}`.execute(db)
  const page = sql`select * from standing s where ${where} order by s.sort_num, s.id limit ${query.size} offset ${offsetOf(query)}`
  const { rows } = await sql<PositionAttribute>`${withPeople(kind, scope, page)} order by s.sort_num, s.id`.execute(db)
  return pageOf(query, counted[0]!.total, rows)
}

export async function findPositionAttribute(db: Db, scope: Scope, kind: PositionAttributeKind, id: string): Promise<PositionAttribute> {
  const { rows } =
    await sql<PositionAttribute>`${withPeople(kind, scope, sql`select * from standing s where s.kind = ${kind} and s.id = ${id}`)}`.execute(
      db,
    )
  return rows[0] ?? refuse(missing[kind])
}

const emptyToNull = (value: string | null | undefined) => (value === undefined ? undefined : value?.trim() || null)

/** The next sort number after the last row of the list. */
const lastPlace = (kind: PositionAttributeKind) =>
  sql<number>`(select least(${sql.lit(SORT_MAX)}, coalesce(max(sort_num), 0) + 1) from standing where kind = ${kind})`

export async function savePositionAttribute(
  db: Db,
  kind: PositionAttributeKind,
  draft: PositionAttributeDraft,
  id = newId(),
): Promise<string> {
  await db
    .insertInto('standing')
    .values({
      id,
      kind,
      name: draft.name,
      code: draft.code,
      status: draft.status ?? 1,
      sortNum: draft.sortNum ?? lastPlace(kind),
      remark: emptyToNull(draft.remark) ?? null,
    })
    .execute()
  return id
}

export async function updatePositionAttribute(db: Db, kind: PositionAttributeKind, edit: PositionAttributeEdit): Promise<void> {
  await lockPositionAttributes(db, kind, [edit.id])
  const { numUpdatedRows } = await db
    .updateTable('standing')
    .set(column => ({
      name: edit.name,
      code: edit.code,
      remark: emptyToNull(edit.remark),
      ...(edit.sortNum !== undefined && { sortNum: edit.sortNum }),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', edit.id)
    .$if(edit.version !== undefined, rows => rows.where('version', '=', edit.version!))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('stale')
}

/** Locks the rows in one order, so that two batches never deadlock; all must be of this kind. */
async function lockPositionAttributes(db: Db, kind: PositionAttributeKind, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)].sort()
  const { rows } = await sql`select id from standing where id = any (${wanted}) and kind = ${kind} order by id for no key update`.execute(
    db,
  )
  if (rows.length !== wanted.length) refuse(missing[kind])
}

/** The database refuses to delete rows that people hold. */
export async function removePositionAttributes(db: Db, kind: PositionAttributeKind, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) refuse('nothingChosen')
  await lockPositionAttributes(db, kind, ids)
  const { numDeletedRows } = await db
    .deleteFrom('standing')
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function setPositionAttributeStatus(
  db: Db,
  kind: PositionAttributeKind,
  ids: readonly string[],
  status: Flag,
): Promise<number> {
  if (ids.length === 0) refuse('nothingChosen')
  await lockPositionAttributes(db, kind, ids)
  const { numUpdatedRows } = await db
    .updateTable('standing')
    .set(column => ({ status, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', 'in', [...ids])
    .where('status', '!=', status)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function setPositionAttributeSortNum(db: Db, kind: PositionAttributeKind, id: string, sortNum: number): Promise<void> {
  await lockPositionAttributes(db, kind, [id])
  await db
    .updateTable('standing')
    .set({ sortNum, updateTime: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Only a hint for the form; the database constraint prevents duplicates. */
export async function isPositionAttributeTaken(
  db: Db,
  kind: PositionAttributeKind,
  column: 'name' | 'code',
  value: string,
  but = '',
): Promise<boolean> {
  const row = await db
    .selectFrom('standing')
    .select('id')
    .where('kind', '=', kind)
    .where(column, '=', value)
    .where('id', '!=', but)
    .executeTakeFirst()
  return row !== undefined
}

export const namesAndCodes = (db: Db, kind: PositionAttributeKind) =>
  db.selectFrom('standing').select(['name', 'code']).where('kind', '=', kind).execute()

/** Appends rows in the order of the table; rows whose code or name exists are skipped. */
export async function addPositionAttributes(
  db: Db,
  kind: PositionAttributeKind,
  rows: readonly { name: string; code: string; remark: string | null }[],
) {
  const fresh = rows.map((row, n) => ({ id: newId(), ...row, remark: row.remark?.toWellFormed() ?? null, n: n + 1 }))
  const { rows: added } = await sql<{ id: string }>`
    insert into standing (id, kind, name, code, remark, sort_num)
    select p.id, ${kind}, p.name, p.code, p.remark, least(${sql.lit(SORT_MAX)}, last.n + p.n)
    from json_to_recordset(${JSON.stringify(fresh)}::json) as p (id text, name text, code text, remark text, n int),
      (select coalesce(max(sort_num), 0) as n from standing where kind = ${kind}) last
    where not exists (select 1 from standing s where s.kind = ${kind} and (s.code = p.code or s.name = p.name))
    order by p.n on conflict do nothing returning id`.execute(db)
  return added.length
}

export async function countPositionAttributes(db: Db): Promise<Record<PositionAttributeKind, number>> {
  const rows = await db
    .selectFrom('standing')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('n')])
    .groupBy('kind')
    .execute()
  const of = (kind: PositionAttributeKind) => rows.find(row => row.kind === kind)?.n ?? 0
  return { rank: of('rank'), title: of('title'), duty: of('duty'), post: of('post') }
}
