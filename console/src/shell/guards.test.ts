import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { expect, test } from 'vitest'
import { permissionsOf } from '../platform/permission.ts'
import { guardPath, pathsFor, type Visitor, withKeptLayout, withKeptRange, withParamsOfEntrance } from './guards.ts'

const permissions = (pages: string[], buttons: [page: string, code: string][] = []) =>
  permissionsOf({
    menus: pages.map(page => ({ id: page, parentId: '0', name: page, menu_uri: page, menu_icon: null })),
    buttons: buttons.map(([page, mark]) => ({ id: page + mark, parentId: page, menu_uri: page, mark, name: mark })),
  })
const ann: Visitor = {
  permissions: permissions(['/wel/index', '/organiz/index'], [['/organiz/index', 'add-user']]),
  seesDevops: false,
  userId: 'u1',
  hasNoMenus: false,
  landsAtApps: false,
  first: '/wel/index',
  hasEntered: false,
}
const inside = { ...ann, hasEntered: true }
const nobody = { ...ann, permissions: permissions([]), hasNoMenus: true, first: undefined }
const everything = () => true
const guard = (path: string, visitor: Visitor = ann, isBuilt: (path: string) => boolean = everything) => guardPath(path, visitor, isBuilt)

test('LOGIN-22 before the user is loaded only public routes exist, after it the others', () => {
  expect(pathsFor(undefined)).toEqual(['/unauth', '/log', '/404', '/login', '/retrieve'])
  expect(pathsFor({ seesDevops: false })).toContain('/organiz/index')
})

test('LOGIN-23 ROUTE-69 only administrators get the devops routes', () => {
  const devops = (seesDevops: boolean) => pathsFor({ seesDevops }).filter(path => path.startsWith('/devops'))
  expect(devops(false)).toEqual([])
  expect(devops(true)).toContain('/devops/menu')
  expect(guard('/devops/menu')).toEqual({ go: '/404' })
})

test('PERM-15 a menu address opens if it is granted', () => {
  expect(guard('/organiz/index')).toEqual({ open: true })
})

test('PERM-18 O-19 a button address is checked by its code, not by the menu list', () => {
  expect(guard('/organiz/user')).toEqual({ open: true })
  expect(guard('/organiz/user/u2')).toEqual({ go: '/wel/index', warn: true })
})

test('LOGIN-21 PERM-23 ERR-08 entering at a page that is not granted: a warning, then the first permitted page', () => {
  expect(guard('/sync/config')).toEqual({ go: '/wel/index', warn: true })
})

test('PERM-19 ERR-10 O-20 within the running console a page that is not granted is refused and the current page stays', () => {
  expect(guard('/sync/config', inside)).toEqual({ stay: true })
  expect(guard('/organiz/user/u2', inside)).toEqual({ stay: true })
})

test.each([
  ['PERM-01', 'view-org', '/organiz/orgDetail', '/organiz/index'],
  ['PERM-01', 'view-org', '/organiz/orgDetail', '/organiz/org-list'],
  ['PERM-02', 'grade-auth', '/organiz/grade-admin', '/organiz/index'],
  ['PERM-02', 'grade-auth', '/organiz/grade-admin', '/organiz/org-list'],
  ['PERM-03', 'add-user', '/organiz/user', '/organiz/index'],
  ['PERM-04', 'edit-user', '/organiz/user/u1', '/organiz/index'],
  ['PERM-05', 'user-detail', '/organiz/detail', '/organiz/index'],
  ['PERM-06', 'batch-save', '/organiz/batch-add-user', '/organiz/index'],
  ['PERM-07', 'batch-save-org', '/organiz/batch-add-org', '/organiz/org-list'],
  ['PERM-08', 'stripe', '/organiz/stripe', '/organiz/stripe-org'],
  ['PERM-09', 'rank', '/organiz/rank', '/organiz/setting'],
  ['PERM-10', 'positionalTitles', '/organiz/positionalTitles', '/organiz/setting'],
  ['PERM-11', 'position', '/organiz/position', '/organiz/setting'],
  ['PERM-12', 'station', '/organiz/station', '/organiz/setting'],
])('%s without the code %s %s is refused, with it on %s it opens', (_id, code, path, page) => {
  expect(guard(path, { ...ann, permissions: permissions([page]) })).toEqual({ go: '/wel/index', warn: true })
  expect(guard(path, { ...inside, permissions: permissions([page], [[page, `${code}-else`]]) })).toEqual({ stay: true })
  expect(guard(path, { ...ann, permissions: permissions([page], [[page, code]]) })).toEqual({ open: true })
})

test('LOGIN-20 LOGIN-24 ERR-09 without any menu every page but the public ones leads to /unauth', () => {
  for (const path of ['/', '/wel/index', '/account/settings', '/organiz/user', '/nonsense'])
    expect(guard(path, nobody)).toEqual({ go: '/unauth' })
  for (const path of ['/unauth', '/log', '/404']) expect(guard(path, nobody)).toEqual({ open: true })
})

test('LOGIN-20 without any menu, users who may open an application land at 我的应用 and also have their own pages', () => {
  const guest = { ...nobody, landsAtApps: true }
  for (const path of ['/', '/wel/index', '/organiz/user', '/nonsense', '/account'])
    expect(guard(path, guest)).toEqual({ go: '/account/apps' })
  for (const path of ['/account/apps', '/account/settings', '/jumper', '/unauth', '/404'])
    expect(guard(path, guest)).toEqual({ open: true })
  expect(guard('/account/apps', nobody)).toEqual({ go: '/unauth' })
})

test('我的应用 is open to everybody with menus, the built-in account too', () => {
  for (const userId of ['u1', BUILT_IN_ACCOUNT]) expect(guard('/account/apps', { ...inside, userId })).toEqual({ open: true })
})

test('ROUTE-14 the root leads to the first menu address', () => {
  expect(guard('/')).toEqual({ go: '/wel/index' })
})

test('ROUTE-10 /account leads to /account/settings', () => {
  expect(guard('/account')).toEqual({ go: '/account/settings' })
  expect(guard('/account/settings')).toEqual({ open: true })
  expect(guard('/account/other')).toEqual({ go: '/404' })
})

test('PERM-31 D-38 the built-in account has no personal centre', () => {
  const builtIn = { ...ann, userId: BUILT_IN_ACCOUNT }
  expect(guard('/account/settings', builtIn)).toEqual({ go: '/wel/index' })
  expect(guard('/account', builtIn)).toEqual({ go: '/wel/index' })
  expect(guard('/account/changelog', builtIn)).toEqual({ open: true })
})

test('N-10 the built-in account has 安全设置, which others find in the personal centre', () => {
  expect(guard('/account/security', { ...ann, userId: BUILT_IN_ACCOUNT })).toEqual({ open: true })
  expect(guard('/account/security')).toEqual({ go: '/account/settings?tab=security' })
})

test('ROUTE-15 ROUTE-26 O-18 a directory leads to its fixed page, else to its first permitted one', () => {
  const wide = {
    ...ann,
    permissions: permissions(['/app/list', '/app/user', '/authorize/index', '/authorize/auth-group', '/organiz/org-list']),
  }
  expect(guard('/app', wide)).toEqual({ go: '/app/list' })
  expect(guard('/authorize', wide)).toEqual({ go: '/authorize/auth-group' })
  expect(guard('/organiz', wide)).toEqual({ go: '/organiz/org-list' })
  expect(guard('/app', { ...ann, permissions: permissions(['/app/user']) })).toEqual({ go: '/app/user' })
  expect(guard('/sync')).toEqual({ go: '/wel/index', warn: true })
})

test('D-39 an unknown address leads to /404', () => {
  expect(guard('/nonsense')).toEqual({ go: '/404' })
  expect(guard('/organiz/user/u1/more', inside)).toEqual({ go: '/404' })
})

test('ROUTE-60 /organiz/org-list keeps the range of the previous page, unless its own address has one', () => {
  const url = (address: string) => new URL(address, 'http://console')
  const from = url('/organiz/orgDetail?id=o1&orgRangeId=r1&orgRangeName=华北')
  expect(decodeURIComponent(withKeptRange(url('/organiz/org-list'), from) ?? '')).toBe('/organiz/org-list?orgRangeId=r1&orgRangeName=华北')
  // Each of the two parameters on its own.
  const named = withKeptRange(url('/organiz/org-list?orgRangeId=r2'), from)
  expect(decodeURIComponent(named ?? '')).toBe('/organiz/org-list?orgRangeId=r2&orgRangeName=华北')
  const nameOnly = withKeptRange(url('/organiz/org-list'), url('/organiz/orgDetail?orgRangeName=华北'))
  expect(decodeURIComponent(nameOnly ?? '')).toBe('/organiz/org-list?orgRangeName=华北')
  expect(withKeptRange(url('/organiz/org-list?orgRangeId=r2&orgRangeName=华东'), from)).toBeUndefined()
  expect(withKeptRange(url('/organiz/org-list'), url('/organiz/org-list?orgRangeId=r1'))).toBeUndefined()
  expect(withKeptRange(url('/organiz/index'), from)).toBeUndefined()
  expect(withKeptRange(url('/organiz/org-list'), undefined)).toBeUndefined()
})

test('SHELL-15 layout=pure is kept by navigation, unless the address says otherwise', () => {
  const pure = new URL('http://console/organiz/index?layout=pure&orgId=o1')
  expect(withKeptLayout('/organiz/detail?id=u1', pure)).toBe('/organiz/detail?id=u1&layout=pure')
  expect(withKeptLayout('/organiz/detail?layout=full', pure)).toBe('/organiz/detail?layout=full')
  expect(withKeptLayout('/organiz/detail?id=u1', new URL('http://console/organiz/index'))).toBe('/organiz/detail?id=u1')
  expect(withKeptLayout('/organiz/detail', undefined)).toBe('/organiz/detail')
})

test('LOGIN-15, LOGIN-16 the first page keeps the parameters that came to the entrance, and no other page takes any', () => {
  const entrance = new URL('http://console/?x=1&tab=a')
  expect(withParamsOfEntrance('/wel/index', entrance)).toBe('/wel/index?x=1&tab=a')
  expect(withParamsOfEntrance('/wel/index?tab=b', entrance)).toBe('/wel/index?tab=b&x=1')
  expect(withParamsOfEntrance('/404', new URL('http://console/nothing?x=1'))).toBe('/404')
})
