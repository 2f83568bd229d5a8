import { fields } from '@hufu/contract/text'

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
  people: fields.peopleCount,
  childCount: '下级机构数',
  status: fields.status,
  remark: fields.remark,
  createTime: fields.createTime,
  list: (name: string) => `${name} 的下级机构`,
  none: '没有下级机构',
  full: '打开机构详情',
  forbidden: '您没有查看机构详情的权限，请联系管理员。',
} as const
