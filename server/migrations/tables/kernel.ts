import type { Strength } from '@hufu/contract/sign-in/strength'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Flag, Json, Stamp } from './columns.ts'

/** What the kernel keeps: keys, settings, sessions, files, tasks, audit, history. */
export interface KernelTables {
  keyStore: { purpose: string; version: number; wrapped: string; publicPart: string | null; createTime: Stamp }
  config: {
    id: string
    groupName: string
    application: Generated<string>
    configKey: string
    configName: string
    configValue: string
    valueType: 'text' | 'number' | 'boolean' | 'list' | 'password'
    remark: string | null
    builtIn: Flag
    sortNum: Generated<number>
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  watchedVersion: { name: 'config' | 'rights'; version: number }
  session: {
    id: string
    tokenHash: string
    linkHash: string
    userId: string
    loginType: string
    ip: string
    agent: string
    createTime: Stamp
    lastSeen: Stamp
    expiresAt: string
    endedBy: 'logout' | 'forced' | null
    viewing: string | null
    factor: Generated<Strength>
    provenAt: string | null
    parentId: string | null
    authTime: string | null
  }
  captcha: { id: string; answer: string; expiresAt: string }
  limitCount: { kind: string; key: string; count: number; windowEnd: string }
  counterCheck: { counter: string; checkTime: Stamp; differences: Generated<number>; wrongTime: string | null }
  openTry: { nameKey: string; count: number; beginTime: Stamp }
  loginFailure: {
    nameKey: string
    method: Generated<'password' | 'phone' | 'code' | 'face' | 'recovery'>
    id: string
    loginName: string
    userId: string | null
    failCount: number
    firstTime: string
    lastTime: string
    lastIp: string
    lockedUntil: string | null
    allUntil: Generated<string | null>
    lockedBy: string | null
    lockReason: string | null
    lockTime: string | null
  }
  loginFailureAddress: {
    nameKey: string
    address: string
    failCount: number
    firstTime: string
    lastTime: string
    lockedUntil: string | null
  }
  usedCiphertext: { digest: string }
  loginLog: {
    id: string
    userId: string | null
    userName: string
    realName: string | null
    loginType: string
    result: number
    message: string
    ip: string
    browser: string
    os: string
    loginTime: Stamp
    sessionId: string | null
  }
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
    beginTime: Stamp
    createTime: Stamp
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
    createTime: Stamp
  }
  fileChunk: { fileId: string; n: number; bytes: Buffer }
  periodicJob: { name: string; dueTime: string; leaseUntil: string | null; attempt: Generated<number> }
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
    createTime: Stamp
    finishTime: string | null
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
  dataHistory: {
    id: GeneratedAlways<number>
    tableName: string
    recordId: string
    operateType: 'insert' | 'update' | 'delete'
    before: unknown
    after: unknown
    userId: string | null
    sessionId: string | null
    traceId: string | null
    bulkId: string | null
    createTime: Stamp
  }
  notice: {
    id: string
    title: string
    fileId: string
    sortNum: Generated<number>
    status: Flag
    createBy: string
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
}
