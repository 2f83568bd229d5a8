import { states } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

export const text = {
  find: t('输入以查找', 'Type to find'),
  options: t('可选项', 'Options'),
  nothing: t('没有符合的选项', 'No option matches'),
  none: states.empty,
} as const
