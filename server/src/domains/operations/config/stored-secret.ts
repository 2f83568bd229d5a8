import type { PasswordPolicy } from '@hufu/contract/credentials/password'
import { spendCiphertext } from '../../../platform/secrets/one-time.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Context } from '../../../platform/http/context.ts'
import { givenPasswordProblem } from '../../directory/index.ts'

/**
 * Passwords arrive encrypted with the login key and are stored encrypted with the config key. An initial password must meet
 * the policy that is in force from now on.
 */
export async function storedSecret(
  { db, kernel }: Pick<Context, 'db' | 'kernel'>,
  key: string,
  sent: string,
  present: string,
  policy: PasswordPolicy = kernel.config.values,
): Promise<string> {
  if (sent === present) return present
  const plain = kernel.keys.decrypt('login', sent)?.trim() ?? refuse('passwordUnreadable')
  if (plain === '') return ''
  const sentence = key === 'defaultPassword' ? await givenPasswordProblem(kernel, plain, { policy }) : undefined
  if (sentence !== undefined) refuse('initialPasswordProblem', { sentence })
  if (!(await spendCiphertext(db, kernel.keys, sent))) refuse('passwordUnreadable')
  return kernel.keys.encrypt('config', plain)
}
