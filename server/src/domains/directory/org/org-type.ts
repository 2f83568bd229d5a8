import { ORG_TYPE } from '@hufu/contract/operations/dict'
import type { Db } from '../../../platform/database/db.ts'
import { dictionaryCodes, readVocabulary } from '../../../platform/dictionary/dictionary.ts'
import { refuse } from '../../../platform/http/refuse.ts'

/** What the types of organisations are called, and by which code each is stored. */
export const orgTypes = (db: Db) => readVocabulary(db, ORG_TYPE)
export const orgTypeCodes = (db: Db, given: readonly (string | null | undefined)[]) =>
  dictionaryCodes(
    db,
    ORG_TYPE,
    given.flatMap(one => one ?? []),
  )

/** The code of a type given by code or by name. The one that is there stays, also where it is offered no more. */
export async function orgTypeCode(db: Db, given: string | null | undefined, present: string | null = null) {
  const wanted = given?.trim()
  if (!wanted || wanted === present) return wanted === '' || given === null ? null : wanted
  return (await orgTypeCodes(db, [wanted])).get(wanted) ?? refuse('orgTypeUnknown')
}
