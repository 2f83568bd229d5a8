import { t } from '@hufu/contract/language'
export const text = {
  grip: t(
    (name: string) => `移动 ${name}，按 Alt+↑ 或 Alt+↓`,
    name => `Move ${name}, press Alt+↑ or Alt+↓`,
  ),
  hint: t('拖动，或按 Alt+↑、Alt+↓ 调整顺序', 'Drag, or press Alt+↑ or Alt+↓ to change the order'),
} as const
