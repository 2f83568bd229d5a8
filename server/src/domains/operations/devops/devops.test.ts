import { afterAll, beforeAll, expect, test } from 'vitest'
import { devops } from '@hufu/contract/operations/devops'
import { version } from '../../../platform/version.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('X-DEVOPS-01 the overview tells version, start, size of the database and what is running, to super administrators alone', async () => {
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
  // Kept for a minute.
  await pool.query(`create table ballast as select repeat(md5(n::text), 20) as text from generate_series(1, 20000) n`)
  expect((await server.admin.call(devops.overview)).dbSize).toBe(after.dbSize)
  const me = await server.as(await server.given.user())
  await me.refused('forbidden', devops.overview)
})
