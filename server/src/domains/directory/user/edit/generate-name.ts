import type { QueryOf } from '@hufu/contract/call'
import { userNameForm } from '@hufu/contract/text-rules'
import type { user } from '@hufu/contract/directory/user'
import type { ConfigValues } from '../../../../platform/config/config-catalog.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { pinyinOf } from '../../../../platform/text/pinyin.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { isNamePhoneTaken, namesLike } from './taken.sql.ts'

const NAME_MAX = 40

/**
 * Pinyin of the name; if taken or listed, with the last four digits of the phone; if still taken, with 1, 2, 3 … appended (D-41). A
 * name that is the phone of somebody else is taken, too (decision 0131).
 */
export async function generateUserName(
  { db, keys }: { db: Db; keys: Keys },
  rule: ConfigValues['userNameRule'],
  query: QueryOf<typeof user.generateUserName>,
): Promise<string> {
  const { realName, phone, employeeNumber, userId, filterUserNames } = query
  const listed = new Set(
    (filterUserNames ?? '')
      .toLowerCase()
      .split(',')
      .map(name => name.trim()),
  )
  const base = baseOf(rule, realName, { phone, employeeNumber })
  const used = await namesLike(db, base.toLowerCase(), userId)
  const isFree = async (name: string) =>
    !listed.has(name.toLowerCase()) && !used.has(name.toLowerCase()) && !(await isNamePhoneTaken(db, keys, name, userId))
  if (await isFree(base)) return base
  const withPhone = phone ? `${base}${phone.slice(-4)}` : base
  if (await isFree(withPhone)) return withPhone
  for (let n = 1; ; n++) if (await isFree(`${base}${n}`)) return `${base}${n}`
}

interface NameSource {
  phone: string | undefined
  employeeNumber: string | undefined
}

/** A rule falls back to pinyin where its field is missing or no valid user name; names pinyin cannot read become `user`. */
function baseOf(rule: ConfigValues['userNameRule'], realName: string, source: NameSource): string {
  const value = rule === 'pinyin' ? undefined : source[rule]?.trim()
  if (value && value.length <= NAME_MAX && userNameForm.test(value)) return value
  const name = pinyinOf(realName)
    .full.replace(/[^a-z0-9]/g, '')
    .slice(0, NAME_MAX)
  return name.length >= 2 ? name : `user${name}`
}
