import type { Translated } from '@hufu/contract/language'
import { fields } from '@hufu/contract/text'
import type { text as chinese } from './org-text.ts'

export const text: Translated<typeof chinese> = {
  name: fields.orgName,
  code: fields.orgCode,
  shortName: fields.shortName,
  orgType: fields.orgType,
  parent: fields.parentOrg,
  leader: fields.leader,
  phone: fields.telephone,
  address: fields.address,
  people: 'Users',
  childCount: 'Sub-organisations',
  status: fields.status,
  remark: fields.remark,
  createTime: fields.createTime,
  list: name => `Sub-organisations of ${name}`,
  none: 'No sub-organisations',
  full: 'Open details',
  forbidden: 'You are not permitted to see the details of organisations. Contact your administrator.',
}
