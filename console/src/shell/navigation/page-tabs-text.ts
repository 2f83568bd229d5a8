import { t } from '@hufu/contract/language'
export const text = {
  label: t('打开过的页面', 'Open pages'),
  close: t(
    (name: string) => `关闭 ${name}`,
    name => `Close ${name}`,
  ),
} as const
