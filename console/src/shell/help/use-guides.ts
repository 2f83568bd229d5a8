import { guides } from 'virtual:help'
import { mayOpen, type Permissions, screenAt } from '../../platform/permission.ts'
import { usePermissions } from '../../ui/permitted.ts'
import type { Guide } from './guide.ts'
import { guideOfPage, pagesToo } from './guide-of.ts'

/** The guides of pages that the user may open, by name and in order. */
export function useGuides(): ReadonlyMap<string, Guide> {
  const permissions = usePermissions()
  return new Map(guides.filter(({ name }) => isForUser(name, permissions)).map(guide => [guide.name, guide]))
}

function isForUser(guide: string, permissions: Permissions): boolean {
  const pages = Object.keys(guideOfPage).filter(page => guideOfPage[page] === guide)
  return [...pages, ...(pagesToo[guide] ?? [])].some(page => isReachable(page, permissions))
}

/** A page outside the route table is everybody's; one below a menu page is reached from there. */
function isReachable(path: string, permissions: Permissions): boolean {
  const screen = screenAt(path)
  if (!screen) return true
  const isBelowMenu = screen.type === 'menu' || screen.parents.some(parent => permissions.menus.has(parent))
  return isBelowMenu && mayOpen(screen, permissions)
}
