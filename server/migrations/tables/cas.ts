import type { Generated } from 'kysely'
import type { Stamp } from './columns.ts'

/** Single logout of CAS. */
export interface CasTables {
  casLogin: {
    id: string
    sessionId: string
    appId: string
    service: string
    ticketSealed: string
    tries: Generated<number>
    dueTime: string | null
    createTime: Stamp
  }
}
