import { afterAll, beforeAll, expect, test } from 'vitest'
import { welcome } from '@hufu/contract/operations/welcome'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const none = { orgCount: null, userCount: null, appCount: null, onlineCount: null, todayLogin: null, pendingOrg: null, pendingUser: null }
async function holder(...grants: string[]) {
  const id = await server.given.user()
  if (grants.length > 0) await server.given.role(id, ...grants)
  return server.as(id)
}

test('X-WEL-01 the super administrator sees every counter', async () => {
  const before = await server.admin.call(welcome.overview)
  const org = await server.given.org()
  await server.given.user({ org })
  await server.given.app()
  const after = await server.admin.call(welcome.overview)
  expect(after).toMatchObject({
    orgCount: before.orgCount! + 1,
    userCount: before.userCount! + 1,
    appCount: before.appCount! + 1,
    onlineCount: 1,
    todayLogin: expect.any(Number),
  })
})

test('X-WEL-01 counters the caller may not see are null', async () => {
  expect(await (await holder('/wel/index')).call(welcome.overview)).toEqual(none)
  const auditor = await holder('/wel/index', '/audit/getPage', '/audit/loginLog')
  expect(await auditor.call(welcome.overview)).toEqual({ ...none, onlineCount: expect.any(Number), todayLogin: expect.any(Number) })
  await server.given.app()
  expect((await (await holder('/wel/index', '/app/list')).call(welcome.overview)).appCount).toBeGreaterThan(0)
  await (await holder('/organiz/index')).refused('forbidden', welcome.overview)
  await server.nobody.refused('signInAgain', welcome.overview)
})

test('X-WEL-01, D-34 a delegated administrator counts users in scope, each once', async () => {
  const top = await server.given.org()
  const sub = await server.given.org({ parentId: top })
  const boss = await server.given.user({ org: top, others: [sub] })
  await server.given.user({ org: sub })
  await server.given.gradeAdmin(boss, top, 1, '/wel/index', '/organiz/index')
  expect(await (await server.as(boss)).call(welcome.overview)).toEqual({ ...none, orgCount: 2, userCount: 2 })
})

test('X-WEL-01, D-34 for a delegated administrator, users online and signed in today are counted in scope only', async () => {
  const org = await server.given.org()
  const boss = await server.given.user({ org })
  await server.given.gradeAdmin(boss, org, 1, '/wel/index', '/audit/getPage', '/audit/loginLog')
  const they = await server.as(boss)
  const row = { loginType: 'password', result: 1 as const, message: '', ip: '', browser: '', os: '' }
  const sign = (userId: string | null) => server.kernel.db.insertInto('loginLog').values({ ...row, id: `day${server.given.next()}`, userName: '', userId }).execute() // prettier-ignore
  for (const userId of [boss, '1', null]) await sign(userId)
  expect(await they.call(welcome.overview)).toEqual({ ...none, onlineCount: 1, todayLogin: 1 })
})

test('X-WEL-01 users online are counted once, however many sessions they have', async () => {
  const before = (await server.admin.call(welcome.overview)).onlineCount!
  const id = await server.given.user()
  for (let n = 0; n < 3; n++) await server.as(id)
  expect((await server.admin.call(welcome.overview)).onlineCount).toBe(before + 1)
})
