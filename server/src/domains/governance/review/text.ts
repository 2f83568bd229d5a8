/** What the server alone says of reviews. */
export const text = {
  orgPhone: '电话',
  gender: ['', '男', '女'] as readonly string[],
  status: ['停用', '启用'] as readonly string[],
  and: '；',
  empty: '空',
  job: (orgName: string, isMain: boolean, named: readonly string[]) => [orgName, isMain ? '主职' : '兼职', ...named].join(' · '),
  system: '系统',
  noPage: '没有审核页面的权限',
  disabled: '已停用或删除',
  notReviewed: {
    user: [
      '启用停用',
      '调整主职',
      '移除任职',
      '排序',
      '重置密码',
      '恢复',
      '实名认证',
      '标签与工作组的成员',
      '本人在个人中心的修改',
      'API客户端与同步',
    ],
    org: ['启用停用', '移动', '排序', '恢复', '条线与机构范围', 'API客户端与同步'],
  },
} as const
