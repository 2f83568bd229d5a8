import { t } from '../language.ts'
import { keysWith, type Field } from './field.ts'
import { fields, states } from '../text.ts'

const inForms = { sheet: true, review: true } as const
const restored = { ...inForms, restore: true } as const
const ofJob = { kind: 'record', sheet: true } as const

/** The fields of a user, in the order of the sheets; those without a column belong to the main job or to the labels. */
export const userFields = {
  userName: { ...restored, label: fields.userName, kind: 'account', column: 'user_name', unique: 'userNameTaken', required: 'always', sync: { example: 'zhangsan', usual: ['userName', 'username', 'login', 'loginName', 'account', 'uid'] }, push: true, claim: true, account: true, scim: 'core:userName', resubmit: true, list: { width: 128, shown: 'always', sorted: true }, form: { section: 'account', first: true } },
  realName: { ...restored, label: fields.realName, kind: 'name', column: 'real_name', required: 'always', sync: { example: t('张三', 'Zhang San'), usual: ['realName', 'name', 'displayName', 'real_name', 'cn'] }, push: true, claim: true, scim: 'core:displayName', resubmit: true, list: { width: 124, shown: 'always', sorted: true }, form: { section: 'person', first: true } },
  phone: { ...inForms, label: fields.phone, kind: 'phone', column: 'phone', sealed: true, unique: 'phoneTaken', required: 'setting', sync: { example: '13800138000', usual: ['phone', 'mobile', 'mobilePhone', 'telephone', 'tel'], clears: true }, push: true, claim: true, account: true, scim: 'core:phoneNumbers', resubmit: true, list: { width: 110, shown: 'always' }, form: { section: 'person', first: true } },
  idCard: { ...inForms, label: fields.idCard, kind: 'idCard', column: 'id_card', sealed: true, unique: 'idCardTaken', required: 'setting', sync: { example: '110101199001011237', clears: true }, resubmit: true, list: { width: 180, shown: 'optional' }, form: { section: 'person' } },
  originUserId: { ...restored, label: fields.originUserId, kind: 'line', column: 'origin_user_id', unique: 'originUserIdTaken', required: 'setting', sync: { example: '10023', usual: ['originUserId', 'id', 'userId', 'user_id', 'uid', 'employeeId'] }, push: true, claim: true, account: true, scim: 'hufu:originUserId', resubmit: true, list: { width: 140, shown: 'optional' }, form: { section: 'account' } },
  employeeNumber: { ...restored, label: fields.employeeNumber, kind: 'line', column: 'employee_number', unique: 'employeeNumberTaken', required: 'setting', sync: { example: 'A0023', usual: ['employeeNumber', 'jobNumber', 'job_number', 'workNo'], clears: true }, push: true, claim: true, account: true, scim: 'enterprise:employeeNumber', resubmit: true, list: { width: 112, shown: 'spare', sorted: true }, form: { section: 'person' } },
  orgCode: { label: fields.orgCode, kind: 'record', sheet: true },
  rank: { ...ofJob, label: fields.rank, sync: { example: t('六级', 'Grade 6') } },
  title: { ...ofJob, wire: 'positionalTitles', label: fields.title, sync: { example: t('工程师', 'Engineer') } },
  duty: { ...ofJob, wire: 'position', label: fields.duty, sync: { example: t('科长', 'Section chief') } },
  post: { ...ofJob, wire: 'station', label: fields.post, sync: { example: t('出纳', 'Cashier') } },
  sortNum: { label: fields.sortNum, kind: 'number', sheet: true, sync: { example: '10' }, list: { width: 80, shown: 'optional' } },
  labels: { label: fields.label, kind: 'records', sheet: true, list: { width: 160, shown: 'optional' } },
  gender: { ...restored, label: fields.gender, kind: 'choice', column: 'gender', codes: { 1: states.male, 2: states.female }, sync: { example: '1', clears: true }, push: true, claim: true, scim: 'hufu:gender', list: { width: 64, shown: 'optional' }, form: { section: 'person' } },
  email: { ...restored, label: fields.email, kind: 'email', column: 'email', sync: { example: 'zhangsan@example.com', usual: ['email', 'mail'], clears: true }, push: true, claim: true, account: true, scim: 'core:emails', resubmit: true, list: { width: 200, shown: 'optional' }, form: { section: 'person' } },
  status: { ...inForms, label: fields.status, kind: 'flag', column: 'status', codes: { 0: states.disabled, 1: states.enabled }, sync: { example: '1', usual: ['status', 'state'] }, push: true, list: { width: 100, shown: 'always', sorted: true } },
  validEndTime: { ...restored, label: fields.validUntil, kind: 'time', column: 'valid_end_time', sync: { example: '2026-12-31 23:59:59', clears: true }, push: true, scim: 'hufu:validUntil', list: { width: 172, shown: 'optional' }, form: { section: 'account', hint: t('留空则长期有效', 'Leave empty for no end') } },
  avatar: { label: fields.avatar, kind: 'picture', column: 'avatar', review: true, restore: true, form: { section: 'person' } },
  remark: { ...restored, label: fields.remark, kind: 'words', column: 'remark', sync: { example: '', clears: true }, resubmit: true, list: { width: 200, shown: 'optional' }, form: { section: 'person' } },
} as const satisfies Record<string, Field> // prettier-ignore

export type UserFields = typeof userFields
export type UserField = keyof UserFields

/** A field that a setting may require (D-70). */
export type MayBeRequired = { [K in UserField]: UserFields[K] extends { required: 'setting' } ? K : never }[UserField]
export const mayBeRequired = keysWith(userFields, 'required').filter((key): key is MayBeRequired => userFields[key].required === 'setting')
