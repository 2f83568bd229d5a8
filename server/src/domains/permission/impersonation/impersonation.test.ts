import { afterAll, beforeAll, expect, test } from 'vitest'
import { menus } from '@hufu/contract/permission/menu'
import { self } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { VIEW_AS, impersonation } from '@hufu/contract/permission/impersonation'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
const ids = { org: '', inside: '', outside: '', boss: '' }
beforeAll(async () => {
  server = await startTestServer()
  ids.org = await server.given.org()
  ids.inside = await server.given.user({ org: ids.org })
  ids.outside = await server.given.user()
  ids.boss = await server.given.user({ org: ids.org })
  await server.given.gradeAdmin(ids.boss, ids.org, 1, '/organiz/index')
})
afterAll(() => server.close())

const through = () => ({ headers: { [VIEW_AS]: ids.boss } })

test('a super administrator who impersonates an administrator sees their account, menus and rows', async () => {
  await server.admin.call(impersonation.begin, { body: { userId: ids.boss } })
  const they = await server.as(ids.boss)
  for (const call of [self.current, self.isAdmin, menus.mine, menus.granted, user.page])
    expect(await server.admin.call(call, through()), call.path).toEqual(await they.call(call))
  expect((await server.admin.call(user.page, { ...through(), query: { size: 500 } })).records.map(row => row.id)).not.toContain(ids.outside)
  await server.admin.refused('userMissing', user.byId, { ...through(), query: { id: ids.outside } })
  await server.admin.refused('forbidden', menus.page, through())
  // Without the header the same session shows the caller's own view.
  expect((await server.admin.call(self.current)).id).toBe('1')
})

test('impersonation changes nothing, and the audit names who began it and who tried to change something', async () => {
  await server.admin.refused('impersonationOnly', user.remove, { ...through(), body: { ids: [ids.inside] } })
  await server.admin.refused('impersonationOnly', user.setStatus, { ...through(), query: { status: '0' }, body: { ids: [ids.inside] } })
  const { records } = await (await server.as(ids.boss)).call(user.page)
  expect(records.map(row => row.id)).toContain(ids.inside)
  const rows = await server.kernel.db.selectFrom('operLog').select(['path', 'userId', 'target', 'code']).orderBy('createTime').execute()
  expect(rows).toContainEqual(
    expect.objectContaining({ path: expect.stringContaining(impersonation.begin.path), userId: '1', target: ids.boss }),
  )
  expect(rows).toContainEqual(expect.objectContaining({ path: expect.stringContaining(user.remove.path), userId: '1', code: '4403' }))
})

test('impersonation is refused before it begins, after it ends, and to users who are no super administrator', async () => {
  await server.admin.refused('impersonationEnded', user.page, { headers: { [VIEW_AS]: ids.inside } })
  const they = await server.as(ids.boss)
  await they.refused('forbidden', impersonation.begin, { body: { userId: '1' } })
  await server.kernel.db.updateTable('session').set({ viewing: '1' }).where('userId', '=', ids.boss).execute()
  await expect.poll(async () => (await they.send(user.page, { headers: { [VIEW_AS]: '1' } })).envelope.message).toContain('已结束')
  await server.admin.call(impersonation.end)
  await server.admin.refused('impersonationEnded', user.page, through())
  await server.admin.refused('userMissing', impersonation.begin, { body: { userId: 'nobody' } })
})
