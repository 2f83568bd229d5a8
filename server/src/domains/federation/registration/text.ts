import { text as commonText } from '@hufu/contract/text'

/** Texts that registration writes into applications and the audit. */
export const text = {
  unnamed: '自行注册的应用',
  remark: (token: string) => `以注册令牌“${token}”自行注册`,
  done: commonText.done,
} as const
