import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { BusinessLine, businessLine, BusinessLineDraft, BusinessLineEdit } from '@hufu/contract/directory/business-line'
import type { Flag } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { contains, offsetOf, pageOf, nameContains } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { inScope, type Scope } from '../../../platform/access/scope.ts'

/** Counts cover organisations in the caller's scope; the caller may change a business line only if all of it is in scope. */
const columns = (scope: Scope) => sql`s.id, s.name, s.code, s.status, s.sort_num, s.remark, s.version, s.create_time, s.update_time,
  (select count(*) from stripe_org n where n.stripe_id = s.id and ${inScope(scope, sql.ref('n.org_id'))}) as org_count,
  (select o.name from stripe_org n join org o on o.id = n.org_id where n.stripe_id = s.id and n.parent_id is null
    and ${inScope(scope, sql.ref('n.org_id'))} order by n.sort_num, n.org_id limit 1) as lead_org_name,
  ${isWholeLineInScope(scope)} as is_whole`

/** Whether the whole business line `s` is in scope. */
const isWholeLineInScope = (scope: Scope): RawBuilder<boolean> =>
  scope.all
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select 1 from stripe_org n where n.stripe_id = s.id and not ${inScope(scope, sql.ref('n.org_id'))})`

export async function pageBusinessLines(db: Db, scope: Scope, query: QueryOf<typeof businessLine.page>) {
  const { name, code, status } = query
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (name !== undefined) conditions.push(nameContains('s.name', name.trim()))
  if (code !== undefined) conditions.push(sql`s.code ilike ${contains(code.trim())}`)
  if (status !== undefined) conditions.push(sql`s.status = ${status}`)
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from stripe s where ${where}`.execute(db)
  // Counts are computed for the rows of the page only.
  const { rows } = await sql<BusinessLine>`select ${columns(scope)} from (
      select * from stripe s where ${where} order by s.sort_num, s.id limit ${query.size} offset ${offsetOf(query)}
    ) s order by s.sort_num, s.id`.execute(db)
  return pageOf(query, counted[0]?.n ?? 0, rows)
}

export const listBusinessLines = (db: Db) =>
  db.selectFrom('stripe').select(['id', 'name', 'code']).where('status', '=', 1).orderBy('sortNum').orderBy('id').execute()

export async function findBusinessLine(db: Db, scope: Scope, id: string): Promise<BusinessLine> {
  const { rows } = await sql<BusinessLine>`select ${columns(scope)} from stripe s where s.id = ${id}`.execute(db)
  return rows[0] ?? refuse('stripeMissing')
}

/** Locks business lines for a change: all must exist and lie wholly in the caller's scope. */
async function takeBusinessLines(db: Db, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)].sort()
  if (wanted.length === 0) refuse('nothingChosen')
  const { rows } = await sql<{ id: string; isWhole: boolean }>`select s.id, ${isWholeLineInScope(scope)} as is_whole from stripe s
    where s.id = any (${wanted}) order by s.id for no key update of s`.execute(db)
  if (rows.length !== wanted.length) refuse('stripeMissing')
  if (rows.some(row => !row.isWhole)) refuse('businessLineBeyondScope')
  return wanted
}

const details = ({ name, code, remark, sortNum }: BusinessLineDraft | BusinessLineEdit) => ({
  name,
  code,
  ...(remark !== undefined && { remark: remark?.trim() || null }),
  ...(sortNum !== undefined && { sortNum }),
})

export async function saveBusinessLine(db: Db, scope: Scope, draft: BusinessLineDraft, id = newId()): Promise<string> {
  if (draft.copyId !== undefined) await takeBusinessLines(db, scope, [draft.copyId])
  await db
    .insertInto('stripe')
    .values({ id, ...details(draft), status: draft.status ?? 1 })
    .execute()
  // One statement, so that parent keys are checked after all rows are inserted.
  if (draft.copyId !== undefined)
    await sql`insert into stripe_org (stripe_id, org_id, parent_id, sort_num)
      select ${id}, n.org_id, n.parent_id, n.sort_num from stripe_org n where n.stripe_id = ${draft.copyId}`.execute(db)
  return id
}

export async function updateBusinessLine(db: Db, scope: Scope, edit: BusinessLineEdit): Promise<void> {
  await takeBusinessLines(db, scope, [edit.id])
  const { numUpdatedRows } = await db
    .updateTable('stripe')
    .set(column => ({ ...details(edit), version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', '=', edit.id)
    .$if(edit.version !== undefined, rows => rows.where('version', '=', edit.version!))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('stale')
}

/** Deletes the trees and keeps the organisations. */
export async function removeBusinessLines(db: Db, scope: Scope, ids: readonly string[]): Promise<number> {
  const wanted = await takeBusinessLines(db, scope, ids)
  await db.deleteFrom('stripe').where('id', 'in', wanted).execute()
  return wanted.length
}

export async function setBusinessLineStatus(db: Db, scope: Scope, ids: readonly string[], status: Flag): Promise<number> {
  const wanted = await takeBusinessLines(db, scope, ids)
  const { numUpdatedRows } = await db
    .updateTable('stripe')
    .set(column => ({ status, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', 'in', wanted)
    .where('status', '!=', status)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function isBusinessLineCodeTaken(db: Db, code: string, but = ''): Promise<boolean> {
  const { rows } = await sql`select 1 from stripe where lower(code) = ${code.toLowerCase()} and id <> ${but}`.execute(db)
  return rows.length > 0
}

export async function isBusinessLineNameTaken(db: Db, name: string, but = ''): Promise<boolean> {
  const row = await db.selectFrom('stripe').select('id').where('name', '=', name).where('id', '!=', but).executeTakeFirst()
  return row !== undefined
}
