import type { MenuNode } from '@hufu/contract/permission/menu'
import { expect, test } from 'vitest'
import { differenceOf, entriesOf, idsOf, markOf, shownOf, tick } from './rights.ts'

const node = (id: string, more: Partial<MenuNode> = {}): MenuNode => ({
  id, parentId: '0', name: id, menu_uri: `/${id}`, menu_icon: null, type: 'menu', mark: null, status: 1, hsaAuthGradeShow: 1,
  sortNum: 1, version: 1, hasChildren: false, children: [], buttons: [], ...more,
}) // prettier-ignore
const button = (id: string) => ({ id, name: id, mark: id, status: 1 })
const entries = entriesOf([
  node('home'),
  node('org', { children: [node('people', { buttons: [button('add'), button('edit')] }), node('labels')] }),
])
const anything = { linked: true, may: () => true }
const on = (chosen: string[], id: string, more = {}) => [...tick(entries, new Set(chosen), id, { on: true, ...anything, ...more })].sort()
const off = (chosen: string[], id: string, more = {}) => [...tick(entries, new Set(chosen), id, { on: false, ...anything, ...more })].sort()

test('X-SYSROLE-11 ticking a button ticks its page and the directories above; ticking a linked page ticks its buttons', () => {
  expect(on([], 'edit')).toEqual(['edit', 'org', 'people'])
  expect(on([], 'people')).toEqual(['add', 'edit', 'org', 'people'])
  expect(on([], 'people', { linked: false })).toEqual(['org', 'people'])
  expect(on([], 'org', { linked: false })).toEqual(['add', 'edit', 'labels', 'org', 'people'])
})

test('X-SYSROLE-11 unticking a page unticks its buttons, and its directory if it was the last', () => {
  expect(off(['org', 'people', 'add', 'labels'], 'people')).toEqual(['labels', 'org'])
  expect(off(['org', 'people', 'add'], 'people', { linked: false })).toEqual([])
  expect(off(['org', 'people', 'add', 'edit'], 'edit')).toEqual(['add', 'org', 'people'])
})

test('X-SYSROLE-11 ticking and unticking never change rights that the user does not hold', () => {
  const may = (id: string) => id !== 'edit'
  expect(on([], 'org', { may })).toEqual(['add', 'labels', 'org', 'people'])
  expect(off(['org', 'people', 'add', 'edit'], 'org', { may })).toEqual(['edit', 'org', 'people'])
})

test('a directory is ticked as a whole, in part or not at all', () => {
  const mark = (...chosen: string[]) => markOf(entries.get('org')!, new Set(chosen))
  expect([mark(), mark('org', 'labels'), mark('org', 'people', 'add', 'edit', 'labels')]).toEqual(['none', 'some', 'all'])
})

test('gains and losses are listed in tree order, without directories', () => {
  const { gained, lost } = differenceOf(entries, new Set(['org', 'labels', 'home']), new Set(['org', 'people', 'edit', 'home']))
  expect(gained.map(entry => entry.path)).toEqual(['org / people', 'org / people / edit'])
  expect(lost.map(entry => entry.id)).toEqual(['labels'])
  expect(idsOf(entries, new Set(['org', 'people', 'edit', 'gone']), 'menu')).toEqual(['people'])
  expect([...shownOf(entries, entry => entry.name === 'edit')].sort()).toEqual(['edit', 'org', 'people'])
})
