import type { SyncObject } from '@hufu/contract/provisioning/sync-log'

/** The usual kinds of a first source. */
export const templates = ['all', 'user', 'org'] as const satisfies readonly SyncObject[]
export type Template = (typeof templates)[number]
export const templateIn = (value: string | null): Template | undefined => templates.find(one => one === value)

/** The usual names of fields in other systems; the first one in the sample is taken. */
export const usualNames: Readonly<Record<'org' | 'user', Readonly<Record<string, readonly string[]>>>> = {
  org: {
    originOrgId: ['originOrgId', 'id', 'orgId', 'deptId', 'dept_id', 'code'],
    name: ['name', 'orgName', 'deptName', 'dept_name', 'title'],
    parentOriginId: ['parentOriginId', 'parentId', 'parent_id', 'pid', 'parent'],
    code: ['orgCode', 'deptCode', 'code'],
    sortNum: ['sortNum', 'sort', 'order'],
  },
  user: {
    originUserId: ['originUserId', 'id', 'userId', 'user_id', 'uid', 'employeeId'],
    userName: ['userName', 'username', 'login', 'loginName', 'account', 'uid'],
    realName: ['realName', 'name', 'displayName', 'real_name', 'cn'],
    phone: ['phone', 'mobile', 'mobilePhone', 'telephone', 'tel'],
    employeeNumber: ['employeeNumber', 'jobNumber', 'job_number', 'workNo'],
    email: ['email', 'mail'],
    jobs: ['jobs', 'deptIds', 'departments', 'deptId', 'dept_id', 'orgId', 'department'],
    status: ['status', 'state'],
  },
}
