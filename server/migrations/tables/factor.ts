import type { Stamp } from './columns.ts'

/** What proves somebody besides his password. */
export interface FactorTables {
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
    createTime: Stamp
    lastUsed: string | null
  }
  totp: { userId: string; secret: string; lastStep: number; createTime: Stamp }
  recoveryCode: { userId: string; codeHash: string; usedAt: string | null }
}
