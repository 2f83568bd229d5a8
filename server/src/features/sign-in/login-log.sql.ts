import type { LoginType } from '@hufu/contract/sign-in'
import { browserOf, systemOf } from '../../kernel/agent-names.ts'
import type { Db } from '../../kernel/db.ts'
import { newId } from '../../kernel/ids.ts'

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
