import { screens } from '@hufu/contract/screens'
import { mayOpen, type Permissions, screenAt } from '../../platform/permission.ts'

/** The guide of each page; pages below inherit it unless they have their own. */
export const guideOfPage: Readonly<Record<string, string>> = {
  '/wel/index': 'home',
  '/app/list': 'apps',
  '/app/authority': 'app-roles',
  '/app/user': 'app-users',
  '/app/appSetting': 'app-settings',
  '/authorize/auth-group': 'permission-groups',
  '/authorize/index': 'grants',
  '/authorize/api-auth': 'api-clients',
  '/examine/review-org': 'reviews',
  '/examine/review-user': 'reviews',
  '/examine/examine-set': 'review-settings',
  '/audit/operation': 'operation-log',
  '/audit/getPage': 'online-users',
  '/audit/stats': 'statistics',
  '/audit/loginLog': 'sign-in-log',
  '/audit/sms': 'sms-log',
  '/organiz/index': 'users',
  '/organiz/batch-add-user': 'import',
  '/organiz/deleted-user': 'deleted-users',
  '/organiz/grade-admin': 'delegated-admins',
  '/organiz/org-list': 'orgs',
  '/organiz/orgDetail': 'orgs',
  '/organiz/batch-add-org': 'import',
  '/organiz/stripe-org': 'business-lines',
  '/organiz/work-group': 'work-groups',
  '/organiz/setting': 'org-settings',
  '/organiz/user-label': 'labels',
  '/sync/config': 'sync',
  '/sync/syncLog': 'sync-log',
  '/system/manage': 'admins',
  '/system/gradeAdmins': 'delegated-admins',
  '/system/systemRoleIndex': 'roles',
  '/system/securityConfig': 'base-settings',
  '/system/incorrectLoginIndex': 'unlock',
  '/devops': 'operations',
  '/devops/api-manage': 'api-management',
  '/devops/menu': 'menus',
  '/devops/config': 'config',
  '/devops/dict': 'dictionary',
  '/devops/data-history': 'data-history',
  '/devops/data-clean': 'data-cleaning',
  '/devops/decrypt': 'decrypt',
  '/devops/workflow': 'workflows',
  '/devops/quartz': 'scheduled-tasks',
  '/devops/notice': 'files',
  '/devops/file': 'files',
  '/account': 'account',
}

/** Pages whose users need a guide of other pages, too: what they change there may become a request for review. */
const pagesToo: Readonly<Record<string, readonly string[]>> = { reviews: ['/organiz/index', '/organiz/org-list'] }

/** Whether the guide is of a page that the user may open. */
export function isForUser(guide: string, permissions: Permissions): boolean {
  const pages = Object.keys(guideOfPage).filter(page => guideOfPage[page] === guide)
  return [...pages, ...(pagesToo[guide] ?? [])].some(page => isReachable(page, permissions))
}

/** A page outside the route table is everybody's; one below a menu page is reached from there. */
function isReachable(path: string, permissions: Permissions): boolean {
  const screen = screenAt(path)
  if (!screen) return true
  const isBelowMenu = screen.type === 'menu' || screen.parents.some(parent => permissions.menus.has(parent))
  return isBelowMenu && mayOpen(screen, permissions)
}

/** The guide of an address; undefined for pages without one, such as /404. */
export function guideOf(path: string): string | undefined {
  const guide = guideOfPage[path]
  if (guide) return guide
  const isLeaf = (form: string) => form === path || (form.endsWith('/:id') && path.startsWith(form.slice(0, -3)))
  const [parent] = screens.find(screen => isLeaf(screen.path))?.parents ?? []
  const above = parent ?? path.replace(/\/[^/]*$/, '')
  return above === path || above === '' || above === '/' ? undefined : guideOf(above)
}
