import { screens } from './screens.ts'

/** Screens without a menu entry. */
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

/** The addresses of all screens: the console has exactly one screen for each. */
export const builtScreens: readonly string[] = [...screensOutsideMenus, ...screens.map(screen => screen.path)]
const built = new Set(builtScreens)

/** Whether the address is on another site, which opens in a new window. */
export const isExternal = (uri: string): boolean => /^https?:\/\//i.test(uri)
/** Whether a menu entry with this address leads to a screen. A directory has none; it is shown for the entries below it. */
export const hasScreen = (uri: string): boolean => isExternal(uri) || built.has(uri)
