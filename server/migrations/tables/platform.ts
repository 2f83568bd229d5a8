import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, JsonWithDefault } from '../columns.ts'

/** Printed from the migrated database by `npm run print`; do not edit. A test fails when this copy is stale. */
export interface PlatformTables {
  asyncTask: {
    id: string
    kind: string
    ownerId: string
    payload: Json<unknown>
    cursor: Json<unknown> | null
    stage: Generated<string>
    status: Generated<'WAIT' | 'RUNNING' | 'FINISH' | 'CANCEL' | 'ERROR'>
    progress: Generated<number>
    total: Generated<number>
    message: Generated<string>
    fileId: string | null
    leaseUntil: string | null
    attempt: Generated<number>
    tries: Generated<number>
    createTime: Generated<string>
    finishTime: string | null
  }
  auditTarget: { logId: string; targetType: string; targetId: string; targetName: string | null }
  config: {
    id: string
    groupName: string
    application: Generated<string>
    configKey: string
    configName: string
    configValue: string
    valueType: 'text' | 'number' | 'boolean' | 'list' | 'json' | 'password'
    remark: string | null
    builtIn: Generated<0 | 1>
    sortNum: Generated<number>
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  counterCheck: { counter: string; checkTime: Generated<string>; differences: Generated<number>; wrongTime: string | null }
  dataHistory: {
    id: GeneratedAlways<number>
    tableName: string
    recordId: string
    operateType: 'insert' | 'update' | 'delete'
    before: Json<unknown> | null
    after: Json<unknown> | null
    userId: string | null
    sessionId: string | null
    traceId: string | null
    bulkId: string | null
    createTime: Generated<string>
    tx: Generated<string | null>
  }
  dictItem: {
    id: string
    type: string
    code: string
    name: string
    sortNum: number
    status: Generated<0 | 1>
    remark: string | null
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  dictType: {
    id: string
    type: string
    name: string
    locked: Generated<0 | 1>
    builtIn: Generated<0 | 1>
    remark: string | null
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  file: {
    id: string
    fileName: string
    fileSize: number
    contentType: string
    sha256: string
    public: Generated<boolean>
    temporary: Generated<boolean>
    purpose: 'upload' | 'picture' | 'taskResult' | 'taskInput'
    ownerId: string
    createTime: Generated<string>
  }
  fileChunk: { fileId: string; n: number; bytes: Buffer }
  historyKept: { historyId: number; kept: Json<Record<string, unknown>>; until: Generated<string> }
  keyStore: { purpose: string; version: number; wrapped: string; publicPart: string | null; createTime: Generated<string> }
  limitCount: { kind: string; key: string; count: number; windowEnd: string }
  oneTime: {
    tokenHash: string
    purpose: string
    userId: string | null
    detail: JsonWithDefault<Record<string, unknown>>
    expiresAt: string
  }
  operLog: {
    lane: number
    seq: number
    id: string
    createTime: string
    userId: string | null
    userName: string | null
    sessionId: string | null
    ip: string
    traceId: string
    module: string
    operateType: string
    method: string
    path: string
    params: string
    code: string
    message: string
    cost: number
    target: string | null
    prevDigest: string
    digest: string
  }
  operLogValue: { kind: 'ip' | 'userId' | 'userName'; value: string }
  operation: {
    id: string
    call: string
    userId: string | null
    sessionId: string | null
    beginTime: string
    endTime: string
    changed: number
    undoOf: string | null
    undoneBy: string | null
    bulkId: string | null
  }
  periodicJob: { name: string; dueTime: string; leaseUntil: string | null; attempt: Generated<number> }
  rememberedDevice: {
    tokenHash: string
    family: string
    userId: string
    used: Generated<boolean>
    expiresAt: string
    factor: Generated<'' | 'any'>
    sessionId: string
    ip: string
    agent: string
    authTime: string | null
    beginTime: Generated<string>
    createTime: Generated<string>
  }
  rightsChange: {
    n: GeneratedAlways<number>
    xact: Generated<string>
    kind:
      | 'job'
      | 'label'
      | 'workGroup'
      | 'person'
      | 'recovered'
      | 'stripe'
      | 'enabled'
      | 'orgMoved'
      | 'grant'
      | 'account'
      | 'role'
      | 'place'
      | 'rule'
    recordId: string
    userId: string | null
    oldId: string | null
    newId: string | null
    oldPostId: string | null
    newPostId: string | null
    oldIds: string[] | null
    orgId: string | null
  }
  schemaStep: { name: string; timestamp: string; sha256: string | null }
  session: {
    id: string
    tokenHash: string
    linkHash: string
    userId: string
    loginType: string
    ip: string
    agent: string
    createTime: Generated<string>
    lastSeen: Generated<string>
    expiresAt: string
    endedBy: 'logout' | 'forced' | null
    viewing: string | null
    factor: Generated<'' | 'any' | 'crypto'>
    provenAt: string | null
    parentId: string | null
    authTime: string | null
    identityId: string | null
    identitySid: string | null
  }
  usedCiphertext: { digest: number }
  watchedVersion: { name: 'config' | 'rights'; version: number }
}
