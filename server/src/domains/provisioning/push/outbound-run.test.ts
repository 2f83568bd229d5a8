import { sync } from '@hufu/contract/provisioning/sync'
import { syncLog } from '@hufu/contract/provisioning/sync-log'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PUSH_SECRET } from '../../../../test/fakes/push-receiver.ts'
import { startPushes, type Pushes } from '../../../../test/pushes.ts'
import { runSync } from '../../../../test/syncs.ts'

let pushes: Pushes
beforeAll(async () => {
  pushes = await startPushes()
})
afterAll(() => pushes.close())
afterEach(() => {
  pushes.receiver.behave(() => ({ status: 200 }))
  return pushes.forget()
})

let serial = 0
const config = (more: Record<string, unknown>) => ({
  name: `向外推送${++serial}`,
  direction: 'out' as const,
  objectType: 'user' as const,
  mapping: [
    { to: 'login', from: 'userName', transform: [{ kind: 'upper' as const }] },
    { to: 'name', from: 'realName' },
    { to: 'from', transform: [{ kind: 'const' as const, value: 'hufu' }] },
  ],
  ...more,
})
const toAddress = async (more: Record<string, unknown> = {}) => {
  const path = `/own${++serial}`
  const body = config({ url: pushes.receiver.address + path, secret: PUSH_SECRET, ...more })
  const { id } = await pushes.server.admin.call(sync.save, { body })
  return { id, received: () => pushes.receiver.received.filter(one => one.path === path) }
}
const nameOf = async (id: string) =>
  (await pushes.query<{ user_name: string }>('select user_name from users where id = $1', [id]))[0]!.user_name
const rowsOf = async (runId: string) => (await pushes.server.admin.call(sync.pageRow, { query: { runId, size: 100 } })).records

test('F8, X-SYNC-10 a dry run of an outbound task lists what its application would receive, and sends nothing', async () => {
  const { server, openApp, rename, idle, pushesTo } = pushes
  const linked = await server.given.user()
  const appId = await openApp('user')
  await rename(linked, '已告知')
  await idle(appId)
  const before = pushesTo(appId).length
  const id = (await server.admin.call(sync.save, { body: config({ appId }) })).id
  const { run } = await runSync(server, id, 'plan')
  expect(run).toMatchObject({ state: 'planned', mode: 'plan', written: 0 })
  // The mapping of the task changes the data of this user; the others have not been pushed yet.
  const rows = await rowsOf(run.id)
  expect(rows.find(row => row.objectId === linked)).toMatchObject({ verdict: 'changed', name: '已告知' })
  expect(run.user.changed).toBeGreaterThan(1)
  expect(pushesTo(appId)).toHaveLength(before)
})

test('F8, X-SYNC-10 a run of an outbound task aligns its application, with the transforms of its mapping; the next run sends nothing', async () => {
  const { server, openApp, idle, pushesTo } = pushes
  const userId = await server.given.user()
  const appId = await openApp('user')
  const id = (await server.admin.call(sync.save, { body: config({ appId }) })).id
  const { run, task } = await runSync(server, id)
  expect(task.status).toBe('FINISH')
  expect(run).toMatchObject({ state: 'done', message: expect.stringContaining('已排队推送') })
  await idle(appId)
  const login = (await nameOf(userId)).toUpperCase()
  expect(pushes.receiver.received.find(({ data }) => data.login === login)?.data).toEqual({ login, name: expect.any(String), from: 'hufu' })
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', message: '比对完成，没有差异' })
  expect(pushesTo(appId).every(({ isSigned }) => isSigned)).toBe(true)
})

test('X-SYNC-01 a task with an address and no application sends everything once, signed with its own secret, then only changes', async () => {
  const { server, rename } = pushes
  const userId = await server.given.user()
  const { id, received } = await toAddress()
  const first = await runSync(server, id)
  expect(first.run).toMatchObject({ state: 'done', failed: 0 })
  expect(received().length).toBe(first.run.written)
  expect(received().every(one => one.isSigned && one.operateType === 'insert')).toBe(true)
  const before = received().length
  await rename(userId, '改过的名字')
  const second = await runSync(server, id)
  expect(second.run).toMatchObject({ state: 'done', written: 1, user: { changed: 1, new: 0 } })
  expect(received().slice(before)).toMatchObject([{ operateType: 'update', data: { name: '改过的名字' } }])
  const { records } = await server.admin.call(syncLog.page, { query: { syncId: id, objectId: userId } })
  expect(records).toMatchObject([
    { result: 1, operateType: 'update', appId: null },
    { result: 1, operateType: 'insert' },
  ])
})

test('F8 an address that does not answer ends the run as partial; the next run sends the rest', async () => {
  const { server } = pushes
  const { id, received } = await toAddress()
  pushes.receiver.behave(() => ({ status: 503 }))
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'part', written: 0 })
  expect(run.failed).toBeGreaterThan(0)
  expect(received().length).toBeLessThan(40)
  pushes.receiver.behave(() => ({ status: 200 }))
  const again = await runSync(server, id)
  expect(again.run).toMatchObject({ state: 'done', written: run.failed, failed: 0 })
})

/** A run to an address that the brake holds, and a second administrator who can release it. */
async function heldRun(count: number) {
  const { server, query } = pushes
  const { id, received } = await toAddress()
  const users = await Promise.all(Array.from({ length: count }, () => server.given.user()))
  await runSync(server, id)
  const disable = (ids: readonly string[]) => query('update users set status = 0 where id = any ($1)', [ids])
  await disable(users)
  const before = received().length
  const { run } = await runSync(server, id)
  const other = await server.given.user()
  await server.given.role(other, '/sync/config#*')
  const second = await server.as(other)
  const stateNow = async () => (await server.admin.call(sync.getRun, { query: { id: run.id } })).state
  return {
    id,
    run,
    users,
    disable,
    receivedSince: () => received().slice(before),
    release: async (only?: 'addChange') => {
      await second.call(sync.release, { body: { runId: run.id, digest: run.digest!, ...(only && { only }) } })
      await expect.poll(stateNow).toMatch(/^(done|part)$/)
      return server.admin.call(sync.getRun, { query: { id: run.id } })
    },
  }
}
const loginOf = async (id: string) => (await nameOf(id)).toUpperCase()

test('F8 a plan that ends more than a twentieth is held, and a second user releases it', async () => {
  const { server } = pushes
  const { run, receivedSince, release } = await heldRun(25)
  expect(run).toMatchObject({ state: 'blocked', brake: [{ rule: 'goneCount', found: 25 }], mayRelease: false })
  expect(receivedSince()).toHaveLength(0)
  await server.admin.refused('syncOwnRelease', sync.release, { body: { runId: run.id, digest: run.digest! } })
  expect(await release()).toMatchObject({ state: 'done', written: 25 })
  expect(receivedSince().map(({ operateType }) => operateType)).toEqual(Array.from({ length: 25 }, () => 'update'))
})

test('F4, F8 a released outbound plan is the reviewed one; users disabled or created since are sent by the next run', async () => {
  const { server } = pushes
  const { id, run, users, disable, receivedSince, release } = await heldRun(25)
  const later = await Promise.all(Array.from({ length: 100 }, () => server.given.user()))
  await disable(later)
  const [back] = users
  await pushes.query('update users set status = 1 where id = $1', [back])
  await pushes.query('update users set deleted_at = now() where id = $1', [users[1]])
  const ran = await release()
  expect(ran).toMatchObject({ state: 'part', written: 23, failed: 0 })
  expect(ran.message).toContain('计划之后')
  const wanted = await Promise.all(users.slice(2).map(loginOf))
  expect(
    receivedSince()
      .map(({ data }) => String(data.login))
      .toSorted(),
  ).toEqual(wanted.toSorted())
  // The plan still has the rows that were reviewed.
  expect(await rowsOf(run.id)).toHaveLength(25)
  await runSync(server, id)
  expect(receivedSince().map(({ data }) => data.login)).toEqual(expect.arrayContaining(await Promise.all(later.map(loginOf))))
})

test('F5, F8 an outbound plan released for additions and changes only sends no disabling and no deletion', async () => {
  const { server, query, rename } = pushes
  const { id, received } = await toAddress()
  const users = await Promise.all(Array.from({ length: 26 }, () => server.given.user()))
  await runSync(server, id)
  const before = received().length
  await query('update users set status = 0 where id = any ($1)', [users.slice(0, 20)])
  await query('update users set deleted_at = now() where id = any ($1)', [users.slice(20, 25)])
  await rename(users[25]!, '只改名')
  const made = await server.given.user()
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'blocked', brake: [{ found: 25 }] })
  await server.given.role(made, '/sync/config#*')
  await (await server.as(made)).call(sync.release, { body: { runId: run.id, digest: run.digest!, only: 'addChange' } })
  await expect.poll(async () => (await server.admin.call(sync.getRun, { query: { id: run.id } })).state).toBe('done')
  const logins = received()
    .slice(before)
    .map(({ operateType, data }) => `${operateType} ${String(data.login)}`)
  expect(logins.toSorted()).toEqual([`insert ${await loginOf(made)}`, `update ${await loginOf(users[25]!)}`])
})

test('F4 the digest of an outbound plan changes exactly when its rows do', async () => {
  const { server, rename } = pushes
  const userId = await server.given.user()
  const { id } = await toAddress()
  const [first, again] = [await runSync(server, id, 'plan'), await runSync(server, id, 'plan')]
  expect(again.run.digest).toBe(first.run.digest)
  await runSync(server, id)
  await rename(userId, '换了名字')
  expect((await runSync(server, id, 'plan')).run.digest).not.toBe(first.run.digest)
})

test('X-SYNC-10 a task whose application takes no pushes is refused by name; transforms meant for sources are refused', async () => {
  const { server } = pushes
  const appId = await server.given.app()
  const { id } = await server.admin.call(sync.save, { body: config({ appId }) })
  await server.admin.refused('pushNotOpen', sync.run, { query: { id } })
  const mapping = [{ to: 'x', from: 'userName', transform: [{ kind: 'dnPart' as const, attribute: 'ou', nth: 0 }] }]
  await server.admin.refused('syncTransformProblem', sync.save, { body: config({ appId, mapping }) })
})
