import type { Translated } from './language.ts'
import type { screensText as chinese } from './screens-text.ts'

export const screensText: Translated<typeof chinese> = {
  apps: 'Applications',
  grants: 'Grants',
  reviews: 'Reviews',
  audit: 'Audit',
  directory: 'Directory',
  sync: 'Synchronisation',
  system: 'System',
  groupGrants: 'Grant a permission group',
  apiGrants: 'API access',
  reviewSettings: 'Review settings',
  logs: 'Logs',
  orgs: 'Organisations',
  businessLineOrgs: 'Business lines',
  workGroups: 'Work groups',
  userLabels: 'User labels',
  roles: 'Roles',
  rolePermissions: 'Permissions of a role',
  operations: 'Operations',
  menus: 'Menus',
  config: 'Settings',
  dictionaries: 'Dictionaries',
  design: 'Workflow design',
}
