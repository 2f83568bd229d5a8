import { t } from '@hufu/contract/language'
export const text = {
  label: t('系统警告', 'System warning'),
  testSwitches: t(
    (names: readonly string[]) => `测试开关已打开（${names.join('、')}），任何人都可能冒名登录，不得用于正式环境`,
    names => `Test switches are on (${names.join(', ')}): anybody can sign in as somebody else. Never use this in production.`,
  ),
  storage: {
    low: t('服务器存储空间不足 1 GB，请尽快清理', 'Less than 1 GB of storage is left on the server, please make room soon'),
    full: t(
      '服务器存储空间不足，暂时不能保存任何内容，请立即清理',
      'The server is out of storage and cannot save anything, please make room now',
    ),
  },
} as const
