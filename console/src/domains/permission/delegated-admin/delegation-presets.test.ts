import type { MenuNode } from '@hufu/contract/permission/menu'
import { expect, test } from 'vitest'
import { buttonsOf } from '@hufu/contract/buttons'
import { presetsOf } from './delegation-presets.ts'
import { shippedPresets } from './shipped-presets.ts'

const node = (id: string, more: Partial<MenuNode> = {}) =>
  ({ id, name: id, menu_uri: `/${id}`, children: [], buttons: [], ...more }) as unknown as MenuNode
const button = (mark: string) => ({ id: `b-${mark}`, name: mark, mark, status: 1 })
const people = node('people', { buttons: [button('add')] })

test('a preset is everything, everything but the buttons, or one part of the tree', () => {
  const presets = presetsOf([node('home'), node('org', { children: [people] })])
  expect(presets.map(({ key, ids }) => [key, ids])).toEqual([
    ['menus', ['home', 'org', 'people']],
    ['all', ['home', 'org', 'people', 'b-add']],
    ['home', ['home']],
    ['org', ['org', 'people', 'b-add']],
  ])
})

test('a preset offers only what may be granted: pages with those of their buttons that belong to it, and the nodes above', () => {
  const users = node('users', {
    menu_uri: '/organiz/index',
    buttons: ['add-user', 'reset-password', 'delete-user', 'grade-auth'].map(button),
  })
  const tree = [node('home', { menu_uri: '/wel/index' }), node('directory', { children: [users] })]
  const presets = new Map(presetsOf(tree).map(({ key, ids }) => [key, ids]))
  expect(presets.get('department')).toEqual(['home', 'directory', 'users', 'b-add-user', 'b-reset-password'])
  expect(presets.get('personnel')).toEqual(['home', 'directory', 'users', 'b-add-user'])
  expect(presets.get('desk')).toEqual(['home', 'directory', 'users', 'b-reset-password'])
  // Only the home page of the set for reviews is available, so the set is not offered.
  expect(presets.has('reviews')).toBe(false)
})

test('no shipped preset deletes, delegates onward or changes delegations', () => {
  for (const { key, pages } of shippedPresets)
    for (const [page, marks] of Object.entries(pages)) {
      expect(
        marks.filter(mark => /^delete-|^grade-/.test(mark)),
        key,
      ).toEqual([])
      expect(buttonsOf(page), key).toEqual(expect.arrayContaining([...marks]))
    }
})
