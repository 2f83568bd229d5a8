import { sql } from 'kysely'
import type { UserEdit } from '@hufu/contract/directory/user'
import type { Db } from '../../../../platform/database/db.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { refuse } from '../../../../platform/http/refuse.ts'

const DAY_AND_TIME = 19

interface Account {
  userName: string
  realName: string
  phoneHash: string | null
  idCardHash: string | null
  originUserId: string | null
  employeeNumber: string | null
  gender: number | null
  email: string | null
  avatar: string | null
  validEndTime: string | null
  remark: string | null
  labelIds: string[]
}

/**
 * All fields of the form except the jobs belong to the account. Callers with only a second job in scope may send them unchanged,
 * but not change them (N-02).
 */
// everyone: lockUser has found this user within the scope
export async function refuseAccountEdit(db: Db, keys: Keys, edit: UserEdit): Promise<void> {
  const { rows } = await sql<Account>`select u.user_name, u.real_name, u.phone_hash, u.id_card_hash, u.origin_user_id,
      u.employee_number, u.gender, u.email, u.avatar, u.valid_end_time, u.remark,
      array(select m.label_id from user_label_member m where m.user_id = u.id) as label_ids
    from users u where u.id = ${edit.id}`.execute(db)
  const present = rows[0] ?? refuse('userMissing')
  if (!isRepeated(keys, edit, present)) refuse('accountElsewhere')
}

const plain = ['originUserId', 'employeeNumber', 'gender', 'email', 'avatar', 'remark'] as const

function isRepeated(keys: Keys, edit: UserEdit, present: Account): boolean {
  const { phone, idCard, validEndTime, labelIds } = edit
  const isSame = (sent: unknown, there: unknown) => sent === undefined || (trimmed(sent) || null) === (there || null)
  return (
    isSame(edit.userName, present.userName) &&
    edit.realName === present.realName &&
    plain.every(field => isSame(edit[field], present[field])) &&
    isSame(validEndTime?.slice(0, DAY_AND_TIME), present.validEndTime) &&
    isSame(phone && keys.blindIndex('phone', phone), present.phoneHash) &&
    isSame(idCard && keys.blindIndex('idCard', idCard), present.idCardHash) &&
    (labelIds === undefined || new Set(labelIds).symmetricDifference(new Set(present.labelIds)).size === 0)
  )
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
