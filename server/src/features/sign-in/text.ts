/** What the login log says. */
export const text = {
  wechat: '微信',
  otherAgent: '其他',
} as const
