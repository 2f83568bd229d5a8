/** Pages whose changes affect the whole installation, so by default they are not offered to delegated administrators. */
export const pagesForEverybody: ReadonlySet<string> = new Set([
  '/organiz/setting',
  '/system/manage',
  '/system/systemRoleIndex',
  '/system/securityConfig',
  '/app/list',
  '/app/authority',
  '/app/appSetting',
  '/authorize/auth-group',
  '/authorize/api-auth',
  '/examine/examine-set',
  '/sync/config',
  '/sync/syncLog',
])
