import { fields, states, things } from '@hufu/contract/text'

/** Sentences about access paths to applications. */
export const text = {
  types: {
    user: things.user,
    org: things.org,
    post: fields.post,
    workGroup: things.workGroup,
    label: things.userLabel,
    stripe: things.businessLine,
  },
  nothing: '没有任何途径：他本人、所在机构、岗位、工作组、标签、条线都没有这个应用的授权。',
  paths: fields.path,
  way: fields.path,
  gives: '授予',
  state: fields.status,
  opens: '打开应用',
  works: '有效',
  direct: states.grantedDirectly,
  through: (group: string, subject: string) => `权限组 ${group}（${subject}）`,
  subject: (type: string, name: string) => `${type}：${name}`,
  faults: {
    over: states.expired,
    notBegun: '尚未生效',
    accountDisabled: '他在该应用内的账号已停用',
    roleDisabled: '角色已停用',
    groupDisabled: '权限组已停用',
    appDisabled: '应用已停用',
    subjectDisabled: '授权对象已停用或已到期',
    notBelow: '只授予了上级机构本身，未含下级',
  },
} as const
