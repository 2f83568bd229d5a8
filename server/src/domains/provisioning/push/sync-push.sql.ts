import { ROOT_ORG } from '@hufu/contract/screens'
import { sql } from 'kysely'
import type { PushType } from '@hufu/contract/provisioning/push'
import type { SyncVerdict } from '@hufu/contract/provisioning/sync'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { isEnding, type Order } from './orders.ts'
import type { SentItem } from './settle.sql.ts'

/** Records what the address of a task has accepted. */
export async function recordSyncPushes(db: Db, syncId: string, items: readonly SentItem[]): Promise<void> {
  if (items.length === 0) return
  await sql`insert into sync_told (sync_id, object_type, object_id, state, sent_hash, keys)
    select ${syncId}, r."objectType", r."objectId", r.state, r.hash, case when r.state = 'gone' then '{}' else r.keys end
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) r ("objectType" text, "objectId" text, state text, hash text, keys jsonb) order by 2, 3
    on conflict (sync_id, object_type, object_id) do update set state = excluded.state, sent_hash = excluded.sent_hash, keys = excluded.keys,
      sent_time = now()`.execute(db)
}

export const verdictOf = { insert: 'new', update: 'changed', delete: 'gone' } as const satisfies Record<string, SyncVerdict>
/** The action in the plan: `disable` for an existing object that the push disables. */
const actOf = (order: Order) => (order.operateType === 'update' && isEnding(order) ? 'disable' : null)

/** Stores the pushes of a plan as rows of the run. */
export async function saveOrders(db: Db, runId: string, from: number, orders: readonly Order[]): Promise<void> {
  if (orders.length === 0) return
  const rows = orders.map((order, n) => ({
    objectType: order.item.objectType,
    objectId: order.item.objectId,
    no: from + n,
    verdict: verdictOf[order.operateType],
    act: actOf(order),
    name: order.name,
    problems: order.item.reason === undefined ? [] : [{ label: '', message: order.item.reason }],
  }))
  await sql`insert into sync_row (run_id, object_type, origin_id, row_no, row_hash, verdict, act, name, target_id, faults)
    select ${runId}, r."objectType", r."objectId", r.no, '', r.verdict, r.act, r.name, r."objectId", r.problems
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      r ("objectType" text, "objectId" text, no int, verdict text, act text, name text, problems jsonb)
    on conflict do nothing`.execute(db)
}

/** The pushes that match the plan of the run, and how many planned objects now need another push. */
export async function asPlanned(db: Db, runId: string, orders: readonly Order[]): Promise<{ same: Order[]; others: number }> {
  if (orders.length === 0) return { same: [], others: 0 }
  const ids = orders.map(({ item }) => item.objectId)
  const { rows } = await sql<{
    key: string
    verdict: string | null
    act: string | null
  }>`select object_type || ' ' || origin_id as key, verdict, act
    from sync_row where run_id = ${runId} and object_type in ('org', 'user') and origin_id = any (${ids})`.execute(db)
  const planned = new Map(rows.map(row => [row.key, row]))
  const found = orders.flatMap(order => {
    const row = planned.get(`${order.item.objectType} ${order.item.objectId}`)
    return row ? [{ order, isSame: row.verdict === verdictOf[order.operateType] && row.act === actOf(order) }] : []
  })
  const same = found.flatMap(({ order, isSame }) => (isSame ? [order] : []))
  return { same, others: found.length - same.length }
}

export async function allObjects(db: Db, type: PushType | 'all'): Promise<number> {
  const { rows } = await everyone(
    'only counts all objects',
    sql<{ n: number }>`select case when ${type} <> 'org' then org_people(${ROOT_ORG}) else 0 end
    + case when ${type} <> 'user' then (select count(*) from live_org) else 0 end as n`,
  ).execute(db)
  return rows[0]!.n
}
