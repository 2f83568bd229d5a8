import { acts, fields, outcomes } from '@hufu/contract/text'

export const text = {
  title: '日志',
  description: '此浏览器本次打开以来的错误，仅保存在内存中，最多 100 条；不含任何账号信息。',
  clear: acts.clear,
  copy: '复制诊断信息',
  copied: outcomes.copied,
  login: acts.backToSignIn,
  home: acts.backToHome,
  none: '暂无诊断信息',
  stack: '调用栈',
  browser: fields.browser,
} as const
