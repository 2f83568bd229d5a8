import { type Screen, screens } from '@hufu/contract/screens'
import { mayOpen, type Permissions } from '../../platform/permission.ts'
import { nameOf } from '../../platform/places.ts'
import type { PaletteIndex } from './palette-index.ts'
import { text } from './text.ts'

/** Pages of one record, which lists lead to. */
export const RECORD_PAGES: ReadonlySet<string> = new Set([
  '/app/detail',
  '/app/relatedUser',
  '/authorize/authorize',
  '/devops/workflow/design',
  '/organiz/detail',
  '/organiz/grade-admin',
  '/organiz/orgDetail',
  '/organiz/stripe',
  '/organiz/user/:id',
  '/system/authSystemRole',
])

export interface PageHit {
  path: string
  name: string
}

/** Tabs that are searched by what is set there, and a chapter of the guide: the page the user must be able to open, and the address. */
const tabs: readonly [tab: keyof typeof text.tabs, page: string, path: string][] = [
  ['password', '/system/securityConfig', '/system/securityConfig?tab=password'],
  ['ip', '/system/securityConfig', '/system/securityConfig?tab=ip'],
  ['login', '/system/securityConfig', '/system/securityConfig?tab=login'],
  ['providers', '/system/securityConfig', '/system/securityConfig?tab=providers'],
  ['separation', '/system/manage', '/system/manage?tab=separation'],
  ['stats', '/examine/examine-set', '/examine/examine-set?tab=stats'],
  ['deputies', '/examine/examine-set', '/examine/examine-set?tab=deputies'],
  ['ownSecurity', '/account/settings', '/account/settings?tab=security'],
  ['ownBindings', '/account/settings', '/account/settings?tab=bindings'],
  ['ownSessions', '/account/settings', '/account/settings?tab=sessions'],
  ['backup', '/devops', '/account/guide#operations'],
]

/** The pages this user may open and their tabs, found by part of a name, pinyin or initials; all pages for an empty search. */
export function pagesFor(typed: string, permissions: Permissions, own: readonly PageHit[], spelling: PaletteIndex['spelling']): PageHit[] {
  const sought = normalized(typed)
  const pages = [...menuPages(permissions), ...own]
  if (sought === '') return pages
  const isOpen = new Set(pages.map(({ path }) => path))
  const candidates = [
    ...pages.map(page => ({ ...page, others: [spelling[page.path], text.synonyms[page.path]] })),
    ...tabs
      .filter(([, page]) => isOpen.has(page))
      .map(([tab, , path]) => ({ path, name: text.tabs[tab], others: [spelling[`tabs.${tab}`], text.tabSynonyms[tab]] })),
  ].filter(({ name, others }) => isFound(sought, name, ...others))
  return candidates
    .toSorted((one, two) => Number(isExact(sought, two)) - Number(isExact(sought, one)))
    .map(({ path, name }) => ({ path, name }))
}

/** Pages by their title; if another page has it as its title or in the menu, by their own name in the menu. */
function menuPages(permissions: Permissions): PageHit[] {
  const open = screens.filter(screen => !RECORD_PAGES.has(screen.path) && isPageOpen(screen, permissions))
  return open.map(({ path, menuName }) => {
    const title = nameOf(path, permissions)
    const isShared = open.some(other => other.path !== path && [other.menuName, nameOf(other.path, permissions)].includes(title))
    return { path, name: isShared ? (menuName ?? title) : title }
  })
}

/** Its name or a synonym equals the search. */
export const isExact = (sought: string, { name, others }: { name: string; others: readonly (string | undefined)[] }): boolean =>
  normalized(name) === sought || others.some(words => words?.toLowerCase().split(' ').includes(sought))

/** Matches a part of the name, ignoring blanks, or the beginning of a synonym. */
export const isFound = (sought: string, name: string, ...others: readonly (string | undefined)[]): boolean =>
  normalized(name).includes(normalized(sought)) ||
  others.some(words =>
    words
      ?.toLowerCase()
      .split(' ')
      .some(word => word.startsWith(sought)),
  )
export const normalized = (words: string) => words.toLowerCase().replaceAll(/\s/g, '')

/** A page without a menu is found by users who have the page it belongs to. */
const isPageOpen = (screen: Screen, permissions: Permissions) =>
  mayOpen(screen, permissions) && (screen.type === 'menu' || screen.parents.some(parent => permissions.menus.has(parent)))
