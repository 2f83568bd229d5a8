import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { networkOf } from '../../../platform/http/ip-rules.ts'
import { newId } from '../../../platform/database/ids.ts'

const WINDOW = sql.raw(`interval '30 minutes'`)

export interface Lock {
  minutes: number
  unlockTime: string
}

/** The methods with counters of their own; wrong guesses at one leave the others open (N-06). */
export type GuessMethod = 'password' | 'phone' | 'code' | 'face' | 'recovery'

/** The counter a guess belongs to. */
export interface Guess {
  /** The user's id, or the folded name where there is no such user: one counter for every spelling (T9); see counterKey. */
  nameKey: string
  method: GuessMethod
  loginName: string
  userId: string | null
  ip: string
}

/** The password counter's key is the user's id alone, because lists of users join by it. */
export const counterKey = (method: Exclude<GuessMethod, 'password'>, userId: string): string => `${method}:${userId}`

/** No guess takes this long; an older one was left by a node that died. */
const GUESS_TIMEOUT = sql.raw(`interval '1 minute'`)

/** How many guesses for this name are being checked now on all nodes, this one included. */
export async function openTry(db: Db, nameKey: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    insert into open_try as known (name_key, count, begin_time) values (${nameKey}, 1, now())
    on conflict (name_key) do update set
      count = case when known.begin_time < now() - ${GUESS_TIMEOUT} then 1 else known.count + 1 end, begin_time = now()
    returning count`.execute(db)
  return rows[0]!.count
}

/** The row stays for the next guess; housekeeping deletes rows unused for an hour. */
export const closeTry = (db: Db, nameKey: string) =>
  sql`update open_try set count = greatest(count - 1, 0) where name_key = ${nameKey}`.execute(db)

/** Whether a count is over: its lock has expired or half an hour has passed. */
const isCountExpired = sql`(known.first_time < now() - ${WINDOW} or coalesce(known.all_until < now(), false))`
const isAddressCountExpired = sql`(here.first_time < now() - ${WINDOW} or coalesce(here.locked_until < now(), false))`
/** The end of a lock by an administrator, which closes every method; the row names who set it while it lasts. */
const manualLockUntil = sql`case when known.locked_by is not null then known.locked_until end`

/** Wrong guesses of the last thirty minutes: from one address, and from all of them. */
export interface Failures {
  here: number
  everywhere: number
}

/** The counts for one user at this address; `lock` is the longest one in force. */
export async function countedOf(db: Db, nameKey: string, ip: string): Promise<Failures & { lock: Lock | undefined }> {
  const { rows } = await sql<Failures & { minutes: number; unlockTime: string | null }>`
    select case when ${isCountExpired} then 0 else known.fail_count end as everywhere,
      case when here.name_key is null or ${isAddressCountExpired} then 0 else here.fail_count end as here,
      case when l.until > now() then l.until end as unlock_time, ceil(extract(epoch from l.until - now()) / 60)::int as minutes
    from login_failure known left join login_failure_address here on here.name_key = known.name_key and here.address = ${networkOf(ip)}
    cross join lateral (select greatest(known.all_until, here.locked_until, ${manualLockUntil}) as until) l
    where known.name_key = ${nameKey}`.execute(db)
  const [row] = rows
  if (!row) return { here: 0, everywhere: 0, lock: undefined }
  const { here, everywhere, minutes, unlockTime } = row
  return { here, everywhere, lock: unlockTime === null ? undefined : { minutes, unlockTime } }
}

/** The lock an administrator has set on this user, if it is in force. */
export async function manualLockOf(db: Db, userId: string): Promise<Lock | undefined> {
  const { rows } = await sql<Lock>`
    select locked_until as unlock_time, ceil(extract(epoch from locked_until - now()) / 60)::int as minutes
    from login_failure where name_key = ${userId} and locked_by is not null and locked_until > now()`.execute(db)
  return rows[0]
}

/** The password lock in force for this user at this address. */
export const lockFor = async (db: Db, userId: string, ip: string): Promise<Lock | undefined> => (await countedOf(db, userId, ip)).lock

/** Counts a wrong guess in one statement. Returns the counts of the last thirty minutes, this one included. */
export async function countFailure(db: Db, { nameKey, method, loginName, userId, ip }: Guess): Promise<Failures> {
  const { rows } = await sql<Failures>`
    with everywhere as (
      insert into login_failure as known (name_key, id, method, login_name, user_id, fail_count, first_time, last_time, last_ip)
      values (${nameKey}, ${newId()}, ${method}, ${loginName}, ${userId}, 1, now(), now(), ${ip})
      on conflict (name_key) do update set
        fail_count = case when ${isCountExpired} then 1 else known.fail_count + 1 end,
        first_time = case when ${isCountExpired} then now() else known.first_time end,
        all_until = case when known.all_until < now() then null else known.all_until end,
        locked_until = case when known.locked_until < now() then null else known.locked_until end,
        last_time = now(), last_ip = excluded.last_ip
      returning fail_count),
    at_address as (
      insert into login_failure_address as here (name_key, address, fail_count, first_time, last_time)
      values (${nameKey}, ${networkOf(ip)}, 1, now(), now())
      on conflict (name_key, address) do update set
        fail_count = case when ${isAddressCountExpired} then 1 else here.fail_count + 1 end,
        first_time = case when ${isAddressCountExpired} then now() else here.first_time end,
        locked_until = case when here.locked_until < now() then null else here.locked_until end,
        last_time = now()
      returning fail_count)
    select at_address.fail_count as here, everywhere.fail_count as everywhere from at_address, everywhere`.execute(db)
  return rows[0]!
}

/** Locks a method for this address, or for all addresses. */
export async function lock(db: Db, { nameKey, ip }: Guess, minutes: number, isForAll: boolean): Promise<Lock> {
  const until = sql`now() + ${minutes} * interval '1 minute'`
  if (!isForAll)
    await sql`update login_failure_address set locked_until = ${until}
      where name_key = ${nameKey} and address = ${networkOf(ip)}`.execute(db)
  await sql`update login_failure set locked_until = greatest(locked_until, ${until}),
    all_until = case when ${isForAll} then ${until} else all_until end where name_key = ${nameKey}`.execute(db)
  return (await countedOf(db, nameKey, ip)).lock!
}

/** Forgets every failure counted against this key. */
export const forgetTries = (db: Db, nameKey: string) => db.deleteFrom('loginFailure').where('nameKey', '=', nameKey).execute()

/** Forgets every failure counted against this user. */
export const forgetAllTries = (db: Db, userId: string) => db.deleteFrom('loginFailure').where('userId', '=', userId).execute()

/** After a successful sign-in: clears the failures counted at this address, but not those at other addresses (N-06). */
export async function forgetTriesHere(db: Db, userId: string, ip: string): Promise<void> {
  const address = networkOf(ip)
  const { rows } = await sql<{ nameKey: string }>`
    with gone as (
      delete from login_failure_address here using login_failure f
      where f.user_id = ${userId} and here.name_key = f.name_key and here.address = ${address} returning here.name_key, here.fail_count)
    update login_failure f set fail_count = greatest(f.fail_count - gone.fail_count, 0),
      locked_until = case when f.locked_by is not null then f.locked_until else greatest(f.all_until, (
        select max(o.locked_until) from login_failure_address o where o.name_key = f.name_key and o.address <> ${address})) end
    from gone where f.name_key = gone.name_key returning f.name_key`.execute(db)
  if (rows.length > 0)
    await sql`delete from login_failure f where user_id = ${userId} and fail_count = 0 and coalesce(locked_until <= now(), true)
      and not exists (select 1 from login_failure_address o where o.name_key = f.name_key)`.execute(db)
}

/** Whether this address or name failed recently, so that the captcha is demanded (D-25, mode 2). */
export async function hasFailed(db: Db, ip: string, nameKey = ''): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`select 1 as one from login_failure_address
    where last_time > now() - ${WINDOW} and (address = ${networkOf(ip)} or name_key = ${nameKey}) limit 1`.execute(db)
  return rows.length > 0
}
