import { user, userFilter } from '@hufu/contract/directory/user'
import type { Db } from '../../../platform/database/db.ts'
import { readFilter } from '../../../platform/http/filter.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { prepare } from '../../../platform/http/context.ts'
import { queuePasswords, refuseWithoutGateway, wakeSms } from '../../messages/index.ts'
import { aimedAccounts } from './choice.sql.ts'
import { newPasswords } from './password.ts'
import { phonesOf, writeResets, type Reset } from './reset.sql.ts'

const RANDOM = 2

export const resetPassword = prepare<typeof user.resetPassword>(async ctx => {
  const { kernel, body } = ctx
  if (body.hasSendSms) refuseWithoutGateway(kernel, 'password')
  const filter = body.query ? readFilter(userFilter, body.query) : undefined
  // Setting a password allows signing in as that user, so users ranking above the caller are refused (T12).
  const ids = await aimedAccounts(kernel.db, ctx, { ids: body.ids, filter, expected: body.expected })
  const resets = await newPasswords(kernel, ids, body.passwordType)
  return async ({ db, afterCommit }) => {
    await writeResets(db, resets, body.passwordType)
    afterCommit(() => kernel.sessions.forget())
    afterCommit(() => wakeSms(kernel))
    const smsResult = body.hasSendSms ? await sendEach(kernel, db, resets) : undefined
    // The configured password is not returned, only generated ones.
    const shown = body.passwordType === RANDOM ? resets.filter(({ id }) => !smsResult?.has(id)) : undefined
    return {
      count: resets.length,
      ...(smsResult && { sent: smsResult.size }),
      ...(shown && { list: shown.map(({ userName, password }) => ({ userName, password })) }),
    }
  }
})

/** Queues each password for SMS to its owner; returns those who get one. */
async function sendEach(kernel: Kernel, db: Db, resets: readonly Reset[]): Promise<Set<string>> {
  const phones = await phonesOf(
    db,
    resets.map(({ id }) => id),
  )
  const reached = resets.flatMap(({ id, userName, password }) => {
    const cipher = phones.get(id)
    return cipher ? [{ userId: id, userName, password, telephone: kernel.keys.openField(cipher) }] : []
  })
  return queuePasswords(kernel, db, reached)
}
