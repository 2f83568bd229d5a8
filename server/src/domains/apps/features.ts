import type { Feature } from '../../platform/http/context.ts'
import { userAppFeature } from './access/user-app.routes.ts'
import { appResourceFeature, appRoleFeature } from './app-role/app-role.routes.ts'
import { appUserFeature } from './app-user/app-user.routes.ts'
import { appVisitFeature } from './app-visit/app-visit.routes.ts'
import { appSettingFeature } from './app/app-setting.routes.ts'
import { appFeature, appGroupFeature } from './app/app.routes.ts'
import { authGroupFeature } from './auth-group/auth-group.routes.ts'
import { authorizeFeature } from './authorize/authorize.routes.ts'
import { accountAppsFeature } from './account-apps/account-apps.routes.ts'

export const appsFeatures: readonly Feature[] = [
  appFeature,
  appGroupFeature,
  appSettingFeature,
  appResourceFeature,
  appRoleFeature,
  appUserFeature,
  appVisitFeature,
  authGroupFeature,
  authorizeFeature,
  userAppFeature,
  accountAppsFeature,
]
