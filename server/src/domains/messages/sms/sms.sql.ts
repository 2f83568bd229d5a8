import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Tables } from '../../../../migrations/tables.ts'
import type { Db } from '../../../platform/database/db.ts'
import { text } from './text.ts'

/** A code lives five minutes: what has not left after three tries is no use to anybody. */
const MAX_TRIES = 3
/** Of those so many may have an unknown end; the next is not begun, so nothing is sent a third time. */
const MAX_UNSURE = 2
/** A gateway has five seconds; after this the node that told it counts as dead and another takes the message up. */
const LOST_AFTER = sql`interval '30 seconds'`
/** Of a message that waits; later than that nobody waits for it any more. */
const mayBeTried = sql`(sealed is not null and tries < ${sql.lit(MAX_TRIES)} and unsure < ${sql.lit(MAX_UNSURE)}
  and create_time > now() - case type when 'password' then interval '1 day' else interval '5 minutes' end)`

type NewRow = Omit<Insertable<Tables['sms']>, 'userId'> & { userId: string | null }

/** The person of a record is whose telephone it is; a name that was only claimed counts where it is nobody's. */
// everyone: the number's owner, for the record of what is sent
export const insertSms = (db: Db, rows: readonly NewRow[]) =>
  db
    .insertInto('sms')
    .values(
      rows.map(row => ({
        ...row,
        userId: sql<string | null>`coalesce((select id from live_user where phone_hash = ${row.phoneHash}), ${row.userId})`,
      })),
    )
    .execute()

export interface Taken {
  id: string
  sealed: string
  /** This try and this unknown end included. */
  tries: number
  unsure: number
}

/** Begins a try at the next message that is due; of several nodes one gets it. */
export async function takeSms(db: Db): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`update sms set tries = tries + 1, unsure = unsure + 1, due_time = now() + ${LOST_AFTER}
    where id = (select id from sms where result is null and due_time <= now() and ${mayBeTried}
      order by due_time limit 1 for update skip locked)
    returning id, sealed, tries, unsure`.execute(db)
  return rows[0]
}

export const mayTryAgain = ({ tries, unsure }: Taken, isUnsure: boolean): boolean =>
  tries < MAX_TRIES && unsure - (isUnsure ? 0 : 1) < MAX_UNSURE

/** One second later, then two. A try that the gateway has surely not taken counts as no unknown end. */
export const tryLater = (db: Db, { id, tries }: Taken, isUnsure: boolean) =>
  sql`update sms set unsure = unsure - ${sql.lit(isUnsure ? 0 : 1)}, due_time = now() + ${sql.lit(2 ** (tries - 1))} * interval '1 second'
    where id = ${id} and result is null`.execute(db)

/** The secret goes as soon as it is not needed any more. That it was taken is never overruled. */
export const settleSms = (db: Db, id: string, { result, message, receipt }: { result: 0 | 1; message: string; receipt?: string }) =>
  db
    .updateTable('sms')
    .set({ result, message: message.slice(0, 200), receipt: receipt?.slice(0, 100) || null, sealed: null, sendTime: sql<string>`now()` })
    .where('id', '=', id)
    .$if(result === 0, rows => rows.where('result', 'is', null))
    .execute()

/** What waits and is never to be tried again. */
export const giveUpSms = (db: Db) =>
  sql`update sms set result = 0, sealed = null, send_time = now(),
      message = case when unsure > 0 then ${text.givenUp} else ${text.tooLate} end
    where result is null and due_time <= now() and not ${mayBeTried}`.execute(db)
