import { builtScreens } from '@hufu/contract/built-screens'
import { expect, test } from 'vitest'
import { built } from './screens.tsx'

test('SHELL-04 the screens the server takes for built are those the console has', () => {
  expect(Object.keys(built).toSorted()).toEqual(builtScreens.toSorted())
})
