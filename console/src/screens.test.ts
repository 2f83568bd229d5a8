import { builtScreens } from '@hufu/contract/built-screens'
import { expect, test } from 'vitest'
import { built } from './screens.tsx'

test('SHELL-04 the screens that the server regards as built are exactly those of the console', () => {
  expect(Object.keys(built).toSorted()).toEqual(builtScreens.toSorted())
})
