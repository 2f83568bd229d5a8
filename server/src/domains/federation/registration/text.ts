import { text as common } from '@hufu/contract/text'

/** What this screenless part of the console writes of its own. */
export const text = {
  unnamed: '自行注册的应用',
  remark: (token: string) => `以注册令牌“${token}”自行注册`,
  done: common.done,
} as const
