import { screens } from './screens.ts'

/** Screens that stand in no menu. */
const screensOutsideMenus = [
  '/unauth',
  '/log',
  '/404',
  '/jumper',
  '/account/settings',
  '/account/security',
  '/account/apps',
  '/account/changelog',
  '/account/guide',
]

/** The address of every screen there is; the console has one for each, and no other. */
export const builtScreens: readonly string[] = [...screensOutsideMenus, ...screens.map(screen => screen.path)]
const built = new Set(builtScreens)

/** Another site: opened in a window of its own. */
export const isExternal = (uri: string): boolean => /^https?:\/\//i.test(uri)
/** Whether a menu entry with this address shows anything; a directory does by what it holds. */
export const hasScreen = (uri: string): boolean => isExternal(uri) || built.has(uri)
