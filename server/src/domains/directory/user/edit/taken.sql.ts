import { foldName, plainPhone } from '@hufu/contract/written'
import { sql, type RawBuilder } from 'kysely'
import { normaliseIdCard, userNameForm } from '@hufu/contract/text-rules'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { directoryPort, type HeldKind } from '../directory-port.ts'
import { isLoginPhone } from './login-phone.sql.ts'
import { namePhoneHash } from './person.ts'

/** Only a hint for the form; the database constraint prevents duplicates. Ignores scope, as values are unique everywhere. */
async function taken(db: Db, kind: HeldKind, value: string, condition: RawBuilder<unknown>, but = ''): Promise<boolean> {
  const { rows } = await everyone(
    'the value is unique in the whole system, so the check covers all users (D-42)',
    sql`select 1 from live_user where ${condition} and id <> ${but}`,
  ).execute(db)
  return rows.length > 0 || directoryPort.use().isHeld(db, kind, value)
}

/** Whether somebody else signs in with this phone, or will if a pending request is granted. */
const isPhoneHashTaken = async (db: Db, phoneHash: string, but = '') =>
  (await isLoginPhone(db, phoneHash, but)) || directoryPort.use().isHeld(db, 'phone', phoneHash)

/** Whether a user name reads as a mobile number that is not free. */
export async function isNamePhoneTaken(db: Db, keys: Keys, userName: string, but?: string): Promise<boolean> {
  const phoneHash = namePhoneHash(keys, userName)
  return phoneHash !== null && isPhoneHashTaken(db, phoneHash, but)
}

export async function isUserNameTaken(db: Db, keys: Keys, userName: string, but?: string): Promise<boolean> {
  const value = foldName(userName)
  return (await taken(db, 'userName', value, sql`lower(user_name) = ${value}`, but)) || isNamePhoneTaken(db, keys, userName, but)
}
export const isPhoneTaken = (db: Db, keys: Keys, phone: string, but?: string) =>
  isPhoneHashTaken(db, keys.blindIndex('phone', plainPhone(phone)), but)
export const isIdCardTaken = (db: Db, keys: Keys, idCard: string, but?: string) => {
  const value = keys.blindIndex('idCard', normaliseIdCard(idCard))
  return taken(db, 'idCard', value, sql`id_card_hash = ${value}`, but)
}
export const isOriginUserIdTaken = (db: Db, originUserId: string, but?: string) =>
  taken(db, 'originUserId', originUserId, sql`origin_user_id = ${originUserId}`, but)
export const isEmployeeNumberTaken = (db: Db, employeeNumber: string, but?: string) =>
  taken(db, 'employeeNumber', employeeNumber, sql`employee_number = ${employeeNumber}`, but)

export const isUserNameFree = async (db: Db, keys: Keys, userName: string): Promise<boolean> =>
  userNameForm.test(userName) && !(await isUserNameTaken(db, keys, userName))

/** Account names that begin with `base`, in lower case. */
export async function namesLike(db: Db, base: string, but = ''): Promise<Set<string>> {
  const { rows } = await everyone(
    'the value is unique in the whole system, so the check covers all users (D-42)',
    sql<{ name: string }>`select lower(user_name) as name from live_user
    where lower(user_name) >= ${base} and lower(user_name) < ${`${base}~`} and id <> ${but}`,
  ).execute(db)
  return new Set(rows.map(row => row.name))
}
