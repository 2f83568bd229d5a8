import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

const AT_A_TIME = 5000

export async function isAnythingDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`select exists (select 1 from change_due) as due`.execute(db)
  return rows[0]!.due
}

/**
 * After a change of rights, marks all applications that receive only entitled users for a new comparison. Waits for a comparison
 * that is running, because it may not have seen the change.
 */
export const markCompared = (db: Db) =>
  sql`with taken as (delete from change_due where ctid = any (array(
      select ctid from change_due where object_type = 'access' limit ${sql.lit(AT_A_TIME)} for update skip locked)) returning 1)
    update push_target set compare_due = true where scope = 'entitled' and exists (select from taken)`.execute(db)

/**
 * Queues the next changed objects for every application that receives such objects. An object that is already queued is sent in
 * its latest state; one that waits for a retry keeps its time. Returns whether there may be more.
 */
export async function fanOut(db: Db): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    with taken as (delete from change_due where ctid = any (array(
        select ctid from change_due where object_type <> 'access' limit ${sql.lit(AT_A_TIME)} for update skip locked)) returning object_type, object_id, user_id),
      changed as (select object_type, object_id, max(user_id) as user_id from taken group by object_type, object_id),
      queued as (insert into push_item (app_id, object_type, object_id, user_id, is_auto)
        select a.id, c.object_type, c.object_id, c.user_id, true from changed c
        join app a on a.open_push = 1 and a.push_object in (c.object_type, 'all')
        order by a.id, c.object_type, c.object_id
        on conflict (app_id, object_type, object_id) do update set generation = nextval('push_generation'), is_auto = true, is_held = false,
          is_outside = false,
          user_id = coalesce(excluded.user_id, push_item.user_id))
    select count(*) as n from taken`.execute(db)
  return rows[0]!.n === AT_A_TIME
}

/** Deletes the waiting pushes of applications whose push is switched off, a limited number at a time. */
export async function dropClosed(db: Db): Promise<void> {
  await sql`delete from push_item where ctid = any (array(select i.ctid from push_target t join app a on a.id = t.app_id and a.open_push = 0
    join push_item i on i.app_id = t.app_id limit ${sql.lit(AT_A_TIME)} for update of i skip locked))`.execute(db)
  await sql`update push_target t set held_since = null where held_since is not null
    and exists (select 1 from app a where a.id = t.app_id and a.open_push = 0)`.execute(db)
}
