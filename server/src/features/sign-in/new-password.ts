import { passwordFault } from '@hufu/contract/password'
import type { Kernel } from '../../kernel/kernel.ts'
import { hashSecret, verifyPassword } from '../../kernel/password-hash.ts'
import { refuse } from '../../kernel/refuse.ts'
import { passwordHashOf } from './self.sql.ts'

/** The hash of what somebody wants as his new password, judged by the policy in D-45's order. Slow: it hashes. */
export async function newPasswordHash(kernel: Kernel, userId: string, ciphertext: string): Promise<string> {
  const password = kernel.keys.decrypt('login', ciphertext) ?? refuse('passwordUnreadable')
  const sentence = passwordFault(password, kernel.config.values)
  if (sentence !== undefined) refuse('passwordFault', { sentence })
  const { right } = await verifyPassword(await passwordHashOf(kernel.db, userId), password)
  if (right) refuse('passwordUnchanged')
  return hashSecret('none', password)
}
