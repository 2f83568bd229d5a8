import { listPreference } from '@hufu/contract/operations/list-preference'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const list = '/organiz/index#users'
const columns = { hidden: ['phone'], order: ['userName', 'phone', 'status'], pinned: ['status'] }
const views = [{ name: '停用的人', search: '?status=0' }]
const untouched = { columns: null, views: [] }

test('the columns and saved searches of a list are stored per user', async () => {
  const me = await server.as(await server.given.user())
  const other = await server.as(await server.given.user())
  expect(await me.call(listPreference.get, { query: { list } })).toEqual(untouched)
  await me.call(listPreference.saveColumns, { body: { list, columns } })
  await me.call(listPreference.saveViews, { body: { list, views } })
  expect(await me.call(listPreference.get, { query: { list } })).toEqual({ columns, views })
  expect(await me.call(listPreference.get, { query: { list: '/organiz/org-list' } })).toEqual(untouched)
  expect(await other.call(listPreference.get, { query: { list } })).toEqual(untouched)
  await me.call(listPreference.saveColumns, { body: { list, columns: null } })
  expect(await me.call(listPreference.get, { query: { list } })).toEqual({ columns: null, views })
})

test('invalid lists, columns and views are refused with their field', async () => {
  const me = await server.as(await server.given.user())
  for (const wrong of ['organiz', '/a b', `/${'a'.repeat(130)}`, ''])
    await me.refused('parameterProblem', listPreference.saveViews, { body: { list: wrong, views } })
  const many = Array.from({ length: 21 }, (_, n) => ({ name: `第${n}个`, search: '' }))
  await me.refused('parameterProblem', listPreference.saveViews, { body: { list, views: many } })
  await me.refused('parameterProblem', listPreference.saveViews, { body: { list, views: [{ name: ' ', search: '' }] } })
  await me.refused('parameterProblem', listPreference.saveColumns, { body: { list, columns: { ...columns, hidden: ['a'.repeat(41)] } } })
})

test('a user cannot fill the table with invented lists', async () => {
  const id = await server.given.user()
  const me = await server.as(id)
  await server.kernel.db
    .insertInto('listPreference')
    .values(Array.from({ length: 200 }, (_, n) => ({ userId: id, list: `/made-up-${n}`, updateTime: '2026-01-01T00:00:00Z' })))
    .execute()
  await me.call(listPreference.saveViews, { body: { list, views } })
  const { n } = await server.kernel.db
    .selectFrom('listPreference')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('userId', '=', id)
    .executeTakeFirstOrThrow()
  expect(n).toBe(200)
  expect((await me.call(listPreference.get, { query: { list } })).views).toEqual(views)
})
