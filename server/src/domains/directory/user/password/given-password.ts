import { createHash } from 'node:crypto'
import {
  type EncryptMethod,
  initialPasswordProblem,
  isListed,
  type PasswordPolicy,
  refusesCommonPasswords,
} from '@hufu/contract/credentials/password'
import { configSecret } from '../../../../platform/config/config.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { pinyinOf, placePinyinOf } from '../../../../platform/text/pinyin.ts'
import { commonPasswords, isCommon } from './common-passwords.ts'
import { isMostlyNames } from './password-names.ts'

/** A name of a person or an organisation, and how it is spelled in Latin letters. */
const spelled = (name: string): string[] => [name, pinyinOf(name).full, placePinyinOf(name).full]

/**
 * The first problem of a password that somebody sets for another user, by the policy in force or one about to be; `names` are what
 * it must not resemble.
 */
export async function givenPasswordProblem(
  { config: { values } }: Pick<Kernel, 'config'>,
  password: string,
  { names = [], policy = values }: { names?: readonly string[]; policy?: PasswordPolicy } = {},
): Promise<string | undefined> {
  const found = {
    common: await isCommon(password),
    personal: isMostlyNames(password, [...names, values.systemName].flatMap(spelled)),
    listed: isListed(password, policy.passwordBlacklist),
  }
  return initialPasswordProblem(password, policy, found)
}

export async function refuseWeak(kernel: Kernel, password: string, names: readonly string[] = []): Promise<void> {
  const sentence = await givenPasswordProblem(kernel, password, { names })
  if (sentence !== undefined) refuse('initialPasswordProblem', { sentence })
}

/** The configured initial password; `problem`: why the policy in force does not allow it. Undefined if none is configured. */
export async function configuredInitial(kernel: Pick<Kernel, 'config' | 'keys'>) {
  const password = configSecret(kernel, 'defaultPassword')
  return password ? { password, problem: await givenPasswordProblem(kernel, password) } : undefined
}

/** The configured initial password, where users may get it. */
export async function usableInitial(kernel: Pick<Kernel, 'config' | 'keys'>): Promise<string | undefined> {
  const initial = await configuredInitial(kernel)
  return initial?.problem === undefined ? initial?.password : undefined
}

export const hasInitialPassword = async (kernel: Pick<Kernel, 'config' | 'keys'>): Promise<boolean> =>
  (await usableInitial(kernel)) !== undefined

/** The digests of passwords that the policy refuses, as a sheet contains them; other kinds of weakness do not show in a digest. */
export async function refusedDigests({ config: { values } }: Pick<Kernel, 'config'>): Promise<ReadonlySet<string>> {
  const digestOf = (method: EncryptMethod, password: string) => createHash(method).update(password, 'utf8').digest('hex')
  const refused = [
    ...(values.openPasswordBlacklist
      ? values.passwordBlacklist.flatMap(listed => [listed, listed.toLowerCase(), listed.toUpperCase()])
      : []),
    ...(refusesCommonPasswords(values) ? await commonPasswords() : []),
  ]
  return new Set(refused.map(password => digestOf(values.passwordEncryptionRules, password)))
}
