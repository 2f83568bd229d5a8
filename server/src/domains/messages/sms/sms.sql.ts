import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Tables } from '../../../../migrations/tables.ts'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { text } from './text.ts'

/** A code is valid for five minutes, so after three tries it is of no use. */
const MAX_TRIES = 3
/** After so many tries with an unknown result no further try is made, so that no message is sent three times. */
const MAX_UNSURE = 2
/** A gateway must answer within five seconds; after this time the sending node counts as dead and another retries. */
const LOST_AFTER = sql`interval '30 seconds'`
/** Whether a waiting message has tries left and is within its lifetime. */
const mayBeTried = sql`(sealed is not null and tries < ${sql.lit(MAX_TRIES)} and unsure < ${sql.lit(MAX_UNSURE)}
  and create_time > now() - case type when 'password' then interval '1 day' else interval '5 minutes' end)`

type NewRow = Omit<Insertable<Tables['sms']>, 'userId'> & { userId: string | null }

/** The user of a record is the owner of the telephone; the given user is stored only if no user has this telephone. */
export const insertSms = (db: Db, rows: readonly NewRow[]) =>
  db
    .insertInto('sms')
    .values(
      rows.map(row => ({
        ...row,
        userId: everyone(
          'looks up the owner of the telephone for the record of sent messages',
          sql<string | null>`coalesce((select id from live_user where phone_hash = ${row.phoneHash}), ${row.userId})`,
        ),
      })),
    )
    .execute()

export interface ClaimedSms {
  id: string
  sealed: string
  /** The numbers of tries and of unknown results, including the present try. */
  tries: number
  unsure: number
}

/** Claims the next due message for a try; only one node gets it. */
export async function claimSms(db: Db): Promise<ClaimedSms | undefined> {
  const { rows } = await sql<ClaimedSms>`update sms set tries = tries + 1, unsure = unsure + 1, due_time = now() + ${LOST_AFTER}
    where id = (select id from sms where result is null and due_time <= now() and ${mayBeTried}
      order by due_time limit 1 for update skip locked)
    returning id, sealed, tries, unsure`.execute(db)
  return rows[0]
}

export const mayTryAgain = ({ tries, unsure }: ClaimedSms, isUnsure: boolean): boolean =>
  tries < MAX_TRIES && unsure - (isUnsure ? 0 : 1) < MAX_UNSURE

/** Retries after one second, then two. A try the gateway certainly did not accept does not count as unknown. */
export const retryLater = (db: Db, { id, tries }: ClaimedSms, isUnsure: boolean) =>
  sql`update sms set unsure = unsure - ${sql.lit(isUnsure ? 0 : 1)}, due_time = now() + ${sql.lit(2 ** (tries - 1))} * interval '1 second'
    where id = ${id} and result is null`.execute(db)

/** Stores the result and deletes the secret. A failure never overwrites a success. */
export const settleSms = (db: Db, id: string, { result, message, receipt }: { result: 0 | 1; message: string; receipt?: string }) =>
  db
    .updateTable('sms')
    .set({ result, message: message.slice(0, 200), receipt: receipt?.slice(0, 100) || null, sealed: null, sendTime: sql<string>`now()` })
    .where('id', '=', id)
    .$if(result === 0, rows => rows.where('result', 'is', null))
    .execute()

/** Ends waiting messages that will not be retried. */
export const endExpiredSms = (db: Db) =>
  sql`update sms set result = 0, sealed = null, send_time = now(),
      message = case when unsure > 0 then ${text.givenUp} else ${text.tooLate} end
    where result is null and due_time <= now() and not ${mayBeTried}`.execute(db)
