import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hrPerson, openHrSource, type HrPerson, type HrSource } from '../../../../../test/fakes/hr-source.ts'
import { finished, startTestServer, type Subject, type TestServer } from '../../../../../test/harness.ts'
import { hrConfig, peopleConfig, runSync } from '../../../../../test/syncs.ts'

let server: TestServer
let source: HrSource
let second: Subject
let from = 0
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
beforeEach(() => {
  from += 1000
})
const people = (count: number, more: (n: number) => Partial<HrPerson> = () => ({})) =>
  Array.from({ length: count }, (_, n) => hrPerson(from + n, more(n)))
const org = (key: string, above?: string) => ({
  deptId: `${key}${from}`,
  title: `${key}处${from}`,
  ...(above !== undefined && { above: `${above}${from}` }),
})
const flagged = (field: 'status' | 'deleted', path: string) => [
  ...hrConfig(source).mapping,
  { object: 'user' as const, to: field, from: path },
]
const save = async (body: Record<string, unknown>) => (await server.admin.call(sync.save, { body: body as never })).id
/** Limits so high that no other rule stops the loss of 21 of 120. */
const lenient = { brakePercent: 18, brakeCount: 1000 }
const rulesOf = ({ brake }: { brake: readonly { rule: string }[] }) => brake.map(one => one.rule)

test('F5 the loss of more than twenty users of one organisation and those below it stops a run, even if no single one loses twenty', async () => {
  source.orgs = [org('R'), org('A', 'R'), org('B', 'A'), org('C', 'B')]
  const placed = people(120, n => ({ dept: `${n < 15 ? 'B' : n < 30 ? 'C' : 'R'}${from}` }))
  source.people = placed
  const id = await save(hrConfig(source, {}, lenient))
  await runSync(server, id)
  source.people = placed.filter((_, n) => n >= 10 && (n < 15 || n >= 26))
  const { run } = await runSync(server, id)
  expect([run.state, rulesOf(run)]).toEqual(['blocked', ['orgLoss']])
  expect(run.brake[0]!.words).toBe(`“A处${from}”及下级机构离开 21 人，超过 20 人，也超过其用户的 18%`)
  source.people = placed.filter((_, n) => n >= 10 && (n < 15 || n >= 25))
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', user: { gone: 20 } })
})

test('F5 users whom the source calls disabled count as losses of their organisation', async () => {
  source.orgs = [org('R'), org('A', 'R')]
  const placed = (disabled: number) => people(120, n => ({ dept: `${n < 40 ? 'A' : 'R'}${from}`, state: n < disabled ? '0' : '1' }))
  source.people = placed(0)
  const id = await save(hrConfig(source, { mapping: flagged('status', 'state') }, lenient))
  await runSync(server, id)
  source.people = placed(21)
  const { run } = await runSync(server, id)
  expect([run.state, rulesOf(run)]).toEqual(['blocked', ['orgLoss']])
  expect(run.losses).toMatchObject([{ orgName: `A处${from}`, count: 21 }])
  source.people = placed(20)
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 20 })
})

test('F5 the loss of three connected organisations stops a run; that of three scattered ones or of two does not', async () => {
  const remaining = ['R', 'P', 'Q', 'S'].map((key, n) => org(key, n === 0 ? undefined : 'R'))
  const branch = [org('X', 'R'), org('Y', 'X'), org('Z', 'X')]
  const leaves = [org('L', 'P'), org('M', 'Q'), org('N', 'S')]
  source.orgs = [...remaining, ...branch, ...leaves]
  source.people = people(3, () => ({ dept: `R${from}` }))
  const id = await save(hrConfig(source))
  await runSync(server, id)
  source.orgs = [...remaining, ...leaves]
  const { run } = await runSync(server, id)
  expect([run.state, rulesOf(run)]).toEqual(['blocked', ['branchLoss']])
  expect(run.brake[0]).toMatchObject({ limit: 2, found: 3, words: `“X处${from}”及下级机构共离开 3 个，上限 2 个` })
  source.orgs = [...remaining, ...branch]
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', org: { gone: 3 } })
  const other = await save(hrConfig(source, {}, { correlate: ['originId'] }))
  source.orgs = [...remaining, ...branch].map(one => ({ ...one, deptId: `${one.deptId}-`, ...(one.above && { above: `${one.above}-` }), title: `${one.title}-` })) // prettier-ignore
  source.people = []
  await runSync(server, other)
  source.orgs = source.orgs.filter(({ title }) => !title.startsWith('Y') && !title.startsWith('Z'))
  expect((await runSync(server, other)).run).toMatchObject({ state: 'done', org: { gone: 2 } })
})

test('F5 losses by runs of the last hour count, but not those a user released', async () => {
  const mapping = flagged('deleted', 'gone').filter(line => line.object === 'user' && line.to !== 'jobs')
  const deleted = (count: number) => people(100, n => (n < count ? { gone: '1' } : {}))
  source.people = deleted(0)
  const id = await save(peopleConfig(source, { mapping }))
  await runSync(server, id)
  source.people = deleted(4)
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 4 })
  source.people = deleted(8)
  const { run } = await runSync(server, id)
  expect([run.state, rulesOf(run)]).toEqual(['blocked', ['gonePercent']])
  expect(run.brake[0]!.words).toBe('用户离开 8%，上限 5%，含近 1 小时内的 4 个')
  await finished(second, await second.call(sync.release, { body: { runId: run.id, digest: run.digest! } }))
  // The released losses no longer count for the next runs.
  source.people = deleted(12)
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 4 })
  source.people = deleted(14)
  expect((await runSync(server, id)).run.state).toBe('blocked')
  await server.kernel.pool.query(`update sync_link set gone_since = gone_since - interval '1 hour', disabled_time = disabled_time - interval '1 hour'
    where sync_id = $1`, [id]) // prettier-ignore
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 2 })
  // A plan that loses nobody goes on, although the losses of the last hour exceed the new limit.
  const { version, name } = await server.admin.call(sync.byId, { query: { id } })
  await server.admin.call(sync.update, { body: { ...peopleConfig(source, { mapping }, { brakePercent: 1 }), id, name, version } })
  source.people.push(hrPerson(from + 100))
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 1 })
})
