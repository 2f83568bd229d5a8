/** The tables as TypeScript sees them: camelCase by Kysely's plugin, times as `yyyy-MM-dd HH:mm:ss` text (D-09). */
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type Stamp = Generated<string>
type Flag = Generated<number>

export interface Tables {
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
  }
  captcha: { id: string; answer: string; expiresAt: string }
  limitCount: { kind: string; key: string; count: number; windowEnd: string }
  loginFailure: {
    nameKey: string
    id: string
    loginName: string
    userId: string | null
    failCount: number
    firstTime: string
    lastTime: string
    lastIp: string
    lockedUntil: string | null
  }
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
  }
  rememberedDevice: { tokenHash: string; family: string; userId: string; used: Generated<boolean>; expiresAt: string }
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
  org: {
    id: string
    parentId: string | null
    name: string
    shortName: string | null
    code: string
    orgType: string | null
    originOrgId: string | null
    leader: string | null
    phone: string | null
    address: string | null
    status: Flag
    sortNum: number
    remark: string | null
    pinyin: Generated<string>
    initials: Generated<string>
    search: Generated<string>
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
    deletedAt: string | null
    deletedBy: string | null
  }
  orgAncestor: { orgId: string; ancestorId: string; depth: number }
  orgTally: { orgId: string; people: number }
  orgRange: { id: string; name: string; sortNum: Generated<number>; version: Generated<number>; createTime: Stamp; updateTime: Stamp }
  orgRangeRoot: { rangeId: string; orgId: string }
  users: {
    id: string
    userName: string
    realName: string
    phoneCipher: string | null
    phoneMask: string | null
    phoneHash: string | null
    phoneTail: string | null
    idCardCipher: string | null
    idCardMask: string | null
    idCardHash: string | null
    originUserId: string | null
    employeeNumber: string | null
    gender: number | null
    email: string | null
    avatar: string | null
    status: Flag
    passwordHash: string | null
    passwordFrom: Generated<'created' | 'reset' | 'own'>
    passwordType: number | null
    passwordTime: Stamp
    authenticated: Generated<number>
    validEndTime: string | null
    remark: string | null
    lastLoginTime: string | null
    pinyin: Generated<string>
    initials: Generated<string>
    search: Generated<string>
    grams: Generated<string[]>
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
    deletedAt: string | null
    deletedBy: string | null
    deletedJobs: Json<unknown> | null
    deletedLabels: Json<unknown> | null
  }
  standing: {
    id: string
    kind: 'rank' | 'title' | 'duty' | 'post'
    name: string
    code: string
    status: Flag
    sortNum: Generated<number>
    remark: string | null
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  job: {
    id: string
    userId: string
    orgId: string
    jobType: number
    rankId: string | null
    titleId: string | null
    dutyId: string | null
    postId: string | null
    sortNum: number
  }
  userLabel: {
    id: string
    name: string
    color: string | null
    status: Flag
    sortNum: Generated<number>
    remark: string | null
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  userLabelMember: { userId: string; labelId: string }
  menu: {
    id: string
    parentId: string
    parentMenu: GeneratedAlways<string | null>
    parentType: GeneratedAlways<string | null>
    name: string
    menuUri: string
    menuIcon: string | null
    type: 'menu' | 'button'
    mark: string | null
    status: Flag
    hsaAuthGradeShow: Flag
    sortNum: number
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  role: {
    id: string
    code: string
    name: string
    status: Flag
    remark: string | null
    builtIn: Flag
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  roleMenu: { id: GeneratedAlways<string>; roleId: string; menuId: string }
  userRole: { id: GeneratedAlways<string>; userId: string; roleId: string; status: Flag }
  gradeAdmin: {
    id: string
    userId: string
    orgId: string
    hasIncludeChild: Flag
    status: Flag
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  gradeAdminMenu: { id: GeneratedAlways<string>; gradeAdminId: string; menuId: string }
  importPlan: {
    id: string
    kind: 'insertUser' | 'updateUser' | 'insertUserOrg' | 'updateUserOrg' | 'insertOrg' | 'updateOrg'
    ownerId: string
    fileName: string
    fileId: string | null
    titles: Generated<string[]>
    options: Json<unknown>
    total: Generated<number>
    steps: Generated<number>
    stagedAt: string | null
    taskId: string | null
    doneAt: string | null
    createTime: Stamp
  }
  importRow: {
    planId: string
    rowNo: number
    step: Generated<number>
    cells: Json<string[]>
    verdict: 'new' | 'changed' | 'unchanged' | 'refused'
    faults: Json<unknown>
    changes: Json<unknown>
    meaning: Json<unknown> | null
    targetId: string | null
    targetVersion: number | null
  }
  pendingPassword: { userId: string; origin: 'md5' | 'sm3'; sealed: string; claimedUntil: Generated<string> }
}

/** A row as it is read. */
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
