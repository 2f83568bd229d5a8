import { buttons, type Page } from '@hufu/contract/buttons'
import { pagesForEverybody } from '@hufu/contract/permission/pages-for-everybody'
import { directories, isDevops, screens } from '@hufu/contract/screens'
import type { MenuRow } from '../../../platform/access/menu-nodes.ts'

const ID_MAX = 32
/**
 * Derives the id of a seeded node from its path, so that initMenu finds what is missing; an id longer than 32 characters (D-09)
 * drops the directory.
 */
function idOf(path: string, buttonCode?: string): string {
  const full = (path.slice(1) + (buttonCode ? `-${buttonCode}` : '')).replaceAll('/', '_')
  return full.length <= ID_MAX ? full : full.slice(full.indexOf('_') + 1)
}

type Seed = Omit<MenuRow, 'version'>
const node = (path: string, parentId: string, name: string, sortNum: number, more: Partial<Seed> = {}): Seed => ({
  id: idOf(path),
  parentId,
  name,
  menuUri: path,
  menuIcon: null,
  type: 'menu',
  mark: null,
  status: 1,
  hsaAuthGradeShow: isDevops(path) || pagesForEverybody.has(path) ? 0 : 1,
  sortNum,
  ...more,
})

function buttonsBelow(path: string): Seed[] {
  return Object.entries(buttons[path as Page]).map(([code, name], index) => ({
    ...node(path, idOf(path), name, index + 1),
    id: idOf(path, code),
    menuUri: '',
    type: 'button',
    mark: code,
  }))
}

function pagesBelow(parent: string, parentId: string): Seed[] {
  return screens
    .filter(screen => screen.type === 'menu' && screen.parents[0] === parent)
    .flatMap((screen, index) => [
      node(screen.path, parentId, screen.menuName ?? screen.title, index + 1, { menuIcon: screen.icon ?? null }),
      ...buttonsBelow(screen.path),
      ...(parent === '/' ? pagesBelow(screen.path, idOf(screen.path)) : []),
    ])
}

const FIRST = 1
const LAST = 90

/** Every shipped node, parents before children; the routes are those of contract/src/screens.ts. */
export const shippedMenus: readonly Seed[] = [
  ...pagesBelow('/', '0').map(seed => (seed.parentId === '0' ? { ...seed, sortNum: seed.menuUri === '/devops' ? LAST : FIRST } : seed)),
  ...directories.flatMap((directory, index) => [
    node(directory.path, '0', directory.title, (index + 1) * 10, { menuIcon: directory.icon }),
    ...pagesBelow(directory.path, idOf(directory.path)),
  ]),
]

/** The ids of the nodes at and below these paths. */
function idsBelowPaths(...paths: string[]): string[] {
  const found = new Set<string>()
  for (const seed of shippedMenus) if (paths.includes(seed.menuUri) || found.has(seed.parentId)) found.add(seed.id)
  return [...found]
}

const devops = new Set(idsBelowPaths('/devops'))
const idsOutsideDevops = shippedMenus.filter(seed => !devops.has(seed.id)).map(seed => seed.id)

/** The seeded roles of D-33 and the nodes each is granted. */
export const shippedRoles = [
  { code: 'super_admin', name: '超级管理员', menus: [] as string[] },
  { code: 'system_admin', name: '系统管理员', menus: idsOutsideDevops },
  { code: 'org_admin', name: '机构管理员', menus: idsBelowPaths('/wel/index', '/organiz') },
  { code: 'app_admin', name: '应用管理员', menus: idsBelowPaths('/wel/index', '/app', '/authorize') },
  { code: 'examiner', name: '审核员', menus: idsBelowPaths('/wel/index', '/examine') },
  { code: 'auditor', name: '审计员', menus: idsBelowPaths('/wel/index', '/audit', '/sync/syncLog') },
]
