import { anyMenu, button, menu, orPage } from '@hufu/contract/call'
import { expect, test } from 'vitest'
import { NO_PERMISSIONS, permissionsOf } from '../platform/permission.ts'
import { isPermitted } from './permitted.ts'

const permissions = permissionsOf({
  menus: [{ id: 'm', parentId: '0', name: '', menu_uri: '/organiz/index', menu_icon: null }],
  buttons: [{ id: 'b', parentId: 'm', menu_uri: '/organiz/index', mark: 'add-user', name: '' }],
})

test('D-33 a call is offered to users who may make it', () => {
  expect(isPermitted('anyone', NO_PERMISSIONS, false)).toBe(true)
  expect(isPermitted('signedIn', NO_PERMISSIONS, false)).toBe(true)
  expect(isPermitted('superAdmin', permissions, false)).toBe(false)
  expect(isPermitted('superAdmin', NO_PERMISSIONS, true)).toBe(true)
  expect(isPermitted(anyMenu, permissions, false)).toBe(true)
  expect(isPermitted(anyMenu, NO_PERMISSIONS, false)).toBe(false)
})

test('PERM-21 a page permit needs the page, a button permit also one of its codes', () => {
  expect(isPermitted(menu('/organiz/index', '/organiz/org-list'), permissions, false)).toBe(true)
  expect(isPermitted(menu('/organiz/org-list'), permissions, false)).toBe(false)
  expect(isPermitted(button(['/organiz/index'], 'edit-user', 'add-user'), permissions, false)).toBe(true)
  expect(isPermitted(button(['/organiz/index'], 'edit-user'), permissions, false)).toBe(false)
})

test('N-01 a named button is required on every page, except those the permit excepts', () => {
  const delegations = button(['/system/gradeAdmins', '/organiz/index'], 'grade-auth')
  const holding = (menu_uri: string) =>
    permissionsOf({ menus: [{ id: 'm', parentId: '0', name: '', menu_uri, menu_icon: null }], buttons: [] })
  expect(isPermitted(delegations, holding('/system/gradeAdmins'), false)).toBe(false)
  const reading = orPage(button(['/organiz/index'], 'grade-auth'), '/system/gradeAdmins')
  expect(isPermitted(reading, holding('/system/gradeAdmins'), false)).toBe(true)
  expect(isPermitted(reading, holding('/organiz/index'), false)).toBe(false)
})

test('N-01 a button counts on the page and on every page above it', () => {
  const below = permissionsOf({
    menus: [
      { id: 'd', parentId: '0', name: '', menu_uri: '/organiz', menu_icon: null },
      { id: 'm', parentId: 'd', name: '', menu_uri: '/organiz/index', menu_icon: null },
      { id: 'o', parentId: '0', name: '', menu_uri: '/organiz/org-list', menu_icon: null },
    ],
    buttons: [{ id: 'b', parentId: 'd', menu_uri: '/organiz', mark: 'sort-org', name: '' }],
  })
  expect(isPermitted(button(['/organiz/index'], 'sort-org'), below, false)).toBe(true)
  expect(isPermitted(button(['/organiz/org-list'], 'sort-org'), below, false)).toBe(false)
})
