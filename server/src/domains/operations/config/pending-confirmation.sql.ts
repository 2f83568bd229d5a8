import { sql } from 'kysely'
import { CONFIRMATION_SECONDS } from '@hufu/contract/operations/security'
import { configText, type ConfigKey, type ConfigValues } from '../../../platform/config/config-catalog.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Principal } from '../../../platform/access/sessions.ts'

export interface RunningConfirmation {
  id: string
  before: Record<string, string>
  userId: string
  userName: string
  secondsLeft: number
}

export async function findPendingConfirmation(db: Db): Promise<RunningConfirmation | undefined> {
  const { rows } = await sql<RunningConfirmation>`
    select id, before, user_id, user_name, greatest(0, ceil(extract(epoch from expires_at - now())))::int as seconds_left
    from config_trial`.execute(db)
  return rows[0]
}

/** Stores the values before the change and the time limit; a unique index refuses a second pending change. */
export async function startPendingConfirmation(db: Db, who: Principal, present: ConfigValues, keys: readonly ConfigKey[]): Promise<void> {
  const before = Object.fromEntries(keys.map(key => [key, configText(present[key])]))
  await db
    .insertInto('configTrial')
    .values({
      id: newId(),
      before: JSON.stringify(before),
      userId: who.userId,
      userName: who.userName,
      expiresAt: sql<string>`now() + ${sql.lit(CONFIRMATION_SECONDS)} * interval '1 second'`,
    })
    .execute()
}

/** Deletes the row and returns it, so that only one caller confirms or reverts it. */
export async function takePendingConfirmation(db: Db, when: 'inTime' | 'overdue' | 'any'): Promise<RunningConfirmation | undefined> {
  const expiry = { inTime: sql`expires_at > now()`, overdue: sql`expires_at <= now()`, any: sql`true` }[when]
  const { rows } = await sql<RunningConfirmation>`
    delete from config_trial where ${expiry} returning id, before, user_id, user_name, 0 as seconds_left`.execute(db)
  return rows[0]
}

export async function isConfirmationOverdue(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from config_trial where expires_at <= now()`.execute(db)
  return rows.length > 0
}
