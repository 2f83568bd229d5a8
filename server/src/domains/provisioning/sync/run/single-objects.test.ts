import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloudKinds, cloudMapping, isSingle, openTenant, type CloudKind, type OpenTenant } from '../../../../../test/cloud-tenants.ts'
import { finished, startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { runSync } from '../../../../../test/syncs.ts'

let server: TestServer
const open: { close(): Promise<unknown> }[] = []
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
})
afterAll(async () => {
  for (const service of open) await service.close()
  await server.close()
})
const rows = async <T>(text: string, values: unknown[] = []) => (await server.kernel.pool.query(text, values)).rows as T[]

const DEPARTMENTS = 30
const PEOPLE = 60
/** Thirty departments below the top, with two users in each. */
const directory = {
  departments: [[1, 0] as const, ...Array.from({ length: DEPARTMENTS }, (_, n) => [n + 2, 1] as const)],
  members: Object.fromEntries([[1, []], ...Array.from({ length: DEPARTMENTS }, (_, n) => [n + 2, [n, n + DEPARTMENTS]])]) as Record<number, number[]>,
} // prettier-ignore

async function loaded(kind: CloudKind, more: object = {}): Promise<OpenTenant> {
  const tenant = await openTenant(server, kind, directory, more)
  open.push(tenant)
  await runSync(server, tenant.id)
  tenant.requests()
  return tenant
}

/** Sends an event of the vendor and waits until the run that it starts has ended. */
async function runAfterEvent(tenant: OpenTenant, ids: Parameters<OpenTenant['tell']>[0]) {
  const before = (await tenant.newest()).id
  await tenant.tell(ids)
  const isOver = (run: Awaited<ReturnType<OpenTenant['newest']>>) =>
    run.id !== before && !['reading', 'writing', 'released'].includes(run.state)
  await expect.poll(async () => isOver(await tenant.newest())).toBe(true)
  return { run: await tenant.newest(), requests: tenant.requests() }
}

const userOf = async (originId: string) =>
  (
    await rows<{ real_name: string; status: number; places: string[] }>(
      `select u.real_name, u.status, array(select o.origin_org_id from job j join org o on o.id = j.org_id where j.user_id = u.id order by 1) as places
      from users u where u.origin_user_id = $1 and u.deleted_at is null`,
      [originId],
    )
  )[0]
const parentOf = async (originId: string) =>
  (await rows<{ parent: string | null }>(`select p.origin_org_id as parent from org o join org p on p.id = o.parent_id where o.origin_org_id = $1`, [originId]))[0] // prettier-ignore
const goneOf = async (syncId: string) =>
  (await rows<{ origin_id: string }>(`select origin_id from sync_link where sync_id = $1 and state = 'gone' order by 1`, [syncId])).map(
    row => row.origin_id,
  )

test.each(cloudKinds)(
  'F7, D-56 $name: two reported users are read by two requests and written, and nobody else is treated as gone',
  async kind => {
    const tenant = await loaded(kind)
    const { id, user, department, of, tenant: vendor } = tenant
    Object.assign(vendor.names, { [user(3)]: '改了名字', [user(4)]: '没有通知' })
    vendor.members[of(9)]!.push(user(3))
    tenant.leave([user(5)])
    const { run, requests } = await runAfterEvent(tenant, { changed: [user(3), user(6)] })
    expect(run).toMatchObject({ mode: 'one', trigger: 'event', state: 'done', written: 1, readUser: 2, user: { changed: 1, unchanged: 1, gone: 0 } })
    expect(requests.map(isSingle)).toEqual([true, true])
    expect(await userOf(user(3))).toEqual({ real_name: '改了名字', status: 1, places: [department(5), department(9)].toSorted() })
    expect((await userOf(user(4)))?.real_name).toBe(user(4))
    expect([(await userOf(user(5)))?.status, await goneOf(id)]).toEqual([1, []])
  },
) // prettier-ignore

test.each(cloudKinds)(
  'F7, D-56 $name: a new department is placed with its unknown parents, and so is the reported user in it',
  async kind => {
    const tenant = await loaded(kind)
    const { user, department, of, tenant: vendor } = tenant
    vendor.departments.push({ id: of(51), parent: of(2) }, { id: of(50), parent: of(51) })
    tenant.leave([user(7)])
    Object.assign(vendor.members, { [of(50)]: [user(7)], [of(51)]: [] })
    const { run, requests } = await runAfterEvent(tenant, { department: [department(50)], changed: [user(7)] })
    expect(run).toMatchObject({ mode: 'one', state: 'done', org: { new: 2 }, user: { changed: 1 } })
    expect([await parentOf(department(50)), await parentOf(department(51))]).toEqual([
      { parent: department(51) },
      { parent: department(2) },
    ])
    expect((await userOf(user(7)))?.places).toEqual([department(50)])
    expect(requests.length).toBeLessThanOrEqual(6)
  },
)

test.each(cloudKinds)(
  'F7, D-56 $name: a new department whose users were not reported causes a full read, in which nobody counts as gone',
  async kind => {
    const tenant = await loaded(kind)
    const { id, user, department, of, tenant: vendor } = tenant
    vendor.departments.push({ id: of(50), parent: of(2) })
    tenant.leave([user(7), user(8)])
    vendor.members[of(50)] = [user(7)]
    const { run, requests } = await runAfterEvent(tenant, { department: [department(50)] })
    expect(run).toMatchObject({ mode: 'one', state: 'done', readUser: PEOPLE - 1, org: { new: 1 }, user: { changed: 1, gone: 0 } })
    expect(requests.length).toBeGreaterThan(DEPARTMENTS)
    expect((await userOf(user(7)))?.places).toEqual([department(50)])
    expect([(await userOf(user(8)))?.status, await goneOf(id)]).toEqual([1, []])
  },
)

test.each(cloudKinds)(
  'F7, D-56 $name: a user reported as left is looked up twice, then disabled; one who is missing but not reported stays',
  async kind => {
    const tenant = await loaded(kind)
    const { id, user, tenant: vendor } = tenant
    tenant.leave([user(1), user(2)])
    vendor.resigned.push(user(1), user(2))
    const { run, requests } = await runAfterEvent(tenant, { changed: [user(1)] })
    expect(run).toMatchObject({ state: 'done', written: 0, user: { gone: 0 } })
    expect([(await userOf(user(1)))?.status, await goneOf(id), requests.length]).toEqual([1, [], 1])
    await tenant.tell({ left: [user(2)] })
    await expect.poll(async () => (await userOf(user(2)))?.status).toBe(0)
    expect(await goneOf(id)).toEqual([user(2)])
    expect(tenant.requests().map(isSingle)).toEqual([true, true])
  },
)

test.each(cloudKinds)(
  'F7, D-56 $name: a user who is not visible, or not readable alone, is looked for in a full read first',
  async kind => {
    const tenant = await loaded(kind)
    const { id, failures, user, tenant: vendor } = tenant
    failures.unseen = [user(1)]
    const unseen = await runAfterEvent(tenant, { left: [user(1)] })
    expect(unseen.run).toMatchObject({ mode: 'one', state: 'done', readUser: PEOPLE, user: { gone: 0 } })
    expect([(await userOf(user(1)))?.status, await goneOf(id)]).toEqual([1, []])
    Object.assign(failures, { unseen: [], noSingle: true })
    Object.assign(vendor.names, { [user(1)]: '整体读取', [user(2)]: '没有通知' })
    const refused = await runAfterEvent(tenant, { changed: [user(1)] })
    expect(refused.run).toMatchObject({ mode: 'one', state: 'done', written: 1, readUser: PEOPLE })
    expect([(await userOf(user(1)))?.real_name, (await userOf(user(2)))?.real_name]).toEqual(['整体读取', user(2)])
  },
)

test.each(cloudKinds)(
  'F7, D-56 $name: an expiring token and rate limits are handled; a user without an answer fails the run, and nothing is written',
  async kind => {
    const tenant = await loaded(kind)
    const { failures, user, tenant: vendor } = tenant
    Object.assign(failures, { tokenCalls: 2, limitEvery: 3 })
    Object.assign(vendor.names, { [user(1)]: '甲', [user(2)]: '乙', [user(3)]: '丙' })
    const outcome = await runAfterEvent(tenant, { changed: [user(1), user(2), user(3)] })
    expect(outcome.run).toMatchObject({ state: 'done', written: 3, readUser: 3 })
    expect(outcome.requests.every(isSingle)).toBe(true)
    Object.assign(failures, { tokenCalls: Infinity, limitEvery: Infinity, silent: user(2) })
    Object.assign(vendor.names, { [user(1)]: '丁' })
    const silent = await runAfterEvent(tenant, { changed: [user(1), user(2)] })
    expect(silent.run).toMatchObject({ state: 'failed', written: 0, complete: false })
    expect(silent.run.message).toContain('来源返回的不是接口的应答')
    expect((await userOf(user(1)))?.real_name).toBe('甲')
  },
)

test('F7, D-56 more than a hundred objects are read in one full read', async () => {
  const tenant = await loaded(cloudKinds[0]!)
  const { user, tenant: vendor } = tenant
  Object.assign(vendor.names, { [user(1)]: '很多人' })
  const many = Array.from({ length: 101 }, (_, n) => user(n))
  const hundred = await runAfterEvent(tenant, { changed: many.slice(0, 100) })
  expect(hundred.run).toMatchObject({ state: 'done', written: 1, readUser: PEOPLE })
  expect(hundred.requests).toHaveLength(100)
  const more = await runAfterEvent(tenant, { changed: many })
  expect(more.run).toMatchObject({ mode: 'one', state: 'done', written: 0 })
  expect(more.requests.filter(({ path }) => path.endsWith('/user/get'))).toEqual([])
})

test('F7, D-56 DingTalk: users and departments outside the department of the task are left out', async () => {
  const tenant = await loaded(cloudKinds[0]!)
  const { id, user, department, of, tenant: vendor } = tenant
  vendor.departments.push({ id: of(70), parent: 1 }, { id: of(71), parent: of(70) })
  Object.assign(vendor.members, { [of(70)]: [], [of(71)]: [user(800)] })
  const { run, requests } = await runAfterEvent(tenant, { department: [department(71)], changed: [user(800)] })
  expect(run).toMatchObject({ state: 'done', written: 0, readOrg: 0, readUser: 0 })
  expect([await userOf(user(800)), await parentOf(department(71)), await goneOf(id)]).toEqual([undefined, undefined, []])
  expect(requests.every(isSingle)).toBe(true)
})

test.each(cloudKinds)('F7, D-56 $name: a task of users only reads a user and a department of theirs', async kind => {
  const userLines = cloudMapping.filter(line => line.object === 'user' && line.to !== 'jobs')
  const tenant = await loaded(kind, { objectType: 'user', mapping: userLines })
  const { user, department, of, tenant: vendor } = tenant
  Object.assign(vendor.members, { [of(4)]: [...vendor.members[of(4)]!, user(900)] })
  const { run, requests } = await runAfterEvent(tenant, { department: [department(4)], changed: [user(900)] })
  expect(run).toMatchObject({ mode: 'one', state: 'done', readOrg: 0, user: { new: 1 } })
  expect(await userOf(user(900))).toMatchObject({ status: 1 })
  expect(requests.map(isSingle)).toEqual(kind.type === 'dingtalk' ? [true, true, true] : [true, true])
})

test('F14, X-SYNC-13 reading one user by hand takes one request where the task identifies users by the id of the vendor', async () => {
  const byHand = async ({ id, user, requests }: OpenTenant) => {
    const query = { id, mode: 'one' as const, objectType: 'user' as const, originId: user(1) }
    expect((await finished(server.admin, await server.admin.call(sync.run, { query }))).status).toBe('FINISH')
    return requests()
  }
  const own = await loaded(cloudKinds[0]!)
  own.tenant.names[own.user(1)] = '手工读取'
  expect((await byHand(own)).map(isSingle)).toEqual([true])
  expect((await userOf(own.user(1)))?.real_name).toBe('手工读取')
  const mapping = cloudMapping.map(line => (line.to === 'originUserId' ? { ...line, from: 'name' } : line))
  expect((await byHand(await loaded(cloudKinds[0]!, { mapping }))).length).toBeGreaterThan(DEPARTMENTS)
})
