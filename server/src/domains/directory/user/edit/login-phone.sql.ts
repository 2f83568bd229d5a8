import { sql } from 'kysely'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'

/** Whether somebody else signs in with this phone, be it their phone or their user name. */
export async function isLoginPhone(db: Db, phoneHash: string, but: string): Promise<boolean> {
  const { rows } = await sql`select 1 from login_phone where hash = login_phone_key(${phoneHash}) and user_id <> ${but}`.execute(db)
  return rows.length > 0
}

export interface LoginPhoneOwner {
  phoneHash: string
  id: string
  realName: string
  /** The phone is the user name. */
  isName: boolean
}

/** Who signs in with these phones. */
export async function loginPhoneOwners(db: Db, phoneHashes: readonly string[]): Promise<LoginPhoneOwner[]> {
  if (phoneHashes.length === 0) return []
  const { rows } = await everyone(
    'the value is unique in the whole system, so the check covers all users (D-42)',
    sql<LoginPhoneOwner>`select w.phone_hash, u.id, u.real_name,
      coalesce(u.user_name_phone_hash = w.phone_hash, false) as is_name
    from unnest(${[...new Set(phoneHashes)]}::text[]) w (phone_hash) join login_phone p on p.hash = login_phone_key(w.phone_hash)
    join users u on u.id = p.user_id`,
  ).execute(db)
  return rows
}

export interface QueuedName {
  id: string
  userName: string
  isLive: boolean
}

/** Users whose user name was written without its blind index; locks them. */
export async function lockQueuedNames(db: Db, limit: number): Promise<QueuedName[]> {
  const { rows } = await everyone(
    'background work without a caller',
    sql<QueuedName>`select u.id, u.user_name, u.deleted_at is null as is_live
    from login_phone_queue q join users u on u.id = q.user_id order by u.id limit ${limit} for no key update of u skip locked`,
  ).execute(db)
  return rows
}

/**
 * Stores the blind indexes of user names. A user name that is the phone of somebody else stays and is noted as a conflict; the rows
 * of `login_phone` are locked, so that their owners cannot give them up meanwhile.
 */
export async function storeNamePhones(db: Db, names: readonly (QueuedName & { phoneHash: string | null })[]): Promise<void> {
  const rows = sql`unnest(${names.map(one => one.id)}::text[], ${names.map(one => one.phoneHash)}::text[],
    ${names.map(one => one.isLive)}::bool[]) n (id, phone_hash, is_live)`
  const wanted = sql`(select n.id, login_phone_key(n.phone_hash) as hash from ${rows} where n.is_live and n.phone_hash is not null)`
  await sql`insert into login_phone select distinct on (w.hash) w.hash, w.id from ${wanted} w order by w.hash, w.id
    on conflict do nothing`.execute(db)
  await sql`select 1 from login_phone p where p.hash in (select w.hash from ${wanted} w) order by p.hash for share`.execute(db)
  await sql`insert into login_phone_conflict select w.id, w.hash from ${wanted} w join login_phone p on p.hash = w.hash and p.user_id <> w.id
    on conflict (user_id) do update set hash = excluded.hash`.execute(db)
  await everyone(
    'background work without a caller',
    sql`update users u set user_name_phone_hash = n.phone_hash from ${rows} where u.id = n.id`,
  ).execute(db)
  await sql`delete from login_phone_queue where user_id = any (${names.map(one => one.id)})`.execute(db)
}
