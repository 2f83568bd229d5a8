import { randomInt } from 'node:crypto'
import { initialPasswordProblem, randomPassword } from '@hufu/contract/credentials/password'
import type { UserDraft } from '@hufu/contract/directory/user'
import { configSecret } from '../../../platform/config/config.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { hashSecret } from '../../../platform/secrets/password-hash.ts'
import { spendCiphertext } from '../../../platform/secrets/used-ciphertext.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { accountsOf, type Reset } from './reset.sql.ts'
import type { Secret } from '../change/change-kinds.ts'

const CONFIGURED = 1
const RANDOM = 2

/** The configured initial password, or 600 请先设置初始密码 (D-47). */
export const configuredPassword = (kernel: Pick<Kernel, 'config' | 'keys'>): string =>
  configSecret(kernel, 'defaultPassword') || refuse('initialPasswordMissing')

export interface Initial extends Secret {
  /** The generated password, returned once to the caller who created the account; absent if it was not generated. */
  shown?: string
}

/** D-47: 1 configured, 2 random, 3 given. Slow: it hashes. */
export async function initialSecret(kernel: Kernel, draft: Pick<UserDraft, 'passwordType' | 'password'>): Promise<Initial> {
  const password = await initialPlaintext(kernel, draft)
  const passwordHash = await hashSecret('none', password)
  return { passwordHash, passwordType: draft.passwordType, ...(draft.passwordType === RANDOM && { shown: password }) }
}

async function initialPlaintext(
  kernel: Kernel,
  { passwordType, password = '' }: Pick<UserDraft, 'passwordType' | 'password'>,
): Promise<string> {
  const { db, keys } = kernel
  if (passwordType === CONFIGURED) return configuredPassword(kernel)
  if (passwordType === RANDOM) return randomPassword(randomInt)
  const plain = (keys.decrypt('login', password) ?? refuse('passwordUnreadable')).trim()
  refuseWeak(plain)
  if (!(await spendCiphertext(db, keys, password))) refuse('passwordUnreadable')
  return plain
}

function refuseWeak(password: string): void {
  const sentence = initialPasswordProblem(password)
  if (sentence !== undefined) refuse('initialPasswordProblem', { sentence })
}

/** The hash of a password another system gives its user, or the refusal. Slow: it hashes. */
export async function hashGiven(password: string): Promise<string> {
  refuseWeak(password)
  return hashSecret('none', password)
}

/** New hashed passwords for these people; the configured password is hashed once for all. */
export async function newPasswords(kernel: Kernel, ids: readonly string[], passwordType: number): Promise<Reset[]> {
  if (ids.length === 0) return []
  const people = await accountsOf(kernel.db, ids)
  if (passwordType === CONFIGURED) {
    const password = configuredPassword(kernel)
    const hash = await hashSecret('none', password)
    return people.map(person => ({ ...person, password, hash }))
  }
  return Promise.all(
    people.map(async person => {
      const password = randomPassword(randomInt)
      return { ...person, password, hash: await hashSecret('none', password) }
    }),
  )
}
