import { randomInt } from 'node:crypto'
import { randomPassword } from '@hufu/contract/credentials/password'
import type { UserDraft } from '@hufu/contract/directory/user'
import type { Db } from '../../../../platform/database/db.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { orgNames } from './new-password.sql.ts'
import { hashSecret } from '../../../../platform/secrets/password-hash.ts'
import { spendCiphertext } from '../../../../platform/secrets/one-time.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { configuredInitial, refuseWeak } from './given-password.ts'
import { accountsOf, type Reset } from './reset.sql.ts'
import type { Secret } from '../../change/change-kinds.ts'

const CONFIGURED = 1
const RANDOM = 2

/** The configured initial password, or 600 请先设置初始密码 (D-47); also where the policy in force does not allow it any more. */
async function configuredPassword(kernel: Pick<Kernel, 'config' | 'keys'>): Promise<string> {
  const { password, problem } = (await configuredInitial(kernel)) ?? refuse('initialPasswordMissing')
  return problem === undefined ? password : refuse('initialPasswordWeak')
}

export interface Initial extends Secret {
  /** The generated password, returned once to the caller who created the account; absent if it was not generated. */
  shown?: string
}

type Person = Pick<UserDraft, 'userName' | 'realName' | 'phone' | 'jobs'>
type Account = Pick<UserDraft, 'passwordType' | 'password'> & Person

/** The names a new user's password must not resemble. */
async function namesOf(db: Db, { userName, realName, phone, jobs }: Person): Promise<string[]> {
  const orgs = await orgNames(db, jobs.map(({ orgId }) => orgId)) // prettier-ignore
  return [userName, realName, phone ?? '', ...orgs]
}

/** D-47: 1 configured, 2 random, 3 given. Slow: it hashes. */
export async function initialSecret(kernel: Kernel, draft: Account): Promise<Initial> {
  const password = await initialPlaintext(kernel, draft)
  const passwordHash = await hashSecret('none', password)
  return { passwordHash, passwordType: draft.passwordType, ...(draft.passwordType === RANDOM && { shown: password }) }
}

async function initialPlaintext(kernel: Kernel, { passwordType, password = '', ...person }: Account): Promise<string> {
  const { db, keys, config } = kernel
  if (passwordType === CONFIGURED) return configuredPassword(kernel)
  if (passwordType === RANDOM) return randomPassword(randomInt, config.values)
  const plain = (keys.decrypt('login', password) ?? refuse('passwordUnreadable')).trim()
  await refuseWeak(kernel, plain, await namesOf(db, person))
  if (!(await spendCiphertext(db, keys, password))) refuse('passwordUnreadable')
  return plain
}

/** The hash of a password another system gives its user, or the refusal. Slow: it hashes. */
export async function hashGiven(kernel: Kernel, password: string, names: readonly string[]): Promise<string> {
  await refuseWeak(kernel, password, names)
  return hashSecret('none', password)
}

/** New hashed passwords for these people; the configured password is hashed once for all. */
export async function newPasswords(kernel: Kernel, ids: readonly string[], passwordType: number): Promise<Reset[]> {
  if (ids.length === 0) return []
  const people = await accountsOf(kernel.db, ids)
  if (passwordType === CONFIGURED) {
    const password = await configuredPassword(kernel)
    const hash = await hashSecret('none', password)
    return people.map(person => ({ ...person, password, hash }))
  }
  return Promise.all(
    people.map(async person => {
      const password = randomPassword(randomInt, kernel.config.values)
      return { ...person, password, hash: await hashSecret('none', password) }
    }),
  )
}
