import { sql } from 'kysely'
import type { AppRequest } from '@hufu/contract/federation/app-request'
import type { Strength } from '@hufu/contract/sign-in/strength'
import type { Db } from '../../../../platform/database/db.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { POLL_SECONDS } from '../issuer.ts'

export interface NewAppRequest {
  appId: string
  userId: string
  tokenHash: string
  scopes: string[]
  resources: string[]
  bindingMessage: string
  ip: string
  seconds: number
}

/** Open requests per user; few, because users do not read many, and agree in the end when they are asked again and again. */
const OPEN_OF_USER = 5
/** Open requests of one application per user, so that it leaves room for the others. */
const OPEN_OF_APP = 2
const REQUESTS_OF_APP_AN_HOUR = 10

const isOpen = sql`(r.answer is null and r.end_time > now())`

/** Returns false if the user has too many open requests or the application asks too often. A lock per user makes this exact. */
export async function insertAppRequest(db: Db, { seconds, ...request }: NewAppRequest): Promise<boolean> {
  const { userId, appId } = request
  await sql`select pg_advisory_xact_lock(7387, hashtext(${userId}))`.execute(db)
  const { rows } = await sql<{ open: number; own: number; lately: number }>`
    select count(*) filter (where ${isOpen})::int as open, count(*) filter (where ${isOpen} and r.app_id = ${appId})::int as own,
      count(*) filter (where r.app_id = ${appId} and r.create_time > now() - interval '1 hour')::int as lately
    from app_request r where r.user_id = ${userId}`.execute(db)
  const { open, own, lately } = rows[0]!
  if (open >= OPEN_OF_USER || own >= OPEN_OF_APP || lately >= REQUESTS_OF_APP_AN_HOUR) return false
  await db
    .insertInto('appRequest')
    .values({ ...request, id: newId(), endTime: sql<string>`now() + ${seconds} * interval '1 second'` })
    .execute()
  return true
}

export async function accountAppRequests(db: Db, userId: string): Promise<AppRequest[]> {
  const { rows } = await sql<AppRequest>`
    select r.id, a.name as app_name, r.binding_message, r.ip, r.create_time, r.end_time,
      array(select b.name from oidc_resource o join app b on b.id = o.app_id where o.identifier = any(r.resources) order by b.name) as resource_names,
      (select jsonb_agg(jsonb_build_object('name', w.name, 'label', coalesce(l.label, ''), 'explanation', coalesce(l.explanation, '')) order by w.n)
        from unnest(r.scopes) with ordinality w (name, n) left join lateral (select s.label, s.explanation from oidc_scope s
          join oidc_resource o on o.app_id = s.app_id where s.name = w.name and o.identifier = any(r.resources) limit 1) l on true) as scopes
    from app_request r join app a on a.id = r.app_id and a.status = 1
    where r.user_id = ${userId} and ${isOpen} order by r.create_time desc, r.id`.execute(db)
  return rows
}

export interface OpenRequest {
  id: string
  appId: string
  appName: string
  clientId: string
  accountFrom: string
  ipWhitelist: string[]
  asksJob: boolean
  asksConsent: boolean
  scopes: string[]
  resources: string[]
  ip: string
}

/** Locks the row until the transaction ends, so that only the first of two answers counts. */
export async function lockOpenRequest(db: Db, userId: string, id: string): Promise<OpenRequest | undefined> {
  const { rows } = await sql<OpenRequest>`
    select r.id, r.app_id, a.name as app_name, a.client_id, a.account_from, a.ip_whitelist, coalesce(a.asks_job, 0) = 1 as asks_job,
      coalesce(o.asks_consent, 0) = 1 as asks_consent, r.scopes, r.resources, r.ip
    from app_request r join app a on a.id = r.app_id and a.status = 1 left join oidc_client o on o.app_id = a.id
    where r.id = ${id} and r.user_id = ${userId} and ${isOpen} for update of r`.execute(db)
  return rows[0]
}

/** Returns false if the user has not authenticated since this request, or since the last request they agreed to. */
export async function agreeTo(db: Db, { id }: OpenRequest, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    update app_request r set answer = 'yes', answer_time = now(), session_id = s.id, factor = s.factor, auth_time = s.auth_time
    from session s where r.id = ${id} and s.id = ${sessionId} and s.user_id = r.user_id and s.auth_time > r.create_time
      and s.auth_time > coalesce((select max(o.answer_time) from app_request o where o.user_id = r.user_id and o.answer = 'yes'), '-infinity')
    returning 1`.execute(db)
  return rows.length > 0
}

export const declineRequest = (db: Db, { id }: OpenRequest) =>
  sql`update app_request set answer = 'no', answer_time = now() where id = ${id}`.execute(db)

/** Whether the user has an unanswered request of this application. */
export async function isAnyOpen(db: Db, userId: string, appId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from app_request r where r.user_id = ${userId} and r.app_id = ${appId} and ${isOpen} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

export interface AgreedRequest {
  userId: string
  sessionId: string
  factor: Strength
  authTime: number
  /** Whether the session in which they agreed is still active. */
  stands: boolean
}

/** Returns the user's agreement to the first poll after it; undefined if they have not agreed or it was returned before. */
export async function takeAgreed(db: Db, tokenHash: string): Promise<AgreedRequest | undefined> {
  const { rows } = await sql<AgreedRequest>`
    update app_request r set taken_time = now() where r.token_hash = ${tokenHash} and r.answer = 'yes' and r.taken_time is null
    returning r.user_id, r.session_id, coalesce(r.factor, '') as factor, extract(epoch from r.auth_time)::float8 as auth_time,
      exists (select 1 from session s where s.id = r.session_id and s.ended_by is null and s.expires_at > now()) as stands`.execute(db)
  return rows[0]
}

/** Seconds; one less than announced, so that a client whose clock runs slightly fast is not refused. */
const POLL_LEAST = POLL_SECONDS - 1

/** Records the time of a poll that is not too soon, and returns the state to answer with. */
export async function notePoll(db: Db, tokenHash: string): Promise<'refused' | 'soon' | 'pending'> {
  const { rows } = await sql<{ answer: string | null; isSoon: boolean }>`
    with asked as (select id, answer, coalesce(polled_time > now() - ${sql.lit(POLL_LEAST)} * interval '1 second', false) as is_soon
      from app_request where token_hash = ${tokenHash}),
    noted as (update app_request r set polled_time = now() from asked where r.id = asked.id and not asked.is_soon)
    select answer, is_soon from asked`.execute(db)
  const [request] = rows
  if (!request || request.answer === 'no') return 'refused'
  return request.isSoon && request.answer === null ? 'soon' : 'pending'
}
