import { isListed, passwordProblem, passwordAges, type PasswordFinding } from '@hufu/contract/credentials/password'
import { text } from '@hufu/contract/credentials/password-text'
import type { Kernel } from '../../../../platform/kernel.ts'
import { hashSecret, verifyPassword } from '../../../../platform/secrets/password-hash.ts'
import { placePinyinOf } from '../../../../platform/text/pinyin.ts'
import { spendCiphertext } from '../../../../platform/secrets/one-time.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { isCommon } from './common-passwords.ts'
import { formerHashes, ownerOf, type Owner } from './new-password.sql.ts'
import { isMostlyNames } from './password-names.ts'

/** Facts about a password only the server knows; contract/password.ts decides by them. */
export async function findIn(kernel: Kernel, userId: string, password: string): Promise<PasswordFinding> {
  const owner = (await ownerOf(kernel.db, userId)) ?? refuse('userMissing')
  const listed = isListed(password, kernel.config.values.passwordBlacklist)
  return { common: await isCommon(password), personal: isMostlyNames(password, namesOf(kernel, owner)), listed }
}

function namesOf({ keys, config }: Kernel, { userName, realName, pinyin, phoneCipher, orgs }: Owner): string[] {
  const phone = phoneCipher === null ? [] : [keys.openField(phoneCipher)]
  const places = [...orgs, config.values.systemName]
  return [userName, realName, pinyin, ...phone, ...places, ...places.map(name => placePinyinOf(name).full)]
}

/**
 * The hash of a user's own new password, given as RSA ciphertext, or the refusal: the policy in D-45's order, then the
 * present password, then the former ones. Slow (it hashes): call before any transaction.
 */
export async function chosenPassword(kernel: Kernel, userId: string, ciphertext: string): Promise<string> {
  const { keys, config, db } = kernel
  const password = keys.decrypt('login', ciphertext) ?? refuse('passwordUnreadable')
  const { history } = passwordAges(config.values)
  const sentence = passwordProblem(password, config.values, await findIn(kernel, userId, password))
  if (sentence !== undefined) refuse('passwordProblem', { sentence })
  const present = (await ownerOf(db, userId))?.passwordHash ?? null
  if ((await verifyPassword(present, password)).right) refuse('passwordUnchanged')
  // The present password counts as the first of those not to be reused.
  for (const hash of await formerHashes(db, userId, history - 1))
    if ((await verifyPassword(hash, password)).right) refuse('passwordReused', { sentence: text.reused(history) })
  if (!(await spendCiphertext(db, keys, ciphertext))) refuse('passwordUnreadable')
  return hashSecret('none', password)
}
