import type { FlowEdge, FlowNode } from '@hufu/contract/governance/design'
import type { Difference } from '@hufu/contract/governance/review'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from '../columns.ts'

/** Printed from the migrated database by `npm run print`; do not edit. A test fails when this copy is stale. */
export interface GovernanceTables {
  examine: {
    id: string
    n: GeneratedAlways<number>
    objectType: 'user' | 'org'
    objectId: string | null
    objectName: string
    orgId: string
    operateType: 'insert' | 'update' | 'delete'
    status: Generated<0 | 1 | 2 | 3>
    baseVersion: number | null
    beforeShown: Json<Record<string, string | null>> | null
    afterShown: Json<Record<string, string | null>> | null
    changes: Json<Difference[]>
    form: Json<Record<string, unknown>>
    applyUserId: string
    applyTime: Generated<string>
    workflowId: string | null
    workflowName: string | null
    workflowVersion: number | null
    steps: Json<unknown>
    stepNo: Generated<number>
    stepSince: Generated<string>
    deadline: string | null
    reminded: Generated<number>
    fault: string | null
    opinion: string | null
    fromId: string | null
    fileIds: Generated<string[]>
    endTime: string | null
    rowVersion: Generated<number>
    act: 'disable' | 'move' | 'reset' | null
  }
  examineDeputy: {
    id: string
    userId: string
    deputyId: string
    objectType: 'user' | 'org' | null
    beginTime: string
    endTime: string
    createTime: Generated<string>
  }
  examineHold: { kind: string; value: string; examineId: string }
  examineLog: {
    id: GeneratedAlways<number>
    examineId: string
    stepNo: number
    node: string
    userId: string | null
    userName: string | null
    act:
      | 'submit'
      | 'pass'
      | 'reject'
      | 'withdraw'
      | 'apply'
      | 'fault'
      | 'fallback'
      | 'skip'
      | 'void'
      | 'escalate'
      | 'remind'
      | 'reassign'
      | 'add'
    opinion: string | null
    time: Generated<string>
  }
  examinePayload: { examineId: string; sealed: string }
  examineStep: { examineId: string; stepNo: number; node: string; beginTime: Generated<string>; endTime: string | null }
  examineTask: {
    examineId: string
    stepNo: number
    userId: string
    state: 'open' | 'waiting' | 'done' | 'void'
    vote: 0 | 1 | null
    seq: Generated<number>
    origin: 'step' | 'fallback' | 'reassign' | 'add' | 'cc'
    since: Generated<string>
    deputyOf: string | null
    endTime: string | null
    addedBy: string | null
  }
  workflow: {
    id: string
    name: string
    code: string
    bizType: 'user' | 'org'
    version: Generated<number>
    status: Generated<0 | 1>
    draft: Json<{ nodes: FlowNode[]; edges: FlowEdge[] }>
    draftDigest: string
    remark: string | null
    rowVersion: Generated<number>
    createBy: string | null
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  workflowVersion: {
    workflowId: string
    version: number
    digest: string
    nodes: Json<FlowNode[]>
    edges: Json<FlowEdge[]>
    userId: string | null
    deployTime: Generated<string>
  }
}
