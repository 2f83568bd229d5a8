import type { BodyOf } from '@hufu/contract/call'
import type { org } from '@hufu/contract/directory/org'
import type { Db } from '../../../platform/database/db.ts'
import { placePinyinOf } from '../../../platform/text/pinyin.ts'
import { codesLike, isCodeTaken } from './org-write.sql.ts'

/** Leaves room for a number within the length of a code. */
const BASE_MAX = 40

/** Pinyin of each name; if taken, used in the table or given to a name before, with 1, 2, 3 … appended, as user names are (D-41). */
export async function generateCodes(db: Db, { names, used }: BodyOf<typeof org.generateCodes>): Promise<string[]> {
  const bases = names.map(baseOf)
  const taken = new Set([...(await codesLike(db, bases)), ...used.map(code => code.toLowerCase())])
  const codes: string[] = []
  for (const base of bases) {
    let code = base
    // The second check also asks the changes under review, which hold their codes.
    for (let n = 1; taken.has(code) || (await isCodeTaken(db, code)); n++) code = `${base}${n}`
    taken.add(code)
    codes.push(code)
  }
  return codes
}

/** Names that pinyin cannot read become `org`. */
const baseOf = (name: string): string =>
  placePinyinOf(name)
    .full.replace(/[^a-z0-9]/g, '')
    .slice(0, BASE_MAX) || 'org'
