import type { Generated, GeneratedAlways } from 'kysely'
import type { Flag, Stamp } from './columns.ts'

export interface ApiClientTables {
  apiClient: {
    id: string
    name: string
    clientId: string
    ipWhitelist: Generated<string[]>
    endTime: string | null
    limitPerMinute: number | null
    status: Flag
    remark: string | null
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  apiClientCall: { id: GeneratedAlways<string>; clientId: string; call: string }
  apiClientUse: { clientId: string; call: string; lastTime: Stamp; lastIp: string }
  apiItem: {
    id: string
    groupName: string
    name: string
    method: string
    path: string
    call: GeneratedAlways<string>
    openable: Flag
    status: Flag
    builtIn: Flag
    remark: string | null
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
}
