import { screens } from '@hufu/contract/screens'
import { expect, test } from 'vitest'
import { ancestorsOf, hasButton, mayOpen, permissionsOf, screenAt } from './permission.ts'

const granted = (pages: string[], buttons: [page: string, code: string][] = []) =>
  permissionsOf({
    menus: pages.map(page => ({ id: page, parentId: '0', name: page, menu_uri: page, menu_icon: null })),
    buttons: buttons.map(([page, mark]) => ({ id: page + mark, parentId: page, menu_uri: page, mark, name: mark })),
  })

test('PERM-13 PERM-14 every screen is of type menu or button, and a button screen has a code', () => {
  for (const { type, code } of screens) {
    expect(['menu', 'button']).toContain(type)
    if (type === 'button') expect(code === true || typeof code === 'string').toBe(true)
  }
})

test('PERM-15 a menu screen opens only if it is in the menu map', () => {
  expect(mayOpen(screenAt('/sync/config')!, granted(['/sync/config']))).toBe(true)
  expect(mayOpen(screenAt('/sync/config')!, granted(['/sync']))).toBe(false)
})

test('PERM-16 a button screen whose code is true opens', () => {
  expect(mayOpen(screenAt('/organiz/deleted-user')!, granted(['/organiz/index']))).toBe(true)
})

test('PERM-17 a button screen opens if the code is held on the page', () => {
  expect(mayOpen(screenAt('/organiz/user')!, granted([], [['/organiz/user', 'add-user']]))).toBe(true)
})

test('PERM-18 a button screen opens if the code is held on an ancestor page, and not on an unrelated one', () => {
  const addUser = screenAt('/organiz/user')!
  expect(mayOpen(addUser, granted([], [['/organiz/index', 'add-user']]))).toBe(true)
  expect(mayOpen(addUser, granted([], [['/organiz/org-list', 'add-user']]))).toBe(false)
  expect(mayOpen(addUser, granted(['/organiz/user', '/organiz/index'], [['/organiz/index', 'edit-user']]))).toBe(false)
})

test('O-13 a screen with two parents opens by the code on either', () => {
  for (const page of ['/organiz/index', '/organiz/org-list'])
    expect(mayOpen(screenAt('/organiz/orgDetail')!, granted([], [[page, 'view-org']]))).toBe(true)
})

test('PERM-22 listAuthMenu becomes a menu map and a button list for each page', () => {
  const { menus, buttons } = granted(
    ['/organiz/index'],
    [
      ['/organiz/index', 'add-user'],
      ['/organiz/index', 'edit-user'],
    ],
  )
  expect(menus.get('/organiz/index')?.name).toBe('/organiz/index')
  expect([...buttons.get('/organiz/index')!]).toEqual(['add-user', 'edit-user'])
})

test('PERM-24 the helper tests a path against a button code', () => {
  const permissions = granted([], [['/organiz/index', 'add-user']])
  expect([hasButton('/organiz/index', 'add-user', permissions), hasButton('/organiz/index', 'edit-user', permissions)]).toEqual([
    true,
    false,
  ])
  expect(hasButton('/organiz/user/u1', 'add-user', permissions)).toBe(true)
})

test('O-08 the fixed path wins over the one with a parameter; ancestors are the nearest first', () => {
  expect([screenAt('/organiz/user')?.title, screenAt('/organiz/user/u1')?.title, screenAt('/nonsense')]).toEqual([
    '新增用户',
    '编辑用户',
    undefined,
  ])
  expect(ancestorsOf('/devops/workflow/design')).toEqual(['/devops/workflow', '/devops'])
})
