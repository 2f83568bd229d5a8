import { sql } from 'kysely'
import type { LastSignIn } from '@hufu/contract/sign-in/account-sessions'
import type { Db } from '../../../platform/database/db.ts'
import type { Principal } from '../../../platform/access/sessions.ts'

interface Row {
  id: string
  loginType: string
  ip: string
  agent: string
  loginTime: string
  lastTime: string
}

/** Live sessions: not ended, not expired, not idle too long. */
export async function listSessions(db: Db, userId: string, sessionMinutes: number): Promise<Row[]> {
  const { rows } = await sql<Row>`select id, login_type, ip, agent, create_time as login_time, last_seen as last_time from session
    where user_id = ${userId} and ended_by is null and expires_at > now()
      and last_seen > now() - ${sessionMinutes} * interval '1 minute'
    order by last_seen desc, id`.execute(db)
  return rows
}

/** Ends one session of the user, or all except `but`; returns how many. */
export async function endAccountSessions(db: Db, userId: string, which: { id: string } | { but: string }): Promise<number> {
  const chosen = 'id' in which ? sql`id = ${which.id}` : sql`id <> ${which.but}`
  const { rows } = await sql`update session set ended_by = 'forced'
    where user_id = ${userId} and ended_by is null and ${chosen} returning id`.execute(db)
  return rows.length
}

/** The last successful sign-in before the one of this session, and the number of failures since. */
export async function lastSignIn(db: Db, { userId, sessionId }: Principal): Promise<LastSignIn> {
  const { rows } = await sql<NonNullable<LastSignIn['last']>>`
    select login_time, login_type, ip, browser, os from login_log
    where user_id = ${userId} and result = 1
      and login_time < (select create_time - interval '1 second' from session where id = ${sessionId})
    order by login_time desc limit 1`.execute(db)
  const last = rows[0] ?? null
  const failed = await sql<{ count: number }>`select count(*)::int as count from (select 1 from login_log
    where user_id = ${userId} and result = 0 and login_time > coalesce(${last?.loginTime ?? null}::timestamptz, '-infinity') limit 1000) f`.execute(
    db,
  )
  return { last, failedSince: failed.rows[0]!.count }
}
