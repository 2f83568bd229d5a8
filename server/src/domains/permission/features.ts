import type { Feature } from '../../platform/http/context.ts'
import { adminFeature } from './admin/admin.routes.ts'
import { delegatedAdminFeature } from './delegated-admin/delegated-admin.routes.ts'
import { menuFeature } from './menu/menu.routes.ts'
import { roleFeature } from './role/role.routes.ts'
import { separationFeature } from './separation/separation.routes.ts'
import { impersonationFeature } from './impersonation/impersonation.routes.ts'

export const permissionFeatures: readonly Feature[] = [
  adminFeature,
  roleFeature,
  menuFeature,
  delegatedAdminFeature,
  separationFeature,
  impersonationFeature,
]
