import type { Generated, GeneratedAlways } from 'kysely'

/** Printed from the migrated database by `npm run print`; do not edit. A test fails when this copy is stale. */
export interface PermissionTables {
  ableDutyHolder: { userId: GeneratedAlways<string>; duty: GeneratedAlways<'system' | 'security' | 'audit'> }
  dutyHolder: { userId: string; duty: 'system' | 'security' | 'audit'; createTime: Generated<string>; id: GeneratedAlways<string> }
  gradeAdmin: {
    id: string
    userId: string
    orgId: string
    hasIncludeChild: Generated<0 | 1>
    status: Generated<0 | 1>
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
    beginTime: string | null
    endTime: string | null
    hasHandOn: Generated<0 | 1>
    sourceId: string | null
    grantedBy: string | null
  }
  gradeAdminMenu: { id: GeneratedAlways<string>; gradeAdminId: string; menuId: string }
  menu: {
    id: string
    parentId: string
    name: string
    menuUri: string
    menuIcon: string | null
    type: 'menu' | 'button'
    mark: string | null
    status: Generated<0 | 1>
    hsaAuthGradeShow: Generated<0 | 1>
    sortNum: number
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
    parentMenu: GeneratedAlways<string | null>
    parentType: GeneratedAlways<string | null>
  }
  role: {
    id: string
    code: string
    name: string
    status: Generated<0 | 1>
    remark: string | null
    builtIn: Generated<0 | 1>
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
    secondFactor: Generated<'' | 'any' | 'crypto'>
  }
  roleMenu: { id: GeneratedAlways<string>; roleId: string; menuId: string }
  separation: { id: 1; isOn: boolean; updateTime: Generated<string> }
  separationVote: { userId: string; wish: boolean; createTime: Generated<string> }
  userRole: { id: GeneratedAlways<string>; userId: string; roleId: string; status: Generated<0 | 1>; createTime: Generated<string> }
}
