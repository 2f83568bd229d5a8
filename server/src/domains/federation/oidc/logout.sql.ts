import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'

export interface Due {
  id: string
  clientId: string
  userId: string
  sid: string
  tries: number
}

const AT_ONCE = 20
/** A node that dies with it gives it back after this. */
const LEASE_SECONDS = 60
const TRIES_MAX = 6

/** To be told once that this session at this application is over. */
export const queueLogout = (db: Db, clientId: string, userId: string, sid: string) =>
  db
    .insertInto('oidcLogout')
    .values({ id: newId(), clientId, userId, sid })
    .onConflict(conflict => conflict.doNothing())
    .execute()

/** Those due now, each for one node; after a failure it is twice as long until the next try. */
export async function claimLogouts(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update oidc_logout set tries = tries + 1, due_time = now() + make_interval(secs => ${LEASE_SECONDS} * power(2, tries))
    where id in (select id from oidc_logout where due_time <= now() order by due_time limit ${AT_ONCE} for update skip locked)
    returning id, client_id, user_id, sid, tries`.execute(db)
  return rows
}

export const isLastTry = ({ tries }: Due) => tries >= TRIES_MAX
export const dropLogout = (db: Db, id: string) => db.deleteFrom('oidcLogout').where('id', '=', id).execute()
