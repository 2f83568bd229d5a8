import { directories, screens } from '@hufu/contract/screens'
import { expect, test } from 'vitest'
import { menuName } from './menu-names.en.ts'
import { shippedMenuNames } from './shipped-menu-names.ts'

test('rule 10: the English console knows every name of the shipped menu', () => {
  const pages = screens.filter(({ type }) => type === 'menu').map(({ path, title, menuName: name }) => [path, name ?? title])
  expect(shippedMenuNames).toEqual(Object.fromEntries([...directories.map(({ path, title }) => [path, title]), ...pages]))
})

test('O-09 a menu renamed by an administrator keeps its new name', () => {
  expect(menuName('/app/list', '业务系统')).toBe('业务系统')
  expect(menuName('/elsewhere', '应用列表')).toBe('应用列表')
})
