import type { TodoKind, StationKey } from '@hufu/contract/operations/welcome'

/** Where each to-do is done; '' for the server. */
export const todoPlaces: Readonly<Record<TodoKind, string>> = {
  locked: '/system/incorrectLoginIndex',
  syncBlocked: '/sync/config',
  scimBlocked: '/authorize/api-auth',
  pushHeld: '/app/list',
  syncFailed: '/sync/syncLog',
  pushFailed: '/sync/syncLog',
  auditBroken: '/audit/operation',
  reviewUser: '/examine/review-user',
  reviewOrg: '/examine/review-org',
  loginNameConflict: '/organiz/index',
  initialPassword: '/system/securityConfig?tab=password',
  initialPasswordWeak: '/system/securityConfig?tab=password',
  passwordless: '/organiz/index?hasIncludeChild=true&status=1&hasPassword=false',
  appUngranted: '/authorize/index',
  grantEnding: '/authorize/index',
  secretEnding: '/app/list',
  appWaiting: '/app/list?act=registrations',
  samlProposal: '/app/list',
  samlMetadata: '/app/list',
  samlCertificate: '/app/list',
  samlKey: '/app/appSetting',
  authorityEnding: '/devops/config?configKey=ca.trustCerts',
  backupFailed: '',
  backupNever: '',
  backupOld: '',
  auditUnchecked: '/audit/operation',
}

export const stationPlaces: Readonly<Record<StationKey, string>> = {
  address: '',
  secondAdmin: '/system/manage',
  policy: '/system/securityConfig?tab=password',
  orgs: '/organiz/org-list',
  people: '/organiz/batch-add-user',
  app: '/app/list',
  grant: '/authorize/index',
  trial: '/app/list',
  sms: '/devops/config',
  backup: '',
}
