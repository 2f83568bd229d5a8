import type { AuditFault } from '@hufu/contract/audit/audit'
import type { Json, Stamp } from './columns.ts'

/** What proves the operation log. */
export interface AuditTables {
  operLogValue: { kind: 'ip' | 'userId' | 'userName'; value: string }
  auditCheckpoint: {
    lane: number
    seq: number
    kind: 'hour' | 'export' | 'cleaned'
    digest: string
    createTime: string
    signature: string
  }
  auditProof: {
    id: string
    userId: string
    beginTime: string | null
    endTime: string | null
    records: number
    fault: Json<AuditFault> | null
    createTime: Stamp
  }
}
