import { randomInt } from 'node:crypto'
import { userInfo } from 'node:os'
import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { randomPassword } from '@hufu/contract/credentials/password'
import { text } from '@hufu/contract/text'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../server/migrations/tables.ts'
import { writeAudit } from '../../server/src/platform/audit/audit.ts'
import { lockConfig, readConfig, writeConfig } from '../../server/src/platform/config/config.ts'
import { inTransaction, SYSTEM, type Db } from '../../server/src/platform/database/db.ts'
import { hashSecret } from '../../server/src/platform/secrets/password-hash.ts'
import { endSessions } from '../../server/src/platform/access/session-lifecycle.ts'

/** Settings that could keep the built-in account from signing in, with values that do not. */
const OPEN = { openPassword: true, openIpLimit: false, openTimeLimit: false, needPhoneVerify: false }

/**
 * Restores access for the administrator of the machine (T27). It asks for no password, so it cannot be reached over the network.
 * Returns the new password of the built-in account if one was requested.
 */
export async function recover(db: Kysely<Tables>, wish: { newPassword: boolean }): Promise<string | undefined> {
  const password = wish.newPassword ? randomPassword(randomInt, await readConfig(db)) : undefined
  const hash = password === undefined ? undefined : await hashSecret('none', password)
  await inTransaction(db, SYSTEM, async trx => {
    await lockConfig(trx)
    // A pending confirmation would bring its restrictions back.
    await trx.deleteFrom('configTrial').execute()
    await writeConfig(trx, OPEN)
    await trx.deleteFrom('loginFailure').where('userId', '=', BUILT_IN_ACCOUNT).execute()
    if (hash !== undefined) await setPassword(trx, hash)
    await writeAudit(trx, auditOf(wish.newPassword))
  })
  return password
}

async function setPassword(db: Db, passwordHash: string): Promise<void> {
  const fresh = { passwordHash, passwordFrom: 'reset' as const, passwordType: 2, passwordTime: sql<string>`now()` }
  await db.updateTable('users').set(fresh).where('id', '=', BUILT_IN_ACCOUNT).execute()
  await endSessions(db, [BUILT_IN_ACCOUNT])
  await db.deleteFrom('rememberedDevice').where('userId', '=', BUILT_IN_ACCOUNT).execute()
}

/** There is no session, so the record names the user account of the machine. */
const auditOf = (newPassword: boolean) => ({
  who: undefined,
  ip: '',
  traceId: '',
  module: 'security',
  operateType: 'recover',
  method: '',
  path: 'npm run recover',
  params: { machineUser: userInfo().username, newPassword, ...OPEN },
  code: 'success',
  message: text.done,
  cost: 0,
})
