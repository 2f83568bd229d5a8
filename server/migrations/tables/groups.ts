import type { LabelRule } from '@hufu/contract/directory/label-rule'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Flag, Json, Stamp } from './columns.ts'

/** Lines over organisations, and work groups of people. */
export interface GroupTables {
  stripe: {
    id: string
    name: string
    code: string
    status: Flag
    sortNum: Generated<number>
    remark: string | null
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  stripeOrg: {
    id: GeneratedAlways<string>
    stripeId: string
    orgId: string
    parentId: string | null
    sortNum: Generated<number>
    createTime: Stamp
  }
  workGroup: {
    id: string
    name: string
    code: string
    orgId: string | null
    leaderId: string | null
    validEndTime: string | null
    status: Flag
    sortNum: Generated<number>
    remark: string | null
    rule: Json<LabelRule> | null
    taskId: string | null
    ruleDone: Generated<boolean>
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  workGroupMember: { id: GeneratedAlways<string>; groupId: string; userId: string; createTime: Stamp }
}
