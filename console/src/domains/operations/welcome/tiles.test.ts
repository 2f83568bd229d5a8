import { expect, test } from 'vitest'
import { partOfDay, tilesOf } from './tiles.ts'

const overview = { orgCount: 12, userCount: 340, appCount: null, onlineCount: 2, todayLogin: 0, pendingOrg: null, pendingUser: null }

test('X-WEL-01 a counter that the user may not see is hidden, a counter of zero is shown', () => {
  expect(tilesOf(overview, () => true).map(tile => tile.counter)).toEqual(['userCount', 'orgCount', 'onlineCount', 'todayLogin'])
})

test('ROUTE-09 a tile links to its list only if the user may open it', () => {
  const tiles = tilesOf(overview, path => path === '/organiz/index')
  expect(tiles.filter(tile => tile.path !== undefined).map(tile => tile.counter)).toEqual(['userCount'])
})

test('the greeting follows the time of day', () => {
  expect([0, 5, 11, 13, 18, 23].map(partOfDay)).toEqual(['night', 'morning', 'noon', 'afternoon', 'evening', 'evening'])
})
