import type { MenuNode } from '@hufu/contract/permission/menu'
import { expect, test } from 'vitest'
import { presetsOf } from './delegation-presets.ts'

const node = (id: string, more: Partial<MenuNode> = {}) => ({ id, name: id, children: [], buttons: [], ...more }) as unknown as MenuNode
const people = node('people', { buttons: [{ id: 'add', name: 'add', mark: 'add', status: 1 }] })

test('a preset is everything, everything but the buttons, or one part of the tree', () => {
  const presets = presetsOf([node('home'), node('org', { children: [people] })])
  expect(presets.map(({ key, ids }) => [key, ids])).toEqual([
    ['all', ['home', 'org', 'people', 'add']],
    ['menus', ['home', 'org', 'people']],
    ['home', ['home']],
    ['org', ['org', 'people', 'add']],
  ])
})
