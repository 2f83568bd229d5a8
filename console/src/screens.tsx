import type { ComponentType } from 'react'

export type Load = () => Promise<{ default: ComponentType }>

/** Every screen there is, by its address in contract/screens.ts; each is a chunk of its own. */
export const built: Record<string, Load> = {
  '/unauth': () => import('./features/unauth/unauth-page.tsx'),
  '/log': () => import('./features/log/log-page.tsx'),
  '/404': () => import('./features/not-found/not-found-page.tsx'),
  '/jumper': () => import('./features/jumper/jumper-page.tsx'),
  '/wel/index': () => import('./features/welcome/welcome-page.tsx'),
  '/account/settings': () => import('./features/account/settings-page.tsx'),
  '/account/changelog': () => import('./features/account/changelog-page.tsx'),
  '/app/authority': () => import('./features/app-role/authority-page.tsx'),
  '/app/relatedUser': () => import('./features/app-role/related-user-page.tsx'),
  '/app/user': () => import('./features/app-user/app-user-page.tsx'),
  '/audit/operation': () => import('./features/audit/operation-page.tsx'),
  '/audit/getPage': () => import('./features/online/online-page.tsx'),
  '/audit/loginLog': () => import('./features/login-log/login-log-page.tsx'),
  '/organiz/index': () => import('./features/user/user-list-page.tsx'),
  '/organiz/user': () => import('./features/user/user-form-page.tsx'),
  '/organiz/user/:id': () => import('./features/user/user-form-page.tsx'),
  '/organiz/detail': () => import('./features/user/user-detail-page.tsx'),
  '/organiz/deleted-user': () => import('./features/user/deleted-user-page.tsx'),
  '/organiz/org-list': () => import('./features/org/org-list-page.tsx'),
  '/organiz/orgDetail': () => import('./features/org/org-detail-page.tsx'),
  '/organiz/batch-add-org': () => import('./features/org/batch-add-org-page.tsx'),
  '/organiz/deleted-org': () => import('./features/org/deleted-org-page.tsx'),
  '/organiz/batch-add-user': () => import('./features/user/batch-add-user-page.tsx'),
  '/organiz/stripe-org': () => import('./features/stripe/stripe-list-page.tsx'),
  '/organiz/stripe': () => import('./features/stripe/stripe-page.tsx'),
  '/organiz/work-group': () => import('./features/work-group/work-group-page.tsx'),
  '/organiz/setting': () => import('./features/standing/setting-page.tsx'),
  '/organiz/rank': () => import('./features/standing/standing-page.tsx'),
  '/organiz/positionalTitles': () => import('./features/standing/standing-page.tsx'),
  '/organiz/position': () => import('./features/standing/standing-page.tsx'),
  '/organiz/station': () => import('./features/standing/standing-page.tsx'),
  '/organiz/user-label': () => import('./features/label/label-page.tsx'),
  '/organiz/grade-admin': () => import('./features/grade-admin/org-grades-page.tsx'),
  '/system/gradeAdmins': () => import('./features/grade-admin/grade-list-page.tsx'),
  '/system/manage': () => import('./features/admin/admin-page.tsx'),
  '/system/systemRoleIndex': () => import('./features/role/role-page.tsx'),
  '/system/authSystemRole': () => import('./features/role/auth-page.tsx'),
  '/audit/stats': () => import('./features/stats/stats-page.tsx'),
  '/audit/sms': () => import('./features/sms/sms-page.tsx'),
  '/system/incorrectLoginIndex': () => import('./features/incorrect-login/incorrect-login-page.tsx'),
  '/system/securityConfig': () => import('./features/security/security-page.tsx'),
  '/devops/config': () => import('./features/config/config-page.tsx'),
  '/devops/menu': () => import('./features/menu/menu-page.tsx'),
}

/** A menu entry that leads nowhere is worse than none: the left menu shows built screens only. */
export const isBuilt = (path: string): boolean => Object.hasOwn(built, path)
