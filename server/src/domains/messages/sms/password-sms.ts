import type { Db } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { passwordsToday } from './password-sms.sql.ts'
import { queueSms } from './queue.ts'

export interface NewPassword {
  userId: string
  userName: string
  telephone: string
  password: string
}

/** The most passwords for one telephone in a day, so that repeated resets cannot flood a user. */
const PASSWORDS_A_DAY = 5

/**
 * Queues passwords for SMS to their owners; returns the users who get one. Refuses the whole call if it would exceed the daily
 * limit of the system (docs/decisions/messages.md, 0018).
 */
export async function queuePasswords(kernel: Kernel, db: Db, passwords: readonly NewPassword[]): Promise<Set<string>> {
  const { total, byPhone } = await passwordsToday(db)
  const hashOf = (telephone: string) => kernel.keys.blindIndex('phone', telephone)
  const going = passwords.filter(({ telephone }) => (byPhone.get(hashOf(telephone)) ?? 0) < PASSWORDS_A_DAY)
  const limit = kernel.config.values['sms.passwordsADay']
  if (limit > 0 && total + going.length > limit) refuse('smsDayFull', { limit, rest: Math.max(0, limit - total) })
  const messages = going.map(({ userId, userName, telephone, password }) => ({
    telephone,
    userId,
    type: 'password' as const,
    says: { password, userName },
  }))
  await queueSms(kernel, db, ...messages)
  return new Set(going.map(({ userId }) => userId))
}
