import type { AuditProblem } from '@hufu/contract/audit/audit'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from '../columns.ts'

/** Printed from the migrated database by `npm run print`; do not edit. A test fails when this copy is stale. */
export interface AuditTables {
  activeCount: { unit: GeneratedAlways<'day' | 'week' | 'month'>; begin: GeneratedAlways<string>; users: GeneratedAlways<number> }
  activeTally: { unit: 'day' | 'week' | 'month'; begin: string; users: number }
  activeTallyDue: { unit: string; begin: string; users: number }
  auditCheckpoint: { lane: number; seq: number; kind: 'hour' | 'export' | 'cleaned'; digest: string; createTime: string; signature: string }
  auditProof: {
    id: string
    userId: string
    beginTime: string | null
    endTime: string | null
    records: number
    fault: Json<AuditProblem> | null
    createTime: Generated<string>
  }
  lastActive: { userId: string; day: string; dayBefore: string | null }
  loginCount: {
    day: GeneratedAlways<string>
    hour: GeneratedAlways<number>
    loginType: GeneratedAlways<string>
    result: GeneratedAlways<number>
    reason: GeneratedAlways<string>
    attempts: GeneratedAlways<number>
  }
  loginTally: { day: string; hour: number; loginType: string; result: 0 | 1; reason: string; attempts: number }
  loginTallyDue: { day: string; hour: number; loginType: string; result: 0 | 1; reason: string; orgId: string | null; attempts: number }
  orgLoginTally: { orgId: string; day: string; attempts: number }
}
