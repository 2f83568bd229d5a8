import { sql } from 'kysely'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'

export interface SignInMethods {
  password: boolean
  phone: boolean
  passwordAlone: boolean
  wx: boolean
  zfb: boolean
  ca: boolean
  passkey: boolean
}

/** The sign-in methods that at least one enabled super administrator can use. */
export async function superAdminMethods(db: Db): Promise<SignInMethods> {
  const { rows } = await everyone(
    'checks whether a super administrator can still sign in; the only result is a refusal',
    sql<SignInMethods>`
    select coalesce(bool_or(u.password_hash is not null), false) as password,
      coalesce(bool_or(u.phone_hash is not null), false) as phone,
      coalesce(bool_or(u.password_hash is not null and u.phone_hash is null), false) as password_alone,
      coalesce(bool_or(b.kinds @> '{wx}'), false) as wx,
      coalesce(bool_or(b.kinds @> '{zfb}'), false) as zfb,
      coalesce(bool_or(b.kinds @> '{ca}'), false) as ca,
      coalesce(bool_or(exists (select 1 from passkey k where k.user_id = u.id)), false) as passkey
    from role r join user_role h on h.role_id = r.id join live_user u on u.id = h.user_id,
      lateral (select coalesce(array_agg(kind), '{}') as kinds from login_binding where user_id = u.id) b
    where r.code = 'super_admin' and r.status = 1 and h.status = 1
      and u.status = 1 and (u.valid_end_time is null or u.valid_end_time > now())`,
  ).execute(db)
  return rows[0]!
}
