import type { Generated } from 'kysely'
import type { Flag, Stamp } from './columns.ts'

export interface ApiClientTables {
  apiClient: {
    id: string
    name: string
    clientId: string
    ipWhitelist: Generated<string[]>
    endTime: string | null
    status: Flag
    remark: string | null
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  apiClientCall: { clientId: string; call: string }
}
