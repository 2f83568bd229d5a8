import { sql } from 'kysely'
import type { BodyOf, ReplyOf } from '@hufu/contract/call'
import type { listPreference } from '@hufu/contract/operations/list-preference'
import type { Db } from '../../../platform/database/db.ts'

type Preference = ReplyOf<typeof listPreference.get>

export async function findPreference(db: Db, userId: string, list: string): Promise<Preference> {
  const { rows } = await sql<Preference>`select columns, views from list_preference where user_id = ${userId} and list = ${list}`.execute(
    db,
  )
  return rows[0] ?? { columns: null, views: [] }
}

export async function saveColumns(db: Db, userId: string, { list, columns }: BodyOf<typeof listPreference.saveColumns>): Promise<true> {
  const stored = columns && JSON.stringify(columns)
  await sql`insert into list_preference (user_id, list, columns) values (${userId}, ${list}, ${stored}::jsonb)
    on conflict (user_id, list) do update set columns = excluded.columns, update_time = now()`.execute(db)
  return forgetOldest(db, userId)
}

export async function saveViews(db: Db, userId: string, { list, views }: BodyOf<typeof listPreference.saveViews>): Promise<true> {
  await sql`insert into list_preference (user_id, list, views) values (${userId}, ${list}, ${JSON.stringify(views)}::jsonb)
    on conflict (user_id, list) do update set views = excluded.views, update_time = now()`.execute(db)
  return forgetOldest(db, userId)
}

/** The most preferences of a user. The console has fewer lists; the limit keeps invented names from filling the table. */
const LISTS_MAX = 200
async function forgetOldest(db: Db, userId: string): Promise<true> {
  await sql`delete from list_preference where user_id = ${userId} and list in (
    select list from list_preference where user_id = ${userId} order by update_time desc, list offset ${LISTS_MAX})`.execute(db)
  return true
}
