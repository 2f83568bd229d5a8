import type { NamedType } from '@hufu/contract/audit/audit'

type Row = Readonly<Record<string, unknown>>

/** The table of each type whose table has the columns `id` and `name`. */
export const namedTables: Readonly<Record<Exclude<NamedType, 'user' | 'orgType'>, string>> = {
  org: 'org',
  orgRange: 'org_range',
  rank: 'standing',
  title: 'standing',
  duty: 'standing',
  post: 'standing',
  userLabel: 'user_label',
  stripe: 'stripe',
  workGroup: 'work_group',
  role: 'role',
  menu: 'menu',
  app: 'app',
  appGroup: 'app_group',
  appRole: 'app_role',
  appResource: 'app_resource',
  authGroup: 'auth_group',
  apiClient: 'api_client',
}

const objectTables: Readonly<Record<Exclude<NamedType, 'orgType'>, string>> = { user: 'users', ...namedTables }

/** The type of the objects whose ids a column holds: for that column in every table, or in one table only. */
const columns: Readonly<Record<string, NamedType>> = {
  user_id: 'user',
  leader_id: 'user',
  deputy_id: 'user',
  deleted_by: 'user',
  granted_by: 'user',
  create_by: 'user',
  edited_by: 'user',
  kept_by: 'user',
  opened_by: 'user',
  org_id: 'org',
  range_id: 'orgRange',
  rank_id: 'rank',
  title_id: 'title',
  duty_id: 'duty',
  post_id: 'post',
  label_id: 'userLabel',
  stripe_id: 'stripe',
  role_id: 'role',
  menu_id: 'menu',
  app_id: 'app',
  app_group_id: 'appGroup',
  resource_id: 'appResource',
  above_id: 'appResource',
  'org.parent_id': 'org',
  'org.org_type': 'orgType',
  'scim_client.root_org': 'org',
  'scim_client.default_org': 'org',
  'stripe_org.parent_id': 'org',
  'menu.parent_id': 'menu',
  'app_resource.parent_id': 'appResource',
  'app_grant.role_id': 'appRole',
  'app_role_resource.role_id': 'appRole',
  'app_grant.group_id': 'authGroup',
  'work_group_member.group_id': 'workGroup',
  'api_client_call.client_id': 'apiClient',
}
const records = new Map(Object.entries(objectTables).map(([type, table]) => [table, type as NamedType]))

const typed = (type: unknown): NamedType | null =>
  typeof type === 'string' && Object.hasOwn(objectTables, type) ? (type as NamedType) : null

/** The type of the object that a row describes; null if such objects have no name. */
export const recordType = (table: string, row: Row): NamedType | null =>
  table === 'standing' ? typed(row.kind) : (records.get(table) ?? null)

/** The type of the objects whose ids this column of the row holds; null if none. */
export function valueType(table: string, column: string, row: Row): NamedType | null {
  if (table === 'app_grant' && column === 'subject_id') return row.subject_type === 'label' ? 'userLabel' : typed(row.subject_type)
  const ofTable = `${table}.${column}`
  return columns[Object.hasOwn(columns, ofTable) ? ofTable : column] ?? null
}
