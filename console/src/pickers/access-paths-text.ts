/** How somebody comes to an application. */
export const text = {
  types: { user: '用户', org: '机构', post: '岗位', workGroup: '工作组', label: '用户标签', stripe: '条线' },
  nothing: '没有任何途径：他本人、所在机构、岗位、工作组、标签、条线都没有这个应用的授权。',
  ways: '途径',
  way: '途径',
  gives: '授予',
  state: '状态',
  opens: '打开应用',
  works: '有效',
  direct: '直接授权',
  through: (group: string, subject: string) => `权限组 ${group}（${subject}）`,
  subject: (type: string, name: string) => `${type}：${name}`,
  faults: {
    over: '已到期',
    notBegun: '尚未生效',
    accountDisabled: '他在该应用内的账号已停用',
    roleDisabled: '角色已停用',
    groupDisabled: '权限组已停用',
    appDisabled: '应用已停用',
    subjectDisabled: '授权对象已停用或已到期',
    notBelow: '只授予了上级机构本身，未含下级',
  },
} as const
