import type { ColumnLayout, ListView } from '@hufu/contract/operations/list-preference'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, JsonWithDefault } from '../columns.ts'

/** Printed from the migrated database by `npm run print`; do not edit. A test fails when this copy is stale. */
export interface OperationsTables {
  backupRun: { id: string; beginTime: Generated<string>; endTime: Generated<string>; result: 0 | 1; message: Generated<string> }
  configTrial: {
    id: string
    before: Json<Record<string, string>>
    userId: string
    userName: string
    createTime: Generated<string>
    expiresAt: string
  }
  dataClean: {
    objectType: string
    keepDays: number
    status: Generated<0 | 1>
    lastTime: string | null
    lastCount: number | null
    version: Generated<number>
  }
  dataCleanLog: {
    id: string
    objectType: string
    count: Generated<number>
    beforeTime: string
    userId: string | null
    result: Generated<0 | 1>
    createTime: Generated<string>
  }
  fileUse: {
    fileId: GeneratedAlways<string>
    kind: GeneratedAlways<string>
    holderId: GeneratedAlways<string>
    holderName: GeneratedAlways<string>
    keeps: GeneratedAlways<boolean>
  }
  listPreference: {
    userId: string
    list: string
    columns: Json<ColumnLayout> | null
    views: JsonWithDefault<ListView[]>
    updateTime: Generated<string>
  }
  node: { id: string; host: string; version: string; startTime: Generated<string>; beatTime: Generated<string> }
  notice: {
    id: string
    title: string
    fileId: string
    sortNum: Generated<number>
    status: Generated<0 | 1>
    createBy: string
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  quartz: {
    id: string
    name: string
    jobCode: string
    cron: string
    params: Json<Record<string, unknown>> | null
    status: Generated<0 | 1>
    nextTime: string | null
    lastTime: string | null
    lastResult: 0 | 1 | 2 | null
    runId: string | null
    leaseUntil: string | null
    askedBy: string | null
    builtIn: Generated<0 | 1>
    remark: string | null
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  quartzLog: {
    id: string
    quartzId: string
    name: string
    jobCode: string
    triggeredBy: 'clock' | 'hand'
    userId: string | null
    node: string
    beginTime: Generated<string>
    endTime: string | null
    result: 0 | 1 | 2 | null
    message: Generated<string>
  }
  restoreRequest: { historyId: number; askedBy: string; reason: string; createTime: Generated<string> }
}
