import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hrPerson, openHrSource, type HrSource } from '../../../../../test/fakes/hr-source.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
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
const rows = async <T>(text: string, values: unknown[] = []) => (await server.kernel.pool.query(text, values)).rows as T[]
const person = (n: number) => hrPerson(from + n)
const origin = (n: number) => `H${from + n}`
const byId = async (id: string) =>
  (await rows<{ real_name: string; origin_user_id: string | null; status: number }>('select real_name, origin_user_id, status from users where id = $1', [id]))[0]! // prettier-ignore
const linkedTo = async (syncId: string, n: number) =>
  (await rows<{ object_id: string }>('select object_id from sync_link where sync_id = $1 and origin_id = $2', [syncId, origin(n)]))[0]?.object_id // prettier-ignore
const save = async () => (await server.admin.call(sync.save, { body: peopleConfig(source) })).id

test('F5 a wrong link is moved to another user; the next run changes that user, and the first stays as they are', async () => {
  source.people = [person(1), person(2)]
  const id = await save()
  await runSync(server, id)
  const wrong = (await linkedTo(id, 1))!
  const right = await server.given.user({ realName: '真正的人' })
  const body = { syncId: id, originId: origin(1), action: 'link' as const, targetId: right }
  await server.admin.call(sync.relink, { body })
  expect([await linkedTo(id, 1), (await byId(wrong)).origin_user_id, (await byId(right)).real_name]).toEqual([right, null, '真正的人'])
  await server.admin.refused('syncLinkSame', sync.relink, { body })
  await server.admin.refused('userMissing', sync.relink, { body: { ...body, targetId: 'nobody' } })
  await server.admin.refused('syncLinkMissing', sync.relink, { body: { ...body, originId: 'unknown' } })
  // The telephone number still belongs to the first user, so the row gets another one.
  source.people[0] = { ...person(1), mobile: `138${String(from).padStart(8, '0')}` }
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 1, user: { changed: 1, new: 0, gone: 0 } })
  expect(await byId(right)).toMatchObject({ real_name: `员工${from + 1}`, origin_user_id: origin(1) })
  expect(await byId(wrong)).toMatchObject({ real_name: `员工${from + 1}`, origin_user_id: null, status: 1 })
  expect(await server.admin.call(sync.bySource, { query: { userId: wrong } })).toEqual([])
})

test('F5 two users of one source who were linked the wrong way round are swapped', async () => {
  source.people = [person(1), person(2)]
  const id = await save()
  await runSync(server, id)
  const [one, two] = [(await linkedTo(id, 1))!, (await linkedTo(id, 2))!]
  await server.admin.call(sync.relink, { body: { syncId: id, originId: origin(1), action: 'link', targetId: two } })
  expect([await linkedTo(id, 1), await linkedTo(id, 2)]).toEqual([two, one])
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 2, failed: 0 })
  expect(await byId(two)).toMatchObject({ real_name: `员工${from + 1}`, origin_user_id: origin(1) })
  expect(await byId(one)).toMatchObject({ real_name: `员工${from + 2}`, origin_user_id: origin(2) })
})

test('F5 an ignored row stays ignored; one to be matched again is a conflict where name and telephone are equal', async () => {
  source.people = [person(1), person(2)]
  const id = await save()
  await runSync(server, id)
  const link = (await linkedTo(id, 2))!
  await server.admin.call(sync.relink, { body: { syncId: id, originId: origin(1), action: 'ignore' } })
  await server.admin.call(sync.relink, { body: { syncId: id, originId: origin(2), action: 'again' } })
  expect((await runSync(server, id)).run.user).toMatchObject({ ignored: 1, conflict: 1, new: 0, gone: 0 })
  const { records } = await server.admin.call(sync.pageConflict, { query: { syncId: id } })
  expect(records).toMatchObject([{ originId: origin(2), candidates: [{ id: link }] }])
  await server.admin.call(sync.resolve, { body: { syncId: id, objectType: 'user', originId: origin(2), action: 'link', targetId: link } })
  expect((await runSync(server, id)).run.user).toMatchObject({ ignored: 1, conflict: 0, changed: 1 })
  expect(await byId(link)).toMatchObject({ origin_user_id: origin(2) })
})
