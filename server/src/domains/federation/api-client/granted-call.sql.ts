import { sql } from 'kysely'
import type { apiClient, ApiUse, OpenApiItem } from '@hufu/contract/federation/api-client'
import type { BodyOf } from '@hufu/contract/call'
import { clientCalls } from '@hufu/contract/federation/client-calls'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { mayOpen, openerNow } from '../../../platform/access/opener.ts'
import type { Rights } from '../../../platform/access/rights.ts'
import type { Context } from '../../../platform/http/context.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { findClient, lockClients } from './api-client.sql.ts'

interface Item extends Omit<OpenApiItem, 'isBeyond'> {
  call: string
}
const open = sql`i.openable = 1 and i.status = 1`

function isBeyond(rights: Rights, key: string): boolean {
  const call = clientCalls.get(key)
  return call !== undefined && !mayOpen(rights, call)
}

/** Whether a client with these calls exceeds the caller's rights. */
export const exceedsRights = (rights: Rights, calls: readonly string[]): boolean => calls.some(call => isBeyond(rights, call))

export async function listOpen(db: Db, rights: Rights): Promise<OpenApiItem[]> {
  const { rows } = await sql<Item>`select i.id, i.group_name, i.method, i.path, i.name, i.call from api_item i where ${open}
    order by i.built_in desc, i.group_name, i.path, i.method`.execute(db)
  return rows.map(({ call, ...item }) => ({ ...item, isBeyond: isBeyond(rights, call) }))
}

export async function grantedApi(db: Db, clientId: string): Promise<string[]> {
  await findClient(db, clientId)
  const { rows } = await sql<{ id: string }>`select i.id from api_client_call h join api_item i on i.call = h.call and ${open}
    where h.client_id = ${clientId} order by i.id`.execute(db)
  return rows.map(row => row.id)
}

export async function listUse(db: Db, clientId: string): Promise<ApiUse[]> {
  const { rows } = await sql<ApiUse>`select i.id as api_id, u.last_time, u.last_ip from api_client_use u join api_item i on i.call = u.call
    where u.client_id = ${clientId} order by u.last_time desc, i.id`.execute(db)
  return rows
}

/** Refuses clients with calls beyond the caller's rights, because a holder of the secret can do what the client can. */
export async function refuseClientBeyond(db: Db, rights: Rights, id: string): Promise<void> {
  const { rows } = await sql<{ call: string }>`select call from api_client_call where client_id = ${id}`.execute(db)
  if (exceedsRights(rights, rows.map(row => row.call))) refuse('clientBeyondOwn') // prettier-ignore
}

interface Wanted {
  call: string
  isNew: boolean
  openedBy: string | null
}

/**
 * Replaces the calls of a client. The caller may remove any of them, but add only calls they may grant. They become the opener of
 * those, and of calls whose opener may no longer grant them (decision 0113).
 */
export async function saveGrantedApi(
  { db, who, kernel }: Pick<Context, 'db' | 'who' | 'kernel'>,
  { id, apiIds, version }: BodyOf<typeof apiClient.saveApi>,
): Promise<number> {
  const [present] = await lockClients(db, [id])
  if (version !== undefined && version !== present!.version) refuse('stale')
  const wanted = [...new Set(apiIds)]
  const { rows } = await sql<Wanted>`select i.call, h.call is null as is_new, h.opened_by
    from api_item i left join api_client_call h on h.client_id = ${id} and h.call = i.call where i.id = any (${wanted}) and ${open}`.execute(
    db,
  )
  if (rows.length !== wanted.length) refuse('apiItemMissing')
  if (rows.some(row => row.isNew && isBeyond(who.rights, row.call))) refuse('apiBeyondOwn')
  const taken: string[] = []
  for (const row of rows)
    if (row.isNew || (!isBeyond(who.rights, row.call) && !(await isStillOpened(kernel, db, row)))) taken.push(row.call)
  await sql`delete from api_client_call where client_id = ${id} and call <> all (${rows.map(row => row.call)})`.execute(db)
  await sql`insert into api_client_call (client_id, call, opened_by) select ${id}, unnest(${taken}::text[]), ${who.userId}
    on conflict (client_id, call) do update set opened_by = excluded.opened_by`.execute(db)
  await sql`update api_client set version = version + 1, update_time = now() where id = ${id}`.execute(db)
  return wanted.length
}

async function isStillOpened(kernel: Kernel, db: Db, { call: key, openedBy }: Wanted): Promise<boolean> {
  const call = clientCalls.get(key)
  if (!call) return true
  const opener = await openerNow(kernel, db, openedBy)
  return opener !== undefined && mayOpen(opener.rights, call)
}
