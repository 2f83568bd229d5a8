import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hrPerson, openHrSource, type HrPerson, type HrSource } from '../../../../../test/fakes/hr-source.ts'
import { finished, startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { hrConfig, hrMapping, peopleConfig, runSync } from '../../../../../test/syncs.ts'

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
  source.orgs = []
})
const rows = async <T>(text: string, values: unknown[] = []) => (await server.kernel.pool.query(text, values)).rows as T[]
const person = (n: number, more: Partial<HrPerson> = {}) => hrPerson(from + n, { number: `N${from + n}`, ...more })
const people = (count: number) => Array.from({ length: count }, (_, n) => person(n))
const save = async (more = {}, policy = {}) => (await server.admin.call(sync.save, { body: peopleConfig(source, more, policy) })).id
const links = async (id: string) => rows<{ origin_id: string; object_id: string; state: string }>('select origin_id, object_id, state from sync_link where sync_id = $1 order by object_id', [id]) // prettier-ignore
const userOf = async (id: string) =>
  (await rows<{ real_name: string; origin_user_id: string; status: number; version: number }>('select real_name, origin_user_id, status, version from users where id = $1', [id]))[0]! // prettier-ignore
const byNumber = [{ to: 'originUserId' as const, from: 'number' }]

/** Starts a plan of other ids and waits until it is made. */
async function relink(
  id: string,
  lines: { object?: 'org' | 'user'; to: 'originUserId' | 'originOrgId' | 'parentOriginId' | 'jobs'; from: string }[],
) {
  const taskId = await server.admin.call(sync.relinkAll, { body: { id, lines } })
  const task = await finished(server.admin, taskId)
  const { records } = await server.admin.call(sync.pageRun, { query: { syncId: id, size: 100 } })
  const run = await server.admin.call(sync.getRun, { query: { id: records.find(one => one.taskId === taskId)!.id } })
  return { task, run }
}
const release = async ({ id, digest }: { id: string; digest: string | null }) =>
  finished(server.admin, await server.admin.call(sync.release, { body: { runId: id, digest: digest! } }))
const rowsOf = async (runId: string, verdict?: 'ignored' | 'gone' | 'refused') =>
  (await server.admin.call(sync.pageRow, { query: { runId, size: 100, ...(verdict && { verdict }) } })).records

test('F5 changing the id field of a source is planned, then written without touching users; the next run finds everybody', async () => {
  source.people = people(25)
  const id = await save()
  await runSync(server, id)
  const before = await links(id)
  const users = await Promise.all(before.map(link => userOf(link.object_id)))
  const { mapping: stored } = await server.admin.call(sync.byId, { query: { id } })
  await server.admin.refused('syncIdentityLocked', sync.update, {
    body: { ...peopleConfig(source), id, mapping: stored.map(line => (line.to === 'originUserId' ? { ...line, from: 'number' } : line)) },
  })

  source.people = people(24)
  const { run } = await relink(id, byNumber)
  expect(run).toMatchObject({
    mode: 'relink',
    state: 'planned',
    written: 0,
    readUser: 24,
    user: { changed: 24, gone: 1, new: 0 },
    mayRelease: true,
  })
  const planned = await rowsOf(run.id)
  expect(planned[0]).toMatchObject({
    originId: `H${from}`,
    verdict: 'changed',
    changes: [{ field: 'originUserId', before: `H${from}`, after: `N${from}` }],
  })
  expect(planned.at(-1)).toMatchObject({ originId: `H${from + 24}`, verdict: 'gone', faults: [{ message: '来源中没有此行，关联不变' }] })
  expect(await links(id)).toEqual(before)

  expect((await release(run)).status).toBe('FINISH')
  expect(await server.admin.call(sync.getRun, { query: { id: run.id } })).toMatchObject({ state: 'done', written: 24 })
  expect(await links(id)).toEqual(
    before.map(link => (link.origin_id === `H${from + 24}` ? link : { ...link, origin_id: link.origin_id.replace('H', 'N') })),
  )
  expect(await Promise.all(before.map(link => userOf(link.object_id)))).toEqual(users)
  const { mapping } = await server.admin.call(sync.byId, { query: { id } })
  expect(mapping.find(line => line.to === 'originUserId')).toMatchObject({ from: 'number' })

  const next = await runSync(server, id)
  expect(next.run).toMatchObject({ state: 'done', failed: 0, user: { new: 0, changed: 24, gone: 1, conflict: 0, refused: 0 } })
  expect((await links(id)).map(link => link.object_id)).toEqual(before.map(link => link.object_id))
  const after = await Promise.all(before.map(link => userOf(link.object_id)))
  expect(new Set(after.map(user => user.origin_user_id[0]))).toEqual(new Set(['N', 'H']))
  expect(after.every(user => user.status === 1)).toBe(true)
  expect((await runSync(server, id)).run.user).toMatchObject({ new: 0, changed: 0 })
})

test('F5 ids that two users swap, and one that belonged to another, are written together', async () => {
  source.people = [person(1, { number: `H${from + 2}` }), person(2, { number: `H${from + 1}` }), person(3, { number: `N${from + 3}` })]
  const id = await save()
  await runSync(server, id)
  const was = new Map((await links(id)).map(link => [link.origin_id, link.object_id]))
  const { run } = await relink(id, byNumber)
  expect(run).toMatchObject({ state: 'planned', user: { changed: 3 } })
  await release(run)
  const now = new Map((await links(id)).map(link => [link.origin_id, link.object_id]))
  expect([now.get(`H${from + 2}`), now.get(`H${from + 1}`), now.get(`N${from + 3}`)]).toEqual([
    was.get(`H${from + 1}`),
    was.get(`H${from + 2}`),
    was.get(`H${from + 3}`),
  ])
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', failed: 0, user: { new: 0, refused: 0, gone: 0 } })
})

test('F5 a new id field that is empty or equal for several users holds the plan for another administrator, and lists them', async () => {
  source.people = [person(1), person(2, { number: `N${from + 1}` }), person(3, { number: '' }), person(4)]
  const id = await save({ mapping: hrMapping.filter(line => line.object === 'user' && !['jobs', 'employeeNumber'].includes(line.to)) })
  await runSync(server, id)
  const { run } = await relink(id, byNumber)
  expect(run).toMatchObject({
    state: 'blocked',
    mayRelease: false,
    user: { changed: 1, refused: 3 },
    brake: [{ rule: 'noNewId', found: 3 }],
  })
  expect((await rowsOf(run.id, 'refused')).map(({ originId, faults }) => [originId, faults[0]!.message])).toEqual([
    [`H${from + 1}`, '新的标识不止一个对象使用'],
    [`H${from + 2}`, '新的标识不止一个对象使用'],
    [`H${from + 3}`, '没有标识'],
  ])
  await server.admin.refused('syncOwnRelease', sync.release, { body: { runId: run.id, digest: run.digest! } })
  expect((await links(id)).map(link => link.origin_id).toSorted()).toEqual([1, 2, 3, 4].map(n => `H${from + n}`))
})

test('F5, F6 where the source no longer gives the old ids, users are found by other fields; ignored rows stay ignored', async () => {
  source.people = people(3)
  const id = await save({}, { correlate: ['originId', 'employeeNumber'] })
  await runSync(server, id)
  const was = new Map((await links(id)).map(link => [link.origin_id, link.object_id]))
  await server.admin.call(sync.relink, { body: { syncId: id, originId: `H${from + 2}`, action: 'ignore' } })
  source.people = [0, 1, 2].map(n => ({ ...person(n), id: n === 2 ? `H${from + 2}` : '', code: `C${from + n}` }) as HrPerson)
  const { run } = await relink(id, [{ to: 'originUserId', from: 'code' }])
  expect(run).toMatchObject({ state: 'planned', user: { changed: 2, ignored: 1, gone: 0 } })
  await release(run)
  expect(new Map((await links(id)).map(link => [link.origin_id, link.object_id]))).toEqual(
    new Map([0, 1].map(n => [`C${from + n}`, was.get(`H${from + n}`)])),
  )
  expect((await runSync(server, id)).run).toMatchObject({ failed: 0, user: { new: 0, ignored: 1, conflict: 0, gone: 0 } })
})

test('F5 organisations keep their users and children when their ids and their parents’ ids change', async () => {
  const orgs = [1, 2].map(n => ({ deptId: `D${from + n}`, title: `处${from + n}`, key: `K${from + n}`, ...(n === 2 && { above: `D${from + 1}`, aboveKey: `K${from + 1}` }) })) // prettier-ignore
  source.orgs = orgs
  source.people = [person(1, { dept: `D${from + 2}` })]
  const id = (await server.admin.call(sync.save, { body: hrConfig(source) })).id
  await runSync(server, id)
  const alone = await relink(id, [{ object: 'org', to: 'originOrgId', from: 'key' }])
  expect(alone.run).toMatchObject({ state: 'blocked', org: { changed: 1, refused: 1 } })
  const { run } = await relink(id, [
    { object: 'org', to: 'originOrgId', from: 'key' },
    { object: 'org', to: 'parentOriginId', from: 'aboveKey' },
  ])
  expect(run).toMatchObject({ state: 'planned', org: { changed: 2 }, user: { changed: 0, gone: 0 } })
  await server.admin.refused('syncPlanChanged', sync.release, { body: { runId: alone.run.id, digest: alone.run.digest! } })
  await release(run)
  source.people = [person(1, { dept: `K${from + 2}` })]
  const next = await runSync(server, id)
  expect(next.run).toMatchObject({ state: 'done', failed: 0, org: { new: 0, changed: 2, gone: 0, refused: 0 }, user: { new: 0, gone: 0 } })
  expect(await rows('select parent_id from org where origin_org_id = $1', [`K${from + 2}`])).toEqual(
    await rows('select id as parent_id from org where origin_org_id = $1', [`K${from + 1}`]),
  )
})

test('F5 a plan of new ids is void once the task changes; it needs linked objects, another field and an answer of the source', async () => {
  source.people = people(2)
  const id = await save()
  await server.admin.refused('syncNothingLinked', sync.relinkAll, { body: { id, lines: byNumber } })
  await runSync(server, id)
  await server.admin.refused('syncIdentitySame', sync.relinkAll, { body: { id, lines: [{ to: 'originUserId', from: 'id' }] } })
  await server.admin.refused('syncFieldUnknown', sync.relinkAll, { body: { id, lines: [...byNumber, { to: 'jobs', from: 'dept' }] } })
  await server.admin.refused('syncPathProblem', sync.relinkAll, { body: { id, lines: [{ to: 'originUserId', from: 'a..b' }] } })
  const { run } = await relink(id, byNumber)
  await server.admin.call(sync.setStatus, { query: { status: 0 }, body: { ids: [id] } })
  expect((await release(run)).status).toBe('ERROR')
  expect(await server.admin.call(sync.getRun, { query: { id: run.id } })).toMatchObject({
    state: 'failed',
    message: '计划已变化，请重新核对',
  })
  expect((await links(id)).map(link => link.origin_id).toSorted()).toEqual([`H${from}`, `H${from + 1}`])
  const again = await relink(id, byNumber)
  await server.admin.call(sync.relink, { body: { syncId: id, originId: `H${from}`, action: 'link', targetId: await server.given.user() } })
  expect((await release(again.run)).status).toBe('ERROR')
  expect((await links(id)).map(link => link.origin_id).toSorted()).toEqual([`H${from}`, `H${from + 1}`])
  source.people = []
  expect((await relink(id, byNumber)).run).toMatchObject({ state: 'blocked', user: { gone: 2 }, brake: [{ rule: 'otherIds', found: 0 }] })
  source.next('/people', { text: '<html>' })
  const failed = await relink(id, byNumber)
  expect(failed.run).toMatchObject({ state: 'failed', written: 0, complete: false })
})
