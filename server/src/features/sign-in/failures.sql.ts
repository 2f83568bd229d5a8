import { sql } from 'kysely'
import type { Db } from '../../kernel/db.ts'
import { newId } from '../../kernel/ids.ts'

const WINDOW = sql.raw(`interval '30 minutes'`)

export interface Lock {
  minutes: number
  unlockTime: string
}

/** The lock that runs on a name, if one does. */
export async function lockOf(db: Db, nameKey: string): Promise<Lock | undefined> {
  const { rows } = await sql<Lock>`select locked_until as unlock_time, ceil(extract(epoch from locked_until - now()) / 60)::int as minutes
    from login_failure where name_key = ${nameKey} and locked_until > now()`.execute(db)
  return rows[0]
}

export interface Try {
  /** The user's id, or the folded name where there is no such user: one counter for every spelling (T9). */
  nameKey: string
  loginName: string
  userId: string | null
  ip: string
}

/**
 * Counts one try before the password is looked at, in one statement, so that a hundred guesses at once cannot all
 * be the first (T9). A success forgets the row again. Returns the tries so far in thirty minutes, this one included.
 */
export async function countTry(db: Db, { nameKey, loginName, userId, ip }: Try): Promise<number> {
  const { rows } = await sql<{ failCount: number }>`
    insert into login_failure as known (name_key, id, login_name, user_id, fail_count, first_time, last_time, last_ip)
    values (${nameKey}, ${newId()}, ${loginName}, ${userId}, 1, now(), now(), ${ip})
    on conflict (name_key) do update set
      fail_count = case when known.first_time < now() - ${WINDOW} or known.locked_until < now() then 1 else known.fail_count + 1 end,
      first_time = case when known.first_time < now() - ${WINDOW} or known.locked_until < now() then now() else known.first_time end,
      locked_until = case when known.locked_until < now() then null else known.locked_until end,
      last_time = now(), last_ip = excluded.last_ip
    returning fail_count`.execute(db)
  return rows[0]!.failCount
}

/**
 * A try that was right, or that judged nobody because whoever judges was away, did not count. What was counted before it stays until somebody is in: else whoever knows a
 * password could forget with it his wrong guesses at the second step.
 */
export const takeBackTry = (db: Db, nameKey: string) =>
  sql`with gone as (delete from login_failure where name_key = ${nameKey} and fail_count <= 1 and locked_until is null)
    update login_failure set fail_count = fail_count - 1 where name_key = ${nameKey} and fail_count > 1 and locked_until is null`.execute(
    db,
  )

/** Somebody is in. */
export const forgetTries = (db: Db, nameKey: string) => db.deleteFrom('loginFailure').where('nameKey', '=', nameKey).execute()

export async function lock(db: Db, nameKey: string, minutes: number): Promise<Lock> {
  await sql`update login_failure set locked_until = now() + ${minutes} * interval '1 minute' where name_key = ${nameKey}`.execute(db)
  return (await lockOf(db, nameKey))!
}

/** Whether this address or this name has failed of late: then the captcha is asked for (D-25, mode 2). */
export async function hasFailed(db: Db, ip: string, nameKey?: string): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`select 1 as one from login_failure
    where last_time > now() - ${WINDOW} and (last_ip = ${ip} or name_key = ${nameKey ?? ''}) limit 1`.execute(db)
  return rows.length > 0
}
