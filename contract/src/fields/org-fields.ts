import { t } from '../language.ts'
import type { Field } from './field.ts'
import { fields, states } from '../text.ts'

const detail = { sheet: true, push: true, review: true } as const
const restored = { ...detail, restore: true } as const

/** The fields of an organisation, in the order of the form. */
export const orgFields = {
  parentId: { label: fields.parentOrg, kind: 'record', column: 'parent_id', required: 'always', push: true, review: true },
  name: { ...restored, label: fields.orgName, kind: 'name', column: 'name', unique: 'orgNameTaken', required: 'always', sync: { example: t('市场部', 'Marketing'), usual: ['name', 'orgName', 'deptName', 'dept_name', 'title'] }, resubmit: true },
  shortName: { ...restored, label: fields.shortName, kind: 'line', column: 'short_name', sync: { example: '', clears: true }, resubmit: true },
  code: { ...restored, label: fields.orgCode, kind: 'orgCode', column: 'code', unique: 'orgCodeTaken', required: 'always', sync: { example: 'D01', usual: ['orgCode', 'deptCode', 'code'] }, resubmit: true },
  orgType: { ...restored, label: fields.orgType, kind: 'record', column: 'org_type', sync: { example: '', clears: true }, resubmit: true },
  originOrgId: { ...restored, label: fields.originOrgId, kind: 'line', column: 'origin_org_id', unique: 'originOrgIdTaken', sync: { example: 'D01', usual: ['originOrgId', 'id', 'orgId', 'deptId', 'dept_id', 'code'] }, resubmit: true },
  leader: { ...restored, label: fields.leader, kind: 'line', column: 'leader', sync: { example: '', clears: true }, resubmit: true },
  phone: { ...restored, label: fields.telephone, kind: 'line', column: 'phone', sync: { example: '', clears: true }, resubmit: true },
  address: { ...restored, label: fields.address, kind: 'words', column: 'address', sync: { example: '', clears: true }, resubmit: true },
  sortNum: { ...detail, label: fields.sortNum, kind: 'number', column: 'sort_num', sync: { example: '10', usual: ['sortNum', 'sort', 'order'] } },
  status: { label: fields.status, kind: 'flag', column: 'status', codes: { 0: states.disabled, 1: states.enabled }, sync: { example: '1' }, push: true, review: true },
  remark: { label: fields.remark, kind: 'words', column: 'remark', review: true, restore: true, resubmit: true },
} as const satisfies Record<string, Field> // prettier-ignore

export type OrgFields = typeof orgFields
