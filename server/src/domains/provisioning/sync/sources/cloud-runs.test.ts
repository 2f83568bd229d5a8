import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloudKinds, openTenant, type CloudKind } from '../../../../../test/cloud-tenants.ts'
import type { VendorFailures } from '../../../../../test/fakes/cloud-vendor.ts'
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

const PEOPLE = 130
/** Departments 2 and 3 are below 1, and 4 is below 3. One user is in 2 and in 4. */
async function vendorOf(kind: CloudKind) {
  const tenant = await openTenant(server, kind, {
    departments: [[1, 0], [2, 1], [3, 1], [4, 3]],
    members: { 1: [901], 2: [...Array.from({ length: PEOPLE }, (_, n) => n), 900], 3: [], 4: [900, 902] },
  }) // prettier-ignore
  open.push(tenant)
  return { ...tenant, both: tenant.user(900) }
}
/** By vendor: the main department of the user in 2 and 4, and the message for a department that does not answer. */
const eventIds = {
  dingtalk: { main: 2, silent: '来源返回的不是接口的应答（HTTP 200）' },
  wecom: { main: 4, silent: '来源返回的不是接口的应答（HTTP 502）' },
  feishu: { main: 4, silent: '来源返回的不是接口的应答（HTTP 500）' },
}

/** Counts the stored users of one tenant, and the enabled ones among them. */
const storedUsers = async (prefix: string) =>
  (await rows<{ stored: number; enabled: number }>(
    `select count(*)::int as stored, count(*) filter (where status = 1)::int as enabled from users where origin_user_id ~ $1 and deleted_at is null`,
    [`^${prefix}`],
  ))[0]! // prettier-ignore
const linkOf = async (syncId: string, originId: string) =>
  (await rows<{ state: string; gone_runs: number }>('select state, gone_runs from sync_link where sync_id = $1 and origin_id = $2', [syncId, originId]))[0] // prettier-ignore
const stateOf = async (originId: string) =>
  (
    await rows<{ status: number; deleted_at: string | null }>('select status, deleted_at from users where origin_user_id = $1', [originId])
  )[0]

test.each(cloudKinds)(
  'F7, F12 13, D-56 $name: departments and users of all pages are planned and written with all their jobs, despite expiring tokens and rate limits',
  async kind => {
    const { id, prefix, failures, department, both } = await vendorOf(kind)
    Object.assign(failures, { tokenCalls: 5, limitEvery: 7 })
    const { run: plan } = await runSync(server, id, 'plan')
    expect(plan).toMatchObject({ state: 'planned', readOrg: 4, readUser: PEOPLE + 3, org: { new: 4 }, user: { new: PEOPLE + 3 } })
    expect(await storedUsers(prefix)).toEqual({ stored: 0, enabled: 0 })
    await finished(server.admin, await server.admin.call(sync.release, { body: { runId: plan.id, digest: plan.digest! } }))
    expect(await server.admin.call(sync.getRun, { query: { id: plan.id } })).toMatchObject({
      state: 'done',
      written: PEOPLE + 7,
      failed: 0,
    })
    expect(await storedUsers(prefix)).toEqual({ stored: PEOPLE + 3, enabled: PEOPLE + 3 })
    const jobs = await rows<{ origin: string; type: number }>(
      `select o.origin_org_id as origin, j.job_type as type from job j join org o on o.id = j.org_id join users u on u.id = j.user_id
      where u.origin_user_id = $1`,
      [both],
    )
    expect(new Set(jobs.map(({ origin }) => origin))).toEqual(new Set([department(2), department(4)]))
    expect(jobs.filter(({ type }) => type === 1).map(({ origin }) => origin)).toEqual([department(eventIds[kind.type].main)])
    expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 0, user: { new: 0, changed: 0, gone: 0 } })
  },
)

test.each(cloudKinds)(
  'F7, D-56 $name: without permission, a department, a token or within the rate limit the run fails with a message and writes nothing',
  async kind => {
    const { id, prefix, of, failures, user, leave } = await vendorOf(kind)
    await runSync(server, id)
    leave([user(0)])
    const cases: [VendorFailures, string][] = [
      [{ noScope: true }, '应用没有调用通讯录接口的权限，请核对权限和可见范围'],
      [{ silent: String(of(4)) }, eventIds[kind.type].silent],
      [{ tokenCalls: 0 }, '未能取得有效的访问令牌'],
      [{ limitEvery: 1 }, '来源限制了调用频率，请稍后再试'],
    ]
    for (const [failure, sentence] of cases) {
      Object.assign(failures, { noScope: false, silent: '', tokenCalls: Infinity, limitEvery: Infinity }, failure)
      const { run, task } = await runSync(server, id)
      expect([task.status, run.state, run.written, run.complete]).toEqual(['ERROR', 'failed', 0, false])
      expect(run.message).toBe(`读取不完整，未写入任何数据：${sentence}`)
    }
    expect(await storedUsers(prefix)).toEqual({ stored: PEOPLE + 3, enabled: PEOPLE + 3 })
    expect(await linkOf(id, user(0))).toEqual({ state: 'linked', gone_runs: 0 })
  },
)

test.each(cloudKinds)(
  'F7, D-56 $name: a user reported as left is looked up twice, then disabled; one still present, or not readable, stays',
  async kind => {
    const { id, prefix, failures, user, leave, tell, newest } = await vendorOf(kind)
    await runSync(server, id)
    await tell({ left: [user(1)] })
    await expect.poll(async () => (await newest()).trigger).toBe('event')
    await expect.poll(async () => (await newest()).state).toBe('done')
    expect([await linkOf(id, user(1)), await stateOf(user(1))]).toMatchObject([{ state: 'linked' }, { status: 1 }])

    leave([user(2)])
    failures.noScope = true
    const before = (await newest()).id
    await tell({ left: [user(2)] })
    await expect.poll(async () => (await newest()).state).toBe('failed')
    expect((await newest()).id).not.toBe(before)
    expect([await linkOf(id, user(2)), await stateOf(user(2))]).toMatchObject([{ state: 'linked' }, { status: 1 }])

    failures.noScope = false
    await tell({ left: [user(2)] })
    await expect.poll(async () => (await stateOf(user(2)))?.status, { timeout: 60_000 }).toBe(0)
    expect(await stateOf(user(2))).toMatchObject({ deleted_at: null })
    expect(await linkOf(id, user(2))).toMatchObject({ state: 'gone', gone_runs: 2 })
    const { records } = await server.admin.call(sync.pageRun, { query: { syncId: id } })
    expect(records.slice(0, 2).map(({ mode, trigger, user: counts }) => [mode, trigger, counts.gone])).toEqual([['one', 'event', 1], ['one', 'event', 1]]) // prettier-ignore
    expect(await storedUsers(prefix)).toEqual({ stored: PEOPLE + 3, enabled: PEOPLE + 2 })
  },
)

test('F5, F7, D-56 more users reported as left at the same time than the brake allows wait until an administrator releases them', async () => {
  const { id, prefix, user, leave, tell, newest } = await vendorOf(cloudKinds[0]!)
  await runSync(server, id)
  const leavers = Array.from({ length: 30 }, (_, n) => user(n))
  leave(leavers)
  await tell({ left: leavers })
  await expect.poll(async () => (await newest()).state, { timeout: 60_000 }).toBe('blocked')
  expect(await newest()).toMatchObject({ mode: 'one', trigger: 'event', user: { gone: 30 } })
  expect(await storedUsers(prefix)).toEqual({ stored: PEOPLE + 3, enabled: PEOPLE + 3 })
})
