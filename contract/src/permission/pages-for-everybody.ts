/** Pages where what is changed holds for everybody and not for a branch: shipped as not meant for delegated administrators. */
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
