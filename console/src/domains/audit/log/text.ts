import { acts, fields, outcomes } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

export const text = {
  title: t('日志', 'Log'),
  description: t(
    '此浏览器本次打开以来的错误，仅保存在内存中，最多 100 条；不含任何账号信息。',
    'Errors since this browser was opened, kept in memory only, at most 100. They hold nothing about any account.',
  ),
  clear: acts.clear,
  copy: t('复制诊断信息', 'Copy diagnostics'),
  copied: outcomes.copied,
  login: acts.backToSignIn,
  home: acts.backToHome,
  none: t('暂无诊断信息', 'Nothing to report'),
  stack: t('调用栈', 'Call stack'),
  browser: fields.browser,
} as const
