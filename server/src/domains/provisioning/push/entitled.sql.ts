import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { usersEntitled } from '../../apps/index.ts'

const AT_A_TIME = 50_000
/** The longest interval between two comparisons, because a right may begin or end without a change. */
const AT_LEAST = sql`interval '10 minutes'`
/** After a comparison the application is not compared again for this multiple of its duration. */
const REST_FACTOR = sql.lit(10)

/** Locks the next application to compare: one that receives only users who may open it, and whose users may have changed. */
async function nextDue(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ appId: string }>`select t.app_id from push_target t
    join app a on a.id = t.app_id and a.open_push = 1 and coalesce(a.push_object, 'all') in ('user', 'all')
    where t.scope = 'entitled' and t.compare_after <= now() and (t.compare_due or t.compare_time < now() - ${AT_LEAST})
    order by t.compare_time limit 1 for no key update of t skip locked`.execute(db)
  return rows[0]?.appId
}

/**
 * Queues pushes for users who may open an application but are unknown to it, and for users it knows who may not. Returns whether
 * there may be more.
 */
export async function queueEntitled(db: Db): Promise<boolean> {
  const appId = await nextDue(db)
  if (appId === undefined) return false
  await sql`update push_item i set is_outside = false, is_held = false from ${usersEntitled(appId)} e
    where i.app_id = ${appId} and i.object_type = 'user' and i.object_id = e.user_id and i.is_outside`.execute(db)
  const { numAffectedRows } = await sql`with entitled as materialized (${usersEntitled(appId)}),
      link as materialized (select object_id, state from push_link where app_id = ${appId} and object_type = 'user')
    insert into push_item (app_id, object_type, object_id, is_auto)
    select ${appId}, 'user', c.id, true from (
      select e.user_id as id from entitled e where not exists (select from link l where l.object_id = e.user_id and l.state <> 'gone')
      union all select l.object_id from link l where l.state <> 'gone' and not exists (select from entitled e where e.user_id = l.object_id)) c
    where not exists (select from push_item i where i.app_id = ${appId} and i.object_type = 'user' and i.object_id = c.id)
      and not exists (select from push_failure f where f.app_id = ${appId} and f.object_type = 'user' and f.object_id = c.id)
    order by c.id limit ${sql.lit(AT_A_TIME)}
    on conflict (app_id, object_type, object_id) do nothing`.execute(db)
  const isMore = Number(numAffectedRows ?? 0n) === AT_A_TIME
  await sql`update push_target set compare_due = ${isMore}, compare_time = now(),
      compare_after = case when ${isMore} then now() else clock_timestamp() + ${REST_FACTOR} * (clock_timestamp() - now()) end
    where app_id = ${appId}`.execute(db)
  return true
}
