import { fields } from '@hufu/contract/text'

export const text = {
  ipWhitelist: fields.ipAllowList,
  ipBlacklist: 'IP黑名单',
} as const
