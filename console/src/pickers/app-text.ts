import { things } from '@hufu/contract/text'

/** Sentences of the application picker. */
export const text = {
  app: things.app,
  choose: '请选择应用，可按名称或编码查找',
  nothing: '没有符合条件的应用',
} as const
