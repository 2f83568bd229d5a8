import type { LabelRule } from '@hufu/contract/directory/label-rule'
import type { Generated } from 'kysely'
import type { Flag, Json, Stamp } from './columns.ts'

/** Organisations, people and what describes them. */
export interface PeopleTables {
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
    emailProven: Flag
    phoneProven: Flag
    avatar: string | null
    status: Flag
    passwordHash: string | null
    passwordFrom: Generated<'created' | 'reset' | 'own'>
    passwordType: number | null
    passwordTime: Stamp
    authenticated: Generated<number>
    validEndTime: string | null
    remark: string | null
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
    deletedGroups: Json<unknown> | null
    deletedRoles: Json<unknown> | null
  }
  lastLogin: { userId: string; loginTime: string | null }
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
    rule: Json<LabelRule> | null
    taskId: string | null
    ruleDone: Generated<boolean>
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  userLabelMember: { userId: string; labelId: string }
  gramTally: { gram: string; people: number }
  labelTally: { labelId: string; people: number }
  labelDue: { userId: string | null; orgId: string | null }
  pendingPassword: { userId: string; origin: 'md5' | 'sm3'; sealed: string; claimedUntil: Generated<string> }
}
