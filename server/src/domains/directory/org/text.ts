import { fields, outcomes, states } from '@hufu/contract/text'

/** Sentences and sheet words about organisations. */
export const text = {
  sheets: { insertOrg: '机构导入', updateOrg: '机构更新' },
  titles: {
    code: fields.orgCode,
    name: fields.orgName,
    parentCode: '上级机构编码',
    shortName: fields.shortName,
    orgType: fields.orgType,
    originOrgId: fields.originOrgId,
    leader: fields.leader,
    phone: fields.telephone,
    address: fields.address,
    sortNum: fields.sortNum,
  },
  notes: { code: outcomes.codeHint, parentCode: '已有机构或本表中机构的编码', orgType: '字典“机构类型”中的名称或编码' },
  statuses: { 0: states.disabled, 1: states.enabled },
  exportFile: '机构导出.xlsx',
  status: fields.status,
} as const
