import { expect, test } from 'vitest'
import { grantableIds, appGrantsIn, grantableTree } from './grantable.ts'
import { entriesOf, tick } from './rights.ts'

const role = (id: string) => ({ id, name: id, code: id, status: 1 })
const app = (id: string, groupId: string, ...roles: string[]) => ({
  id,
  name: id,
  groupId,
  groupName: groupId,
  status: 1,
  roles: roles.map(role),
})
const entries = entriesOf(grantableTree([app('a', 'g1', 'a1', 'a2'), app('b', 'g1'), app('c', 'g2', 'c1')]))

test('X-AUTHZ-03 ticking a role ticks its application; an application ticked alone can only be opened', () => {
  const chosen = tick(entries, new Set(), 'a2', { on: true, linked: false, may: () => true })
  expect(appGrantsIn(entries, chosen)).toEqual([{ appId: 'a', roleIds: ['a2'] }])
  expect(appGrantsIn(entries, tick(entries, new Set(), 'b', { on: true, linked: true, may: () => true }))).toEqual([
    { appId: 'b', roleIds: [] },
  ])
})

test('X-AUTHZ-03 the ticked nodes become the grants, and a group of applications is ticked as a whole', () => {
  const grants = [{ appId: 'a', roleIds: ['a1'] }]
  expect(appGrantsIn(entries, new Set(grantableIds(grants)))).toEqual(grants)
  const whole = tick(entries, new Set(), 'group:g1', { on: true, linked: true, may: () => true })
  expect(appGrantsIn(entries, whole)).toEqual([{ appId: 'a', roleIds: ['a1', 'a2'] }, { appId: 'b', roleIds: [] }]) // prettier-ignore
  expect(appGrantsIn(entries, tick(entries, whole, 'group:g1', { on: false, linked: true, may: () => true }))).toEqual([])
})
