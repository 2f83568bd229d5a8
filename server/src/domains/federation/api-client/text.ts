import { fields } from '@hufu/contract/text'

/** Words this feature adds to sentences of the platform. */
export const text = {
  ipWhitelist: fields.ipAllowList,
} as const
