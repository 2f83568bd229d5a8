export const text = {
  label: '系统警告',
  testSwitches: (names: readonly string[]) => `测试开关已打开（${names.join('、')}），任何人都可能冒名登录，不得用于正式环境`,
  storage: { low: '服务器存储空间不足 1 GB，请尽快清理', full: '服务器存储空间不足，暂时不能保存任何内容，请立即清理' },
} as const
