import { sql } from 'kysely'
import type { BodyOf } from '@hufu/contract/call'
import type { orgRange } from '@hufu/contract/directory/org-range'
import { DEFAULT_RANGE } from '@hufu/contract/screens'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { inScope, type Scope } from '../../../platform/access/scope.ts'
import { lockOrgs } from './org-write.sql.ts'

/** Ranges with their organisations in scope; a range with none in scope is left out. */
export async function listRanges(db: Db, scope: Scope) {
  const { rows } = await sql<{ id: string; name: string; rootOrgIds: string[]; sortNum: number }>`
    select r.id, r.name, r.sort_num, coalesce(array_agg(t.org_id order by t.org_id) filter (where t.org_id is not null), '{}') as root_org_ids
    from org_range r left join org_range_root t on t.range_id = r.id and ${inScope(scope, sql.ref('t.org_id'))}
    group by r.id having ${scope.all} or r.id = ${DEFAULT_RANGE} or count(t.org_id) > 0 order by r.id <> ${DEFAULT_RANGE}, r.sort_num, r.create_time`.execute(
    db,
  )
  return rows
}

export async function isRangeNameTaken(db: Db, name: string, but = ''): Promise<boolean> {
  const row = await db.selectFrom('orgRange').select('id').where('name', '=', name).where('id', '!=', but).executeTakeFirst()
  return row !== undefined
}

async function setRoots(db: Db, rangeId: string, orgIds: readonly string[]): Promise<void> {
  await db.deleteFrom('orgRangeRoot').where('rangeId', '=', rangeId).execute()
  await db
    .insertInto('orgRangeRoot')
    .values([...new Set(orgIds)].map(orgId => ({ rangeId, orgId })))
    .execute()
}

export async function saveRange(db: Db, scope: Scope, draft: BodyOf<typeof orgRange.save>): Promise<string> {
  await lockOrgs(db, scope, draft.rootOrgIds)
  const id = newId()
  await db
    .insertInto('orgRange')
    .values({ id, name: draft.name, sortNum: draft.sortNum ?? 1 })
    .execute()
  await setRoots(db, id, draft.rootOrgIds)
  return id
}

/** A range may be changed only by callers who have all of it in scope. */
async function refuseForeignRanges(db: Db, scope: Scope, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  const { rows } = await sql`select 1 from org_range r where r.id = any (${wanted}) and not exists (select 1 from org_range_root t
    where t.range_id = r.id and not ${inScope(scope, sql.ref('t.org_id'))}) for no key update`.execute(db)
  if (rows.length !== wanted.length) refuse('orgRangeMissing')
}

export async function updateRange(db: Db, scope: Scope, edit: BodyOf<typeof orgRange.update>): Promise<void> {
  if (edit.id === DEFAULT_RANGE) refuse('defaultRange')
  await lockOrgs(db, scope, edit.rootOrgIds)
  await refuseForeignRanges(db, scope, [edit.id])
  const { numUpdatedRows } = await db
    .updateTable('orgRange')
    .set(column => ({
      name: edit.name,
      ...(edit.sortNum !== undefined && { sortNum: edit.sortNum }),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', edit.id)
    .$if(edit.version !== undefined, rows => rows.where('version', '=', edit.version!))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('stale')
  await setRoots(db, edit.id, edit.rootOrgIds)
}

export async function removeRanges(db: Db, scope: Scope, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) refuse('nothingChosen')
  if (ids.includes(DEFAULT_RANGE)) refuse('defaultRange')
  await refuseForeignRanges(db, scope, ids)
  const { numDeletedRows } = await db
    .deleteFrom('orgRange')
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  return Number(numDeletedRows)
}
