import { userFields, type UserFields } from '@hufu/contract/fields/user-fields'
import { plainWith, type RecordValues, type PlainWith } from '@hufu/contract/fields/field'
import { mobileOf } from '@hufu/contract/written'
import { emptyToNull } from '../../../../platform/database/record-rows.sql.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { gramsOf, pinyinOf, searchTextOf } from '../../../../platform/text/pinyin.ts'

/** The blind index of a user name that reads as a mobile number, which sign-in takes for that phone. */
export function namePhoneHash(keys: Keys, userName: string): string | null {
  const phone = mobileOf(userName)
  return phone === undefined ? null : keys.blindIndex('phone', phone)
}

export const userNameColumns = (keys: Keys, userName: string) => ({ userName, userNamePhoneHash: namePhoneHash(keys, userName) })

/** The columns searchKey looks in (D-07), derived whenever one of the three changes. */
export function searchColumns({
  userName,
  realName,
  employeeNumber,
}: {
  userName: string
  realName: string
  employeeNumber: string | null
}) {
  const { full, initials } = pinyinOf(realName)
  const search = searchTextOf([userName, realName, full, initials, employeeNumber])
  return { pinyin: full, initials, search, grams: gramsOf(search) }
}

type Plain = PlainWith<UserFields, 'sheet'>
/** The unsealed values that a sheet, a source or the grid gives of a new user. */
export type NewValues = { [K in Plain]?: RecordValues<UserFields, K>[K] | undefined } & { userName: string; realName: string }

/** Their columns; by default the user is enabled. */
export const plainColumns = (values: NewValues) =>
  ({
    ...Object.fromEntries(plainWith(userFields, 'sheet').map(key => [key, emptyToNull(values[key])])),
    status: values.status ?? 1,
  }) as RecordValues<UserFields, Plain>

/** The same with the columns derived from them. */
export function newColumns(keys: Keys, values: NewValues) {
  const plain = plainColumns(values)
  return { ...plain, ...userNameColumns(keys, values.userName), ...searchColumns(plain) }
}
