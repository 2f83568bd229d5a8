/** Sentences on the telephone after returning from the provider. */
export const text = {
  confirmed: { title: '扫码成功，请返回电脑', advice: '您可以关闭本页面', isGood: true },
  declined: { title: '您已取消授权', advice: '如需继续，请在电脑上刷新二维码后重新扫码', isGood: false },
  failed: { title: '未能确认您的身份', advice: '请在电脑上刷新二维码后重新扫码', isGood: false },
  over: { title: '二维码已失效或已被使用', advice: '请在电脑上刷新二维码后重新扫码', isGood: false },
} as const
