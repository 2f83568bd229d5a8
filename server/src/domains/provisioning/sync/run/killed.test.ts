import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { sync } from '@hufu/contract/provisioning/sync'
import { task } from '@hufu/contract/task'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { at } from '../../../../../test/database.ts'
import { hrPerson, openHrSource, threeOrgs, type HrSource } from '../../../../../test/fakes/hr-source.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { hrConfig } from '../../../../../test/syncs.ts'

let server: TestServer
let source: HrSource
beforeAll(async () => {
  // This server only answers calls; the runs are done by processes that the test kills.
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  source = await openHrSource()
})
afterAll(async () => {
  await source.close()
  await server.close()
})
const rows = async <T>(text: string, values: unknown[] = []) => (await server.kernel.pool.query(text, values)).rows as T[]
const PEOPLE = 6000

async function startNode(): Promise<ChildProcess> {
  const connection = JSON.stringify(at(inject('connection'), server.database))
  const node = spawn(process.execPath, ['server/test/sync-node.ts', connection], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(node.stdout!, 'data')
  return node
}

test(
  'F12 9, D-50, D-56 a run killed while reading, planning and writing is completed by the node that takes it over, with nobody written twice',
  { timeout: 300_000 },
  async () => {
    source.orgs = threeOrgs
    source.people = Array.from({ length: PEOPLE }, (_, n) => hrPerson(n, { dept: `D${(n % 3) + 1}` }))
    const page = { kind: 'page', size: 500 }
    const options = { path: 'data.list', orgUrl: `${source.address}/depts`, page }
    const { id } = await server.admin.call(sync.save, { body: hrConfig(source, { options }) })
    const taskId = await server.admin.call(sync.run, { query: { id } })
    const runNow = async () => (await rows<{ state: string; written: number }>('select state, written from sync_run where sync_id = $1', [id]))[0]! // prettier-ignore
    const staged = async (where: string) =>
    (await rows<{ n: string }>(`select count(*) as n from sync_row s join sync_run r on r.id = s.run_id where r.sync_id = $1 and ${where}`, [id]))[0]! // prettier-ignore
    const moments: readonly (() => Promise<boolean>)[] = [
      async () => Number((await staged('true')).n) > 1000,
      async () => Number((await staged(`s.verdict = 'new' and s.object_type = 'user'`)).n) > 1000,
      async () => (await runNow()).written > 1000,
    ]
    for (const moment of moments) {
      const node = await startNode()
      await expect.poll(moment, { timeout: 120_000, interval: 5 }).toBe(true)
      node.kill('SIGKILL')
      await once(node, 'exit')
      expect((await runNow()).written).toBeLessThan(PEOPLE)
      await rows(`update async_task set lease_until = now() - interval '1 second' where id = $1 and status = 'RUNNING'`, [taskId])
    }
    const last = await startNode()
    const status = async () => (await server.admin.call(task.progress, { query: { taskId } })).status
    await expect.poll(status, { timeout: 200_000 }).toBe('FINISH')
    last.kill('SIGKILL')
    expect(await runNow()).toEqual({ state: 'done', written: PEOPLE + 3 })
    const [found] = await rows(`select count(*)::int as people, count(distinct origin_user_id)::int as ids,
    count(*) filter (where (select count(*) from job j where j.user_id = u.id and j.job_type = 1) = 1)::int as placed,
    count(*) filter (where exists (select from sync_link l where l.sync_id = $1 and l.object_id = u.id and l.origin_id = u.origin_user_id))::int as linked
    from users u where origin_user_id like 'H%'`, [id]) // prettier-ignore
    expect(found).toEqual({ people: PEOPLE, ids: PEOPLE, placed: PEOPLE, linked: PEOPLE })
    // Although batches are written at once, no two users have the same place, and every row is shown as written.
    const [places] = await rows(`select count(distinct (j.org_id, j.sort_num))::int as main from job j join users u on u.id = j.user_id
    where u.origin_user_id like 'H%' and j.job_type = 1`) // prettier-ignore
    expect(places).toEqual({ main: PEOPLE })
    const [{ runId }] = (await rows<{ runId: string }>('select id as "runId" from sync_run where sync_id = $1', [id])) as [
      { runId: string },
    ]
    const query = { runId, size: 500, current: PEOPLE / 500 }
    const { records } = await server.admin.call(sync.pageRow, { query })
    expect(records.map(({ isDone }) => isDone)).toEqual(Array.from({ length: 500 }, () => true))
    const logged = await rows<{ n: string }>(`select count(*) as n from sync_log where sync_id = $1 and operate_type = 'insert'`, [id])
    expect(Number(logged[0]!.n)).toBe(PEOPLE + 3)
  },
)
