/** Sentences and sheet words about organisations. */
export const text = {
  sheets: { insertOrg: '机构导入', updateOrg: '机构更新' },
  titles: {
    code: '机构编码',
    name: '机构名称',
    parentCode: '上级机构编码',
    shortName: '简称',
    orgType: '机构类型',
    originOrgId: '原系统机构ID',
    leader: '负责人',
    phone: '电话',
    address: '地址',
    sortNum: '排序号',
  },
  notes: { code: '字母、数字、_ . -，不可重复', parentCode: '已有机构或本表中机构的编码' },
  statuses: { 0: '停用', 1: '启用' },
  exportFile: '机构导出.xlsx',
} as const
