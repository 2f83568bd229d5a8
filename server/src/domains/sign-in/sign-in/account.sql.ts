import { foldName, mobileOf } from '@hufu/contract/written'
import { sql } from 'kysely'
import type { LoginType } from '@hufu/contract/sign-in/sign-in'
import type { Strength } from '@hufu/contract/sign-in/strength'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { browserOf, systemOf } from '../../../platform/http/agent-names.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { agedRows } from '../../../platform/database/cleaner.ts'

/** A user as sign-in reads them. */
export interface StoredUser {
  id: string
  userName: string
  realName: string
  status: number
  expired: boolean
  passwordHash: string | null
  phoneHash: string | null
  phoneMask: string | null
}

const columns = sql.raw(
  'u.id, u.user_name, u.real_name, u.status, u.password_hash, u.phone_hash, u.phone_mask, coalesce(u.valid_end_time <= now(), false) as expired',
)

/** loginName is matched with userName, then phone (D-23). */
export async function findByLoginName(kernel: Pick<Kernel, 'db' | 'keys'>, loginName: string): Promise<StoredUser | undefined> {
  const folded = foldName(loginName)
  const byName = await everyone(
    'the user who is signing in, before any caller is known',
    sql<StoredUser>`select ${columns} from live_user u where lower(u.user_name) = ${folded}`,
  ).execute(kernel.db)
  const phone = mobileOf(loginName)
  return byName.rows[0] ?? (phone === undefined ? undefined : findByPhone(kernel, phone))
}

export async function findByPhone({ db, keys }: Pick<Kernel, 'db' | 'keys'>, telephone: string): Promise<StoredUser | undefined> {
  const phoneHash = keys.blindIndex('phone', telephone)
  const { rows } = await everyone(
    'the user who is signing in, before any caller is known',
    sql<StoredUser>`select ${columns} from live_user u where u.phone_hash = ${phoneHash}`,
  ).execute(db)
  return rows[0]
}

export async function findById(db: Db, id: string): Promise<StoredUser | undefined> {
  const { rows } = await everyone(
    'the user who is signing in, before any caller is known',
    sql<StoredUser>`select ${columns} from live_user u where u.id = ${id}`,
  ).execute(db)
  return rows[0]
}

/** The user to whom an external identity is bound (login_binding). */
export async function findByBinding(db: Db, kind: 'wx' | 'zfb' | 'ca', subjectHash: string): Promise<StoredUser | undefined> {
  const { rows } = await everyone(
    'the user who is signing in, before any caller is known',
    sql<StoredUser>`select ${columns} from login_binding b join live_user u on u.id = b.user_id
    where b.kind = ${kind} and b.subject_hash = ${subjectHash}`,
  ).execute(db)
  return rows[0]
}

/** Replaces the hash unless it has been changed meanwhile. */
export const renewPassword = (db: Db, account: Pick<StoredUser, 'id' | 'passwordHash'>, passwordHash: string) =>
  everyone('the user who is signing in, before any caller is known', db.updateTable('users'))
    .set({ passwordHash })
    .where('id', '=', account.id)
    .where('passwordHash', '=', account.passwordHash)
    .execute()

/** The second factors a user has bound, and the strongest that any of their roles demands. */
export interface BoundFactors {
  demand: Strength
  phone: boolean
  totp: boolean
  passkeys: number
  recoveryCodes: number
  certificates: number
}

export async function boundFactorsOf(db: Db, userId: string): Promise<BoundFactors> {
  const { rows } = await everyone(
    'the user who is signing in, before any caller is known',
    sql<BoundFactors>`select
    coalesce((select r.second_factor from user_role h join role r on r.id = h.role_id
      where h.user_id = ${userId} and h.status = 1 and r.status = 1
      order by array_position(array['', 'any', 'crypto'], r.second_factor) desc limit 1), '') as demand,
    exists (select 1 from users where id = ${userId} and phone_hash is not null) as phone,
    exists (select 1 from totp where user_id = ${userId}) as totp,
    (select count(*) from passkey where user_id = ${userId}) as passkeys,
    (select count(*) from recovery_code where user_id = ${userId} and used_at is null) as recovery_codes,
    (select count(*) from login_binding where user_id = ${userId} and kind = 'ca') as certificates`,
  ).execute(db)
  return rows[0]!
}

/** Serialises changes of a user's factors, so that of two concurrent removals the second sees the first. */
export const lockFactors = (db: Db, userId: string) =>
  everyone(
    'the user who is signing in, before any caller is known',
    sql`select 1 from users where id = ${userId} for no key update`,
  ).execute(db)

export interface Attempt {
  userId: string | null
  userName: string
  realName: string | null
  loginType: LoginType
  ip: string
  agent: string
  /** The session the attempt began, if it succeeded. */
  sessionId?: string
}

/** Every attempt leaves a row. */
export const writeLoginLog = (db: Db, { agent, ...attempt }: Attempt, result: 0 | 1, message: string) =>
  db
    .insertInto('loginLog')
    .values({
      ...attempt,
      id: newId(),
      userName: attempt.userName.slice(0, 50),
      result,
      message,
      browser: browserOf(agent),
      os: systemOf(agent),
    })
    .execute()

export const setLastLogin = (db: Db, userId: string) =>
  db
    .updateTable('lastLogin')
    .set({ loginTime: sql<string>`now()` })
    .where('userId', '=', userId)
    .execute()

/** Removes old rows of the login log; the statistics counted from them stay. */
export const loginLogCleaner = agedRows({ table: 'login_log', time: 'login_time' })
