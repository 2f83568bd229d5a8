import { welcome } from '@hufu/contract/operations/welcome'
import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hrPerson, openHrSource, type HrSource } from '../../../../../test/fakes/hr-source.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../../test/harness.ts'
import { peopleConfig, runSync } from '../../../../../test/syncs.ts'

let server: TestServer
let source: HrSource
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
  source = await openHrSource()
})
afterAll(async () => {
  await source.close()
  await server.close()
})

const runsOf = async (subject: Subject = server.admin) => (await subject.call(welcome.today)).runs
const save = async () => (await server.admin.call(sync.save, { body: peopleConfig(source) })).id

test('ENT-14 the welcome page shows the last runs of at most five tasks, newest first, with outcome and counts', async () => {
  expect(await runsOf()).toEqual([])
  const [first, second, never] = [await save(), await save(), await save()]
  source.people = Array.from({ length: 3 }, (_, n) => hrPerson(n))
  await runSync(server, first)
  source.people = Array.from({ length: 2 }, (_, n) => hrPerson(100 + n))
  const { run } = await runSync(server, second, 'plan')
  const runs = (await runsOf())!
  expect(runs.map(({ syncId }) => syncId)).toEqual([second, first])
  expect(runs.map(({ syncId }) => syncId)).not.toContain(never)
  expect(runs[0]).toEqual({ id: run.id, syncId: second, syncName: run.syncName, mode: 'plan', state: 'planned', beginTime: run.beginTime, failed: 0, counts: { new: 2 } }) // prettier-ignore
  expect(runs[1]).toMatchObject({ state: 'done', counts: { new: 3 } })
  source.next('/people', { status: 200, text: '<!doctype html><title>登录</title>' })
  await runSync(server, first)
  expect((await runsOf())!.map(({ syncId, state }) => [syncId, state])).toEqual([
    [first, 'failed'],
    [second, 'planned'],
  ])
  const more = [await save(), await save(), await save(), await save()]
  for (const id of more) await runSync(server, id, 'plan')
  expect((await runsOf())!.map(({ syncId }) => syncId)).toEqual([...more.toReversed(), first])
})

test('ENT-14 a user without the synchronisation log, or with that of a branch only, sees no runs there', async () => {
  const as = async (...grants: string[]) => {
    const id = await server.given.user()
    await server.given.role(id, '/wel/index', ...grants)
    return server.as(id)
  }
  expect(await runsOf(await as('/sync/config'))).toBeNull()
  expect(await runsOf(await as('/sync/syncLog'))).toHaveLength(5)
  const org = await server.given.org()
  const boss = await server.given.user({ org })
  await server.given.gradeAdmin(boss, org, 1, '/wel/index', '/sync/syncLog')
  expect(await runsOf(await server.as(boss))).toBeNull()
})
