import { ORG_TYPE } from '@hufu/contract/operations/dict'
import type { Db } from '../../../platform/database/db.ts'
import { dictionaryCodes, readVocabulary } from '../../../platform/dictionary/dictionary.ts'
import { refuse } from '../../../platform/http/refuse.ts'

/** The dictionary of organisation types: names and codes. */
export const orgTypes = (db: Db) => readVocabulary(db, ORG_TYPE)
export const orgTypeCodes = (db: Db, typed: readonly (string | null | undefined)[]) =>
  dictionaryCodes(
    db,
    ORG_TYPE,
    typed.flatMap(one => one ?? []),
  )

/** The code of a type given by code or name. The present type is accepted even if it is disabled. */
export async function orgTypeCode(db: Db, typed: string | null | undefined, present: string | null = null) {
  const wanted = typed?.trim()
  if (!wanted || wanted === present) return wanted === '' || typed === null ? null : wanted
  return (await orgTypeCodes(db, [wanted])).get(wanted) ?? refuse('orgTypeUnknown')
}
