import { afterAll, beforeAll, expect, test } from 'vitest'
import { devops } from '@hufu/contract/operations/devops'
import { version } from '../../../platform/version.ts'
import { openRegistry } from '../../../../test/certificates.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { nodeBeat } from './node-beat.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('X-DEVOPS-01 the overview shows version, start time, size of the database and running work, to super administrators only', async () => {
  const { pool } = server.kernel
  const before = await server.admin.call(devops.overview)
  expect(before).toMatchObject({ version, nodeVersion: process.version, taskRunning: 0, taskFailed: 0, jobRunning: 0, closedApi: 0 })
  expect(before.startTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await pool.query(`insert into async_task (id, kind, owner_id, payload, status, finish_time) values
    ('t1', 'export', '1', '{}', 'RUNNING', null), ('t2', 'export', '1', '{}', 'ERROR', now()), ('t3', 'export', '1', '{}', 'ERROR', now() - interval '2 days')`)
  await pool.query(
    `insert into periodic_job (name, due_time, lease_until) values ('a', now(), now() + interval '1 minute'), ('b', now(), null)`,
  )
  await pool.query(`update api_item set status = 0 where path = '/v3/user/page'`)
  const { rows } = await pool.query<{ size: string }>('select pg_database_size(current_database()) as size')
  const after = await server.admin.call(devops.overview)
  expect(after).toMatchObject({ taskRunning: 1, taskFailed: 1, jobRunning: 1, closedApi: 1 })
  expect(Math.abs(after.dbSize - Number(rows[0]!.size))).toBeLessThan(2 ** 22)
  // The size is cached for a minute.
  await pool.query(`create table ballast as select repeat(md5(n::text), 20) as text from generate_series(1, 20000) n`)
  expect((await server.admin.call(devops.overview)).dbSize).toBe(after.dbSize)
  const me = await server.as(await server.given.user())
  await me.refused('forbidden', devops.overview)
})

test('X-DEVOPS-01 the overview shows live nodes, waiting messages and the days until certificate authorities expire', async () => {
  const { pool } = server.kernel
  const empty = await server.admin.call(devops.overview)
  expect(empty).toMatchObject({ messageWaiting: 0, messageDue: null, pushWaiting: 0, pushHeld: 0, jobFailed: 0, certificateDays: null })
  for (const host of ['node-a', 'node-b']) await nodeBeat(server.kernel, host).run()
  expect((await server.admin.call(devops.overview)).nodes.map(({ host }) => host)).toEqual(expect.arrayContaining(['node-a', 'node-b']))
  // A node reports every ten seconds, and counts as gone after thirty.
  const beat = nodeBeat(server.kernel, 'node-c')
  await beat.run()
  await pool.query(`update node set beat_time = now() - interval '31 seconds' where host in ('node-a', 'node-c')`)
  await beat.run()
  const { nodes } = await server.admin.call(devops.overview)
  expect(nodes.filter(({ host }) => host !== 'node-b').map(({ host }) => host)).not.toContain('node-c')
  expect(nodes.find(({ host }) => host === 'node-b')).toMatchObject({ version })
  await pool.query(
    `insert into mail (id, sealed, due_time) values ('m1', 'x', now() - interval '1 hour'), ('m2', 'x', now() + interval '1 hour')`,
  )
  await pool.query(
    `insert into quartz_log (id, quartz_id, name, job_code, triggered_by, node, result) values ('q1', 'q', 'q', 'cleanData', 'clock', 'n', 0)`,
  )
  const later = await server.admin.call(devops.overview)
  expect(later).toMatchObject({ messageWaiting: 2, jobFailed: 1, messageDue: expect.stringMatching(/^\d{4}-/) as string })
  const registry = await openRegistry()
  const { pem } = await registry.authority('虎符根证书', { end: '20990101000000Z' })
  await registry.close()
  await pool.query(`update config set config_value = $1 where config_key = 'ca.trustCerts'`, [pem])
  await server.kernel.config.refresh()
  expect((await server.admin.call(devops.overview)).certificateDays).toBe(Math.floor((Date.UTC(2099, 0, 1) - Date.now()) / 86_400_000))
})
