import { foldName } from '@hufu/contract/written'
import { reviewText, type ObjectType } from '@hufu/contract/governance/review'
import type { HeldKind } from '../../directory/index.ts'
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

/** The unique values that a pending request holds, so that nobody else can take them. */
export function valuesHeldBy(
  objectType: ObjectType,
  { draft, set }: Payload,
  after: State | undefined,
): { kind: HeldKind; value: string }[] {
  if (!after) return []
  const isWanted = (field: string) => draft !== undefined || field in set
  const values = unique[objectType].flatMap(([field, kind, compared]) => {
    const value = after.fields[field] ?? null
    return isWanted(field) && value !== null ? [{ kind, value: compared(value) }] : []
  })
  if (objectType === 'user' || !isWanted('name')) return values
  return [...values, { kind: 'orgName', value: `${String(after.fields['parentId'])}/${foldName(String(after.fields['name']))}` }]
}

const fieldOf: Readonly<Record<string, keyof typeof reviewText.field>> = { orgCode: 'code', orgName: 'name' }
export const labelOfHeld = (kind: string): string => reviewText.field[fieldOf[kind] ?? (kind as keyof typeof reviewText.field)]
