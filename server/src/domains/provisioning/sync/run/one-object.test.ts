import { syncLog } from '@hufu/contract/provisioning/sync-log'
import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hrPerson, openHrSource, type HrSource } from '../../../../../test/fakes/hr-source.ts'
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
  source.people = people(30)
})
const people = (count: number) => Array.from({ length: count }, (_, n) => hrPerson(from + n))
const rows = async <T>(text: string, values: unknown[]) => (await server.kernel.pool.query(text, values)).rows as T[]
const person = async (n: number) => (await rows<{ id: string; real_name: string; status: number; deleted_at: string | null }>(`select u.id, u.real_name, u.status, u.deleted_at from users u where u.origin_user_id = $1`, [`H${from + n}`]))[0]! // prettier-ignore
const save = async (more = {}, policy = {}) => (await server.admin.call(sync.save, { body: peopleConfig(source, more, policy) })).id

test('F14 reading one object by hand writes it, and treats nobody else as gone', async () => {
  const id = await save()
  await runSync(server, id)
  source.people = [
    { ...hrPerson(from + 3), name: '只改此人' },
    { ...hrPerson(from + 4), name: '也改了' },
  ]
  const query = { id, mode: 'one' as const, originId: `H${from + 3}` }
  const task = await finished(server.admin, await server.admin.call(sync.run, { query }))
  expect(task.status).toBe('FINISH')
  expect([(await person(3)).real_name, (await person(4)).real_name]).toEqual(['只改此人', `员工${from + 4}`])
  const { records } = await server.admin.call(sync.pageRun, { query: { syncId: id } })
  expect(records[0]).toMatchObject({ mode: 'one', state: 'done', written: 1 })
  expect(await rows(`select 1 from sync_link where sync_id = $1 and state = 'gone'`, [id])).toEqual([])
  const { envelope } = await server.admin.send(sync.run, { query: { id, mode: 'one' } })
  expect(envelope.message).toBe('请填写来源标识')
})

test('F12 16, X-SYNC-13 retrying a failed row reads it again from the source; a row that succeeded is refused', async () => {
  source.people = [...people(3), { ...hrPerson(from + 9), number: '<' }]
  const id = await save()
  await runSync(server, id)
  const failed = async () =>
    (await server.admin.call(syncLog.page, { query: { syncId: id, result: 0 } })).records.filter(row => row.objectType === 'user')
  const [row] = await failed()
  expect(row).toMatchObject({ originId: `H${from + 9}` })
  source.people[3] = hrPerson(from + 9)
  const task = await finished(server.admin, await server.admin.call(syncLog.retry, { body: { ids: [row!.id] } }))
  expect(task.status).toBe('FINISH')
  expect(await person(9)).toMatchObject({ status: 1 })
  const { records: fine } = await server.admin.call(syncLog.page, { query: { syncId: id, result: 1, operateType: 'insert' } })
  await server.admin.refused('syncLogNotFailed', syncLog.retry, { body: { ids: [fine[0]!.id] } })
})

test('F4 a user deleted for being gone comes back as the same user; one deleted by somebody else does not', async () => {
  const id = await save({}, { onGone: 'trash', goneRuns: 1 })
  await runSync(server, id)
  const before = await person(1)
  source.people = people(30).filter(one => one.id !== `H${from + 1}`)
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', user: { gone: 1 } })
  expect((await person(1)).deleted_at).not.toBeNull()

  source.people = people(30).map(one => (one.id === `H${from + 1}` ? { ...one, name: '回来了' } : one))
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', user: { back: 1 } })
  expect(await person(1)).toMatchObject({ id: before.id, status: 1, deleted_at: null })
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', user: { changed: 1 } })
  expect((await person(1)).real_name).toBe('回来了')

  await rows('update users set deleted_at = clock_timestamp() where id = $1', [before.id])
  expect((await runSync(server, id)).run.user).toMatchObject({ back: 0 })
  expect((await person(1)).deleted_at).not.toBeNull()
})

test('D-56 an object a vendor reports is read some seconds later, in one run', async () => {
  const id = await save()
  await runSync(server, id)
  source.people[2] = { ...hrPerson(from + 2), name: '由事件读取' }
  await rows(
    `insert into sync_hint (sync_id, object_type, origin_id, create_time) values ($1, 'user', $2, now() - interval '10 seconds')`,
    [id, `H${from + 2}`],
  )
  await expect.poll(async () => (await person(2)).real_name).toBe('由事件读取')
  const { records } = await server.admin.call(sync.pageRun, { query: { syncId: id } })
  expect(records[0]).toMatchObject({ mode: 'one', trigger: 'event' })
})
