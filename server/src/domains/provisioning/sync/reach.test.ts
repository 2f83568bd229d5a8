import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RefusalName } from '@hufu/contract/refusals'
import { sync } from '@hufu/contract/provisioning/sync'
import { hrPerson, openHrSource, type HrSource } from '../../../../test/fakes/hr-source.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { peopleConfig, runSync } from '../../../../test/syncs.ts'

/** T14: a delegated administrator reaches only the tasks they saved last, because those run within their scope. */
let server: TestServer
let source: HrSource
let boss: Subject
let branch: string
let inside: string
let outside: string
/** A task and its planned run. */
interface Planned {
  id: string
  runId: string
}
/** The task of `boss`, and one of the administrator. */
let own: Planned
let foreign: Planned

beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
  source = await openHrSource()
  source.people = [hrPerson(1), hrPerson(2)]
  const { given } = server
  branch = await given.org()
  const bossId = await given.user({ org: branch })
  await given.forDelegations('/sync/config')
  await given.gradeAdmin(bossId, branch, 1, '/sync/config')
  boss = await server.as(bossId)
  inside = await given.user({ org: branch })
  outside = await given.user()
  const planned = async (by: Subject, rootOrgId: string) => {
    const { id } = await by.call(sync.save, { body: peopleConfig(source, {}, { rootOrgId }) })
    const { run } = await runSync(server, id, 'plan', by)
    await addConflict({ id, runId: run.id }, 'user', 'H9', [inside, outside])
    await server.kernel.pool.query(
      `insert into sync_link (sync_id, object_type, origin_id, object_id, is_owner) values ($1, 'user', 'H8', $2, true)`,
      [id, await given.user({ org: branch })],
    )
    return { id, runId: run.id }
  }
  own = await planned(boss, branch)
  foreign = await planned(server.admin, branch)
})
afterAll(async () => {
  await source.close()
  await server.close()
})

const addConflict = ({ id, runId }: Planned, objectType: 'user' | 'org', originId: string, candidates: string[]) =>
  server.kernel.pool.query(
    `insert into sync_conflict (sync_id, run_id, object_type, origin_id, name, reason, fields, candidates)
      values ($1, $2, $3, $4, '', '', '[]', $5)`,
    [id, runId, objectType, originId, candidates],
  )

test('T14 lists of tasks, runs and conflicts contain only those of the own tasks', async () => {
  expect((await boss.call(sync.page)).records.map(({ id }) => id)).toEqual([own.id])
  expect((await server.admin.call(sync.page)).total).toBe(2)
  const runs = await boss.call(sync.pageRun)
  expect([runs.total, runs.records.map(({ syncId }) => syncId)]).toEqual([1, [own.id]])
  expect((await boss.call(sync.pageRun, { query: { syncId: foreign.id } })).total).toBe(0)
  expect((await boss.call(sync.pageRow, { query: { runId: own.runId } })).total).toBe(2)
  expect(await boss.call(sync.pageRow, { query: { runId: foreign.runId } })).toMatchObject({ total: 0, records: [] })
  const conflicts = await boss.call(sync.pageConflict)
  expect([conflicts.total, conflicts.records.map(({ syncId }) => syncId)]).toEqual([1, [own.id]])
  expect(conflicts.records[0]!.candidates.map(({ id }) => id)).toEqual([inside])
  const [whole] = (await server.admin.call(sync.pageConflict, { query: { syncId: own.id } })).records
  expect(whole!.candidates.map(({ id }) => id).toSorted()).toEqual([inside, outside].toSorted())
})

test('T14 every call about a task of another is refused as if the task did not exist', async () => {
  const { id, runId } = foreign
  const body = peopleConfig(source)
  const row = { syncId: id, originId: 'H9' }
  const refusals: Partial<Record<keyof typeof sync, [RefusalName, Record<string, unknown>]>> = {
    byId: ['syncMissing', { query: { id } }],
    update: ['syncMissing', { body: { ...body, id } }],
    remove: ['syncMissing', { body: { ids: [own.id, id] } }],
    setStatus: ['syncMissing', { query: { status: 0 }, body: { ids: [own.id, id] } }],
    testConnect: ['syncMissing', { body: { id, direction: 'in', url: body.url } }],
    preview: ['syncMissing', { body: { ...body, id } }],
    run: ['syncMissing', { query: { id } }],
    resolve: ['syncMissing', { body: { ...row, objectType: 'user', action: 'ignore' } }],
    relink: ['syncMissing', { body: { ...row, originId: 'H8', action: 'again' } }],
    relinkAll: ['syncMissing', { body: { id, lines: [{ to: 'originUserId', from: 'number' }] } }],
    getRun: ['syncRunMissing', { query: { id: runId } }],
    exportPlan: ['syncRunMissing', { query: { runId, uuid: crypto.randomUUID() } }],
    release: ['syncRunMissing', { body: { runId, digest: 'x'.repeat(64), reason: '核对' } }],
    discard: ['syncRunMissing', { body: { runId } }],
  }
  const lists = ['page', 'pageRun', 'pageRow', 'pageConflict', 'bySource']
  const aboutNoTask = ['save', 'nameTaken', 'listField', 'listTransform', 'uploadFile']
  expect([...Object.keys(refusals), ...lists, ...aboutNoTask].toSorted()).toEqual(Object.keys(sync).toSorted())
  const before = await server.admin.call(sync.byId, { query: { id } })
  for (const [name, [refusal, input]] of Object.entries(refusals)) {
    const call = sync[name as keyof typeof sync]
    await boss.refused(refusal, call, input)
  }
  expect(await server.admin.call(sync.byId, { query: { id } })).toEqual(before)
})

test('T14 a row is linked only to users and organisations in scope', async () => {
  const conflict = { syncId: own.id, objectType: 'user' as const, originId: 'H9', action: 'link' as const }
  await boss.refused('userMissing', sync.resolve, { body: { ...conflict, targetId: outside } })
  const wrong = { syncId: own.id, originId: 'H8', action: 'link' as const }
  await boss.refused('userMissing', sync.relink, { body: { ...wrong, targetId: outside } })
  await boss.call(sync.resolve, { body: { ...conflict, targetId: inside } })
  expect((await boss.call(sync.pageConflict)).total).toBe(0)
})

test('T14 candidates are named with their organisations in scope, and organisations out of scope are no candidates', async () => {
  const [away, office] = [await server.given.org(), await server.given.org({ name: '办公室', parentId: branch })]
  const shared = await server.given.user({ org: away, others: [branch] })
  await addConflict(own, 'user', 'H7', [shared])
  await addConflict(own, 'org', 'D1', [branch, office, away])
  type Candidate = readonly [id: string, hasOrgName: boolean]
  const byId = ([a]: Candidate, [b]: Candidate) => (a < b ? -1 : 1)
  const of = async (who: Subject, objectType: 'user' | 'org') => {
    const { records } = await who.call(sync.pageConflict, { query: { syncId: own.id, objectType } })
    const { candidates } = records.find(({ originId }) => originId === 'H7' || originId === 'D1')!
    return candidates.map(({ id, orgName }): Candidate => [id, orgName !== null]).toSorted(byId)
  }
  expect(await of(server.admin, 'user')).toEqual([[shared, true]])
  expect(await of(boss, 'user')).toEqual([[shared, false]])
  expect(await of(server.admin, 'org')).toEqual(([[branch, true], [office, true], [away, true]] as Candidate[]).toSorted(byId)) // prettier-ignore
  expect(await of(boss, 'org')).toEqual(([[branch, false], [office, true]] as Candidate[]).toSorted(byId)) // prettier-ignore
  const link = { syncId: own.id, objectType: 'org' as const, originId: 'D1', action: 'link' as const }
  await boss.refused('orgMissing', sync.resolve, { body: { ...link, targetId: away } })
  await boss.call(sync.resolve, { body: { ...link, targetId: office } })
})

test('T14 a preview recognises only users in scope', async () => {
  await server.kernel.pool.query(`update users set origin_user_id = $2 where id = $1`, [outside, hrPerson(1).id])
  const { policy } = await boss.call(sync.byId, { query: { id: own.id } })
  const preview = (by: Subject) => by.call(sync.preview, { body: peopleConfig(source, {}, policy) })
  expect((await preview(server.admin)).map(row => row.verdict)).toEqual(['changed', 'new'])
  expect((await preview(boss)).map(row => row.verdict)).toEqual(['refused', 'new'])
})
