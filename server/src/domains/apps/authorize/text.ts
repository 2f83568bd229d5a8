export const text = {
  exportFile: '应用授权.xlsx',
  titles: ['授权对象', '对象类型', '含下级', '应用', '角色', '生效时间', '到期时间', '授权人', '授权时间'],
  types: { user: '用户', org: '机构', label: '用户标签', workGroup: '工作组', post: '岗位', stripe: '条线' },
  yes: '是',
  no: '否',
} as const
