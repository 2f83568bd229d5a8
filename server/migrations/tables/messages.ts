import type { Generated } from 'kysely'
import type { JsonWithDefault } from '../columns.ts'

/** Printed from the migrated database by `npm run print`; do not edit. A test fails when this copy is stale. */
export interface MessagesTables {
  inbox: {
    id: string
    userId: string
    kind: string
    about: string
    facts: JsonWithDefault<Record<string, string>>
    count: Generated<number>
    createTime: Generated<string>
    readTime: string | null
  }
  inboxMark: { userId: string; noticeTime: string }
  mail: { id: string; sealed: string; tries: Generated<number>; createTime: Generated<string>; dueTime: Generated<string> }
  sms: {
    id: string
    phoneMask: string
    phoneHash: string
    phoneTail: string
    sealed: string | null
    userId: string | null
    type: 'login' | 'verify' | 'recover' | 'bind' | 'password'
    content: string
    gateway: string
    result: 0 | 1 | null
    message: Generated<string>
    receipt: string | null
    tries: Generated<number>
    createTime: Generated<string>
    sendTime: string | null
    unsure: Generated<number>
    dueTime: Generated<string>
  }
}
