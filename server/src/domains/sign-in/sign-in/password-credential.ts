import { foldName } from '@hufu/contract/written'
import type { Kernel } from '../../../platform/kernel.ts'
import { hashSecret, verifyPassword } from '../../../platform/secrets/password-hash.ts'
import { spendCiphertext } from '../../../platform/secrets/one-time.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { settlePending } from '../../directory/index.ts'
import { useCaptcha } from './captcha.sql.ts'
import type { Caller, Claim, Credential } from './credential.ts'
import { hasFailed } from './failures.sql.ts'
import { findByLoginName, renewPassword, type StoredUser } from './account.sql.ts'

export interface NameAndPassword {
  loginName: string
  /** RSA ciphertext. */
  pwd: string | undefined
  captcha?: { loginId: string | undefined; code: string | undefined; work?: string | undefined }
}

/** User name or telephone (D-23) with the password, after the captcha of D-25. */
export const passwordCredential = ({ loginName, pwd, captcha = { loginId: undefined, code: undefined } }: NameAndPassword): Credential => ({
  loginType: 'password',
  isOpen: values => values.openPassword,
  claim: async kernel => {
    const account = await findByLoginName(kernel, loginName)
    return { account, loginName, nameKey: account?.id ?? `name:${foldName(loginName)}` }
  },
  gate: (kernel, caller, claim) => refuseWithoutCaptcha(kernel, captcha, caller, claim),
  prove: (kernel, { account }) => isPasswordCorrect(kernel, account, pwd),
  isFirstStep: true,
  wrong: 'wrongCredentials',
})

/** The same without the captcha, for calls that do not send one (D-32); the counters are the same. */
export const plainPassword = (typed: Omit<NameAndPassword, 'captcha'>): Credential => {
  const { gate: _gate, isFirstStep: _step, ...credential } = passwordCredential(typed)
  return credential
}

async function refuseWithoutCaptcha(
  { db, config }: Kernel,
  { loginId, code, work }: NonNullable<NameAndPassword['captcha']>,
  { ip }: Caller,
  { nameKey }: Claim,
): Promise<void> {
  const mode = config.values.captchaMode
  if (mode === 0 || (mode === 2 && !(await hasFailed(db, ip, nameKey)))) return
  if (!work && (!loginId || !code?.trim())) refuse('captchaNeeded')
  if (!(await useCaptcha(db, { id: loginId, typed: code, work }))) refuse('captchaWrong')
}

/** Does the same work for unknown names, unreadable ciphertexts and wrong passwords; a right ciphertext is accepted once (T4). */
async function isPasswordCorrect(kernel: Kernel, account: StoredUser | undefined, pwd: string | undefined): Promise<boolean> {
  const { db, keys } = kernel
  // The digest of a freshly imported user may not be hashed yet.
  const stored = account?.passwordHash ?? (account ? await settlePending(kernel, account.id) : null)
  const password = pwd === undefined ? undefined : keys.decrypt('login', pwd)
  const { right, renew } = await verifyPassword(stored, password ?? '')
  if (!right || password === undefined || !(await spendCiphertext(db, keys, pwd!))) return false
  if (renew) {
    // After a good login the row is rewritten as `none` with today's cost (D-22).
    const passwordHash = await hashSecret('none', password)
    await renewPassword(db, { id: account!.id, passwordHash: stored }, passwordHash)
  }
  return true
}
