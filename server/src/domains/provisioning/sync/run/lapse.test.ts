import { operLog } from '@hufu/contract/audit/audit'
import { inbox } from '@hufu/contract/messages/inbox'
import { sync } from '@hufu/contract/provisioning/sync'
import { syncLog } from '@hufu/contract/provisioning/sync-log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hrPerson, openHrSource, type HrSource } from '../../../../../test/fakes/hr-source.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../../test/harness.ts'
import { peopleConfig, runSync } from '../../../../../test/syncs.ts'
import { SYNC_CLOCK } from './start.ts'

let server: TestServer
let source: HrSource
let second: Subject
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
  source = await openHrSource()
  const other = await server.given.user()
  await server.given.role(other, '/sync/config#*')
  second = await server.as(other)
})
afterAll(async () => {
  await source.close()
  await server.close()
})

const rows = async <T>(text: string, values: unknown[] = []) => (await server.kernel.pool.query(text, values)).rows as T[]
const sinceOf = async (runId: string) =>
  (await rows<{ since: string | null }>('select blocked_since::text as since from sync_run where id = $1', [runId]))[0]!.since
const stateOf = async (runId: string) => (await server.admin.call(sync.getRun, { query: { id: runId } })).state
const configOf = (id: string) => server.admin.call(sync.byId, { query: { id } })
/** Makes a plan look as if the brake had held it for this time, and wakes the scheduler. */
async function waits(runId: string, time: string): Promise<void> {
  await rows(`update sync_run set blocked_since = now() - $2::interval where id = $1`, [runId, time])
  server.kernel.jobs.wake(SYNC_CLOCK)
}

/** A nightly task whose plan is blocked, because its source returns nothing any more. */
async function blocked(from: number) {
  source.people = Array.from({ length: 5 }, (_, n) => hrPerson(from + n))
  const { id } = await server.admin.call(sync.save, { body: peopleConfig(source, { cron: '0 0 2 * * ?' }) })
  await runSync(server, id)
  source.people = []
  return { id, run: (await runSync(server, id)).run }
}

test('F5 a plan held by the brake for seven days lapses and disables its task, with one notice; the task can be enabled again', async () => {
  const { id, run } = await blocked(0)
  expect(run).toMatchObject({ state: 'blocked', lapseTime: expect.stringMatching(/^\d{4}-/) })
  // A newer blocked plan takes over the time since when the old one was blocked.
  await waits(run.id, '6 days 23 hours')
  const since = await sinceOf(run.id)
  const { run: newer } = await runSync(server, id)
  expect([newer.state, await stateOf(run.id), await sinceOf(newer.id)]).toEqual(['blocked', 'replaced', since])
  // A failed read in between leaves the blocked plan and its time as they are.
  source.next('/people', { status: 200, text: '<!doctype html><title>登录</title>' })
  expect((await runSync(server, id)).run.state).toBe('failed')
  expect([await stateOf(newer.id), await sinceOf(newer.id), (await configOf(id)).status]).toEqual(['blocked', since, 1])

  await waits(newer.id, '7 days')
  await expect.poll(() => stateOf(newer.id)).toBe('lapsed')
  expect(await configOf(id)).toMatchObject({ status: 0, nextTime: null, blockedRunId: null, lastResult: 0 })
  const shown = await server.admin.call(sync.getRun, { query: { id: newer.id } })
  expect(shown).toMatchObject({
    mayRelease: false,
    lapseTime: null,
    message: expect.stringMatching(/^已刹车：.*；满 7 天无人处理，计划作废，任务已停用$/),
  })
  await second.refused('syncPlanOver', sync.release, { body: { runId: newer.id, digest: newer.digest! } })
  for (const one of [server.admin, second]) {
    const { records } = await one.call(inbox.page, { query: { group: 'sync' } })
    expect(records.filter(({ kind }) => kind === 'syncLapsed')).toMatchObject([{ count: 1, facts: { id } }])
  }
  const logged = await server.admin.call(syncLog.page, { query: { syncId: id, result: 0 } })
  expect(logged.records[0]).toMatchObject({ operateType: 'run', message: '已刹车满 7 天无人处理，计划作废，任务已停用' })
  const { records: audit } = await server.admin.call(operLog.page, { query: { module: 'sync', operateType: 'lapse' } })
  expect(audit).toMatchObject([{ userName: null, target: id }])

  source.people = Array.from({ length: 5 }, (_, n) => hrPerson(n))
  await server.admin.call(sync.setStatus, { query: { status: '1' }, body: { ids: [id] } })
  expect((await configOf(id)).nextTime).not.toBeNull()
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', user: { unchanged: 5 } })
})

test('F5 discarding a plan, or a good read in between, restarts the seven days', async () => {
  const { id, run } = await blocked(100)
  await waits(run.id, '6 days 23 hours')
  await server.admin.call(sync.discard, { body: { runId: run.id } })
  const { run: second } = await runSync(server, id)
  const young = `select 1 from sync_run where id = $1 and blocked_since > now() - interval '1 hour'`
  expect(await rows(young, [second.id])).toHaveLength(1)
  await waits(second.id, '6 days 23 hours')
  source.people = Array.from({ length: 5 }, (_, n) => hrPerson(100 + n))
  expect((await runSync(server, id)).run.state).toBe('done')
  source.people = []
  const { run: third } = await runSync(server, id)
  expect(await rows(young, [third.id])).toHaveLength(1)
})
