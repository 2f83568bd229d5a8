import { directories, screens } from '@hufu/contract/screens'
import { expect, test } from 'vitest'
import { shippedMenuNames } from './shipped-menu-names.ts'

test('rule 10: the English console knows every name of the shipped menu', () => {
  const pages = screens.filter(({ type }) => type === 'menu').map(({ path, title, menuName: name }) => [path, name ?? title])
  expect(shippedMenuNames).toEqual(Object.fromEntries([...directories.map(({ path, title }) => [path, title]), ...pages]))
})
