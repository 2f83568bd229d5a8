import { plural, t } from '@hufu/contract/language'
export const text = {
  total: t(
    (total: number) => `共 ${total} 个`,
    total => plural(total, 'item'),
  ),
  before: t('上一页', 'Previous page'),
  after: t('下一页', 'Next page'),
} as const
