import type { BodyOf } from '@hufu/contract/call'
import { user, userFilter } from '@hufu/contract/directory/user'
import type { Db } from '../../../../platform/database/db.ts'
import { readFilter } from '../../../../platform/http/filter.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { prepare, WithMessage, type Context } from '../../../../platform/http/context.ts'
import { queuePasswords, refuseWithoutGateway, wakeSms } from '../../../messages/index.ts'
import { submitChange } from '../../change/change.ts'
import { isActReviewed, onlyOne } from '../../change/reviewed.ts'
import { aimedAccounts } from '../list/choice.sql.ts'
import { newPasswords } from './password.ts'
import { phonesOf, writeResets, type Reset } from './reset.sql.ts'

const RANDOM = 2

export const resetPassword = prepare<typeof user.resetPassword>(async ctx => {
  const { kernel, body } = ctx
  if (isActReviewed(ctx, 'reset')) onlyOne(body.ids)
  if (body.hasSendSms) refuseWithoutGateway(kernel, 'password')
  const filter = body.query ? readFilter(userFilter, body.query) : undefined
  // Setting a password allows signing in as that user, so users ranking above the caller are refused.
  const ids = await aimedAccounts(kernel.db, ctx, { ids: body.ids, filter, expected: body.expected })
  const resets = await newPasswords(kernel, ids, body.passwordType)
  return async within => {
    const { db, afterCommit } = within
    if (isActReviewed(within, 'reset')) {
      onlyOne(body.ids)
      return submitReset(within, resets[0]!)
    }
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

/**
 * Submits the reset for its review. A generated password that no SMS will bring is returned once, as of a new user; it counts
 * from the approval.
 */
async function submitReset(ctx: Context<undefined, BodyOf<typeof user.resetPassword>>, { id, userName, password, hash }: Reset) {
  const { db, body } = ctx
  const isSent = body.hasSendSms && (await phonesOf(db, [id])).has(id)
  const sms = isSent ? { userName, password } : null
  const change = { objectType: 'user', operateType: 'update', act: 'reset', id, passwordType: body.passwordType, hash, sms } as const
  const { message, data } = await submitChange(ctx, change, body.review)
  const isShown = body.passwordType === RANDOM && !isSent
  return new WithMessage(message, { ...data, ...(isShown && { list: [{ userName, password }] }) })
}

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
