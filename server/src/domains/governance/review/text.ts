import { acts, fields, states, things } from '@hufu/contract/text'

const nouns = { user: things.user, org: things.org } as const

/** Sentences about reviews that only the server says. */
export const text = {
  gender: ['', states.male, states.female] as readonly string[],
  status: [states.disabled, states.enabled] as readonly string[],
  and: '；',
  empty: '空',
  job: (orgName: string, isMain: boolean, named: readonly string[]) => [orgName, isMain ? '主职' : states.otherJob, ...named].join(' · '),
  password: (isRandom: boolean, isSent: boolean) =>
    `${isRandom ? states.randomPassword : states.initialPassword}${isSent ? '，短信通知本人' : ''}`,
  system: things.system,
  mail: {
    subject: {
      todo: '有申请待您审核',
      remind: '有申请等待您审核',
      passed: '您的申请已通过',
      rejected: '您的申请已驳回',
      copied: '有申请抄送给您',
    },
    told: {
      todo: (count: number, kind: 'user' | 'org') => `有 ${count} 条${nouns[kind]}申请待您审核。`,
      remind: (count: number, kind: 'user' | 'org') => `有 ${count} 条${nouns[kind]}申请等待您审核，请尽快处理。`,
      passed: (count: number, kind: 'user' | 'org') => `您提交的 ${count} 条${nouns[kind]}申请已通过。`,
      rejected: (count: number, kind: 'user' | 'org') => `您提交的 ${count} 条${nouns[kind]}申请已驳回，意见见“我的申请”。`,
      copied: (count: number, kind: 'user' | 'org') => `有 ${count} 条已通过的${nouns[kind]}申请抄送给您，见“我的申请”。`,
    },
    body: (sentence: string, address: string, system: string) => `${sentence}${address && `\n\n${address}`}\n\n${system}\n`,
  },
  noPage: '没有审核页面的权限',
  disabled: '已停用或删除',
  /** Operations on users that need no review while their switch is off; enabling never does. */
  unlessSwitched: { disable: '启用停用', move: acts.moveMainJob, reset: acts.resetPassword },
  enabling: acts.enable,
  notReviewed: {
    user: [
      acts.removeJob,
      fields.order,
      acts.recover,
      things.identityVerification,
      '标签与工作组的成员',
      '本人在个人中心的修改',
      'API客户端与同步',
    ],
    org: ['启用停用', '移动', fields.order, acts.recover, '条线与机构范围', 'API客户端与同步'],
  },
} as const
