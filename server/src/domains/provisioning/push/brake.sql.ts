import { ROOT_ORG } from '@hufu/contract/screens'
import { sql } from 'kysely'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'

/** The brake allows so many deletions and disablings within an hour, or this part of all objects if that is more. */
const LEAST = 20
const PART = 0.05

/** How many objects were deleted or disabled in the last hour, except those an administrator has released. */
const endedLately = (appId: string) => sql`(select count(*)::int from push_link l where l.app_id = ${appId} and l.state <> 'there'
  and l.state_time > now() - interval '1 hour' and not l.is_released)`

/** The waiting pushes that would delete or disable an object the application knows. */
const ending = (appId: string) =>
  everyone(
    'counts the waiting pushes of one application',
    sql`push_item i join push_target t on t.app_id = i.app_id
  left join push_link l on l.app_id = i.app_id and l.object_type = i.object_type and l.object_id = i.object_id
  left join users u on i.object_type = 'user' and u.id = i.object_id left join org o on i.object_type = 'org' and o.id = i.object_id
  where i.app_id = ${appId} and i.is_auto and i.task_id is null and not i.is_released and case coalesce(l.state, 'unknown')
    when 'gone' then false
    when 'unknown' then coalesce(u.deleted_at, o.deleted_at) is not null and coalesce(u.create_time, o.create_time) < t.open_time
    when 'there' then i.is_outside or coalesce(u.id, o.id) is null or coalesce(u.deleted_at, o.deleted_at) is not null or coalesce(u.status, o.status) = 0
    else i.is_outside or coalesce(u.id, o.id) is null or coalesce(u.deleted_at, o.deleted_at) is not null end`,
  )

export const lockTarget = (db: Db, appId: string) => sql`select 1 from push_target where app_id = ${appId} for no key update`.execute(db)

/** Marks the waiting pushes of users who lost access, because `ending` cannot read that from the user's record. */
export async function markOutside(db: Db, appId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await sql`update push_item set is_outside = true where app_id = ${appId} and object_type = 'user' and object_id = any (${[...userIds]})
    and not is_outside`.execute(db)
}

/** How many objects may be deleted or disabled within an hour: a part of those the application receives. */
export async function brakeLimit(db: Db, appId: string): Promise<number> {
  const entitled = sql`(select count(*) from push_link l where l.app_id = a.id and l.object_type = 'user' and l.state in ('there', 'disabled'))`
  const { rows } = await everyone(
    'only counts all objects',
    sql<{ base: number }>`select case when a.push_object = 'org' then 0 when t.scope = 'entitled' then ${entitled}
        else org_people(${ROOT_ORG}) end
      + case when a.push_object <> 'user' then (select count(*) from live_org) else 0 end as base
    from app a left join push_target t on t.app_id = a.id where a.id = ${appId}`,
  ).execute(db)
  return Math.max(LEAST, Math.floor((rows[0]?.base ?? 0) * PART))
}

/** Holds all pushes that would delete or disable an object if together they exceed the limit of the hour. */
export async function brake(db: Db, appId: string): Promise<'free' | 'held' | 'heldAnew'> {
  const limit = await brakeLimit(db, appId)
  const { rows } = await sql<{ n: number }>`select ${endedLately(appId)} + (select count(*)::int from (
    select from ${ending(appId)} limit ${sql.lit(limit + 1)}) found) as n`.execute(db)
  if (rows[0]!.n <= limit) return 'free'
  await sql`update push_item set is_held = true where ctid = any (array(select i.ctid from ${ending(appId)} and not i.is_held))`.execute(db)
  const { numAffectedRows } = await sql`update push_target set held_since = now() where app_id = ${appId} and held_since is null`.execute(
    db,
  )
  return numAffectedRows === 0n ? 'held' : 'heldAnew'
}

export interface HeldPushes {
  count: number
  /** The users whose changes are held. */
  userIds: string[]
  minutes: number
}

export async function heldPushesOf(db: Db, appId: string): Promise<HeldPushes> {
  const { rows } =
    await sql<HeldPushes>`select count(*)::int as count, coalesce(array_agg(distinct i.user_id) filter (where i.user_id <> ''), '{}') as user_ids,
      coalesce(extract(epoch from now() - (select held_since from push_target where app_id = ${appId}))::float8 / 60, 0) as minutes
    from push_item i where i.app_id = ${appId} and i.is_held`.execute(db)
  return rows[0]!
}

export async function releaseHeld(db: Db, appId: string): Promise<number> {
  const { numAffectedRows } = await sql`update push_item set is_held = false, is_released = true, due_time = now()
    where app_id = ${appId} and is_held`.execute(db)
  await sql`update push_target set held_since = null where app_id = ${appId}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
