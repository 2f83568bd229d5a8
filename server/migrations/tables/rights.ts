import type { Strength } from '@hufu/contract/sign-in/strength'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Flag, Stamp } from './columns.ts'

/** Menus, roles, grade administrators: who may do what. */
export interface RightsTables {
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
    secondFactor: Generated<Strength>
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  roleMenu: { id: GeneratedAlways<string>; roleId: string; menuId: string }
  userRole: { id: GeneratedAlways<string>; userId: string; roleId: string; status: Flag; createTime: Stamp }
  gradeAdmin: {
    id: string
    userId: string
    orgId: string
    hasIncludeChild: Flag
    status: Flag
    beginTime: string | null
    endTime: string | null
    hasHandOn: Flag
    sourceId: string | null
    grantedBy: string | null
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  gradeAdminMenu: { id: GeneratedAlways<string>; gradeAdminId: string; menuId: string }
  dutyHolder: { userId: string; duty: 'system' | 'security' | 'audit'; createTime: Stamp; id: GeneratedAlways<string> }
  rightsChange: {
    n: GeneratedAlways<number>
    xact: GeneratedAlways<string>
    kind: string
    recordId: string
    userId: string | null
    oldId: string | null
    newId: string | null
    oldPostId: string | null
    newPostId: string | null
    oldIds: string[] | null
  }
  separation: { id: number; isOn: boolean; updateTime: Stamp }
  separationVote: { userId: string; wish: boolean; createTime: Stamp }
}
