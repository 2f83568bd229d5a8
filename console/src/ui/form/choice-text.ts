import { states } from '@hufu/contract/text'

export const text = {
  find: '输入以查找',
  options: '可选项',
  nothing: '没有符合的选项',
  none: states.empty,
} as const
