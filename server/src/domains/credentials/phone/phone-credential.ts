import { maskPhone } from '@hufu/contract/text-rules'
import type { SmsType } from '@hufu/contract/messages/sms'
import { refuse } from '../../../platform/http/refuse.ts'
import { counterKey, type Credential, findByPhone } from '../../sign-in/index.ts'
import { markPhoneProven } from '../account-phone/account-phone.sql.ts'
import { useCode } from './sms-code.sql.ts'

/**
 * A telephone and the code sent to it. Only a right code reveals that the telephone belongs to no user, so that numbers cannot be
 * tried out. Wrong codes have a counter of their own, per owner (T9, N-06).
 */
export const phoneCredential = (telephone: string, code: string, purpose: SmsType): Credential => ({
  loginType: 'phone',
  isOpen: values => values.openPhone,
  claim: async kernel => {
    const account = await findByPhone(kernel, telephone)
    const nameKey = counterKey('phone', account?.id ?? kernel.keys.blindIndex('phone', telephone))
    return { account, loginName: maskPhone(telephone), nameKey, method: 'phone' }
  },
  prove: async (kernel, { account }) => {
    const right = await useCode(kernel, telephone, code.trim(), purpose)
    if (right && !account) refuse('phoneUnbound')
    if (right && account?.phoneHash) await markPhoneProven(kernel.db, account.id, account.phoneHash)
    return right
  },
  wrong: 'captchaWrong',
})

/** The second step after the password (3010); it works even if sign-in by telephone is switched off. */
export const secondStep = (telephone: string, code: string): Credential => ({
  ...phoneCredential(telephone, code, 'verify'),
  isOpen: () => true,
})
