import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import type { Db } from '../../kernel/db.ts'

export const insertSms = (db: Db, row: Insertable<Tables['sms']>) => db.insertInto('sms').values(row).execute()

/** What waits to be told to the gateway; undefined where it has been told already (a job comes at least once). */
export async function waitingSms(db: Db, id: string): Promise<{ sealed: string; tries: number } | undefined> {
  const { rows } = await sql<{ sealed: string; tries: number }>`
    update sms set tries = tries + 1 where id = ${id} and result is null and sealed is not null returning sealed, tries`.execute(db)
  return rows[0]
}

/** The secret goes as soon as it is not needed any more. */
export const settleSms = (db: Db, id: string, { result, message, receipt }: { result: 0 | 1; message: string; receipt?: string }) =>
  db
    .updateTable('sms')
    .set({ result, message: message.slice(0, 200), receipt: receipt ?? null, sealed: null, sendTime: sql<string>`now()` })
    .where('id', '=', id)
    .where('result', 'is', null)
    .execute()
