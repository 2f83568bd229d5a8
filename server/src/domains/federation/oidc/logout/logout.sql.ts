import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import { newId } from '../../../../platform/database/ids.ts'

export interface DueLogout {
  id: string
  clientId: string
  userId: string
  sid: string
  tries: number
}

const AT_ONCE = 20
/** If the node that claimed a logout dies, another node may claim it after this time. */
const LEASE_SECONDS = 60
const TRIES_MAX = 6

/** Queues one logout token for a session at an application. */
export const queueLogout = (db: Db, clientId: string, userId: string, sid: string) =>
  db
    .insertInto('oidcLogout')
    .values({ id: newId(), clientId, userId, sid })
    .onConflict(conflict => conflict.doNothing())
    .execute()

/** Claims the due logouts for this node; the time until the next try doubles with each try. */
export async function claimLogouts(db: Db): Promise<DueLogout[]> {
  const { rows } = await sql<DueLogout>`
    update oidc_logout set tries = tries + 1, due_time = now() + make_interval(secs => ${LEASE_SECONDS} * power(2, tries))
    where id in (select id from oidc_logout where due_time <= now() order by due_time limit ${AT_ONCE} for update skip locked)
    returning id, client_id, user_id, sid, tries`.execute(db)
  return rows
}

export const isLastTry = ({ tries }: DueLogout) => tries >= TRIES_MAX
export const dropLogout = (db: Db, id: string) => db.deleteFrom('oidcLogout').where('id', '=', id).execute()

/** The front-channel logout address of an application, which the browser loads in a frame. */
export interface Frame {
  clientId: string
  name: string
  uri: string
  sid: string
}

/** The frames of the applications this session has signed in to. Call it before the session ends, which deletes what it reads. */
export async function framesOf(db: Db, sessionId: string): Promise<Frame[]> {
  const { rows } = await sql<Frame>`
    select a.client_id, a.name, coalesce(o.frontchannel_uri, '') as uri, coalesce(e.value ->> 'sid', '') as sid
    from oidc_payload p cross join jsonb_each(p.payload -> 'authorizations') e
      join app a on a.client_id = e.key and a.status = 1 and a.single_logout = 1
      join oidc_client o on o.app_id = a.id and o.frontchannel_uri is not null
    where p.uid = ${sessionId} and p.type = 'Session' and e.value ->> 'sid' is not null order by a.name, a.id`.execute(db)
  return rows
}
