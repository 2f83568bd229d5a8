import { sql } from 'kysely'
import { everyone } from '../../../platform/access/scope.ts'
import type { ConfigValues } from '../../../platform/config/config-catalog.ts'
import type { Db } from '../../../platform/database/db.ts'
import { signInPort } from './sign-in-port.ts'

const switches = { wx: 'openWx', zfb: 'openZfb', ca: 'openCa' } as const

/** Whether the user has a credential of an enabled method. Sign-in by face does not count, because it is never the only method. */
export async function hasSignInMethod(db: Db, values: ConfigValues, hasGateway: boolean, userId: string): Promise<boolean> {
  const kinds = (['wx', 'zfb', 'ca'] as const).filter(kind => values[switches[kind]])
  const { rows } = await everyone(
    'the user who is signing in, before any caller is known',
    sql<{ one: number }>`select 1 as one from users u where u.id = ${userId} and (
    ${values.openPassword} and (u.password_hash is not null or exists (select 1 from pending_password where user_id = u.id))
    or ${values.openPhone && hasGateway} and u.phone_hash is not null
    or ${values.openPasskey} and exists (select 1 from passkey where user_id = u.id)
    or exists (select 1 from login_binding where user_id = u.id and kind = any(${kinds}::text[]))
    or ${signInPort.use().canSignInByLink(userId)})`,
  ).execute(db)
  return rows.length > 0
}
