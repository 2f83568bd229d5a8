import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hrPerson, openHrSource, type HrSource } from '../../../../test/fakes/hr-source.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { peopleConfig, runSync } from '../../../../test/syncs.ts'
import { lastRuns } from '../index.ts'

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

test('ENT-14 the last run of every enabled task is told with its state and counts, those that wait first', async () => {
  expect(await lastRuns(server.kernel.db, 10)).toEqual([])
  source.people = Array.from({ length: 3 }, (_, n) => hrPerson(n))
  const save = async () => (await server.admin.call(sync.save, { body: peopleConfig(source) })).id
  const [first, second, stopped] = [await save(), await save(), await save()]
  await runSync(server, first)
  source.people = Array.from({ length: 2 }, (_, n) => hrPerson(100 + n))
  const { run } = await runSync(server, second, 'plan')
  await runSync(server, stopped, 'plan')
  await runSync(server, first)
  await server.admin.call(sync.setStatus, { query: { status: 0 }, body: { ids: [stopped] } })
  const told = await lastRuns(server.kernel.db, 10)
  expect(told.map(({ syncId }) => syncId)).toEqual([second, first])
  expect(told[0]).toMatchObject({ runId: run.id, state: 'planned', isWaiting: true, user: { new: 2 }, written: 0 })
  expect(await lastRuns(server.kernel.db, 1)).toHaveLength(1)
})
