import type { UserEdit } from '@hufu/contract/directory/user'
import { userFields } from '@hufu/contract/fields/user-fields'
import { keysWith } from '@hufu/contract/fields/field'
import { sql } from 'kysely'
import { everyone } from '../../../../platform/access/scope.ts'
import { fieldObject } from '../../../../platform/database/field-columns.sql.ts'
import type { Db } from '../../../../platform/database/db.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { changedFields, type FieldState } from './changed-fields.ts'

interface Account {
  fields: FieldState
  labelIds: string[]
}

const stored = keysWith(userFields, 'column').filter(key => key !== 'status')

/**
 * All fields of the form except the jobs belong to the account. Callers with only a second job in scope may send them unchanged,
 * but not change them (N-02).
 */
export async function refuseAccountEdit(db: Db, keys: Keys, edit: UserEdit): Promise<void> {
  const { rows } = await everyone(
    'lockUser has found this user within the scope',
    sql<Account>`select ${fieldObject('u', userFields, stored, 'hash')} as fields,
      array(select m.label_id from user_label_member m where m.user_id = u.id) as label_ids
    from users u where u.id = ${edit.id}`,
  ).execute(db)
  const { fields, labelIds } = rows[0] ?? refuse('userMissing')
  const isSameLabels = edit.labelIds === undefined || new Set(edit.labelIds).symmetricDifference(new Set(labelIds)).size === 0
  if (changedFields(keys, edit, fields).length > 0 || !isSameLabels) refuse('accountElsewhere')
}
