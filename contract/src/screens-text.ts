import { things } from './text.ts'
import { t } from './language.ts'

/** Titles of screens that are used for nothing else, or for which another language uses the plural. */
export const screensText = {
  apps: t('应用管理', 'Applications'),
  grants: t('授权管理', 'Grants'),
  reviews: t('审核管理', 'Reviews'),
  audit: t('审计管理', 'Audit'),
  directory: t('组织机构管理', 'Directory'),
  sync: t('同步管理', 'Synchronisation'),
  system: t('系统管理', 'System'),
  groupGrants: t('权限组授权', 'Grant a permission group'),
  apiGrants: t('API授权', 'API access'),
  reviewSettings: t('审核设置', 'Review settings'),
  logs: t('日志管理', 'Logs'),
  orgs: t('机构管理', 'Organisations'),
  businessLineOrgs: t('条线机构管理', 'Business lines'),
  workGroups: t('工作组管理', 'Work groups'),
  userLabels: t('用户标签管理', 'User labels'),
  roles: t('角色管理', 'Roles'),
  rolePermissions: t('设置角色权限', 'Permissions of a role'),
  operations: t('运维管理', 'Operations'),
  menus: t('菜单管理', 'Menus'),
  config: t('配置管理', 'Settings'),
  dictionaries: t('字典管理', 'Dictionaries'),
  design: t('流程设计', 'Workflow design'),
  permissionGroups: t(things.permissionGroup, 'Permission groups'),
  workflows: t(things.workflow, 'Workflows'),
  scheduledJobs: t(things.scheduledTask, 'Scheduled jobs'),
} as const
