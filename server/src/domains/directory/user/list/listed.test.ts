import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { LISTED_MAX, user } from '@hufu/contract/directory/user'
import { workGroup } from '@hufu/contract/directory/work-group'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phoneOf } from '../../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ask = (names: readonly string[], who = server.admin) => who.call(user.listed, { body: { names: [...names] } })

test('console.md row 44 a pasted list finds users by account, job number or telephone; lines without a match are returned', async () => {
  const org = await server.given.org({ name: '名单处' })
  const byAccount = await server.given.user({ org, userName: 'LiMing', realName: '李明' })
  const byNumber = await server.given.user({ org, employeeNumber: 'GH-2077' })
  const byPhone = await server.given.user({ org, phone: phoneOf(2077) })
  const answer = await ask(['liming', ' GH-2077 ', phoneOf(2077), '没有此人', 'liming', "' or 1=1 --"])
  expect(answer.found.map(({ id }) => id)).toEqual([byAccount, byNumber, byPhone])
  expect(answer.found[0]).toEqual({ id: byAccount, userName: 'LiMing', realName: '李明', orgName: '名单处' })
  expect(answer.missing).toEqual(['没有此人', "' or 1=1 --"])
})

test('a user matched by two lines is found once; of two matches of one line the account wins', async () => {
  const first = await server.given.user({ userName: 'double.one', employeeNumber: 'D-1' })
  await server.given.user({ employeeNumber: 'double.one' })
  expect((await ask(['D-1', 'double.one'])).found.map(({ id }) => id)).toEqual([first])
})

test('D-34 a delegated administrator finds no user out of scope, and no deleted user is found', async () => {
  const org = await server.given.org()
  await server.given.user({ org, userName: 'within.reach' })
  await server.given.user({ userName: 'out.of.reach' })
  const gone = await server.given.user({ org, userName: 'gone.since' })
  await server.admin.call(user.remove, { body: { ids: [gone] } })
  const delegation = await server.given.user({ org })
  const whole = { hasIncludeChild: 1 as const, hasHandOn: 0 as const, menuIds: ['organiz_index'], buttonIds: [] }
  await server.admin.call(delegatedAdmin.save, { body: { ...whole, orgId: org, userIds: [delegation] } })
  const { found, missing } = await ask(['within.reach', 'out.of.reach', 'gone.since'], await server.as(delegation))
  expect(found.map(({ userName }) => userName)).toEqual(['within.reach'])
  expect(missing).toEqual(['out.of.reach', 'gone.since'])
})

test('an empty or too long list is refused', async () => {
  const message = async (names: unknown) => (await server.admin.send(user.listed, { body: { names } as never })).envelope.message
  expect(await message([])).toBe('名单不能为空')
  expect(await message(Array.from({ length: LISTED_MAX + 1 }, (_, n) => `n${n}`))).toBe(`名单一次最多${LISTED_MAX}行`)
})

test('console.md row 44 a work group shows since when each user is a member', async () => {
  const { id } = await server.admin.call(workGroup.save, { body: { name: '入组时间', code: 'JOINED' } })
  const member = await server.given.user()
  const before = Date.now() - 1000
  await server.admin.call(workGroup.saveMembers, { query: { id }, body: [member] })
  const [row] = await server.admin.call(workGroup.members, { query: { workGroupId: id } })
  expect(row).toMatchObject({ id: member })
  expect(Date.parse(`${row!.joinTime.replace(' ', 'T')}+08:00`)).toBeGreaterThanOrEqual(before - 1000)
})
