import { keysWith, type Field } from './field.ts'
import { fields, states } from '../text.ts'

const inForms = { sheet: true, review: true } as const
const restored = { ...inForms, restore: true } as const
const ofJob = { kind: 'record', sheet: true, rule: 'record' } as const

/** The fields of a user, in the order of the sheets; those without a column belong to the main job or to the labels. */
export const userFields = {
  userName: { ...restored, label: fields.userName, kind: 'account', column: 'user_name', unique: 'userNameTaken', required: 'always', sync: { example: 'zhangsan', usual: ['userName', 'username', 'login', 'loginName', 'account', 'uid'] }, push: true, claim: true, account: true, scim: 'core:userName', rule: 'words', resubmit: true },
  realName: { ...restored, label: fields.realName, kind: 'name', column: 'real_name', required: 'always', sync: { example: '张三', usual: ['realName', 'name', 'displayName', 'real_name', 'cn'] }, push: true, claim: true, scim: 'core:displayName', rule: 'words', resubmit: true },
  phone: { ...inForms, label: fields.phone, kind: 'phone', column: 'phone', sealed: true, unique: 'phoneTaken', required: 'setting', sync: { example: '13800138000', usual: ['phone', 'mobile', 'mobilePhone', 'telephone', 'tel'], clears: true }, push: true, claim: true, account: true, scim: 'core:phoneNumbers', resubmit: true },
  idCard: { ...inForms, label: fields.idCard, kind: 'idCard', column: 'id_card', sealed: true, unique: 'idCardTaken', required: 'setting', sync: { example: '110101199001011237', clears: true }, resubmit: true },
  originUserId: { ...restored, label: fields.originUserId, kind: 'line', column: 'origin_user_id', unique: 'originUserIdTaken', required: 'setting', sync: { example: '10023', usual: ['originUserId', 'id', 'userId', 'user_id', 'uid', 'employeeId'] }, push: true, claim: true, account: true, scim: 'hufu:originUserId', resubmit: true },
  employeeNumber: { ...restored, label: fields.employeeNumber, kind: 'line', column: 'employee_number', unique: 'employeeNumberTaken', required: 'setting', sync: { example: 'A0023', usual: ['employeeNumber', 'jobNumber', 'job_number', 'workNo'], clears: true }, push: true, claim: true, account: true, scim: 'enterprise:employeeNumber', rule: 'words', resubmit: true },
  orgCode: { label: fields.orgCode, kind: 'record', sheet: true },
  rank: { ...ofJob, label: fields.rank, sync: { example: '六级' } },
  title: { ...ofJob, wire: 'positionalTitles', label: fields.title, sync: { example: '工程师' } },
  duty: { ...ofJob, wire: 'position', label: fields.duty, sync: { example: '科长' } },
  post: { ...ofJob, wire: 'station', label: fields.post, sync: { example: '出纳' } },
  sortNum: { label: fields.sortNum, kind: 'number', sheet: true, sync: { example: '10' } },
  labels: { label: fields.label, kind: 'records', sheet: true },
  gender: { ...restored, label: fields.gender, kind: 'choice', column: 'gender', codes: { 1: states.male, 2: states.female }, sync: { example: '1', clears: true }, push: true, claim: true, scim: 'hufu:gender', rule: 'choice' },
  email: { ...restored, label: fields.email, kind: 'email', column: 'email', sync: { example: 'zhangsan@example.com', usual: ['email', 'mail'], clears: true }, push: true, claim: true, account: true, scim: 'core:emails', resubmit: true },
  avatar: { label: fields.avatar, kind: 'picture', column: 'avatar', review: true, restore: true },
  status: { ...inForms, label: fields.status, kind: 'flag', column: 'status', codes: { 0: states.disabled, 1: states.enabled }, sync: { example: '1', usual: ['status', 'state'] }, push: true, rule: 'flag' },
  validEndTime: { ...restored, label: fields.validUntil, kind: 'time', column: 'valid_end_time', sync: { example: '2026-12-31 23:59:59', clears: true }, push: true, scim: 'hufu:validUntil', rule: 'time' },
  remark: { ...restored, label: fields.remark, kind: 'words', column: 'remark', sync: { example: '', clears: true }, resubmit: true },
} as const satisfies Record<string, Field> // prettier-ignore

export type UserFields = typeof userFields
export type UserField = keyof UserFields

/** A field that a setting may require (D-70). */
export type MayBeRequired = { [K in UserField]: UserFields[K] extends { required: 'setting' } ? K : never }[UserField]
export const mayBeRequired = keysWith(userFields, 'required').filter((key): key is MayBeRequired => userFields[key].required === 'setting')
