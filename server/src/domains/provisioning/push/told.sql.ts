import { ROOT_ORG } from '@hufu/contract/screens'
import { sql } from 'kysely'
import type { PushType } from '@hufu/contract/provisioning/push'
import type { Db } from '../../../platform/database/db.ts'
import type { Order } from './orders.ts'
import type { SentItem } from './settle.sql.ts'

/** What the address of a task has taken. */
export async function settleTold(db: Db, syncId: string, items: readonly SentItem[]): Promise<void> {
  if (items.length === 0) return
  await sql`insert into sync_told (sync_id, object_type, object_id, state, sent_hash, keys)
    select ${syncId}, r."objectType", r."objectId", r.state, r.hash, case when r.state = 'gone' then '{}' else r.keys end
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) r ("objectType" text, "objectId" text, state text, hash text, keys jsonb) order by 2, 3
    on conflict (sync_id, object_type, object_id) do update set state = excluded.state, sent_hash = excluded.sent_hash, keys = excluded.keys,
      sent_time = now()`.execute(db)
}

const verdictOf = { insert: 'new', update: 'changed', delete: 'gone' } as const

/** What would be told, as rows of the run. */
export async function saveOrders(db: Db, runId: string, from: number, orders: readonly Order[]): Promise<void> {
  if (orders.length === 0) return
  const rows = orders.map(({ item, name, operateType }, n) => ({
    objectType: item.objectType,
    objectId: item.objectId,
    no: from + n,
    verdict: verdictOf[operateType],
    name,
    faults: item.reason === undefined ? [] : [{ label: '', message: item.reason }],
  }))
  await sql`insert into sync_row (run_id, object_type, origin_id, row_no, row_hash, verdict, name, target_id, faults)
    select ${runId}, r."objectType", r."objectId", r.no, '', r.verdict, r.name, r."objectId", r.faults
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ("objectType" text, "objectId" text, no int, verdict text, name text, faults jsonb)
    on conflict do nothing`.execute(db)
}

// everyone: a number of all
export async function allObjects(db: Db, type: PushType | 'all'): Promise<number> {
  const { rows } = await sql<{ n: number }>`select case when ${type} <> 'org' then org_people(${ROOT_ORG}) else 0 end
    + case when ${type} <> 'user' then (select count(*) from live_org) else 0 end as n`.execute(db)
  return rows[0]!.n
}
