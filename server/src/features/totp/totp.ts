import type { LoginType } from '@hufu/contract/sign-in'
import { findById, type Credential } from '../sign-in/sign-in.ts'
import { useRecoveryCode, useTotp } from './totp.sql.ts'

/** A code by the clock, or one from paper, of somebody who is known already. Wrong ones fall into his counter (T9). */
export const codeCredential = (kind: 'totp' | 'recoveryCode', userId: string, code: string, loginType: LoginType): Credential => ({
  loginType,
  isOpen: () => true,
  claim: async ({ db }) => {
    const known = await findById(db, userId)
    return { known, loginName: known?.userName ?? '', nameKey: userId }
  },
  prove: kernel => (kind === 'totp' ? useTotp(kernel, userId, code.replaceAll(/\s/g, '')) : useRecoveryCode(kernel, userId, code)),
  wrong: 'captchaWrong',
})
