import { sql } from 'kysely'
import type { PushName, PushState } from '@hufu/contract/provisioning/push'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { BROKEN_AFTER } from './push-queue.sql.ts'

const NAMES = 20

type Counted = Omit<PushState, 'held' | 'state' | 'mayDryRun'> & {
  isBroken: boolean
  heldCount: number
  heldSince: string | null
  releaseTime: string | null
}

/** The settings and counts from which the push state of an application is derived. */
export async function countState(db: Db, appId: string): Promise<Counted> {
  const { rows } = await sql<Counted>`select a.id as app_id, a.open_push, a.push_object, coalesce(t.phone, 'masked') as phone,
      coalesce(t.kind, 'json') as kind, coalesce(t.scope, 'all') as scope,
      coalesce(t.faults >= ${sql.lit(BROKEN_AFTER)}, false) as is_broken, case when t.wait_until > now() then t.wait_until end as retry_time,
      t.last_time, t.fault_time as last_fault_time, t.last_fault, t.held_since, t.held_since + interval '10 minutes' as release_time,
      i.queued, i.held as held_count, i.waiting_since,
      (select count(*)::int from push_failure f where f.app_id = a.id) as failed,
      (select jsonb_build_object('user', count(*) filter (where object_type = 'user'), 'org', count(*) filter (where object_type = 'org'))
        from push_link l where l.app_id = a.id and l.state in ('there', 'disabled')) as told
    from app a left join push_target t on t.app_id = a.id cross join lateral (
      select count(*) filter (where not is_held)::int as queued, count(*) filter (where is_held)::int as held,
        min(create_time) filter (where not is_held) as waiting_since from push_item where app_id = a.id) i
    where a.id = ${appId}`.execute(db)
  return rows[0] ?? refuse('appMissing')
}

/** The first objects whose pushes the brake holds. */
export async function heldNames(db: Db, appId: string): Promise<PushName[]> {
  const { rows } = await everyone(
    'the held pushes of one application',
    sql<PushName>`select i.object_type, i.object_id as id, coalesce(u.real_name, o.name, '') as name,
      case when i.is_outside or coalesce(u.id, o.id) is null or coalesce(u.deleted_at, o.deleted_at) is not null then 'delete' else 'update' end as operate_type
    from push_item i left join users u on i.object_type = 'user' and u.id = i.object_id
    left join org o on i.object_type = 'org' and o.id = i.object_id
    where i.app_id = ${appId} and i.is_held order by i.create_time, i.object_id limit ${sql.lit(NAMES)}`,
  ).execute(db)
  return rows
}

/** Whether another user could release held pushes. */
export async function hasOtherAdmin(db: Db, userId: string): Promise<boolean> {
  const { rows } = await everyone(
    'only checks whether another administrator exists',
    sql`select 1 from live_user u where u.id <> ${userId} and u.status = 1 and (u.id = '1' or exists (
    select 1 from user_role h join role r on r.id = h.role_id and r.status = 1 where h.user_id = u.id and h.status = 1 and (r.code = 'super_admin'
      or exists (select 1 from role_menu c join menu m on m.id = c.menu_id and m.mark = 'edit-app-setting' where c.role_id = r.id)))) limit 1`,
  ).execute(db)
  return rows.length > 0
}

/** Changes how an application receives pushes. Another `kind` pushes everything anew, because it uses other keys. */
export const setPushSettings = async (
  db: Db,
  appId: string,
  { phone, kind, scope }: { phone: PushState['phone']; kind?: PushState['kind'] | undefined; scope?: PushState['scope'] | undefined },
): Promise<void> => {
  const { rows: before } = await sql<{ kind: string }>`select kind from push_target where app_id = ${appId} for update`.execute(db)
  const { rows } =
    await sql`insert into push_target (app_id, phone, kind, scope, compare_due) select id, ${phone}, ${kind ?? 'json'}, ${scope ?? 'all'}, true from app where id = ${appId}
    on conflict (app_id) do update set phone = excluded.phone, kind = coalesce(${kind ?? null}, push_target.kind),
      scope = coalesce(${scope ?? null}, push_target.scope), compare_due = true returning 1`.execute(db)
  if (rows.length === 0) refuse('appMissing')
  if (kind !== undefined && kind !== (before[0]?.kind ?? 'json'))
    await sql`update push_link set sent_hash = '', keys = '{}' where app_id = ${appId}`.execute(db)
}
