import type { Generated } from 'kysely'
import type { Json, Stamp } from './columns.ts'

/** What the ways in stand on. */
export interface DoorTables {
  oneTime: {
    tokenHash: string
    purpose: string
    userId: string | null
    detail: Json<Record<string, unknown>>
    expiresAt: string
  }
  emailCode: { userId: string; codeHash: string; tries: Generated<number>; expiresAt: string }
  mail: { id: string; sealed: string; tries: Generated<number>; createTime: Stamp; dueTime: Stamp }
  smsCode: { phoneHash: string; purpose: string; codeHash: string; tries: Generated<number>; expiresAt: string }
  sms: {
    id: string
    phoneMask: string
    phoneHash: string
    phoneTail: string
    sealed: string | null
    userId: string | null
    type: string
    content: string
    gateway: string
    result: number | null
    message: Generated<string>
    receipt: string | null
    tries: Generated<number>
    unsure: Generated<number>
    createTime: Stamp
    sendTime: string | null
    dueTime: Stamp
  }
  loginBinding: { id: string; userId: string; kind: 'wx' | 'zfb' | 'ca'; subjectHash: string; name: string; createTime: Stamp }
}
