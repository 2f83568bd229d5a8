import { afterAll, beforeAll, expect, test } from 'vitest'
import { appVisit } from '@hufu/contract/apps/app-visit'
import { user } from '@hufu/contract/directory/user'
import { application, Browser, signInTo } from '../../../../test/oidc.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { writeVisit } from '../../federation/protocol/visit.sql.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const page = (appId: string, query = {}) => server.admin.call(appVisit.page, { query: { appId, ...query } })
const visit = (appId: string, userId: string, more: Partial<Parameters<typeof writeVisit>[1]> = {}) =>
  writeVisit(server.kernel.db, { appId, userId, sessionId: 's', protocol: 'cas', problem: '', ip: '10.0.0.7', agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ...more }) // prettier-ignore

test('D-62 sign-ins and refusals of an application are among its visits, newest first, and not among others’', async () => {
  const { given } = server
  const [they, another] = [await given.user({ realName: '来访者' }), await given.user()]
  const { appId, config } = await application(server, they)
  const other = await given.app()
  await visit(other, they)
  await visit(appId, another, { problem: 'noAccess' })
  const browser = new Browser()
  await browser.signIn(server, they)
  await signInTo(server, browser, config)
  const { total, more, records } = await page(appId)
  expect([total, more]).toEqual([2, false])
  expect(records.map(({ userId, realName, fault, protocol }) => [userId, realName, fault, protocol])).toEqual([
    [they, '来访者', '', 'oauth2'],
    [another, expect.any(String), 'noAccess', 'cas'],
  ])
  expect(records[1]).toMatchObject({ ip: '10.0.0.7', browser: 'Firefox 140', os: 'Linux' })
})

test('D-62 visits are filtered by user, result, address and time, page by page', async () => {
  const { given } = server
  const [they, another] = [await given.user({ realName: '甲来' }), await given.user({ realName: '乙来' })]
  const appId = await given.app()
  for (let n = 0; n < 5; n++) await visit(appId, they, { ip: `10.0.1.${n}` })
  await visit(appId, another, { problem: 'address' })
  const found = async (query: object) => (await page(appId, query)).records.map(row => row.userId)
  expect(await found({ searchKey: '乙来' })).toEqual([another])
  expect(await found({ result: 0 })).toEqual([another])
  expect((await page(appId, { result: 1 })).total).toBe(5)
  expect(await found({ ip: '10.0.1.3' })).toEqual([they])
  expect((await page(appId, { beginTime: '2020-01-01 00:00:00', endTime: '2020-01-02 00:00:00' })).total).toBe(0)
  expect((await page(appId, { beginTime: '2020-01-01 00:00:00' })).total).toBe(6)
  const turned = []
  for (let current = 1; current <= 3; current++) turned.push(...(await page(appId, { current, size: 2 })).records.map(row => row.id))
  expect(turned).toEqual((await page(appId, { size: 500 })).records.map(row => row.id))
  expect((await page(appId, { current: 4, size: 2 })).records).toEqual([])
  // The name of a user deleted meanwhile is still shown.
  await server.admin.call(user.remove, { body: { ids: [another] } })
  expect((await page(appId, { result: 0 })).records[0]).toMatchObject({ userId: another, realName: '乙来' })
})

test('D-34 T12 a delegated administrator sees the visits of users in scope; a user who may not configure applications sees none', async () => {
  const { given } = server
  const [inside, outside] = [await given.org(), await given.org()]
  const [mine, theirs, delegation, stranger] = [
    await given.user({ org: inside }), await given.user({ org: outside }), await given.user({ org: inside }), await given.user(),
  ] // prettier-ignore
  const appId = await given.app()
  for (const userId of [mine, theirs]) await visit(appId, userId)
  await given.forDelegations('/app/list')
  await server.kernel.db.updateTable('menu').set({ hsaAuthGradeShow: 1 }).where('mark', '=', 'edit-c').execute()
  await given.gradeAdmin(delegation, inside, 1, '/app/list')
  const seen = await (await server.as(delegation)).call(appVisit.page, { query: { appId } })
  expect([seen.total, seen.records.map(row => row.userId)]).toEqual([1, [mine]])
  await given.role(stranger, '/app/list')
  await (await server.as(stranger)).refused('forbidden', appVisit.page, { query: { appId } })
  await server.admin.refused('appMissing', appVisit.page, { query: { appId: 'none' } })
  for (const wrong of [
    { result: 2 },
    { beginTime: 'gestern' },
    { searchKey: 'x'.repeat(51) },
    { beginTime: '2026-02-01 00:00:00', endTime: '2026-01-01 00:00:00' },
  ])
    expect((await server.admin.send(appVisit.page, { query: { appId, ...wrong } })).envelope.code).toBe('global_prompt')
})
