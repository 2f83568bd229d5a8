import { sync } from '@hufu/contract/provisioning/sync'
import { syncLog, type SyncLog } from '@hufu/contract/provisioning/sync-log'
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
  source.people = Array.from({ length: 6 }, (_, n) => hrPerson(from + n))
})

const SECRET = 'key-in-the-address'
const TOKEN = 'token-of-the-header'
const save = async () => {
  const url = `${source.address}/people?apikey=${SECRET}&site=7`
  const options = { path: 'data.list', page: { kind: 'page', size: 4 } }
  const body = peopleConfig(source, { url, options, headers: { Authorization: `Bearer ${TOKEN}` } })
  return (await server.admin.call(sync.save, { body })).id
}
const logOf = async (syncId: string, filter: Record<string, unknown>): Promise<SyncLog[]> => {
  const { records } = await server.admin.call(syncLog.page, { query: { syncId, size: 100, ...filter } })
  return Promise.all(records.map(async ({ id }) => server.admin.call(syncLog.byId, { query: { id } })))
}
const secretsIn = (rows: readonly SyncLog[]) => {
  const text = JSON.stringify(rows)
  return [SECRET, TOKEN, '138 1234 5678', hrPerson(from + 1).mobile!].filter(secret => text.includes(secret))
}

test('X-SYNC-12 changed and refused rows are logged with the page and the row as received, without secrets and numbers', async () => {
  const id = await save()
  await runSync(server, id)
  source.people[1]!.name = '改了名'
  source.people[5] = { ...hrPerson(from + 5), mobile: '138 1234 5678 9', number: '<' }
  await runSync(server, id)
  const [changed] = await logOf(id, { operateType: 'update', result: 1, name: '改了名' })
  expect(changed!.request).toBe(`GET ${source.address}/people?apikey=***&site=***&page=1&size=4`)
  expect(JSON.parse(changed!.response!)).toEqual({ ...source.people[1], mobile: expect.stringMatching(/^137\*{4}\d{4}$/) })
  expect(changed!.after).toMatchObject({ 姓名: '改了名' })
  const [refused] = await logOf(id, { result: 0, name: `员工${from + 5}` })
  expect(refused!.request).toContain('page=2')
  expect(JSON.parse(refused!.response!)).toMatchObject({ id: `H${from + 5}`, mobile: expect.stringContaining('****') })
  expect(secretsIn(await logOf(id, {}))).toEqual([])
})

test('X-SYNC-12 a failed read is logged with its request and the start of the answer', async () => {
  const id = await save()
  const broken = { status: 500, text: `{"error":"broken","token":"${TOKEN}","who":"13812345678"}` }
  for (let tries = 0; tries < 3; tries++) source.next('/people', broken)
  await runSync(server, id)
  const [failed] = await logOf(id, { operateType: 'run', result: 0 })
  expect(failed!.request).toBe(`GET ${source.address}/people?apikey=***&site=***&page=1&size=4`)
  expect(JSON.parse(failed!.response!)).toMatchObject({ error: 'broken', token: '***', who: '138****5678' })
  source.next('/people', { text: `<html>Bearer ${TOKEN} ${'x'.repeat(20_000)}</html>` })
  await runSync(server, id)
  const [page] = await logOf(id, { operateType: 'run', result: 0 })
  expect(page!.response!.length).toBeLessThanOrEqual(8192)
  expect(secretsIn(await logOf(id, {}))).toEqual([])
})
