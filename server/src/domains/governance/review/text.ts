import { acts, fields, states, things } from '@hufu/contract/text'
/** What the server alone says of reviews. */
export const text = {
  orgPhone: fields.telephone,
  gender: ['', states.male, states.female] as readonly string[],
  status: [states.disabled, states.enabled] as readonly string[],
  and: '；',
  empty: '空',
  job: (orgName: string, isMain: boolean, named: readonly string[]) => [orgName, isMain ? '主职' : states.otherJob, ...named].join(' · '),
  system: things.system,
  noPage: '没有审核页面的权限',
  disabled: '已停用或删除',
  notReviewed: {
    user: [
      '启用停用',
      '调整主职',
      acts.removeJob,
      fields.order,
      '重置密码',
      acts.recover,
      things.identityVerification,
      '标签与工作组的成员',
      '本人在个人中心的修改',
      'API客户端与同步',
    ],
    org: ['启用停用', '移动', fields.order, acts.recover, '条线与机构范围', 'API客户端与同步'],
  },
} as const
