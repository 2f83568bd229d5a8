import { sql } from 'kysely'
import { hashToken } from '../../../../platform/access/sessions.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Name } from '../sso/respond.ts'

export interface SessionFacts {
  loginType: string
  factor: '' | 'any' | 'crypto'
  /** Seconds since 1970. */
  endsAt: number
}

/** How the user authenticated for a session, and when it ends at the latest. */
export async function findSession(db: Db, id: string): Promise<SessionFacts | undefined> {
  const { rows } = await sql<SessionFacts>`select login_type, factor, extract(epoch from expires_at)::float8 as ends_at
    from session where id = ${id} and ended_by is null and expires_at > now()`.execute(db)
  return rows[0]
}

/** The id of this browser's session after it has ended. */
export async function endedSessionOf(db: Db, link: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from session where link_hash = ${hashToken(link)} and ended_by is not null`.execute(
    db,
  )
  return rows[0]?.id
}

interface NewLogin {
  sessionId: string
  appId: string
  name: Name
  sessionIndex: string
}

/** Records a sign-in at an application, so that the application is notified when the session ends. */
export const keepLogin = (db: Db, { sessionId, appId, name, sessionIndex }: NewLogin) =>
  db
    .insertInto('samlLogin')
    .values({ id: newId(), sessionId, appId, nameId: name.value, nameFormat: name.kind, sessionIndex, dueTime: null })
    .execute()

export interface Login {
  id: string
  sessionId: string
  appId: string
  appName: string
  nameId: string
  nameFormat: Name['kind']
  sessionIndex: string
}
const columns = sql`l.id, l.session_id, l.app_id, a.name as app_name, l.name_id, l.name_format, l.session_index`

/** The logins that an application names by NameID and, if it sent any, by SessionIndex. */
export async function loginsNamed(db: Db, appId: string, nameId: string, indexes: readonly string[]): Promise<Login[]> {
  const { rows } = await sql<Login>`select ${columns} from saml_login l join app a on a.id = l.app_id
    where l.app_id = ${appId} and l.name_id = ${nameId} and (${indexes.length === 0} or l.session_index = any (${[...indexes]}))`.execute(
    db,
  )
  return rows
}

/**
 * The newest login at each application that only the browser can notify and that has not been notified; applications whose last
 * three logouts failed come last.
 */
export async function loginsToVisit(db: Db, sessionIds: readonly string[]): Promise<Login[]> {
  const { rows } = await sql<Login>`
    with newest as (select distinct on (l.app_id) ${columns}, (select count(*) from (select state from saml_login f
        where f.app_id = l.app_id and f.state in ('told', 'failed') order by f.id desc limit 3) last where last.state = 'failed') as failures
      from saml_login l join app a on a.id = l.app_id join saml_sp s on s.app_id = l.app_id
      where l.session_id = any (${[...sessionIds]}) and l.state in ('in', 'unreachable') and a.single_logout = 1
        and not exists (select 1 from jsonb_array_elements(s.slo) place where place ->> 'binding' = 'soap')
      order by l.app_id, l.id desc)
    select id, session_id, app_id, app_name, name_id, name_format, session_index from newest order by failures = 3, app_name, id`.execute(
    db,
  )
  return rows
}

/** Records the outcome of notifying an application of a session's end, for all logins of the session there. */
export const markLogins = (db: Db, login: Pick<Login, 'sessionId' | 'appId'>, state: 'told' | 'failed') =>
  db
    .updateTable('samlLogin')
    .set({ state, dueTime: null })
    .where('sessionId', '=', login.sessionId)
    .where('appId', '=', login.appId)
    .execute()

const AT_ONCE = 20
const LEASE_SECONDS = 60
const TRIES_MAX = 6

export type Due = Login & { tries: number }

/**
 * Claims due logouts that can be sent by SOAP, of all sessions or of these; no other node takes them until the lease ends. The wait
 * before the next try doubles each time.
 */
export async function claimLogouts(db: Db, sessionIds?: readonly string[]): Promise<Due[]> {
  const among = sessionIds ? sql`session_id = any (${[...sessionIds]})` : sql`true`
  await sql`delete from saml_login l using app a where a.id = l.app_id and l.due_time <= now() and a.single_logout = 0`.execute(db)
  await sql`update saml_login set state = 'failed', due_time = null where due_time <= now() and tries >= ${TRIES_MAX}`.execute(db)
  await sql`update saml_login l set state = 'unreachable', due_time = null from saml_sp s where s.app_id = l.app_id and l.due_time <= now()
    and not exists (select 1 from jsonb_array_elements(s.slo) place where place ->> 'binding' = 'soap')`.execute(db)
  const { rows } = await sql<Due>`
    update saml_login l set tries = tries + 1, due_time = now() + make_interval(secs => ${LEASE_SECONDS} * power(2, tries))
    from app a where a.id = l.app_id
      and l.id in (select id from saml_login where due_time <= now() and ${among} order by due_time limit ${AT_ONCE} for update skip locked)
    returning ${columns}, l.tries`.execute(db)
  return rows
}

/** The number of sessions whose logout finally failed at the application; their rows are kept for two days. */
export async function countUnnotified(db: Db, appId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(distinct session_id)::int as n from saml_login
    where app_id = ${appId} and state = 'failed'`.execute(db)
  return rows[0]!.n
}
