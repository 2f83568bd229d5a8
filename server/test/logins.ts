import type { Db } from '../src/platform/database/db.ts'
import { newId } from '../src/platform/database/ids.ts'

export interface Logged {
  time: string
  userId?: string | null | undefined
  result?: 0 | 1
  loginType?: string
  message?: string
}

const entry = ({ time, userId = null, result = 1, loginType = 'password', message }: Logged) => ({
  id: newId(),
  userId,
  userName: 'somebody',
  realName: null,
  loginType,
  result,
  message: message ?? (result === 1 ? '登录成功' : '账号已停用，请联系管理员'),
  ip: '127.0.0.1',
  browser: 'Chrome',
  os: 'Linux',
  loginTime: time,
})

/** Inserts attempts to sign in into the login log with one statement, at any time. */
export const logAttempts = (db: Db, ...attempts: readonly Logged[]) => db.insertInto('loginLog').values(attempts.map(entry)).execute()
