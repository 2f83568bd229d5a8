import type { LoginType } from '@hufu/contract/sign-in/sign-in'
import { browserOf, systemOf } from '../../../platform/http/agent-names.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'

export interface Attempt {
  userId: string | null
  userName: string
  realName: string | null
  loginType: LoginType
  ip: string
  agent: string
  /** The one it led to. */
  sessionId?: string
}

/** Every attempt leaves a row (D-23, D-60). */
export const writeLoginLog = (db: Db, { agent, ...attempt }: Attempt, result: 0 | 1, message: string) =>
  db
    .insertInto('loginLog')
    .values({
      ...attempt,
      id: newId(),
      userName: attempt.userName.slice(0, 50),
      result,
      message,
      browser: browserOf(agent),
      os: systemOf(agent),
    })
    .execute()
