import type { LabelRule } from '@hufu/contract/directory/label-rule'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from '../columns.ts'

/** Printed from the migrated database by `npm run print`; do not edit. A test fails when this copy is stale. */
export interface DirectoryTables {
  gramTally: { gram: string; people: number }
  job: {
    id: string
    userId: string
    orgId: string
    jobType: 1 | 2
    rankId: string | null
    titleId: string | null
    dutyId: string | null
    postId: string | null
    sortNum: number
  }
  labelDue: { userId: string | null; orgId: string | null }
  labelTally: { labelId: string; people: number }
  liveOrg: {
    id: GeneratedAlways<string>
    parentId: GeneratedAlways<string | null>
    name: GeneratedAlways<string>
    shortName: GeneratedAlways<string | null>
    code: GeneratedAlways<string>
    orgType: GeneratedAlways<string | null>
    originOrgId: GeneratedAlways<string | null>
    leader: GeneratedAlways<string | null>
    phone: GeneratedAlways<string | null>
    address: GeneratedAlways<string | null>
    status: GeneratedAlways<0 | 1>
    sortNum: GeneratedAlways<number>
    remark: GeneratedAlways<string | null>
    pinyin: GeneratedAlways<string>
    initials: GeneratedAlways<string>
    search: GeneratedAlways<string>
    version: GeneratedAlways<number>
    createTime: GeneratedAlways<string>
    updateTime: GeneratedAlways<string>
    deletedAt: GeneratedAlways<string | null>
    deletedBy: GeneratedAlways<string | null>
  }
  liveUser: {
    id: GeneratedAlways<string>
    userName: GeneratedAlways<string>
    realName: GeneratedAlways<string>
    phoneCipher: GeneratedAlways<string | null>
    phoneMask: GeneratedAlways<string | null>
    phoneHash: GeneratedAlways<string | null>
    phoneTail: GeneratedAlways<string | null>
    idCardCipher: GeneratedAlways<string | null>
    idCardMask: GeneratedAlways<string | null>
    idCardHash: GeneratedAlways<string | null>
    originUserId: GeneratedAlways<string | null>
    employeeNumber: GeneratedAlways<string | null>
    gender: GeneratedAlways<1 | 2 | null>
    email: GeneratedAlways<string | null>
    avatar: GeneratedAlways<string | null>
    status: GeneratedAlways<0 | 1>
    passwordHash: GeneratedAlways<string | null>
    passwordFrom: GeneratedAlways<'created' | 'reset' | 'own'>
    passwordType: GeneratedAlways<number | null>
    passwordTime: GeneratedAlways<string>
    authenticated: GeneratedAlways<0 | 1>
    validEndTime: GeneratedAlways<string | null>
    remark: GeneratedAlways<string | null>
    pinyin: GeneratedAlways<string>
    initials: GeneratedAlways<string>
    search: GeneratedAlways<string>
    grams: GeneratedAlways<string[]>
    version: GeneratedAlways<number>
    createTime: GeneratedAlways<string>
    updateTime: GeneratedAlways<string>
    deletedAt: GeneratedAlways<string | null>
    deletedBy: GeneratedAlways<string | null>
    deletedJobs: Json<unknown> | null
    deletedLabels: Json<unknown> | null
    deletedGroups: Json<unknown> | null
    emailProven: GeneratedAlways<0 | 1>
    phoneProven: GeneratedAlways<0 | 1>
    deletedRoles: Json<unknown> | null
    userNamePhoneHash: GeneratedAlways<string | null>
  }
  loginPhone: { hash: string; userId: string }
  loginPhoneConflict: { userId: string; hash: string }
  loginPhoneQueue: { userId: string }
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
    status: Generated<0 | 1>
    sortNum: number
    remark: string | null
    pinyin: Generated<string>
    initials: Generated<string>
    search: Generated<string>
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
    deletedAt: string | null
    deletedBy: string | null
  }
  orgAncestor: { orgId: string; ancestorId: string; depth: number }
  orgRange: {
    id: string
    name: string
    sortNum: Generated<number>
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  orgRangeRoot: { rangeId: string; orgId: string }
  orgTally: { orgId: string; people: number }
  passwordHistory: { id: GeneratedAlways<number>; userId: string; passwordHash: string; createTime: Generated<string> }
  pendingPassword: { userId: string; origin: 'md5' | 'sm3'; sealed: string; claimedUntil: Generated<string> }
  standing: {
    id: string
    kind: 'rank' | 'title' | 'duty' | 'post'
    name: string
    code: string
    status: Generated<0 | 1>
    sortNum: Generated<number>
    remark: string | null
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  stripe: {
    id: string
    name: string
    code: string
    status: Generated<0 | 1>
    sortNum: Generated<number>
    remark: string | null
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  stripeOrg: {
    id: GeneratedAlways<string>
    stripeId: string
    orgId: string
    parentId: string | null
    sortNum: Generated<number>
    createTime: Generated<string>
  }
  userLabel: {
    id: string
    name: string
    color: string | null
    status: Generated<0 | 1>
    sortNum: Generated<number>
    remark: string | null
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
    rule: Json<LabelRule> | null
    taskId: string | null
    ruleDone: Generated<boolean>
  }
  userLabelMember: { userId: string; labelId: string }
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
    gender: 1 | 2 | null
    email: string | null
    avatar: string | null
    status: Generated<0 | 1>
    passwordHash: string | null
    passwordFrom: Generated<'created' | 'reset' | 'own'>
    passwordType: number | null
    passwordTime: Generated<string>
    authenticated: Generated<0 | 1>
    validEndTime: string | null
    remark: string | null
    pinyin: Generated<string>
    initials: Generated<string>
    search: Generated<string>
    grams: Generated<string[]>
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
    deletedAt: string | null
    deletedBy: string | null
    deletedJobs: Json<unknown> | null
    deletedLabels: Json<unknown> | null
    deletedGroups: Json<unknown> | null
    emailProven: Generated<0 | 1>
    phoneProven: Generated<0 | 1>
    deletedRoles: Json<unknown> | null
    userNamePhoneHash: string | null
  }
  workGroup: {
    id: string
    name: string
    code: string
    orgId: string | null
    leaderId: string | null
    validEndTime: string | null
    status: Generated<0 | 1>
    sortNum: Generated<number>
    remark: string | null
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
    rule: Json<LabelRule> | null
    taskId: string | null
    ruleDone: Generated<boolean>
  }
  workGroupMember: { id: GeneratedAlways<string>; groupId: string; userId: string; createTime: Generated<string> }
}
