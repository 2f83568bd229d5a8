import { t } from '@hufu/contract/language'
import type { MenuNode } from '@hufu/contract/permission/menu'
import { menuName } from '../platform/names/menu-names.ts'
import { shippedMenuNames } from '../platform/names/shipped-menu-names.ts'
import { shippedButtonNames } from './shipped-button-names.ts'

type Named = Pick<MenuNode, 'type' | 'menu_uri' | 'mark' | 'name'>

/** English names of shipped buttons by code. */
const buttonNames: Readonly<Record<string, string>> = {
  'edit-c': 'Application details',
  'add-app': 'Add application',
  'edit-app': 'Edit application',
  'delete-app': 'Delete application',
  'app-status': 'Enable and disable applications',
  'app-secret': 'Reset application secret',
  'sort-app': 'Sort applications',
  'app-group': 'Maintain application groups',
  'test-sign-in': 'Test sign-in',
  refUser: 'Grant to users',
  'add-app-role': 'Add application role',
  'edit-app-role': 'Edit application role',
  'delete-app-role': 'Delete application role',
  'app-role-status': 'Enable and disable application roles',
  'role-resource': 'Set resources of a role',
  'grant-role': 'Grant and revoke application roles',
  'app-resource': 'Maintain application resources',
  'add-app-user': 'Add application users',
  'remove-app-user': 'Remove application users',
  'app-account': 'Change application account',
  'app-user-status': 'Enable and disable application users',
  'export-app-user': 'Export application users',
  'edit-app-setting': 'Change application settings',
  'test-push': 'Test push',
  auth: 'Grant a permission group',
  'add-auth-group': 'Add permission group',
  'edit-auth-group': 'Edit permission group',
  'delete-auth-group': 'Delete permission group',
  'auth-group-status': 'Enable and disable permission groups',
  'save-auth': 'Set content of a permission group',
  'auth-target': 'Set holders of a permission group',
  grant: 'Grant',
  revoke: 'Revoke grant',
  'export-grant': 'Export grants',
  'add-client': 'Add API client',
  'edit-client': 'Edit API client',
  'delete-client': 'Delete API client',
  'client-status': 'Enable and disable API clients',
  'client-secret': 'Reset client secret',
  'client-api': 'Grant API calls',
  'examine-org': 'Review requests for organisations',
  'examine-user': 'Review requests for users',
  'edit-examine': 'Change review settings',
  prove: 'Verify integrity',
  'export-log': 'Export log',
  'export-evidence': 'Export evidence',
  kick: 'End session',
  'kick-lock': 'End session and disable',
  'export-login-log': 'Export the sign-in log',
  'export-sms': 'Export the SMS log',
  'add-user': 'Add user',
  'edit-user': 'Edit user',
  'user-detail': 'User details',
  'batch-save': 'Add users in bulk',
  'view-org': 'Organisation details',
  'grade-auth': 'Set delegated administrators',
  'delete-user': 'Delete user',
  'user-status': 'Enable and disable users',
  'reset-password': 'Reset password',
  'reset-factor': 'Reset second factors',
  'transfer-user': 'Change main job',
  'remove-job': 'Remove job',
  'sort-user': 'Sort users',
  'certify-user': 'Verify identity',
  'reveal-user': 'Reveal sensitive information',
  'import-user': 'Import users',
  'export-user': 'Export users',
  'recover-user': 'Recover users',
  'add-org': 'Add organisation',
  'edit-org': 'Edit organisation',
  'delete-org': 'Delete organisation',
  'org-status': 'Enable and disable organisations',
  'move-org': 'Move organisation',
  'sort-org': 'Sort organisations',
  'export-org': 'Export organisations',
  'push-user': 'Push users',
  'push-org': 'Push organisations',
  'batch-save-org': 'Add organisations in bulk',
  'import-org': 'Import organisations',
  'recover-org': 'Recover organisations',
  'org-range': 'Maintain organisation ranges',
  stripe: 'Business line organisations',
  'add-stripe': 'Add business line',
  'edit-stripe': 'Edit business line',
  'delete-stripe': 'Delete business line',
  'stripe-status': 'Enable and disable business lines',
  'stripe-org': 'Maintain business line organisations',
  'add-group': 'Add work group',
  'edit-group': 'Edit work group',
  'delete-group': 'Delete work group',
  'group-status': 'Enable and disable work groups',
  'group-user': 'Maintain work group members',
  rank: 'Ranks',
  positionalTitles: 'Professional titles',
  position: 'Duties',
  station: 'Posts',
  'edit-setting': 'Change organisation settings',
  'edit-rank': 'Maintain ranks',
  'edit-title': 'Maintain professional titles',
  'edit-position': 'Maintain duties',
  'edit-station': 'Maintain posts',
  'add-label': 'Add label',
  'edit-label': 'Edit label',
  'delete-label': 'Delete label',
  'label-status': 'Enable and disable labels',
  'label-user': 'Maintain label members',
  'merge-label': 'Merge labels',
  'add-sync': 'Add synchronisation task',
  'edit-sync': 'Edit synchronisation task',
  'delete-sync': 'Delete synchronisation task',
  'sync-status': 'Enable and disable synchronisation tasks',
  'test-sync': 'Test connection',
  'run-sync': 'Run synchronisation',
  'release-sync': 'Release synchronisation plans',
  'resolve-sync': 'Resolve synchronisation conflicts',
  'retry-sync': 'Retry synchronisation',
  'export-sync-log': 'Export the synchronisation log',
  'add-admin': 'Add administrator',
  'edit-admin': 'Edit administrator',
  'delete-admin': 'Remove administrator',
  'admin-status': 'Enable and disable administrators',
  appoint: 'Appoint separated administrators',
  'grade-status': 'Enable and disable delegated administrators',
  'export-grade': 'Export delegated administrators',
  'add-role': 'Add role',
  'edit-role': 'Edit role',
  'delete-role': 'Delete role',
  'role-status': 'Enable and disable roles',
  'role-auth': 'Set permissions of a role',
  'role-user': 'Maintain role members',
  'edit-security': 'Change security settings',
  'edit-idp': 'Manage identity providers (new accounts, no sign-in to existing ones)',
  unlock: 'Unlock account',
  'ask-restore': 'Request restore',
}

const buttonName = (code: string | null, stored: string): string =>
  (code !== null && shippedButtonNames[code] === stored && buttonNames[code]) || stored

/** The displayed name of a menu or button: that of the server, or the English one, unless somebody has renamed it. */
export const nodeName = t(
  ({ name }: Named): string => name,
  ({ type, menu_uri: path, mark, name }) => (type === 'menu' ? menuName(path, name) : buttonName(mark, name)),
)

const renamed = (tree: readonly MenuNode[]): MenuNode[] =>
  tree.map(node => ({
    ...node,
    name: nodeName(node),
    buttons: node.buttons.map(button => ({ ...button, name: buttonName(button.mark, button.name) })),
    children: renamed(node.children),
  }))

/** The same tree with displayed names. */
export const namedNodes: (tree: readonly MenuNode[]) => readonly MenuNode[] = t((tree: readonly MenuNode[]) => tree, renamed)

const PATH_SEPARATOR = ' / '
const namesOf = (shipped: Readonly<Record<string, string>>, name: (key: string, stored: string) => string) =>
  Object.entries(shipped).map(([key, stored]) => [stored, name(key, stored)] as const)
let byStoredName: Map<string, string> | undefined
const inEnglish = () => (byStoredName ??= new Map([...namesOf(shippedButtonNames, buttonName), ...namesOf(shippedMenuNames, menuName)]))

/**
 * A name with those above it, as the server returns it, or in English: without code or address, shipped names are recognised by
 * themselves.
 */
export const nodePath = t(
  (path: string): string => path,
  path =>
    path
      .split(PATH_SEPARATOR)
      .map(name => inEnglish().get(name) ?? name)
      .join(PATH_SEPARATOR),
)

export interface FoundNode {
  id: string
  /** Its place in the tree: a button on its page. */
  place: string
  /** Its name with those above it. */
  path: string
}

function foundByName(rows: readonly MenuNode[], typed: string): readonly FoundNode[] {
  const byId = new Map(rows.map(row => [row.id, row]))
  const pathTo = (row: MenuNode): string => {
    const parent = byId.get(row.parentId)
    return (parent ? pathTo(parent) + PATH_SEPARATOR : '') + nodeName(row)
  }
  const isFound = (name: string) => name.toLowerCase().includes(typed.toLowerCase())
  return rows.flatMap(row => {
    const [place, path] = [row.id, pathTo(row)]
    const buttons = row.buttons.map(({ id, mark, name }) => ({ id, name: buttonName(mark, name) })).filter(({ name }) => isFound(name))
    return [
      ...(isFound(nodeName(row)) ? [{ id: place, place, path }] : []),
      ...buttons.map(({ id, name }) => ({ id, place, path: path + PATH_SEPARATOR + name })),
    ]
  })
}

/** Nodes found by part of their displayed name, where the server does not know it: in English. */
export const findNodes: (rows: readonly MenuNode[], typed: string) => readonly FoundNode[] = t(
  (_rows: readonly MenuNode[], _typed: string): readonly FoundNode[] => [],
  foundByName,
)
