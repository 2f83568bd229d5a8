import type { MenuNode } from '@hufu/contract/permission/menu'
import { directories, screens } from '@hufu/contract/screens'
import { menuName } from './names/menu-names.ts'
import { text } from './text.ts'
import { ancestorsOf, type Permissions, screenAt } from './permission.ts'

/** One entry of the left menu. */
export interface Place {
  key: string
  name: string
  path: string
  icon: string | null
  /** Another site, opened in a new window. */
  isExternal: boolean
  children: Place[]
}
export type IsBuilt = (path: string) => boolean

/** The server's tree in its order (SHELL-04), from which the server leaves out entries that lead nowhere. */
export const placesOf = (tree: readonly MenuNode[]): Place[] =>
  tree.map(({ id, name, menu_uri: path, menu_icon: icon, children }) => ({
    key: id,
    name: menuName(path, name),
    path,
    icon,
    isExternal: OUTSIDE.test(path),
    children: placesOf(children),
  }))

const OUTSIDE = /^https?:\/\//i

/** The first menu address, depth first, in the server's order. */
export function firstPath(places: readonly Place[]): string | undefined {
  for (const place of places) {
    const found = place.children.length > 0 ? firstPath(place.children) : place.isExternal ? undefined : place.path
    if (found !== undefined) return found
  }
  return undefined
}

/** The entries from the top down to that of an address. */
export function trail(places: readonly Place[], path: string): Place[] {
  for (const place of places) {
    const below = trail(place.children, path)
    if (below.length > 0) return [place, ...below]
    if (place.path === path) return [place]
  }
  return []
}

/** The entries of the menu: a page that is a tab of another has none beside that one, nor has a directory without entries. */
export function menuOf(places: readonly Place[], all = places): Place[] {
  return places.flatMap(place => {
    const owner = screenAt(place.path)?.tabOf
    if (owner !== undefined && trail(all, owner).length > 0) return []
    if (place.children.length === 0) return place
    const children = menuOf(place.children, all)
    return children.length > 0 ? { ...place, children } : []
  })
}

/** The entries from the top down to the one that stands for an address: its own, that of its tabs, or that of the page it was opened from. */
export function menuTrail(menu: readonly Place[], path: string, search: URLSearchParams): Place[] {
  const pages = [path, parentOf(path, search) ?? '']
  const found = pages.flatMap(page => [page, screenAt(page)?.tabOf ?? '']).map(page => trail(menu, page))
  return found.find(places => places.length > 0) ?? []
}

/** The target of a directory: its fixed page, else its first permitted one in the order of the route table (D-39, O-18). */
export function directoryTarget(path: string, permissions: Permissions, isBuilt: IsBuilt): string | undefined {
  const directory = directories.find(one => one.path === path)
  const below = screens.filter(screen => screen.type === 'menu' && screen.parents.includes(path)).map(screen => screen.path)
  if (!directory && (isBuilt(path) || below.length === 0)) return undefined
  const fixed = directory && 'first' in directory ? [directory.first] : []
  const permitted = [...fixed, ...below].filter(page => permissions.menus.has(page))
  return permitted.find(isBuilt) ?? permitted[0] ?? path
}

export const isDirectory = (path: string): boolean => directories.some(one => one.path === path)

/** Pages that are in no menu. */
const own: Readonly<Record<string, string>> = {
  '/account/settings': text.accountPages.centre,
  '/account/security': text.accountPages.security,
  '/account/changelog': text.accountPages.changelog,
  '/account/guide': text.accountPages.guide,
  '/account/apps': text.accountPages.apps,
}

/** The name of a page: that of the menu if an administrator renamed it, else its title. */
export function nameOf(path: string, permissions: Permissions): string {
  const stored = permissions.menus.get(path)?.name
  const name = stored && menuName(path, stored)
  const screen = screenAt(path)
  if (!screen) return name ?? directories.find(one => one.path === path)?.title ?? own[path] ?? ''
  return name && name !== (screen.menuName ?? screen.title) ? name : screen.title
}

/** The pages above an address, the outermost first. A page with two parents follows the one it was opened from (O-13). */
export function crumbsOf(path: string, search: URLSearchParams): string[] {
  const screen = screenAt(path)
  if (!screen) return []
  const parent = parentOf(path, search)
  return parent === undefined
    ? []
    : [...ancestorsOf(parent).toReversed(), ...(isDirectory(parent) || screenAt(parent) ? [parent] : [])].filter(one => one !== '/')
}

export function parentOf(path: string, search: URLSearchParams): string | undefined {
  const parents = screenAt(path)?.parents ?? []
  const from = search.get('from')
  return parents.find(parent => from !== null && (parent === from || parent.endsWith(`/${from}`))) ?? parents[0]
}
