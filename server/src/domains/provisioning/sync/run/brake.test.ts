import { sync, type BrakeRule } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hrPerson, openHrSource, threeOrgs, type HrPerson, type HrSource } from '../../../../../test/fakes/hr-source.ts'
import { idCardOf } from '../../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { hrConfig, peopleConfig, runSync } from '../../../../../test/syncs.ts'

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
  source.people = people(40)
})
const people = (count: number, more: (n: number) => Partial<HrPerson> = () => ({})) =>
  Array.from({ length: count }, (_, n) => hrPerson(from + n, more(n)))
const usersDigest = async () =>
  (await server.kernel.pool.query(`select md5(string_agg(u::text, '|' order by u.id)) as digest from users u`)).rows[0]
const save = async (policy = {}) => (await server.admin.call(sync.save, { body: peopleConfig(source, {}, policy) })).id

/** Expects a run to be stopped by this rule, perhaps among others, with nothing written and its release refused to the starter. */
async function stopped(id: string, rule: BrakeRule): Promise<readonly BrakeRule[]> {
  const before = await usersDigest()
  const { run } = await runSync(server, id)
  const rules = run.brake.map(one => one.rule)
  expect({ state: run.state, rules }).toEqual({ state: 'blocked', rules: expect.arrayContaining([rule]) })
  expect(await usersDigest()).toEqual(before)
  await server.admin.refused('syncOwnRelease', sync.release, { body: { runId: run.id, digest: run.digest!, reason: '我自己放行' } })
  return rules
}

test('F5 a field that most users had and most lose stops a run', async () => {
  const id = await save()
  await runSync(server, id)
  source.people = people(40, n => (n < 21 ? { mobile: '' } : {}))
  expect(await stopped(id, 'emptied')).toEqual(['emptied'])
  source.people = people(40, n => (n < 20 ? { mobile: '' } : {}))
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', user: { changed: 20 } })
})

/** Values that differ by user (`n`) and change with `version`. */
const changing = [
  { to: 'phone', limit: 30, value: (n: number, version: number) => `13${6 + version}${String(from + n).padStart(8, '0')}` },
  { to: 'realName', limit: 30, value: (n: number, version: number) => `姓名${version}${n}` },
  { to: 'email', limit: 30, value: (n: number, version: number) => `mail${version}.${from + n}@example.com` },
  { to: 'employeeNumber', limit: 10, value: (n: number, version: number) => `G${version}-${from + n}` },
  { to: 'idCard', limit: 10, value: (n: number, version: number) => idCardOf(from * 2 + 1000 * version + n) },
]
test.each(changing)('F5 a change of $to of more than $limit percent of the users stops a run', async ({ to, limit, value }) => {
  const mapping = [
    ...peopleConfig(source).mapping.filter(line => line.to !== to && line.to !== 'employeeNumber'),
    { object: 'user' as const, to, from: 'number' },
  ]
  const versioned = (others: number) => people(40, n => ({ number: value(n, n < others ? 1 : 0) }))
  source.people = versioned(0)
  const id = (await server.admin.call(sync.save, { body: peopleConfig(source, { mapping }) })).id
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 40 })
  const most = (40 * limit) / 100
  source.people = versioned(most + 1)
  expect(await stopped(id, 'renamed')).toEqual(['renamed'])
  source.people = versioned(most)
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', user: { changed: most } })
})

test('F5 changes of the main organisation of more than ten percent, or of the percentage of the task, stop a run', async () => {
  source.orgs = threeOrgs
  source.people = people(40, n => ({ dept: n < 20 ? 'D1' : 'D2' }))
  const id = (await server.admin.call(sync.save, { body: hrConfig(source) })).id
  await runSync(server, id)
  const moved = (count: number) => people(40, n => ({ dept: n < 20 ? 'D1' : n < 20 + count ? 'D3' : 'D2' }))
  source.people = moved(5)
  expect(await stopped(id, 'moved')).toEqual(['moved'])
  const { blockedRunId } = await server.admin.call(sync.byId, { query: { id } })
  const { brake, user } = await server.admin.call(sync.getRun, { query: { id: blockedRunId! } })
  expect(user.changed).toBe(5)
  expect(brake).toEqual([{ rule: 'moved', limit: 10, found: 12.5, words: '12.5% 的用户更换主职机构，上限 10%' }])
  source.people = moved(4)
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', user: { changed: 4 } })
  const config = hrConfig(source, {}, { brakeMovedPercent: 60 })
  await server.admin.call(sync.update, {
    body: { id, ...config, version: (await server.admin.call(sync.byId, { query: { id } })).version },
  })
  source.people = people(40, () => ({ dept: 'D3' })).map((one, n) => (n < 20 ? { ...one, dept: 'D1' } : one))
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', user: { changed: 16 } })
})

test('F5 a source whose ids mostly change, for example in letter case, stops a run', async () => {
  const id = await save()
  await runSync(server, id)
  source.people = source.people.map(one => ({ ...one, id: one.id.toLowerCase(), login: `${one.login}.new`, mobile: '' }))
  expect(await stopped(id, 'otherIds')).toContain('gonePercent')
})

test('F5 a read of less than four fifths of the last one stops a run, even if only recent users are missing', async () => {
  const id = await save({ goneRuns: 1, brakePercent: 100, brakeCount: 1000 })
  await runSync(server, id)
  source.people = people(31)
  expect(await stopped(id, 'readLess')).not.toContain('gonePercent')
})

test('F5 a first run that would link more than ten percent by other fields than the id is stopped', async () => {
  for (let n = 0; n < 5; n++) {
    const id = await server.given.user()
    await server.kernel.pool.query('update users set employee_number = $2 where id = $1', [id, `W-${from + n}`])
  }
  source.people = people(40, n => ({ number: `W-${from + n}` }))
  const id = await save({ correlate: ['originId', 'employeeNumber'] })
  expect(await stopped(id, 'weakLinks')).toEqual(['weakLinks'])
  const few = await save({ correlate: ['originId', 'employeeNumber'] })
  source.people = people(50, n => ({ number: `W-${from + n}` }))
  expect((await runSync(server, few)).run).toMatchObject({ state: 'done' })
})
