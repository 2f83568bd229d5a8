import { SM4_TEXT_MAX, type user } from '@hufu/contract/directory/user'
import { refuseElsewhere } from '../../../../platform/access/seniority.ts'
import { type Context, prepare } from '../../../../platform/http/context.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { countDecryption, tokenOf } from '../../../../platform/secrets/decryption.ts'
import { findUser, sensitiveOf } from './user-read.sql.ts'

const HOUR = 3_600_000

/** Limits reveals per administrator, so that nobody copies the directory one by one. */
const countReveal = ({ kernel, who }: Pick<Context, 'kernel' | 'who'>) =>
  kernel.limits.count('reveal', who.userId, kernel.config.values.revealsAnHour, HOUR)

export const reveal = prepare<typeof user.reveal>(async ctx => {
  await countReveal(ctx)
  return async ({ db, scope, body, kernel, auditTarget }) => {
    await findUser(db, scope, body.id)
    await refuseElsewhere(db, scope, [body.id])
    auditTarget(body.id)
    return { value: (await sensitiveOf(db, kernel.keys, body.id))[body.field] }
  }
})

/** Encrypts or decrypts with SM4. */
export const convertSm4 = prepare<typeof user.sm4>(async ctx => {
  const { kernel, body } = ctx
  if (body.type === 'de') {
    await countDecryption(ctx)
    await countReveal(ctx)
  }
  return ({ auditTarget }) => {
    auditTarget(tokenOf(ctx, body.data))
    if (body.type === 'de') return kernel.keys.sm4Decrypt(body.data) ?? refuse('decryptFailed')
    return Buffer.byteLength(body.data) > SM4_TEXT_MAX ? refuse('sm4TooLong') : kernel.keys.sm4Encrypt(body.data)
  }
})
