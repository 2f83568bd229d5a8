import type { Generated } from 'kysely'

/** Printed from the migrated database by `npm run print`; do not edit. A test fails when this copy is stale. */
export interface CredentialsTables {
  emailCode: { userId: string; codeHash: string; tries: Generated<number>; expiresAt: string }
  loginBinding: { id: string; userId: string; kind: 'wx' | 'zfb' | 'ca'; subjectHash: string; name: string; createTime: Generated<string> }
  passkey: {
    id: string
    userId: string
    credentialId: string
    publicKey: string
    counter: number
    transports: string[]
    deviceType: 'singleDevice' | 'multiDevice'
    backedUp: boolean
    name: string
    createTime: Generated<string>
    lastUsed: string | null
  }
  recoveryCode: { userId: string; codeHash: string; usedAt: string | null }
  scanLogin: {
    loginHash: string
    type: 'wx' | 'zfb'
    state: Generated<'WAIT' | 'SCANNED' | 'CONFIRMED' | 'OVER'>
    userId: string | null
    page: string
    subjectHash: string | null
    name: string | null
    expiresAt: string
  }
  smsCode: { phoneHash: string; purpose: string; codeHash: string; tries: Generated<number>; expiresAt: string }
  totp: { userId: string; secret: string; lastStep: number; createTime: Generated<string> }
}
