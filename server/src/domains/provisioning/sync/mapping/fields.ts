import type { SyncField } from '@hufu/contract/provisioning/sync'
import { fields as names } from '@hufu/contract/text'
import { orgSheetTitles, userSheetTitles } from '../../../directory/index.ts'
import type { ObjectType } from '../sources/source.ts'
import { text } from '../text.ts'

type Field = Omit<SyncField, 'object' | 'sensitive' | 'unique' | 'required'> & Partial<Pick<SyncField, 'sensitive' | 'unique' | 'required'>>

const user = userSheetTitles
/** Fields are named like the columns of the import, because a source may set what a sheet may set. */
const userFields: readonly Field[] = [
  { field: 'originUserId', name: user.originUserId, kind: 'text', required: true, unique: true, example: '10023' },
  { field: 'userName', name: user.userName, kind: 'text', required: true, unique: true, example: 'zhangsan' },
  { field: 'realName', name: user.realName, kind: 'text', required: true, example: text.field.nameExample },
  { field: 'phone', name: user.phone, kind: 'text', unique: true, sensitive: true, example: '13800138000' },
  { field: 'idCard', name: user.idCard, kind: 'text', unique: true, sensitive: true, example: '110101199001011237' },
  { field: 'employeeNumber', name: user.employeeNumber, kind: 'text', unique: true, example: 'A0023' },
  { field: 'jobs', name: text.field.jobs, kind: 'list', example: 'D01,D02' },
  { field: 'gender', name: user.gender, kind: 'choice', example: '1' },
  { field: 'email', name: user.email, kind: 'text', example: 'zhangsan@example.com' },
  { field: 'status', name: user.status, kind: 'flag', example: '1' },
  { field: 'validEndTime', name: user.validEndTime, kind: 'time', example: '2026-12-31 23:59:59' },
  { field: 'rank', name: user.rank, kind: 'text', example: text.field.rankExample },
  { field: 'title', name: user.title, kind: 'text', example: text.field.titleExample },
  { field: 'duty', name: user.duty, kind: 'text', example: text.field.dutyExample },
  { field: 'post', name: user.post, kind: 'text', example: text.field.postExample },
  { field: 'sortNum', name: user.sortNum, kind: 'number', example: '10' },
  { field: 'remark', name: user.remark, kind: 'text', example: '' },
  { field: 'deleted', name: text.field.deleted, kind: 'flag', example: '0' },
]

const org = orgSheetTitles
const orgFields: readonly Field[] = [
  { field: 'originOrgId', name: org.originOrgId, kind: 'text', required: true, unique: true, example: 'D01' },
  { field: 'name', name: org.name, kind: 'text', required: true, example: text.field.orgExample },
  { field: 'parentOriginId', name: text.field.parentOriginId, kind: 'text', example: 'D00' },
  { field: 'code', name: org.code, kind: 'text', unique: true, example: 'D01' },
  { field: 'shortName', name: org.shortName, kind: 'text', example: '' },
  { field: 'orgType', name: org.orgType, kind: 'choice', example: '' },
  { field: 'leader', name: org.leader, kind: 'text', example: '' },
  { field: 'phone', name: org.phone, kind: 'text', example: '' },
  { field: 'address', name: org.address, kind: 'text', example: '' },
  { field: 'sortNum', name: org.sortNum, kind: 'number', example: '10' },
  { field: 'status', name: names.status, kind: 'flag', example: '1' },
  { field: 'deleted', name: text.field.deleted, kind: 'flag', example: '0' },
]

const whole =
  (object: ObjectType) =>
  (field: Field): SyncField => ({ required: false, unique: false, sensitive: false, ...field, object })
const table: Readonly<Record<ObjectType, readonly SyncField[]>> = { org: orgFields.map(whole('org')), user: userFields.map(whole('user')) }

export const objectsOf = (objectType: ObjectType | 'all'): readonly ObjectType[] => (objectType === 'all' ? ['org', 'user'] : [objectType])
export const fieldsOf = (objectType: ObjectType | 'all'): SyncField[] => objectsOf(objectType).flatMap(object => table[object])
export const fieldOf = (object: ObjectType, field: string): SyncField | undefined => table[object].find(one => one.field === field)
export const labelOf = (object: ObjectType, field: string): string => fieldOf(object, field)?.name ?? field
export const identityOf = { org: 'originOrgId', user: 'originUserId' } as const satisfies Record<ObjectType, string>
