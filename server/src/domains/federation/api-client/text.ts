import { fields } from '@hufu/contract/text'

/** Words of this feature in sentences. */
export const text = {
  ipWhitelist: fields.ipAllowList,
} as const
