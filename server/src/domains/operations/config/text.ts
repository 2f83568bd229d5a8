export const text = {
  ipWhitelist: 'IP白名单',
  ipBlacklist: 'IP黑名单',
} as const
