import type { ReplyOf } from '@hufu/contract/call'
import type { menus } from '@hufu/contract/permission/menu'
import { holdingsOf, type Holdings } from '@hufu/contract/permit'
import { isDevops, screens, type Screen } from '@hufu/contract/screens'

/** The reply of listAuthMenu. */
export type Granted = ReplyOf<typeof menus.granted>
/** Menu address → its node, page → the codes of its buttons (PERM-22), and both in the server's form (N-01). */
export interface Permissions {
  menus: ReadonlyMap<string, Granted['menus'][number]>
  buttons: ReadonlyMap<string, ReadonlySet<string>>
  holdings: Holdings
}

export const NO_PERMISSIONS: Permissions = { menus: new Map(), buttons: new Map(), holdings: new Map() }

export function permissionsOf({ menus, buttons }: Granted): Permissions {
  const codes = new Map<string, Set<string>>()
  for (const { menu_uri, mark } of buttons) codes.set(menu_uri, (codes.get(menu_uri) ?? new Set()).add(mark))
  const byId = new Map(menus.map(node => [node.id, node]))
  const pages = menus.map(({ id, parentId, menu_uri }) => ({ id, parentId, address: menu_uri }))
  const holdings = holdingsOf(
    pages,
    buttons.map(({ parentId, mark }) => ({ parentId, code: mark })),
    id => byId.get(id),
  )
  return { menus: new Map(menus.map(node => [node.menu_uri, node])), buttons: codes, holdings }
}

/** Devops pages are for super administrators or, under separation of duties, the security administrator. */
export const hasDevopsPages = ({ menus }: Permissions): boolean => [...menus.keys()].some(isDevops)
/** Under separation of duties the audit administrator has this devops page and the entry above it. */
const AUDIT_ADMIN_PAGES: ReadonlySet<string> = new Set(['/devops', '/devops/data-history'])
/** Under separation of duties the security administrator makes the calls of super administrators. */
export const hasSuperAdminRights = ({ menus }: Permissions): boolean =>
  [...menus.keys()].some(path => isDevops(path) && !AUDIT_ADMIN_PAGES.has(path))

/** A menu screen opens by its menu, a button screen by its code on its page or any page above (PERM-15 to PERM-18). */
export function mayOpen(screen: Screen, permissions: Permissions): boolean {
  if (screen.type === 'menu') return permissions.menus.has(screen.path)
  if (screen.code === true) return true
  return screen.code !== undefined && hasButton(screen.path, screen.code, permissions)
}

/** Whether the user has the button on the page `path` or on one above it. */
export function hasButton(path: string, code: string, permissions: Permissions): boolean {
  return [path, ...ancestorsOf(path)].some(page => permissions.buttons.get(page)?.has(code) ?? false)
}

/** The screen of an address; fixed paths win over those with a parameter. */
export function screenAt(path: string): Screen | undefined {
  return screens.find(screen => screen.path === path) ?? screens.find(screen => matchesPattern(screen.path, path))
}

/** The pages above, nearest first. */
export function ancestorsOf(path: string): string[] {
  const parents = screenAt(path)?.parents.filter(parent => parent !== '/') ?? []
  return [...new Set([...parents, ...parents.flatMap(ancestorsOf)])]
}

function matchesPattern(pattern: string, path: string): boolean {
  const [wanted, segments] = [pattern.split('/'), path.split('/')]
  return (
    wanted.length === segments.length &&
    wanted.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  )
}
