import { afterAll, beforeAll, expect, test } from 'vitest'
import { businessLine } from '@hufu/contract/directory/business-line'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
/** The business line holds north and south, but not the part below north. */
const at = { north: '', part: '', south: '', aside: '' }
const id = { ann: '', bob: '', cat: '', dan: '' }
let line = ''
beforeAll(async () => {
  server = await startTestServer()
  const { given, admin } = server
  at.north = await given.org({ name: '北局' })
  at.part = await given.org({ name: '北局科', parentId: at.north })
  at.south = await given.org({ name: '南局' })
  at.aside = await given.org({ name: '旁局' })
  line = (await admin.call(businessLine.save, { body: { name: '财务', code: 'CW' } })).id
  await admin.call(businessLine.addOrg, { body: { stripeId: line, orgIds: [at.north, at.south] } })
  id.ann = await given.user({ realName: '安', org: at.north })
  id.bob = await given.user({ realName: '鲍', org: at.part })
  id.cat = await given.user({
    realName: '蔡',
    jobs: [
      { orgId: at.aside, jobType: 1 },
      { orgId: at.north, jobType: 2 },
      { orgId: at.south, jobType: 2 },
    ],
  })
  id.dan = await given.user({ realName: '丁', org: at.south })
})
afterAll(() => server.close())

test('console.md 43 the people of a business line have a job in one of its organisations; each is listed once, by that job', async () => {
  const people = async (query: Record<string, unknown> = {}) =>
    (await server.admin.call(businessLine.pageUser, { query: { stripeId: line, size: 500, ...query } })).records
  expect((await people()).map(row => row.id).sort()).toEqual([id.ann, id.cat, id.dan].sort())
  expect((await people({ orgId: at.south })).map(row => row.id).sort()).toEqual([id.cat, id.dan].sort())
  expect(await people({ orgId: at.part })).toEqual([])
  expect(await people({ searchKey: '蔡', orgId: at.south })).toMatchObject([{ id: id.cat, orgName: '南局', jobType: 2 }])
  expect((await server.admin.call(user.page, { query: { stripeId: line } })).total).toBe(3)
  await server.admin.refused('stripeMissing', businessLine.pageUser, { query: { stripeId: 'nothere' } })
})

test('console.md 43, D-34 the admins of a business line are those whose delegation covers its organisations, the widest first', async () => {
  const [whole, deep, flat, off] = [
    await server.given.user({ realName: '全' }),
    await server.given.user({ realName: '深' }),
    await server.given.user({ realName: '平' }),
    await server.given.user({ realName: '外' }),
  ]
  await server.given.gradeAdmin(whole, '1', 1, '/organiz/index')
  const paused = await server.given.gradeAdmin(deep, at.north, 1, '/organiz/index')
  await server.given.gradeAdmin(flat, at.south, 0, '/organiz/index')
  await server.given.gradeAdmin(off, at.part, 1, '/organiz/index')
  await server.given.gradeAdmin(off, '1', 0, '/organiz/index')
  await server.kernel.db.updateTable('gradeAdmin').set({ status: 0 }).where('id', '=', paused).execute()
  const admins = async (query: Record<string, unknown> = {}) =>
    (await server.admin.call(businessLine.pageAdmin, { query: { stripeId: line, size: 500, ...query } })).records
  const [first, ...rest] = await admins()
  expect(first).toMatchObject({ userId: whole, orgCount: 2, isWhole: true, state: 'live', hasIncludeChild: 1 })
  expect(rest.map(row => row.userId).sort()).toEqual([deep, flat].sort())
  expect(rest.find(row => row.userId === deep)).toMatchObject({ orgCount: 1, isWhole: false, state: 'disabled', orgName: '北局' })
  expect((await admins({ orgId: at.south })).map(row => row.userId).sort()).toEqual([whole, flat].sort())
  expect((await admins({ searchKey: '平' })).map(row => row.userId)).toEqual([flat])
  await server.admin.refused('stripeMissing', businessLine.pageAdmin, { query: { stripeId: 'nothere' } })
})

test('T14, D-34 a delegated administrator sees only their own people and the delegations at their own organisations', async () => {
  const boss = await server.given.user({ realName: '北主任', org: at.north })
  await server.given.forDelegations('/organiz/stripe-org')
  const mine = await server.given.gradeAdmin(boss, at.north, 1, '/organiz/stripe-org', '/organiz/index')
  const they = await server.as(boss)
  const people = (await they.call(businessLine.pageUser, { query: { stripeId: line, size: 500 } })).records.map(row => row.id)
  expect(people.sort()).toEqual([id.ann, id.cat, boss].sort())
  expect((await they.call(user.page, { query: { stripeId: line, size: 500 } })).total).toBe(3)
  expect((await they.call(businessLine.pageUser, { query: { stripeId: line, orgId: at.south } })).total).toBe(0)
  const grants = (await they.call(businessLine.pageAdmin, { query: { stripeId: line, size: 500 } })).records
  expect(grants.find(row => row.id === mine)).toMatchObject({ orgCount: 1, isWhole: true })
  // The admins set above them cover the business line too, but are not shown to them.
  expect(new Set(grants.map(row => row.orgName))).toEqual(new Set(['北局']))
  await (await server.as(await server.given.user())).refused('forbidden', businessLine.pageAdmin, { query: { stripeId: line } })
})
