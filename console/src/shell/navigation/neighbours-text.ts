import { t } from '@hufu/contract/language'
export const text = {
  label: t('列表中的前后', 'Before and after in the list'),
  before: t('上一个', 'Previous one'),
  after: t('下一个', 'Next one'),
  place: t(
    (at: number, of: number) => `${at} / ${of}`,
    (at, of) => `${at} of ${of}`,
  ),
} as const
