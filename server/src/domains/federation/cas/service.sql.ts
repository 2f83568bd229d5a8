import { sql } from 'kysely'
import type { Flag } from '@hufu/contract/shapes'
import { isRegistered } from '@hufu/contract/apps/app-uri'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'

export interface CasApp {
  id: string
  name: string
  redirectUris: string[]
  ipWhitelist: string[]
  claims: { claim: string; from: string }[]
  accountFrom: string
  asksJob: number
}

const columns = sql`id, name, redirect_uris, ip_whitelist, claims, account_from, asks_job`

/** The application a service belongs to; if several match, the one with the longest registered address. */
export async function appOfService(db: Db, service: string, status: Flag = 1): Promise<CasApp | undefined> {
  // PostgreSQL refuses NUL, and no address contains it.
  if (service.includes('\0')) return undefined
  // Normalised as isRegistered does, so that only possible rows are fetched.
  const spelled = URL.canParse(service) ? new URL(service).href : service
  const { rows } = await sql<CasApp>`select ${columns} from app where protocol = 'cas' and status = ${status}
    and exists (select 1 from unnest(redirect_uris) uri where uri = ${service} or starts_with(${spelled}, uri))`.execute(db)
  const fits = rows.flatMap(app =>
    app.redirectUris.filter(uri => isRegistered('cas', [uri], service)).map(uri => ({ app, length: uri.length })),
  )
  return fits.sort((one, other) => other.length - one.length)[0]?.app
}

export async function findCasApp(db: Db, id: string): Promise<CasApp | undefined> {
  const { rows } = await sql<CasApp>`select ${columns} from app where id = ${id} and protocol = 'cas' and status = 1`.execute(db)
  return rows[0]
}

/** Whether a session of the console is still live. */
export async function isSessionAlive(db: Db, sessionId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from session where id = ${sessionId} and ended_by is null and expires_at > now()`.execute(db)
  return rows.length > 0
}

/** Records the sign-in, so that the application is notified when the session ends. */
export const keepLogin = (db: Db, login: { sessionId: string; appId: string; service: string; ticketSealed: string }) =>
  db
    .insertInto('casLogin')
    .values({ id: newId(), dueTime: null, ...login })
    .execute()

export interface DueCasLogout {
  id: string
  service: string
  ticketSealed: string
  tries: number
}

const AT_ONCE = 20
/** The first lease; after it another node may take over the notification of a crashed node. */
const LEASE_SECONDS = 60
const TRIES_MAX = 6

/** Claims due notifications, each for one node; the wait doubles with each try. Applications without single logout are skipped. */
export async function claimCasLogouts(db: Db): Promise<DueCasLogout[]> {
  await sql`delete from cas_login l using app a where a.id = l.app_id and l.due_time <= now() and (a.single_logout = 0 or l.tries >= ${TRIES_MAX})`.execute(
    db,
  )
  const { rows } = await sql<DueCasLogout>`
    update cas_login set tries = tries + 1, due_time = now() + make_interval(secs => ${LEASE_SECONDS} * power(2, tries))
    where id in (select id from cas_login where due_time <= now() order by due_time limit ${AT_ONCE} for update skip locked)
    returning id, service, ticket_sealed, tries`.execute(db)
  return rows
}

export const dropLogin = (db: Db, id: string) => db.deleteFrom('casLogin').where('id', '=', id).execute()
