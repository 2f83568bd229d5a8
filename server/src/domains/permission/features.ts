import type { Feature } from '../../platform/http/context.ts'
import { adminFeature } from './admin/admin.routes.ts'
import { gradeAdminFeature } from './grade-admin/grade-admin.routes.ts'
import { menuFeature } from './menu/menu.routes.ts'
import { roleFeature } from './role/role.routes.ts'
import { separationFeature } from './separation/separation.routes.ts'
import { viewingFeature } from './viewing/viewing.routes.ts'

export const permissionFeatures: readonly Feature[] = [
  adminFeature,
  roleFeature,
  menuFeature,
  gradeAdminFeature,
  separationFeature,
  viewingFeature,
]
