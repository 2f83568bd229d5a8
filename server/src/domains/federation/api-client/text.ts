/** Words of this feature in sentences. */
export const text = {
  ipWhitelist: 'IP白名单',
} as const
