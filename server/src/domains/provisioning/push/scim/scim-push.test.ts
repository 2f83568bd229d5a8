import { apiClient } from '@hufu/contract/federation/api-client'
import { user } from '@hufu/contract/directory/user'
import { push } from '@hufu/contract/provisioning/push'
import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { startPushes, type Pushes } from '../../../../../test/pushes.ts'
import { openScimApp } from '../../../../../test/scim-pushes.ts'
import { scimClient, type Body, type ScimSubject } from '../../../../../test/scim.ts'
import { runSync } from '../../../../../test/syncs.ts'

let pushes: Pushes
/** Another Hufu server, which receives the pushes by SCIM. */
let other: TestServer
let there: ScimSubject
beforeAll(async () => {
  pushes = await startPushes()
  other = await startTestServer()
  there = await scimClient(other)
})
afterAll(async () => {
  await other.close()
  await pushes.close()
})

const openApp = (pushObject: 'user' | 'all' = 'all') => openScimApp(pushes, { other, there }, pushObject)
const found = async (type: 'Users' | 'Groups', externalId: string): Promise<Body | undefined> =>
  (await there.ask('GET', `/${type}?filter=${encodeURIComponent(`externalId eq "${externalId}"`)}`)).body.Resources[0]
const close = (appId: string) => pushes.query('update app set open_push = 0 where id = $1', [appId])

test('D-56 a SCIM application receives organisations as groups, users, and the members of each group', async () => {
  const { server, idle, logOf, rename } = pushes
  const appId = await openApp()
  const [first, second] = [
    await server.given.org({ name: `SCIM一处${server.given.next()}` }),
    await server.given.org({ name: `SCIM二处${server.given.next()}` }),
  ]
  const id = await server.given.user({ org: first, email: 'told@example.com' })
  await rename(id, '欧阳')
  await idle(appId)
  const made = await found('Users', id)
  expect(made).toMatchObject({
    displayName: '欧阳',
    active: true,
    externalId: id,
    emails: [{ value: 'told@example.com' }],
  })
  const group = await found('Groups', first)
  expect(group).toMatchObject({ displayName: expect.stringMatching(/^SCIM一处/), members: [{ value: made.id }] })

  const { jobs } = await server.admin.call(user.byId, { query: { id } })
  await server.admin.call(user.update, { body: { id, realName: '欧阳修', jobs: jobs.map(job => ({ ...job, orgId: second })) } })
  await idle(appId)
  expect(await found('Users', id)).toMatchObject({ id: made.id, displayName: '欧阳修' })
  expect((await found('Groups', first)).members ?? []).toEqual([])
  expect(await found('Groups', second)).toMatchObject({ members: [{ value: made.id }] })
  const rows = await logOf({ appId, objectId: id })
  expect(rows.map(({ operateType, result }) => [operateType, result])).toEqual([
    ['update', 1],
    ['insert', 1],
  ])
  expect(JSON.stringify(rows)).not.toContain(there.clientSecret)
  await close(appId)
})

test('D-56 a user disabled or deleted here is deactivated there, never deleted, and is the same user when back', async () => {
  const { server, idle } = pushes
  const appId = await openApp('user')
  const id = await server.given.user()
  await idle(appId)
  const { id: remote } = await found('Users', id)
  const state = async () => (await there.ask('GET', `/Users/${remote}`)).body.active
  await server.admin.call(user.setStatus, { query: { status: 0 }, body: { ids: [id] } } as never)
  await idle(appId)
  expect(await state()).toBe(false)
  await server.admin.call(user.setStatus, { query: { status: 1 }, body: { ids: [id] } } as never)
  await idle(appId)
  expect(await state()).toBe(true)
  await pushes.query('update users set deleted_at = now() where id = $1', [id])
  await expect.poll(state).toBe(false)
  await pushes.query('update users set deleted_at = null where id = $1', [id])
  await expect.poll(state).toBe(true)
  expect((await found('Users', id)).id).toBe(remote)
  await close(appId)
})

test('D-56 an existing user of the same name is linked, unless they have another externalId; a removed one is created again', async () => {
  const { server, idle, query, logOf, rename } = pushes
  const appId = await openApp('user')
  const names = ['scim.there', 'scim.foreign'].map(name => ({ userName: name, name: { formatted: '早在' }, active: true }))
  const [linked] = [
    await there.ask('POST', '/Users', names[0]),
    await there.ask('POST', '/Users', { ...names[1], externalId: 'somebody-else' }),
  ]
  const [mine, foreign] = [await server.given.user(), await server.given.user()]
  await query(`update users set user_name = case id when $1 then 'scim.there' else 'scim.foreign' end where id in ($1, $2)`, [
    mine,
    foreign,
  ])
  await idle(appId)
  expect(await found('Users', mine)).toMatchObject({ id: linked.body.id })
  expect(await found('Users', foreign)).toBeUndefined()
  const failed = await logOf({ appId, objectId: foreign, result: 0 })
  expect(failed[0]).toMatchObject({ result: 0, message: expect.stringContaining('409') })

  await there.ask('DELETE', `/Users/${linked.body.id}`)
  await rename(mine, '重新建立')
  await idle(appId)
  expect(await found('Users', mine)).toMatchObject({ displayName: '重新建立' })
  await close(appId)
})

test('F8 a reconciliation lists what differs at the SCIM server; carried out, it repairs it', async () => {
  const { server, idle } = pushes
  const appId = await openApp('user')
  const [renamed, removed] = [await server.given.user(), await server.given.user()]
  await server.admin.call(push.align, { body: { appId } })
  await idle(appId)
  const { id: a } = await found('Users', renamed)
  const { id: b } = await found('Users', removed)
  await there.patch(`/Users/${a}`, { op: 'replace', path: 'displayName', value: '对方改的' })
  await there.ask('DELETE', `/Users/${b}`)
  await there.ask('POST', '/Users', { userName: 'scim.stranger', displayName: '陌生人', externalId: 'unknown-here', active: true })

  const { id } = await server.admin.call(sync.save, {
    body: { name: 'SCIM 核对', direction: 'out', objectType: 'user', appId, mapping: [] },
  })
  const { run } = await runSync(server, id, 'plan')
  const { records } = await server.admin.call(sync.pageRow, { query: { runId: run.id, size: 100 } })
  const reasonOf = (objectId: string) => records.find(row => row.objectId === objectId)?.faults[0]?.message
  expect([reasonOf(renamed), reasonOf(removed)]).toEqual(['应用中的 displayName 不同', '应用中没有'])
  expect(run.report!.differences).toContainEqual(
    expect.objectContaining({ originId: 'unknown-here', name: '陌生人', reason: '应用中有，本系统没有' }),
  )
  expect((await there.ask('GET', `/Users/${a}`)).body.displayName).toBe('对方改的')

  await runSync(server, id)
  await idle(appId)
  expect((await there.ask('GET', `/Users/${a}`)).body.displayName).not.toBe('对方改的')
  expect(await found('Users', removed)).toBeDefined()
  const again = await runSync(server, id, 'plan')
  const left = await server.admin.call(sync.pageRow, { query: { runId: again.run.id, size: 100 } })
  expect(left.records.filter(row => row.objectId === renamed || row.objectId === removed)).toEqual([])
  await close(appId)
})

test('D-56 a token refused by the SCIM server is logged, and ends the reconciliation', async () => {
  const { server, idle, logOf, rename } = pushes
  const appId = await openApp('user')
  await other.admin.call(apiClient.setStatus, { query: { status: '0' }, body: { ids: [there.id] } })
  const userId = await server.given.user()
  await rename(userId, '不被接受')
  await idle(appId)
  const [failed] = await logOf({ appId, objectId: userId })
  expect(failed).toMatchObject({ result: 0, message: expect.stringContaining('401') })
  const { id } = await server.admin.call(sync.save, {
    body: { name: 'SCIM 拒绝', direction: 'out', objectType: 'user', appId, mapping: [] },
  })
  const { run, task } = await runSync(server, id, 'plan')
  expect([task.status, run.state]).toEqual(['ERROR', 'failed'])
  expect(run.message).toMatch(/^未能读取应用中的数据：.*401/)
  await close(appId)
})
