import type { Correlation } from '@hufu/contract/provisioning/sync'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { Db } from '../../../../platform/database/db.ts'
import {
  namePhoneHash, numberMarks, uniqueFields, uniqueOf, uniqueOwners, type PersonDraft, type UniqueField, type UniqueOwner, type UniqueValues,
} from '../../../directory/index.ts' // prettier-ignore

export type OwnersByValue = ReadonlyMap<string, UniqueOwner>
const keyOf = (field: UniqueOwner['field'], value: string) => `${field}:${value}`

/** The values of a draft that must be unique in the system; phone and ID number as blind indexes. */
export const uniqueOfDraft = (keys: Keys, draft: PersonDraft): UniqueValues =>
  uniqueOf({
    ...draft,
    ...numberMarks(keys, draft),
    userNamePhoneHash: draft.userName === undefined ? null : namePhoneHash(keys, draft.userName),
  })

/** The current owners of the unique values of these rows. */
export async function currentOwnersOf(db: Db, rows: readonly UniqueValues[]): Promise<OwnersByValue> {
  return new Map((await uniqueOwners(db, rows)).map(owner => [keyOf(owner.field, owner.value), owner]))
}

const fieldsOf = { originId: 'originUserId', employeeNumber: 'employeeNumber', idCard: 'idCard', userName: 'userName' } as const

export type Candidate =
  | { is: 'one'; id: string; isWeak: boolean }
  | { is: 'several'; ids: string[] }
  | { is: 'perhaps'; ids: string[] }
  | { is: 'nobody' }

/**
 * The user a row belongs to by the correlation rules; `several` if they find different users. Phone and name together only
 * suggest a user (D-56).
 */
export function candidateOf(
  owners: OwnersByValue,
  rules: readonly Correlation[],
  unique: UniqueValues,
  realName: string | undefined,
): Candidate {
  const found = rules.flatMap(rule => {
    const value = unique[fieldsOf[rule]]
    const owner = value === undefined ? undefined : owners.get(keyOf(fieldsOf[rule], value))
    return owner ? [{ rule, id: owner.id }] : []
  })
  const ids = [...new Set(found.map(one => one.id))]
  if (ids.length > 1) return { is: 'several', ids }
  if (found[0]) return { is: 'one', id: found[0].id, isWeak: found[0].rule !== 'originId' }
  const byPhone = unique.phone === undefined ? undefined : owners.get(keyOf('phone', unique.phone))
  return byPhone && byPhone.realName === realName ? { is: 'perhaps', ids: [byPhone.id] } : { is: 'nobody' }
}

/** Another user who has a unique value of the plan. */
export interface Blocker {
  /** The field of the plan. */
  field: UniqueField
  id: string
  /** They keep it in this run, whatever becomes of that field. */
  isFixed: boolean
}

/** Other users who already have a unique value of the plan. A phone is also blocked by a user name, and a user name by a phone. */
export function otherOwnersOf(owners: OwnersByValue, unique: UniqueValues, own: string): Blocker[] {
  const ownerOf = (field: UniqueOwner['field'], value: string | undefined) => {
    const owner = value === undefined ? undefined : owners.get(keyOf(field, value))
    return owner && owner.id !== own ? owner : undefined
  }
  const blockers = uniqueFields.flatMap((field): Blocker[] => {
    const owner = ownerOf(field, unique[field])
    return owner ? [{ field, id: owner.id, isFixed: false }] : []
  })
  const name = ownerOf('loginPhone', unique.phone)
  if (name?.isName) blockers.push({ field: 'phone', id: name.id, isFixed: true })
  const phone = ownerOf('loginPhone', unique.namePhone)
  if (phone) blockers.push({ field: 'userName', id: phone.id, isFixed: true })
  return blockers
}
