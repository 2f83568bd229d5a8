import { t } from '@hufu/contract/language'
import { directories, screens } from '@hufu/contract/screens'
import { shippedMenuNames } from './shipped-menu-names.ts'

/** The shipped name, unless somebody has renamed it. */
function shippedName(path: string, stored: string): string {
  if (shippedMenuNames[path] !== stored) return stored
  const screen = screens.find(one => one.path === path)
  return screen?.menuName ?? screen?.title ?? directories.find(one => one.path === path)?.title ?? stored
}

/** The displayed name of a menu entry: that of the server, or the English one of a shipped entry. */
export const menuName = t((_path: string, stored: string): string => stored, shippedName)
