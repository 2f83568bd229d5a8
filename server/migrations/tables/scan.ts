import type { Generated } from 'kysely'

export interface ScanTables {
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
}
