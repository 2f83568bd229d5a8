import { fields } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

/** Sentences about the organisation shown beside its users. */
export const text = {
  name: fields.orgName,
  code: fields.orgCode,
  shortName: fields.shortName,
  orgType: fields.orgType,
  parent: fields.parentOrg,
  leader: fields.leader,
  phone: fields.telephone,
  address: fields.address,
  people: t(fields.peopleCount, 'Users'),
  childCount: t('下级机构数', 'Sub-organisations'),
  status: fields.status,
  remark: fields.remark,
  createTime: fields.createTime,
  list: t(
    (name: string) => `${name} 的下级机构`,
    name => `Sub-organisations of ${name}`,
  ),
  none: t('没有下级机构', 'No sub-organisations'),
  full: t('打开机构详情', 'Open details'),
  forbidden: t(
    '您没有查看机构详情的权限，请联系管理员。',
    'You are not permitted to see the details of organisations. Contact your administrator.',
  ),
} as const
