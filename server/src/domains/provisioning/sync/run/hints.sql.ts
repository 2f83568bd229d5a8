import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import type { Hint } from '../sources/cloud/event.ts'

/** Records an event; false if it was recorded before. */
export async function takeEvent(db: Db, syncId: string, eventId: string): Promise<boolean> {
  const { rows } =
    await sql`insert into sync_event (sync_id, event_id) values (${syncId}, ${eventId}) on conflict do nothing returning 1`.execute(db)
  return rows.length > 0
}

/** Stores one row per object, however many events name it. */
export const addHints = (db: Db, syncId: string, hints: readonly Hint[]) =>
  sql`insert into sync_hint as present (sync_id, object_type, origin_id, is_leaving)
    select ${syncId}, h."objectType", left(h."originId", 200), coalesce(bool_or(h."isLeaving"), false)
    from jsonb_to_recordset(${JSON.stringify(hints)}::jsonb) h ("objectType" text, "originId" text, "isLeaving" boolean)
    group by 2, 3 order by 2, 3
    on conflict (sync_id, object_type, origin_id) do update set is_leaving = present.is_leaving or excluded.is_leaving`.execute(db)

/** Adds hints for objects that the run only counted as gone, so that they are looked for once more. */
export const readAgain = (db: Db, run: { id: string; syncId: string }) =>
  sql`insert into sync_hint (sync_id, object_type, origin_id, is_leaving) select ${run.syncId}, s.object_type, s.origin_id, true
    from sync_row s where s.run_id = ${run.id} and s.verdict = 'gone' and s.act = 'count' and s.gone_runs is not null and s.changes <> '[]'::jsonb
    order by 2, 3 on conflict (sync_id, object_type, origin_id) do update set is_leaving = true`.execute(db)

/** A task that has a hint older than `seconds` and no run in progress. */
export async function findHinted(db: Db, seconds: number): Promise<string | undefined> {
  const { rows } = await sql<{ syncId: string }>`select h.sync_id from sync_hint h join sync_config c on c.id = h.sync_id and c.status = 1
    where h.create_time < now() - ${seconds} * interval '1 second' and not exists (
      select 1 from sync_run r where r.sync_id = h.sync_id and r.state in ('reading', 'released', 'writing')) order by h.create_time limit 1`.execute(
    db,
  )
  return rows[0]?.syncId
}

export async function takeHints(db: Db, syncId: string): Promise<Hint[]> {
  const { rows } = await sql<Hint>`delete from sync_hint where sync_id = ${syncId} returning object_type, origin_id, is_leaving`.execute(db)
  return rows
}

export const dropOldEvents = (db: Db, days: number) =>
  sql`delete from sync_event where create_time < now() - ${days} * interval '1 day'`.execute(db)
