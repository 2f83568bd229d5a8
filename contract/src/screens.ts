import { screensText } from './screens-text.ts'
import { acts, fields, things } from './text.ts'

/**
 * The route table, which both server and console read; it is also the seed of the menu.
 * code: the permission code of a button route; true: open to everyone signed in. A button on two pages has two parents.
 */
export interface Screen {
  path: string
  title: string
  type: 'menu' | 'button'
  code?: string | true
  /** Pages above it, for breadcrumb, permission and back button; '/' for a page on the first level. */
  parents: readonly string[]
  /** The name in the menu if it differs from the title (O-09). */
  menuName?: string
  /** The page it is a tab of: who may open both has only that page in the menu (decision 0137). */
  tabOf?: string
  icon?: string
}

const page = (path: string, title: string, parent: string, more: Partial<Screen> = {}): Screen => ({
  path,
  title,
  type: 'menu',
  parents: [parent],
  ...more,
})
const sub = (path: string, title: string, code: string | true, ...parents: string[]): Screen => ({
  path,
  title,
  type: 'button',
  code,
  parents,
})

/** Nodes without a page of their own: they redirect to their first permitted child (D-39). */
export const directories = [
  { path: '/app', title: screensText.apps, icon: 'appstore', first: '/app/list' },
  { path: '/authorize', title: screensText.grants, icon: 'key', first: '/authorize/auth-group' },
  { path: '/examine', title: screensText.reviews, icon: 'check-square' },
  { path: '/audit', title: screensText.audit, icon: 'file-search' },
  { path: '/organiz', title: screensText.directory, icon: 'apartment' },
  { path: '/sync', title: screensText.sync, icon: 'sync' },
  { path: '/system', title: screensText.system, icon: 'setting' },
] as const

export const screens: readonly Screen[] = [
  page('/wel/index', things.home, '/', { icon: 'home' }),
  page('/app/list', things.appList, '/app'),
  sub('/app/detail', things.appDetail, 'edit-c', '/app/list'),
  page('/app/authority', things.appPermissions, '/app'),
  sub('/app/relatedUser', acts.grantUsers, 'refUser', '/app/authority'),
  page('/app/user', things.appUsers, '/app'),
  page('/app/appSetting', things.appSettings, '/app'),
  page('/authorize/auth-group', screensText.permissionGroups, '/authorize'),
  page('/authorize/index', things.appGrants, '/authorize'),
  sub('/authorize/authorize', screensText.groupGrants, 'auth', '/authorize/auth-group'),
  page('/authorize/api-auth', screensText.apiGrants, '/authorize'),
  page('/examine/review-org', things.orgReview, '/examine'),
  page('/examine/review-user', things.userReviewList, '/examine', { menuName: things.userReview }),
  page('/examine/examine-set', things.userReview, '/examine', { menuName: screensText.reviewSettings }),
  page('/audit/operation', screensText.logs, '/audit'),
  page('/audit/getPage', things.onlineUsers, '/audit'),
  page('/audit/stats', things.statistics, '/audit'),
  page('/audit/loginLog', things.signInLog, '/audit'),
  page('/audit/sms', things.smsLog, '/audit'),
  page('/organiz/index', things.organisation, '/organiz'),
  sub('/organiz/user', acts.addUser, 'add-user', '/organiz/index'),
  sub('/organiz/user/:id', acts.editUser, 'edit-user', '/organiz/index'),
  sub('/organiz/detail', things.userDetail, 'user-detail', '/organiz/index'),
  sub('/organiz/deleted-user', things.deletedUsers, true, '/organiz/index'),
  sub('/organiz/batch-add-user', acts.addUsers, 'batch-save', '/organiz/index'),
  sub('/organiz/orgDetail', things.orgDetail, 'view-org', '/organiz/index', '/organiz/org-list'),
  sub('/organiz/grade-admin', acts.setDelegatedAdmin, 'grade-auth', '/organiz/index', '/organiz/org-list'),
  page('/organiz/org-list', screensText.orgs, '/organiz', { tabOf: '/organiz/index' }),
  sub('/organiz/batch-add-org', acts.addOrgs, 'batch-save-org', '/organiz/org-list'),
  sub('/organiz/deleted-org', things.deletedOrgs, true, '/organiz/org-list'),
  page('/organiz/stripe-org', screensText.businessLineOrgs, '/organiz'),
  sub('/organiz/stripe', things.businessLineOrg, 'stripe', '/organiz/stripe-org'),
  page('/organiz/work-group', screensText.workGroups, '/organiz'),
  page('/organiz/setting', things.orgSettings, '/organiz'),
  sub('/organiz/rank', fields.rank, 'rank', '/organiz/setting'),
  sub('/organiz/positionalTitles', fields.title, 'positionalTitles', '/organiz/setting'),
  sub('/organiz/position', fields.duty, 'position', '/organiz/setting'),
  sub('/organiz/station', fields.post, 'station', '/organiz/setting'),
  page('/organiz/user-label', screensText.userLabels, '/organiz'),
  page('/sync/config', things.syncCentre, '/sync'),
  page('/sync/syncLog', things.syncLog, '/sync'),
  page('/system/manage', things.adminList, '/system'),
  page('/system/gradeAdmins', things.delegatedAdminList, '/system'),
  page('/system/systemRoleIndex', screensText.roles, '/system'),
  sub('/system/authSystemRole', screensText.rolePermissions, true, '/system/systemRoleIndex'),
  page('/system/securityConfig', things.baseSettings, '/system'),
  page('/system/incorrectLoginIndex', things.accountUnlock, '/system'),
  page('/devops', screensText.operations, '/', { icon: 'tool' }),
  page('/devops/api-manage', things.apiManagement, '/devops'),
  page('/devops/menu', screensText.menus, '/devops'),
  page('/devops/config', screensText.config, '/devops'),
  page('/devops/dict', screensText.dictionaries, '/devops'),
  page('/devops/data-history', things.dataHistory, '/devops'),
  page('/devops/data-clean', things.dataCleaning, '/devops'),
  page('/devops/decrypt', things.decryption, '/devops'),
  page('/devops/workflow', screensText.workflows, '/devops'),
  sub('/devops/workflow/design', screensText.design, true, '/devops/workflow'),
  page('/devops/quartz', screensText.scheduledJobs, '/devops'),
  page('/devops/notice', things.homeFileManagement, '/devops'),
  page('/devops/file', things.files, '/devops'),
]

export const BUILT_IN_ACCOUNT = '1'
/** The code, and id, of the role that grants everything. */
export const SUPER_ADMIN = 'super_admin'
export const ROOT_ORG = '1'
export const DEFAULT_RANGE = 'default'
export const isDevops = (path: string): boolean => path === '/devops' || path.startsWith('/devops/')
