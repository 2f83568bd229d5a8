import type { LoginType } from '@hufu/contract/sign-in/sign-in'
import { counterKey, type Credential, findById } from '../../sign-in/index.ts'
import { useRecoveryCode, useTotp } from './totp.sql.ts'

/** A TOTP or recovery code of a known user. Wrong ones have a counter of their own (T9, N-06). */
export const codeCredential = (kind: 'totp' | 'recoveryCode', userId: string, code: string, loginType: LoginType): Credential => ({
  loginType,
  isOpen: () => true,
  claim: async ({ db }) => {
    const account = await findById(db, userId)
    return { account, loginName: account?.userName ?? '', nameKey: counterKey('code', userId), method: 'code' }
  },
  prove: kernel => (kind === 'totp' ? useTotp(kernel, userId, code.replaceAll(/\s/g, '')) : useRecoveryCode(kernel, userId, code)),
  wrong: 'captchaWrong',
})
