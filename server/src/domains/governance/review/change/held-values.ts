import { foldName } from '@hufu/contract/written'
import type { ObjectType } from '@hufu/contract/governance/review'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { namePhoneHash, type HeldKind } from '../../../directory/index.ts'
import type { Payload } from './difference.ts'
import type { State } from './state.sql.ts'

const plain = (value: unknown) => String(value)
const caseFolded = (value: unknown) => String(value).toLowerCase()

/** The unique fields, each with the kind under which its values are held and the form in which its index compares them. */
const unique: Record<ObjectType, readonly [field: string, kind: HeldKind, compared: (value: unknown) => string][]> = {
  user: [
    ['userName', 'userName', caseFolded],
    ['phone', 'phone', plain],
    ['idCard', 'idCard', plain],
    ['originUserId', 'originUserId', plain],
    ['employeeNumber', 'employeeNumber', plain],
  ],
  org: [
    ['code', 'orgCode', caseFolded],
    ['originOrgId', 'originOrgId', plain],
  ],
}

export interface HeldValue {
  /** The field of the request. */
  field: string
  kind: HeldKind
  value: string
}

/**
 * The unique values that a pending request holds, so that nobody else can take them. A user name that reads as a mobile number is
 * held as that phone, too (decision 0131).
 */
export function valuesHeldBy(keys: Keys, objectType: ObjectType, { draft, set }: Payload, after: State | undefined): HeldValue[] {
  if (!after) return []
  const isWanted = (field: string) => draft !== undefined || field in set
  const values = unique[objectType].flatMap(([field, kind, compared]) => {
    const value = after.fields[field] ?? null
    return isWanted(field) && value !== null ? [{ field, kind, value: compared(value) }] : []
  })
  if (objectType === 'user') {
    const phone = isWanted('userName') ? namePhoneHash(keys, String(after.fields['userName'])) : null
    const isSameValue = values.some(({ kind, value }) => kind === 'phone' && value === phone)
    return phone === null || isSameValue ? values : [...values, { field: 'userName', kind: 'phone', value: phone }]
  }
  if (!isWanted('name')) return values
  const name = `${String(after.fields['parentId'])}/${foldName(String(after.fields['name']))}`
  return [...values, { field: 'name', kind: 'orgName', value: name }]
}
