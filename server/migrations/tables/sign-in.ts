import type { Generated } from 'kysely'

/** Printed from the migrated database by `npm run print`; do not edit. A test fails when this copy is stale. */
export interface SignInTables {
  captcha: { id: string; answer: string; expiresAt: string }
  lastLogin: { userId: string; loginTime: string | null }
  loginFailure: {
    nameKey: string
    id: string
    loginName: string
    userId: string | null
    failCount: number
    firstTime: string
    lastTime: string
    lastIp: string
    lockedUntil: string | null
    lockedBy: string | null
    lockReason: string | null
    lockTime: string | null
    method: Generated<'password' | 'phone' | 'code' | 'face' | 'recovery'>
    allUntil: string | null
  }
  loginFailureAddress: {
    nameKey: string
    address: string
    failCount: number
    firstTime: string
    lastTime: string
    lockedUntil: string | null
  }
  loginLog: {
    id: string
    userId: string | null
    userName: string
    realName: string | null
    loginType: string
    result: 0 | 1
    message: string
    ip: string
    browser: string
    os: string
    loginTime: Generated<string>
    sessionId: string | null
  }
  openTry: { nameKey: string; count: number; beginTime: string }
}
