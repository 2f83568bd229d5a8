import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** A code lives ten minutes: what has not left by then is of no use. */
const MAX_TRIES = 3
const TOO_LATE = sql`interval '10 minutes'`

export const insertMail = (db: Db, mail: { id: string; sealed: string }) => db.insertInto('mail').values(mail).execute()

/** Begins a try at a mail that still waits; undefined where it has left, is used up or too old. */
export async function takeMail(db: Db, id: string): Promise<{ sealed: string; tries: number } | undefined> {
  const { rows } = await sql<{ sealed: string; tries: number }>`update mail set tries = tries + 1
    where id = ${id} and tries < ${sql.lit(MAX_TRIES)} and create_time > now() - ${TOO_LATE} returning sealed, tries`.execute(db)
  return rows[0]
}

export const mayTryAgain = ({ tries }: { tries: number }): boolean => tries < MAX_TRIES

export const dropMail = (db: Db, id: string) => db.deleteFrom('mail').where('id', '=', id).execute()
