export const text = {
  exportFile: '应用用户.xlsx',
  titles: ['姓名', '账号', '机构', '应用账号', '来源', '角色', '状态', '可打开', '授权时间'],
  sources: { direct: '直接授权', group: '其他途径' },
  enabled: '启用',
  disabled: '停用',
  yes: '是',
  no: '否',
} as const
