import { sync } from '@hufu/contract/provisioning/sync'
import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hrPerson, openHrSource, type HrPerson, type HrSource } from '../../../../../test/fakes/hr-source.ts'
import { finished, startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { peopleConfig, runSync } from '../../../../../test/syncs.ts'

let server: TestServer
let source: HrSource
let from = 0
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
  source = await openHrSource()
})
afterAll(async () => {
  await source.close()
  await server.close()
})
beforeEach(() => {
  from += 1000
})
const people = (count: number, more: (n: number) => Partial<HrPerson> = () => ({})) =>
  Array.from({ length: count }, (_, n) => hrPerson(from + n, more(n)))
const save = async (more = {}, policy = {}) => (await server.admin.call(sync.save, { body: peopleConfig(source, more, policy) })).id
const idOf = async (n: number): Promise<string> =>
  (await server.kernel.pool.query('select id from users where origin_user_id = $1', [`H${from + n}`])).rows[0].id
const fine = { ignored: 0, different: 0 }

test('F9, D-56 a user deleted here during a run is missing from the stored number, and the report names them', async () => {
  source.people = people(5)
  const id = await save()
  await runSync(server, id)
  source.people.push(hrPerson(from + 5))
  const { run } = await runSync(server, id, 'plan')
  const deleted = await idOf(2)
  await server.admin.call(user.remove, { body: { ids: [deleted] } })
  await finished(server.admin, await server.admin.call(sync.release, { body: { runId: run.id, digest: run.digest! } }))
  const ended = await server.admin.call(sync.getRun, { query: { id: run.id } })
  expect(ended).toMatchObject({ state: 'part', report: { user: { source: 6, ignored: 0, linked: 6, stored: 5, different: 1 } } })
  expect(ended.report!.differences).toMatchObject([{ originId: `H${from + 2}`, objectId: deleted, reason: '已在本系统删除' }])
  // From then on the row is ignored, because the deleted user is not created again; the report counts it separately.
  const again = await runSync(server, id)
  expect(again.run).toMatchObject({ state: 'done', report: { user: { source: 6, ignored: 1, linked: 5, stored: 5, different: 0 } } })
})

test('F9, D-56 the report counts ignored rows apart from rows that should be here', async () => {
  source.people = people(3)
  const id = await save()
  await runSync(server, id)
  const { version, name } = await server.admin.call(sync.byId, { query: { id } })
  await server.admin.call(sync.update, { body: { ...peopleConfig(source, {}, { onNew: 'link', onChange: 'ignore' }), id, name, version } })
  source.people = people(5, n => (n === 0 ? { name: '改了名' } : {}))
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'done', written: 0, user: { ignored: 3, unchanged: 2 } })
  expect(run.report!.user).toEqual({ ...fine, source: 5, ignored: 3, linked: 2, stored: 2 })
})

test('F9, D-56 a user the source calls deleted is ignored and no longer linked', async () => {
  const mapping = [...peopleConfig(source).mapping, { object: 'user' as const, to: 'deleted', from: 'gone' }]
  source.people = people(30)
  const id = await save({ mapping })
  await runSync(server, id)
  source.people = people(30, n => (n === 0 ? { gone: '1' } : {}))
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'done', report: { user: { ...fine, source: 30, ignored: 1, linked: 29, stored: 29 } } })
})

test('F7, D-56 the report of a run of one object compares that object only', async () => {
  source.people = people(3)
  const id = await save()
  await runSync(server, id)
  source.people = people(3, () => ({ name: '改了名' }))
  const taskId = await server.admin.call(sync.run, { query: { id, mode: 'one', objectType: 'user', originId: `H${from + 1}` } })
  await finished(server.admin, taskId)
  const { records } = await server.admin.call(sync.pageRun, { query: { syncId: id } })
  const run = await server.admin.call(sync.getRun, { query: { id: records[0]!.id } })
  expect(run).toMatchObject({ mode: 'one', state: 'done', report: { user: { ...fine, source: 1, linked: 1, stored: 1 } } })
})

test('F9, D-56 more than a hundred differing rows are all listed, each with its reason', async () => {
  source.people = people(130, n => (n < 120 ? { number: '<' } : {}))
  const id = await save()
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'part', report: { differenceCount: 120, user: { source: 130, linked: 10, different: 120 } } })
  expect(run.report!.differences).toHaveLength(100)
  const listed = await server.admin.call(sync.pageRow, { query: { runId: run.id, differs: '1', size: 200 } })
  expect(listed.total).toBe(120)
  expect(listed.records.map(row => row.originId)).toContain(`H${from + 119}`)
  expect(listed.records[119]!.difference).toContain('工号')
  expect((await server.admin.call(sync.pageRow, { query: { runId: run.id, differs: '0' } })).total).toBe(10)
})
