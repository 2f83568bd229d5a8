import { userFields, type UserFields } from '@hufu/contract/fields/user-fields'
import { plainWith, type RecordValues, type PlainWith } from '@hufu/contract/fields/field'
import { sql } from 'kysely'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { fieldColumns } from '../../../platform/database/field-columns.sql.ts'
import { batchedPer } from '../../../platform/database/batched.ts'

/** The fields that applications may receive; of the phone the cipher. */
export interface Person extends RecordValues<UserFields, PlainWith<UserFields, 'claim'>> {
  id: string
  phoneCipher: string | null
  emailProven: boolean
  /** Whether the address is verified and unique, so that it may be the account name. Computed only where it is needed. */
  emailCounts: boolean
  phoneProven: boolean
  /** Seconds since 1970. */
  updatedAt: number
  /** The user's own account name in the application, if there is one. */
  account: string | null
}

const claimColumns = fieldColumns('u', userFields, plainWith(userFields, 'claim'))

interface UserAndApp {
  userId: string
  appId: string
}

/** The user as the application knows them; undefined if they may not sign in. Concurrent calls share one statement (decision 0035). */
export const findPerson: (db: Db, pair: UserAndApp) => Promise<Person | undefined> = batchedPer(findPeople)

async function findPeople(db: Db, pairs: readonly UserAndApp[]): Promise<(Person | undefined)[]> {
  const { rows } = await everyone(
    'concerns the user who signs in to an application',
    sql<Person & { n: number }>`
    select asked.n, u.id, ${claimColumns}, u.phone_cipher,
      u.email_proven = 1 as email_proven, u.phone_proven = 1 as phone_proven,
      u.email_proven = 1 and (a.protocol = 'saml' or (a.account_from = 'email' and h.account is null)) and not exists (select 1 from live_user o
        where lower(o.email) = lower(u.email) and o.email is not null and o.id <> u.id) as email_counts,
      extract(epoch from u.update_time)::bigint as updated_at, h.account
    from unnest((select ${pairs.map(({ userId }) => userId)}::text[]), (select ${pairs.map(({ appId }) => appId)}::text[]))
        with ordinality asked (user_id, app_id, n)
      join live_user u on u.id = asked.user_id and u.status = 1
        and (u.valid_end_time is null or u.valid_end_time > now())
      join app a on a.id = asked.app_id
      left join app_account h on h.user_id = asked.user_id and h.app_id = asked.app_id`,
  ).execute(db)
  const found = new Map(rows.map(({ n, ...person }) => [n, person]))
  return pairs.map((_, at) => found.get(at + 1))
}

/** The names of the user's enabled labels. */
export async function labelsOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select l.name from user_label_member m join user_label l on l.id = m.label_id and l.status = 1
    where m.user_id = ${userId} order by l.name`.execute(db)
  return rows.map(row => row.name)
}

/** The names of an organisation and its ancestors, from the top, separated by slashes. */
export async function orgPathOf(db: Db, orgId: string): Promise<string | null> {
  const { rows } = await everyone(
    'concerns the user who signs in to an application',
    sql<{ path: string | null }>`select string_agg(o.name, '/' order by a.depth desc) as path
    from org_ancestor a join org o on o.id = a.ancestor_id where a.org_id = ${orgId}`,
  ).execute(db)
  return rows[0]?.path ?? null
}

/** The names of a few people to ask for help: application administrators, or else super administrators. */
export async function administratorNames(db: Db): Promise<string[]> {
  const { rows } = await everyone(
    'a user whom an application refuses is shown whom to ask',
    sql<{ realName: string }>`
    with held as (
      select distinct u.real_name, r.code from user_role h join role r on r.id = h.role_id and r.status = 1 and r.code in ('app_admin', 'super_admin')
        join live_user u on u.id = h.user_id and u.status = 1
      where h.status = 1
      union select u.real_name, 'super_admin' from users u where u.id = '1')
    select distinct real_name from held where code = (select min(code) from held) order by 1 limit 5`,
  ).execute(db)
  return rows.map(row => row.realName)
}

/** When the user of this session last authenticated, in it or in the one it came from (N-04); seconds since 1970, 0: never. */
export async function authTimeOf(db: Db, sessionId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from auth_time)::float8 as seconds from session where id = ${sessionId}`.execute(db)
  return rows[0]?.seconds ?? 0
}

/** The database's time, which also dates authentications, in seconds since 1970. */
export async function databaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`select extract(epoch from now())::float8 as seconds`.execute(db)
  return rows[0]!.seconds
}
