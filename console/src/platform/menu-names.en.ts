import { directories, screens } from '@hufu/contract/screens'
import { shippedMenuNames } from './shipped-menu-names.ts'

/** The English name, unless somebody has renamed it. */
export function menuName(path: string, stored: string): string {
  if (shippedMenuNames[path] !== stored) return stored
  const screen = screens.find(one => one.path === path)
  return screen?.menuName ?? screen?.title ?? directories.find(one => one.path === path)?.title ?? stored
}
