import { sql } from 'kysely'
import type { BodyOf } from '@hufu/contract/call'
import type { AppGroup, appGroup } from '@hufu/contract/apps/app'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refuse.ts'

export async function listAppGroups(db: Db): Promise<AppGroup[]> {
  const { rows } =
    await sql<AppGroup>`select g.id, g.name, g.sort_num, (select count(*) from app a where a.app_group_id = g.id) as app_count
    from app_group g order by g.sort_num, g.id`.execute(db)
  return rows
}

export async function insertAppGroup(db: Db, { name, sortNum }: BodyOf<typeof appGroup.save>, id = newId()): Promise<string> {
  await db
    .insertInto('appGroup')
    .values({ id, name, ...(sortNum !== undefined && { sortNum }) })
    .execute()
  return id
}

/** Absent fields are left as they are. */
export async function updateAppGroup(
  db: Db,
  { id, name, sortNum }: { id: string; name?: string; sortNum?: number | undefined },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('appGroup')
    .set({ name, sortNum, updateTime: sql<string>`now()` })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('appGroupMissing')
}

/** A trigger refuses the whole batch if one of the groups has applications. */
export async function removeAppGroups(db: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) refuse('nothingChosen')
  const wanted = [...new Set(ids)]
  const { rows } = await sql`delete from app_group where id = any (${wanted}) returning 1`.execute(db)
  return rows.length === wanted.length ? rows.length : refuse('appGroupMissing')
}

export async function isAppGroupNameTaken(db: Db, name: string, but = ''): Promise<boolean> {
  const row = await db.selectFrom('appGroup').select('id').where('name', '=', name).where('id', '!=', but).executeTakeFirst()
  return row !== undefined
}
