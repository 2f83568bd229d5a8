import { afterAll, beforeAll, expect, test } from 'vitest'
import { menus } from '@hufu/contract/permission/menu'
import { self } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { VIEW_AS, viewing } from '@hufu/contract/permission/viewing'
import { openHouse, type House } from '../../../../test/harness.ts'

let house: House
const ids = { org: '', inside: '', outside: '', boss: '' }
beforeAll(async () => {
  house = await openHouse()
  ids.org = await house.given.org()
  ids.inside = await house.given.user({ org: ids.org })
  ids.outside = await house.given.user()
  ids.boss = await house.given.user({ org: ids.org })
  await house.given.gradeAdmin(ids.boss, ids.org, 1, '/organiz/index')
})
afterAll(() => house.close())

const through = () => ({ headers: { [VIEW_AS]: ids.boss } })

test('a super administrator sees what that administrator sees: himself, menus and rows', async () => {
  await house.admin.call(viewing.begin, { body: { userId: ids.boss } })
  const he = await house.as(ids.boss)
  for (const call of [self.current, self.isAdmin, menus.mine, menus.granted, user.page])
    expect(await house.admin.call(call, through()), call.path).toEqual(await he.call(call))
  expect((await house.admin.call(user.page, { ...through(), query: { size: 500 } })).records.map(row => row.id)).not.toContain(ids.outside)
  await house.admin.refused('userMissing', user.byId, { ...through(), query: { id: ids.outside } })
  await house.admin.refused('forbidden', menus.page, through())
  // Without the header the same session is his own.
  expect((await house.admin.call(self.current)).id).toBe('1')
})

test('through somebody else’s view nothing is changed, and the audit names who looked and who tried', async () => {
  await house.admin.refused('viewingOnly', user.remove, { ...through(), body: { ids: [ids.inside] } })
  await house.admin.refused('viewingOnly', user.setStatus, { ...through(), query: { status: '0' }, body: { ids: [ids.inside] } })
  const { records } = await (await house.as(ids.boss)).call(user.page)
  expect(records.map(row => row.id)).toContain(ids.inside)
  const rows = await house.kernel.db.selectFrom('operLog').select(['path', 'userId', 'target', 'code']).orderBy('createTime').execute()
  expect(rows).toContainEqual(expect.objectContaining({ path: expect.stringContaining(viewing.begin.path), userId: '1', target: ids.boss }))
  expect(rows).toContainEqual(expect.objectContaining({ path: expect.stringContaining(user.remove.path), userId: '1', code: '4403' }))
})

test('nobody looks through a view he has not begun, or has ended, or without being super administrator', async () => {
  await house.admin.refused('viewingEnded', user.page, { headers: { [VIEW_AS]: ids.inside } })
  const he = await house.as(ids.boss)
  await he.refused('forbidden', viewing.begin, { body: { userId: '1' } })
  await house.kernel.db.updateTable('session').set({ viewing: '1' }).where('userId', '=', ids.boss).execute()
  await expect.poll(async () => (await he.send(user.page, { headers: { [VIEW_AS]: '1' } })).envelope.message).toContain('已结束')
  await house.admin.call(viewing.end)
  await house.admin.refused('viewingEnded', user.page, through())
  await house.admin.refused('userMissing', viewing.begin, { body: { userId: 'nobody' } })
})
