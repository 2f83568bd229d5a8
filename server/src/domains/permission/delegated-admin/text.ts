/** What the export of the grants says. */
export const text = {
  file: '分级管理员.xlsx',
  titles: [
    '姓名', '用户名', '管理机构', '含下级', '菜单数', '按钮数', '可转授', '授权来源', '授权人', '开始时间', '结束时间', '状态', '下级授权数', '创建时间',
  ],
  yes: '是',
  no: '否',
  states: { live: '生效中', waiting: '未开始', ended: '已到期', disabled: '已停用', resting: '暂停' },
} as const // prettier-ignore
