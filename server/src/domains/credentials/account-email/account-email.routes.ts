import { accountEmail } from '@hufu/contract/credentials/account-email'
import type { Kernel } from '../../../platform/kernel.ts'
import { newNumberCode } from '../../../platform/secrets/one-time.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { prepare, feature } from '../../../platform/http/context.ts'
import { isMailAddress } from '../../../outside/mail/address.ts'
import { queueCodeMail, refuseWithoutMail, wakeMail } from '../../messages/index.ts'
import { CODE_SECONDS, keepEmailCode, setProvenEmail, useEmailCode, userNameOf } from './account-email.sql.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const INTERVAL_SECONDS = 60
const MAILS_A_DAY = 10

const wellFormed = (email: string): string => (isMailAddress(email) ? email : refuse('emailProblem'))

/** Limited like SMS (D-20): one a minute and ten a day, per sender and per mailbox. */
async function countMails({ limits, keys }: Kernel, userId: string, email: string): Promise<void> {
  const box = keys.blindIndex('emailCode', email.toLowerCase())
  for (const [kind, key] of [['mailUser', userId], ['mailBox', box]] as const) {
    await limits.count(kind, key, 1, INTERVAL_SECONDS * 1000)
    await limits.count(`${kind}Day`, key, MAILS_A_DAY, DAY)
  } // prettier-ignore
}

export const accountEmailFeature = feature('ownEmail', accountEmail, {
  sendCode: prepare(async ctx => {
    const { kernel, who } = ctx
    const email = wellFormed(ctx.body.email)
    refuseWithoutMail(kernel)
    await countMails(kernel, who.userId, email)
    return async ({ db, afterCommit }) => {
      const code = newNumberCode(kernel.settings)
      await keepEmailCode(kernel, db, who.userId, email, code)
      await queueCodeMail(kernel, db, email, { code, minutes: CODE_SECONDS / 60, userName: await userNameOf(db, who.userId) })
      afterCommit(() => wakeMail(kernel))
      return { expire: CODE_SECONDS, interval: INTERVAL_SECONDS }
    }
  }),
  bind: prepare(async ctx => {
    const { kernel, body, who } = ctx
    const email = wellFormed(body.email)
    if (!(await useEmailCode(kernel, who.userId, email, body.code.trim()))) refuse('captchaWrong')
    return ({ db }) => setProvenEmail(db, who.userId, email)
  }),
})
