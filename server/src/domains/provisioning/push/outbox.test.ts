import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { user } from '@hufu/contract/directory/user'
import { startPushes, type Pushes } from '../../../../test/pushes.ts'
import { statementsOf } from '../../../../test/statements.ts'

let pushes: Pushes
beforeAll(async () => {
  pushes = await startPushes()
})
afterAll(() => pushes.close())
afterEach(() => pushes.forget())

test('2.6.1 a change and its push entry are one transaction: after a rollback or refusal nothing is sent', async () => {
  const { server, number, openApp, pushesTo, idle, rename } = pushes
  const id = await server.given.user()
  const appId = await openApp('user')
  const connection = await server.kernel.pool.connect()
  await connection.query('begin')
  await connection.query(`update users set real_name = '未提交' where id = $1`, [id])
  const { rows } = await connection.query<{ n: number }>('select count(*) as n from change_due where object_id = $1', [id])
  // The same transaction has written the row, and others do not see it before the commit.
  expect([rows[0]!.n, await number('select count(*) as n from change_due where object_id = $1', [id])]).toEqual([1, 0])
  await connection.query('rollback')
  connection.release()
  const { jobs, realName } = await server.admin.call(user.byId, { query: { id } })
  await server.admin.refused('stale', user.update, { body: { id, realName: '被拒绝', jobs, version: 99 } })
  await idle(appId)
  expect([pushesTo(appId, id), realName]).toEqual([[], expect.stringMatching(/^人员/)])
  await rename(id, '已提交')
  await idle(appId)
  expect(pushesTo(appId, id).map(({ data }) => data.realName)).toEqual(['已提交'])
})

test('D-56 an application that does not answer times out after ten seconds; others are served meanwhile, changes cost no more statements', async () => {
  const { server, receiver, openApp, pushesTo, idle, rename } = pushes
  const id = await server.given.user()
  const { jobs } = await server.admin.call(user.byId, { query: { id } })
  const change = (realName: string) => statementsOf('1', () => server.admin.call(user.update, { body: { id, realName, jobs } }))
  const before = await change('无人等')
  const [silent, alive] = [await openApp('user'), await openApp('user')]
  receiver.behave(({ path }) => (path === `/${silent}` ? 'hang' : { status: 200 }))
  await rename(id, '先告诉')
  await expect.poll(() => pushesTo(silent, id).length).toBe(1)
  expect(await change('再告诉')).toEqual(before)
  await expect.poll(() => pushesTo(alive, id).at(-1)?.data.realName).toBe('再告诉')
  const [push] = pushesTo(silent, id)
  expect(push!.closedAt).toBeUndefined()
  await expect.poll(() => push!.closedAt).toBeDefined()
  const seconds = (push!.closedAt! - push!.at) / 1000
  expect(seconds).toBeGreaterThan(9.5)
  expect(seconds).toBeLessThan(15)
  await idle(alive)
})
