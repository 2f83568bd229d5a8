import { mobileOf } from '@hufu/contract/written'
import { phone } from '@hufu/contract/credentials/phone'
import type { SmsType } from '@hufu/contract/messages/sms'
import {
  askSecondStep,
  captchaImage,
  completeSignIn,
  keepCaptcha,
  takeSecondStep,
  useCaptcha,
  verifyCredential,
  waitsForSecondStep,
} from '../../sign-in/index.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { newNumberCode } from '../../../platform/secrets/one-time.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { prepare, Download, feature, singleChunk } from '../../../platform/http/context.ts'
import { queueSms, refuseWithoutGateway, wakeSms } from '../../messages/index.ts'
import { phoneCredential, secondStep } from './phone-credential.ts'
import { verifyPhoneOwner, recover, refuseClosedRecovery } from './recovery.ts'
import { CODE_SECONDS, keepCode } from './sms-code.sql.ts'

const SECOND = 1000
const DAY = 86_400 * SECOND

const wellFormed = (telephone: string): string => mobileOf(telephone) ?? refuse('phoneProblem')

/** Limits of D-20: per hour for an address, per interval and per day for a telephone. */
async function countSms({ addressLimits, limits, keys, config: { values } }: Kernel, ip: string, telephone: string): Promise<void> {
  const key = keys.blindIndex('phone', telephone)
  await addressLimits.count('sms', ip)
  await limits.count('smsPhone', key, 1, values.smsInterval * SECOND)
  await limits.count('smsPhoneDay', key, values.smsPerPhone, DAY)
}

/** What the record of the message says where the request names no purpose: the second step that is pending, else a sign-in. */
const likelyPurpose = async (kernel: Kernel, telephone: string, ip: string): Promise<SmsType> =>
  (await waitsForSecondStep(kernel, kernel.keys.blindIndex('phone', telephone), ip)) ? 'verify' : 'login'

export const phoneFeature = feature('phone', phone, {
  image: async ({ db, kernel, query, ip }) => {
    await kernel.addressLimits.count('captcha', ip)
    const answer = await keepCaptcha(db, `image:${query.id}`, kernel.settings.fixedCaptcha)
    const bytes = captchaImage(answer)
    return new Download({ fileName: 'code.png', contentType: 'image/png', size: bytes.length, bytes: singleChunk(bytes), inline: true })
  },
  sendCode: prepare(async ({ kernel, query, ip }) => {
    const telephone = wellFormed(query.telephone)
    if (!(await useCaptcha(kernel.db, { id: `image:${query.nonce}`, typed: query.captcha, work: query.work }))) refuse('captchaWrong')
    const type = query.type ?? (await likelyPurpose(kernel, telephone, ip))
    if (type === 'recover') refuseClosedRecovery(kernel)
    refuseWithoutGateway(kernel)
    await countSms(kernel, ip, telephone)
    return async ({ db, afterCommit }) => {
      const code = newNumberCode(kernel.settings)
      await keepCode(kernel, db, { telephone, code, purpose: query.type ?? '' })
      const says = { code, minutes: CODE_SECONDS / 60 }
      await queueSms(kernel, db, { telephone, userId: query.userId ?? null, type, says })
      afterCommit(() => wakeSms(kernel))
      return { expire: CODE_SECONDS, interval: kernel.config.values.smsInterval }
    }
  }),
  login: prepare(async ({ kernel, body, ip, agent }) => {
    const telephone = wellFormed(body.telephone)
    const caller = { ip, agent }
    const account = await verifyCredential(kernel, { ...phoneCredential(telephone, body.code, 'login'), isFirstStep: true }, caller)
    await kernel.addressLimits.giveBack('sms', ip)
    await askSecondStep(kernel, account, 'phone', caller)
    return ctx => completeSignIn(ctx, account, 'phone')
  }),
  check: prepare(async ({ kernel, body, ip, agent }) => {
    const telephone = wellFormed(body.telephone)
    if (await waitsForSecondStep(kernel, kernel.keys.blindIndex('phone', telephone), ip)) {
      const account = await verifyCredential(kernel, secondStep(telephone, body.code), { ip, agent })
      await kernel.addressLimits.giveBack('sms', ip)
      return async ctx => {
        const { loginType, remark, origin } = await takeSecondStep(ctx.db, account, ip)
        return completeSignIn(ctx, account, loginType, { factor: 'any', isProven: true, remark, origin })
      }
    }
    const owner = await verifyPhoneOwner(kernel, telephone, body.code, { ip, agent })
    await kernel.addressLimits.giveBack('sms', ip)
    return () => owner
  }),
  recover,
})
