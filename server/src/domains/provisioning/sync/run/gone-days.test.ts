import { sync } from '@hufu/contract/provisioning/sync'
import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hrPerson, openHrSource, type HrSource } from '../../../../../test/fakes/hr-source.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
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
const stored = async () =>
  (await server.kernel.pool.query<{ id: string; status: number }>(`select id, status from users where origin_user_id = 'H0'`)).rows[0]!
const daysPass = (days: number) =>
  server.kernel.pool.query(`update sync_link set gone_since = gone_since - $1 * interval '1 day' where state = 'gone'`, [days])

test('F3 a missing user is disabled once, after the set number of reads and days, whichever is later', async () => {
  const everybody = Array.from({ length: 30 }, (_, n) => hrPerson(n))
  source.people = everybody
  const { id } = await server.admin.call(sync.save, { body: peopleConfig(source, {}, { goneRuns: 2, goneDays: 7 }) })
  await runSync(server, id)
  source.people = everybody.slice(1)
  for (let n = 1; n <= 3; n++) expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 0, user: { gone: 1 } })
  await daysPass(6)
  expect((await runSync(server, id)).run).toMatchObject({ written: 0, user: { gone: 1 } })
  expect((await stored()).status).toBe(1)
  await daysPass(1)
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 1 })
  expect((await stored()).status).toBe(0)
  expect((await runSync(server, id)).run).toMatchObject({ written: 0, user: { gone: 0 } })
  // A user whom an administrator enabled again is not disabled once more.
  await server.admin.call(user.setStatus, { query: { status: '1' }, body: { ids: [(await stored()).id] } })
  expect((await runSync(server, id)).run).toMatchObject({ written: 0, user: { gone: 0 } })
  expect((await stored()).status).toBe(1)

  // For a user who came back, reads and days are counted from the start; the days alone do not suffice.
  source.people = everybody
  await runSync(server, id)
  source.people = everybody.slice(1)
  await runSync(server, id)
  await daysPass(8)
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 1 })
  expect((await stored()).status).toBe(0)
})
