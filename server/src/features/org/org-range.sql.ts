import { sql } from 'kysely'
import type { BodyOf } from '@hufu/contract/call'
import type { orgRange } from '@hufu/contract/org'
import { DEFAULT_RANGE } from '@hufu/contract/screens'
import type { Db } from '../../kernel/db.ts'
import { newId } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refuse.ts'
import type { Scope } from '../../kernel/scope.ts'
import { holdOrgs } from './org-write.sql.ts'

export async function listRanges(db: Db) {
  const { rows } = await sql<{ id: string; name: string; rootOrgIds: string[]; sortNum: number }>`
    select r.id, r.name, r.sort_num, coalesce(array_agg(t.org_id order by t.org_id) filter (where t.org_id is not null), '{}') as root_org_ids
    from org_range r left join org_range_root t on t.range_id = r.id
    group by r.id order by r.id <> ${DEFAULT_RANGE}, r.sort_num, r.create_time`.execute(db)
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
  await holdOrgs(db, scope, draft.rootOrgIds)
  const id = newId()
  await db
    .insertInto('orgRange')
    .values({ id, name: draft.name, sortNum: draft.sortNum ?? 1 })
    .execute()
  await setRoots(db, id, draft.rootOrgIds)
  return id
}

export async function updateRange(db: Db, scope: Scope, edit: BodyOf<typeof orgRange.update>): Promise<void> {
  if (edit.id === DEFAULT_RANGE) refuse('defaultRange')
  await holdOrgs(db, scope, edit.rootOrgIds)
  const there = await db.selectFrom('orgRange').select('id').where('id', '=', edit.id).executeTakeFirst()
  if (!there) refuse('orgRangeMissing')
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

export async function removeRanges(db: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) refuse('nothingChosen')
  if (ids.includes(DEFAULT_RANGE)) refuse('defaultRange')
  const { numDeletedRows } = await db
    .deleteFrom('orgRange')
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  return Number(numDeletedRows)
}
