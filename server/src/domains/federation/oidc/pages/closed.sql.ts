import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'

/** Why an application is not served; undefined if it is enabled, or if no application has this client id. */
export async function reasonClosed(db: Db, clientId: string): Promise<'disabled' | 'waiting' | undefined> {
  if (clientId.includes('\0')) return undefined
  const { rows } = await sql<{ isWaiting: boolean }>`
    select r.app_id is not null and r.approved_time is null as is_waiting from app a left join app_registration r on r.app_id = a.id
    where a.client_id = ${clientId} and a.status = 0`.execute(db)
  return rows[0] && (rows[0].isWaiting ? 'waiting' : 'disabled')
}
