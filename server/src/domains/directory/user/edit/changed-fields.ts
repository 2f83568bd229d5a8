import type { UserEdit } from '@hufu/contract/directory/user'
import { userFields, type UserFields } from '@hufu/contract/fields/user-fields'
import { keysWith, type KeysWith } from '@hufu/contract/fields/field'
import { emptyToNull } from '../../../../platform/database/record-rows.sql.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'

type Edited = Exclude<KeysWith<UserFields, 'column'>, 'status'>
/** The stored values of some fields; of sealed ones the blind index. */
export type FieldState = Readonly<Partial<Record<Edited, string | number | null>>>

const TIME_LENGTH = 'yyyy-MM-dd HH:mm:ss'.length
const edited = keysWith(userFields, 'column').filter((key): key is Edited => key !== 'status')

/** The fields of the state that a form sends with another value; a field that is not sent stays. */
export const changedFields = (keys: Keys, edit: Pick<UserEdit, Edited>, stored: FieldState): Edited[] =>
  edited.filter(key => key in stored && edit[key] !== undefined && comparable(keys, key, edit[key]) !== (stored[key] ?? null))

function comparable(keys: Keys, key: Edited, sent: unknown): unknown {
  const value = emptyToNull(sent)
  if (typeof value !== 'string') return value
  if (key === 'phone' || key === 'idCard') return keys.blindIndex(key, value)
  return userFields[key].kind === 'time' ? value.slice(0, TIME_LENGTH) : value
}
