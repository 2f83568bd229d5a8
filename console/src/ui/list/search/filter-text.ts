import { t } from '@hufu/contract/language'
export const text = {
  active: t('当前筛选', 'Filters'),
  remove: t('移除筛选', 'Remove filter'),
  removeAll: t('清除全部', 'Clear all'),
  colon: t('：', ': '),
} as const
