import { sql } from 'kysely'
import type { Db } from '../../kernel/db.ts'
import { newId } from '../../kernel/ids.ts'

const WINDOW = sql.raw(`interval '30 minutes'`)

export interface Lock {
  minutes: number
  unlockTime: string
}

/** Whose counter a guess falls into. */
export interface Guess {
  /** The user's id, or the folded name where there is no such user: one counter for every spelling (T9). */
  nameKey: string
  loginName: string
  userId: string | null
  ip: string
}

/** Nobody takes so long over one guess: the node that began it is gone. */
const LOST = sql.raw(`interval '1 minute'`)

/** How many guesses at this name are being judged now, on all nodes, this one included. */
export async function openTry(db: Db, nameKey: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    insert into open_try as known (name_key, count, begin_time) values (${nameKey}, 1, now())
    on conflict (name_key) do update set
      count = case when known.begin_time < now() - ${LOST} then 1 else known.count + 1 end, begin_time = now()
    returning count`.execute(db)
  return rows[0]!.count
}

/** The row stays for the next one; the housekeeping takes what nobody has used for an hour. */
export const closeTry = (db: Db, nameKey: string) =>
  sql`update open_try set count = greatest(count - 1, 0) where name_key = ${nameKey}`.execute(db)

/** A lock that ran out, or half an hour: what was counted is over. */
const OVER = sql`(known.first_time < now() - ${WINDOW} or coalesce(known.locked_until < now(), false))`

interface Counted {
  /** Wrong guesses of the last thirty minutes. */
  failCount: number
  /** The one that runs. */
  lock: Lock | undefined
}

export async function countedOf(db: Db, nameKey: string): Promise<Counted> {
  const { rows } = await sql<{ failCount: number; minutes: number; unlockTime: string | null }>`
    select case when ${OVER} then 0 else fail_count end as fail_count, case when locked_until > now() then locked_until end as unlock_time,
      ceil(extract(epoch from locked_until - now()) / 60)::int as minutes
    from login_failure known where name_key = ${nameKey}`.execute(db)
  const [row] = rows
  if (!row) return { failCount: 0, lock: undefined }
  const { failCount, minutes, unlockTime } = row
  return { failCount, lock: unlockTime === null ? undefined : { minutes, unlockTime } }
}

/** Counts a wrong guess, in one statement. Answers how many there were in thirty minutes, this one included. */
export async function countFailure(db: Db, { nameKey, loginName, userId, ip }: Guess): Promise<number> {
  const { rows } = await sql<{ failCount: number }>`
    insert into login_failure as known (name_key, id, login_name, user_id, fail_count, first_time, last_time, last_ip)
    values (${nameKey}, ${newId()}, ${loginName}, ${userId}, 1, now(), now(), ${ip})
    on conflict (name_key) do update set
      fail_count = case when ${OVER} then 1 else known.fail_count + 1 end,
      first_time = case when ${OVER} then now() else known.first_time end,
      locked_until = case when known.locked_until < now() then null else known.locked_until end,
      last_time = now(), last_ip = excluded.last_ip
    returning fail_count`.execute(db)
  return rows[0]!.failCount
}

/** Somebody is in. */
export const forgetTries = (db: Db, nameKey: string) => db.deleteFrom('loginFailure').where('nameKey', '=', nameKey).execute()

export async function lock(db: Db, nameKey: string, minutes: number): Promise<Lock> {
  await sql`update login_failure set locked_until = now() + ${minutes} * interval '1 minute' where name_key = ${nameKey}`.execute(db)
  return (await countedOf(db, nameKey)).lock!
}

/** Whether this address or this name has failed of late: then the captcha is asked for (D-25, mode 2). */
export async function hasFailed(db: Db, ip: string, nameKey?: string): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`select 1 as one from login_failure
    where last_time > now() - ${WINDOW} and (last_ip = ${ip} or name_key = ${nameKey ?? ''}) limit 1`.execute(db)
  return rows.length > 0
}
