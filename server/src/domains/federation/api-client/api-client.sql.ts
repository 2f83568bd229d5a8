import { sql, type RawBuilder } from 'kysely'
import type { ApiClient, apiClient, ApiClientDetail, ApiClientDraft, ApiClientEdit } from '@hufu/contract/federation/api-client'
import type { QueryOf } from '@hufu/contract/call'
import type { Flag } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { newId, newSecretId, newToken } from '../../../platform/database/ids.ts'
import { contains, offsetOf, pageOf, nameContains } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { addSecret, endFormerSecrets } from '../../apps/index.ts'

const columns = sql`c.id, c.name, c.client_id, '******' as client_secret, c.ip_whitelist, c.end_time,
  coalesce(c.end_time <= now(), false) as is_over, c.limit_per_minute, c.status, c.remark,
  (select count(*) from api_client_call h join api_item i on i.call = h.call and i.openable = 1 and i.status = 1
    where h.client_id = c.id)::int as call_count,
  (select max(s.create_time) from client_secret s where s.api_client_id = c.id) as secret_time, used.last_time, used.last_ip,
  c.version, c.create_time, c.update_time`
const from = sql`api_client c left join lateral (
  select last_time, last_ip from api_client_use l where l.client_id = c.id order by last_time desc limit 1) used on true`

export async function pageClients(db: Db, query: QueryOf<typeof apiClient.page>) {
  const { name, clientId, status } = query
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (name !== undefined) conditions.push(nameContains('c.name', name.trim()))
  if (clientId !== undefined) conditions.push(sql`c.client_id ilike ${contains(clientId.trim())}`)
  if (status !== undefined) conditions.push(sql`c.status = ${status}`)
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from api_client c where ${where}`.execute(db)
  const { rows } = await sql<ApiClient>`select ${columns} from ${from} where ${where}
    order by c.create_time desc, c.id desc limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]?.n ?? 0, rows)
}

export async function findClient(db: Db, id: string): Promise<ApiClientDetail> {
  const { rows } = await sql<ApiClientDetail>`select ${columns}, (
      select coalesce(jsonb_agg(jsonb_build_object(
        'createTime', to_char(s.create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS'),
        'endTime', to_char(s.end_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')) order by s.create_time desc, s.id desc), '[]')
      from client_secret s where s.api_client_id = c.id and (s.end_time is null or s.end_time > now())) as secrets
    from ${from} where c.id = ${id}`.execute(db)
  return rows[0] ?? refuse('apiClientMissing')
}

/** All must exist; locked until the transaction ends. */
export async function lockClients(db: Db, ids: readonly string[]): Promise<{ id: string; clientId: string; version: number }[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) refuse('nothingChosen')
  const { rows } = await sql<{ id: string; clientId: string; version: number }>`
    select id, client_id, version from api_client where id = any (${wanted}) order by id for no key update`.execute(db)
  return rows.length === wanted.length ? rows : refuse('apiClientMissing')
}

/** '' and null empty a field, undefined leaves it. */
const emptyToNull = (value: string | null | undefined) => (value === undefined ? undefined : value?.trim() || null)
const details = ({ name, ipWhitelist, endTime, limitPerMinute, remark }: ApiClientDraft | ApiClientEdit) => ({
  name,
  ipWhitelist: ipWhitelist?.map(line => line.trim()),
  endTime: emptyToNull(endTime),
  limitPerMinute,
  remark: emptyToNull(remark),
})

/** Generates the client id; the secret is returned only here. */
export async function insertClient(db: Db, draft: ApiClientDraft): Promise<{ id: string; clientId: string; clientSecret: string }> {
  const made = { id: newId(), clientId: newSecretId(), clientSecret: newToken() }
  await db
    .insertInto('apiClient')
    .values({ id: made.id, clientId: made.clientId, ...details(draft), status: draft.status ?? 1 })
    .execute()
  await addSecret(db, { apiClientId: made.id }, made.clientSecret)
  return made
}

export async function updateClient(db: Db, edit: ApiClientEdit): Promise<void> {
  const [present] = await lockClients(db, [edit.id])
  if (edit.version !== undefined && edit.version !== present!.version) refuse('stale')
  await db
    .updateTable('apiClient')
    .set(column => ({ ...details(edit), version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', '=', edit.id)
    .execute()
}

export async function removeClients(db: Db, ids: readonly string[]): Promise<number> {
  const locked = await lockClients(db, ids)
  await endTokens(db, locked)
  await db
    .deleteFrom('apiClient')
    .where('id', 'in', [...ids])
    .execute()
  return locked.length
}

export async function setClientStatus(db: Db, ids: readonly string[], status: Flag): Promise<number> {
  const locked = await lockClients(db, ids)
  if (status === 0) await endTokens(db, locked)
  const { numUpdatedRows } = await db
    .updateTable('apiClient')
    .set(column => ({ status, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', 'in', [...ids])
    .where('status', '!=', status)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Adds a secret. If the former secrets end at once, all tokens end, too, as a token does not say which secret obtained it. */
export async function resetClientSecret(db: Db, id: string, endFormer: boolean): Promise<string> {
  const locked = await lockClients(db, [id])
  const secret = newToken()
  await addSecret(db, { apiClientId: id }, secret)
  if (endFormer) {
    await endFormerSecrets(db, { apiClientId: id })
    await endTokens(db, locked)
  }
  return secret
}

const endTokens = (db: Db, clients: readonly { clientId: string }[]) =>
  sql`delete from oidc_payload where type = 'ClientCredentials' and payload ->> 'clientId' = any (${clients.map(each => each.clientId)})`.execute(
    db,
  )

export async function isClientNameTaken(db: Db, name: string, but = ''): Promise<boolean> {
  const row = await db.selectFrom('apiClient').select('id').where('name', '=', name).where('id', '!=', but).executeTakeFirst()
  return row !== undefined
}
