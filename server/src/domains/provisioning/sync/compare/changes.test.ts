import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hrPerson, openHrSource, type HrPerson, type HrSource } from '../../../../../test/fakes/hr-source.ts'
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
  source.whenAsked = () => undefined
})
const options = { path: 'data.list', since: { param: 'since', path: 'changed' } }
const at = (clock: string) => `2026-11-20T${clock}Z`
const person = (n: number, clock: string, more: Partial<HrPerson> = {}) => hrPerson(from + n, { changed: at(clock), ...more })
const people = (count: number, clock: string) => Array.from({ length: count }, (_, n) => person(n, clock))
const rows = async <T>(text: string, values: unknown[] = []) => (await server.kernel.pool.query(text, values)).rows as T[]
const watermarkOf = async (id: string) => (await rows<{ value: string | null }>(`select mark ->> 'value' as value from sync_state where sync_id = $1`, [id]))[0]?.value // prettier-ignore
const nameOf = async (n: number) => (await rows<{ real_name: string }>('select real_name from users where origin_user_id = $1', [`H${from + n}`]))[0]?.real_name // prettier-ignore
const save = async (more: Record<string, unknown> = {}, policy = {}) =>
  (await server.admin.call(sync.save, { body: peopleConfig(source, { options, ...more }, policy) })).id
const sinceAsked = () => source.requests.filter(({ url }) => url.pathname === '/people').map(({ url }) => url.searchParams.get('since'))

test('F7 a delta run reads what changed since the last full run, writes it, and never concludes that a user is gone', async () => {
  source.people = people(60, '08:00:00')
  const id = await save()
  // Nothing was read before, so everything is read.
  const first = await runSync(server, id, 'delta')
  expect(first.run).toMatchObject({ mode: 'full', state: 'done', written: 60 })
  expect(await watermarkOf(id)).toBe(at('08:00:00'))

  source.people = [
    person(1, '09:00:00', { name: '改了名' }),
    ...people(60, '08:00:00').slice(40),
    person(70, '09:10:00', { name: '新来的' }),
  ]
  const { run } = await runSync(server, id, 'delta')
  expect(sinceAsked().at(-1)).toBe(at('07:55:00'))
  // Thirty-nine users are missing, but only a full run may conclude that they are gone.
  expect(run).toMatchObject({ mode: 'delta', state: 'done', written: 2, brakes: 0, user: { gone: 0 } })
  expect([await nameOf(1), await nameOf(70)]).toEqual(['改了名', '新来的'])
  expect(await rows(`select 1 from sync_link where sync_id = $1 and (state = 'gone' or gone_runs > 0)`, [id])).toEqual([])
  expect(await watermarkOf(id)).toBe(at('09:10:00'))
  const full = await runSync(server, id)
  expect(full.run).toMatchObject({ mode: 'full', state: 'blocked', user: { gone: 39 } })
})

test('F7 a run that fails, or is only a dry run, leaves the watermark where it was', async () => {
  const paged = { ...options, page: { kind: 'page', size: 20 } }
  source.people = people(60, '08:00:00')
  const id = await save({ options: paged })
  await runSync(server, id)
  source.people = people(60, '10:00:00').map((one, n) => (n < 15 ? { ...one, name: `${one.name}改` } : one))
  source.whenAsked = page => {
    if (page === 2) for (let n = 0; n < 3; n++) source.next('/people', { status: 500, text: 'broken' })
  }
  const { run, task } = await runSync(server, id, 'delta')
  expect([task.status, run.state, run.written]).toEqual(['ERROR', 'failed', 0])
  expect([await watermarkOf(id), await nameOf(0)]).toEqual([at('08:00:00'), `员工${from}`])
  source.whenAsked = () => undefined
  expect((await runSync(server, id, 'plan')).run).toMatchObject({ state: 'planned', user: { changed: 15 } })
  expect(await watermarkOf(id)).toBe(at('08:00:00'))
  expect((await runSync(server, id, 'delta')).run).toMatchObject({ mode: 'delta', state: 'done', written: 15 })
  expect(await watermarkOf(id)).toBe(at('10:00:00'))
})

test('F10 9 the watermark follows the clock of the source: a wrong clock or a row dated years ahead loses no change', async () => {
  // The source's clock is hours behind, and its changes may become visible five minutes late.
  source.people = people(3, '01:00:00')
  const id = await save()
  await runSync(server, id)
  source.people = [person(0, '00:56:00', { name: '晚到的修改' }), person(1, '01:00:00'), person(2, '01:30:00', { name: '慢钟的修改' })]
  expect((await runSync(server, id, 'delta')).run).toMatchObject({ mode: 'delta', written: 2 })
  expect([await nameOf(0), await nameOf(2)]).toEqual(['晚到的修改', '慢钟的修改'])
  source.people[1] = { ...source.people[1]!, name: '时间写错', changed: '2099-01-01T00:00:00Z' }
  expect((await runSync(server, id, 'delta')).run.written).toBe(1)
  expect(await watermarkOf(id)).toBe(at('01:30:00'))
  source.people[0] = person(0, '01:40:00', { name: '仍然读到' })
  expect((await runSync(server, id, 'delta')).run.written).toBe(1)
  expect(await nameOf(0)).toBe('仍然读到')
})

test('F7 after a change of the mapping everything is read, so that it applies to every user', async () => {
  source.people = people(3, '08:00:00').map(one => ({ ...one, number: `N-${one.id}` }))
  const id = await save()
  await runSync(server, id)
  const { version, name, ...stored } = await server.admin.call(sync.byId, { query: { id } })
  const mapping = stored.mapping.filter(line => line.to !== 'employeeNumber')
  const body = { ...peopleConfig(source, { options }), id, name, version, mapping }
  await server.admin.call(sync.update, { body })
  expect((await runSync(server, id, 'delta')).run).toMatchObject({ mode: 'full', state: 'done' })
  expect((await runSync(server, id, 'delta')).run).toMatchObject({ mode: 'delta', written: 0 })
})

test('F5 a delta run with many deletions is stopped by the brake, and no later run writes past it', async () => {
  const mapping = [...peopleConfig(source).mapping, { object: 'user' as const, to: 'deleted', from: 'gone' }]
  source.people = people(40, '08:00:00')
  const id = await save({ mapping, cron: '0 0 3 * * ?' }, { deltaMinutes: 5 })
  await runSync(server, id)
  source.people = people(10, '09:00:00').map(one => ({ ...one, gone: '1' }))
  const { run } = await runSync(server, id, 'delta')
  expect(run).toMatchObject({ mode: 'delta', state: 'blocked', written: 0 })
  expect(run.brake.map(one => one.rule)).toContain('gonePercent')
  expect(await watermarkOf(id)).toBe(at('08:00:00'))
  await rows(`update sync_state set next_delta = now() - interval '1 minute' where sync_id = $1`, [id])
  // A delta run of another task, which no brake holds, shows that the scheduler has passed.
  const other = await save({ cron: '0 0 3 * * ?' }, { deltaMinutes: 5 })
  await runSync(server, other)
  await rows(`update sync_state set next_delta = now() - interval '1 second' where sync_id = $1`, [other])
  const runsOf = async (syncId: string) => (await server.admin.call(sync.pageRun, { query: { syncId } })).records
  await expect.poll(async () => (await runsOf(other))[0]).toMatchObject({ mode: 'delta', trigger: 'clock' })
  expect((await runsOf(id))[0]).toMatchObject({ id: run.id, state: 'blocked' })
})

test('F7 a full plan that waits for release is not replaced by a delta run', async () => {
  source.people = people(40, '08:00:00')
  const id = await save()
  await runSync(server, id)
  source.people = source.people.slice(20)
  const { run: full } = await runSync(server, id)
  expect(full.state).toBe('blocked')
  source.people[0] = person(20, '09:00:00', { name: '照常修改' })
  expect((await runSync(server, id, 'delta')).run).toMatchObject({ mode: 'delta', state: 'done', written: 1 })
  expect((await server.admin.call(sync.getRun, { query: { id: full.id } })).state).toBe('blocked')
})

test('F7 delta runs are refused for a source that cannot report changes, and without a scheduled full run', async () => {
  const plain = await save({ options: { path: 'data.list' } })
  await server.admin.refused('syncNoDelta', sync.run, { query: { id: plain, mode: 'delta' } })
  const body = (more: Record<string, unknown>) => peopleConfig(source, { options, ...more }, { deltaMinutes: 15 })
  await server.admin.refused('syncDeltaAlone', sync.save, { body: body({}) })
  await server.admin.refused('syncNoDelta', sync.save, { body: body({ options: { path: 'data.list' }, cron: '0 0 3 * * ?' }) })
  const id = (await server.admin.call(sync.save, { body: body({ cron: '0 0 3 * * ?' }) })).id
  const [state] = await rows<{ soon: boolean }>(`select next_delta between now() + interval '14 minutes' and now() + interval '16 minutes' as soon
    from sync_state where sync_id = $1`, [id]) // prettier-ignore
  expect(state!.soon).toBe(true)
  await server.admin.call(sync.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  expect(await rows('select next_delta from sync_state where sync_id = $1', [id])).toEqual([{ next_delta: null }])
})
