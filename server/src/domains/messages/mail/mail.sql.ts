import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** A code is valid for ten minutes, so later tries are of no use. */
const MAX_TRIES = 3
const mayBeTried = sql`(tries < ${sql.lit(MAX_TRIES)} and create_time > now() - interval '10 minutes')`
/** A mail server must answer within fifteen seconds; after this time the sending node counts as dead and another retries. */
const LOST_AFTER = sql`interval '40 seconds'`

export interface ClaimedMail {
  id: string
  sealed: string
  /** This try included. */
  tries: number
}

export const insertMail = (db: Db, mail: { id: string; sealed: string }) => db.insertInto('mail').values(mail).execute()

/** Claims the next due mail for a try; only one node gets it. */
export async function claimMail(db: Db): Promise<ClaimedMail | undefined> {
  const { rows } = await sql<ClaimedMail>`update mail set tries = tries + 1, due_time = now() + ${LOST_AFTER}
    where id = (select id from mail where due_time <= now() and ${mayBeTried} order by due_time limit 1 for update skip locked)
    returning id, sealed, tries`.execute(db)
  return rows[0]
}

export const mayTryAgain = ({ tries }: ClaimedMail): boolean => tries < MAX_TRIES

/** Retries after one second, then two. */
export const retryLater = (db: Db, { id, tries }: ClaimedMail) =>
  sql`update mail set due_time = now() + ${sql.lit(2 ** (tries - 1))} * interval '1 second' where id = ${id}`.execute(db)

export const dropMail = (db: Db, id: string) => db.deleteFrom('mail').where('id', '=', id).execute()

/** Deletes waiting mails that will not be retried. */
export const dropSpentMails = (db: Db) => sql`delete from mail where due_time <= now() and not ${mayBeTried}`.execute(db)
