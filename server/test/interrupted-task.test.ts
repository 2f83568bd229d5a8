import { sql } from 'kysely'
import { sync } from '@hufu/contract/provisioning/sync'
import { syncLog } from '@hufu/contract/provisioning/sync-log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hrPerson, openHrSource, threeOrgs, type HrSource } from './fakes/hr-source.ts'
import { openPushReceiver, PUSH_SECRET, type PushReceiver } from './fakes/push-receiver.ts'
import { finished, startTestServer, type TestServer } from './harness.ts'
import { hrConfig } from './syncs.ts'

/** The limit for locks is short enough for a test to wait for. */
const limits = { connectMs: 10_000, statementMs: 20_000, lockMs: 300, silenceMs: 2000 }
const INTERRUPTED = 'task interrupted by an outage'

let server: TestServer
let source: HrSource
let receiver: PushReceiver
const lines: string[] = []
beforeAll(async () => {
  const settings = { HUFU_MOCK_PROVIDERS: '1', HUFU_ALLOW_LOOPBACK: '1' }
  server = await startTestServer({ jobs: true, limits, settings, log: line => lines.push(line) })
  source = await openHrSource()
  receiver = await openPushReceiver()
})
afterAll(async () => {
  await receiver.close()
  await source.close()
  await server.close()
})

/** Locks a table while `work` starts a task, until the lock has interrupted the task and `then` is done. */
async function interruptedBy(table: string, work: () => Promise<string>, then?: (taskId: string) => Promise<void>): Promise<string> {
  lines.length = 0
  const locker = await server.kernel.pool.connect()
  try {
    await locker.query('begin')
    await locker.query(`lock table ${table} in share mode`)
    const taskId = await work()
    await expect.poll(() => lines.some(line => line.includes(INTERRUPTED) && line.includes(taskId))).toBe(true)
    await then?.(taskId)
    return taskId
  } finally {
    await locker.query('rollback')
    locker.release()
  }
}
/** The only run of a task, and what the log says of its end. */
async function runOf(syncId: string) {
  const { records } = await server.admin.call(sync.pageRun, { query: { syncId, size: 10 } })
  const logged = await server.admin.call(syncLog.page, { query: { syncId, operateType: 'run', size: 10 } })
  return { runs: records, results: logged.records.map(({ result }) => result) }
}

test('D-50, R3 a task whose end cannot be written because of a lock is not failed: it runs again', async () => {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let runs = 0
  const { tasks, db } = server.kernel
  tasks.define({
    kind: 'slow',
    run: async () => {
      runs++
      reached.resolve()
      await released.promise
      return { message: 'done' }
    },
  })
  const id = await db.transaction().execute(trx => tasks.start(trx, { userId: '1' }, 'slow', {}))
  tasks.wake()
  await reached.promise
  await interruptedBy('async_task', async () => {
    released.resolve()
    return id
  })
  expect(await finished(server.admin, id)).toMatchObject({ status: 'FINISH', message: 'done' })
  expect(runs).toBe(2)
})

test('D-50, R3 a task whose connection breaks in a batch continues from the last finished batch', async () => {
  const { pool, tasks, db } = server.kernel
  await pool.query('create table done_part (n int)')
  let breaks = true
  tasks.define<unknown, { next: number }>({
    kind: 'cut',
    run: async run => {
      for (let next = run.cursor?.next ?? 0; next < 4; next++)
        await run.batch({ next: next + 1 }, { progress: next + 1, total: 4 }, async trx => {
          await sql`insert into done_part values (${next})`.execute(trx)
          if (next !== 2 || !breaks) return
          breaks = false
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
          await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
        })
      return { message: 'done' }
    },
  })
  const id = await db.transaction().execute(trx => tasks.start(trx, { userId: '1' }, 'cut', {}))
  tasks.wake()
  expect(await finished(server.admin, id)).toMatchObject({ status: 'FINISH', message: 'done', progress: 4 })
  expect((await pool.query<{ n: number }>('select n from done_part order by n')).rows.map(({ n }) => n)).toEqual([0, 1, 2, 3])
})

test('D-50, R3 an import from a source interrupted by a lock is completed, and neither reported as failed nor done twice', async () => {
  source.orgs = threeOrgs
  source.people = Array.from({ length: 10 }, (_, n) => hrPerson(n))
  const { id } = await server.admin.call(sync.save, { body: hrConfig(source) })
  const taskId = await interruptedBy('users', () => server.admin.call(sync.run, { query: { id } }))
  expect((await finished(server.admin, taskId)).status).toBe('FINISH')
  expect(await runOf(id)).toMatchObject({ runs: [{ state: 'done', written: 13, failed: 0 }], results: [1] })
})

test('D-50, R3 a run to an address interrupted by a lock is completed, and not reported as failed', async () => {
  const body = {
    name: '向外推送',
    direction: 'out' as const,
    objectType: 'user' as const,
    url: `${receiver.address}/own`,
    secret: PUSH_SECRET,
    mapping: [{ to: 'login', from: 'userName' }],
  }
  const { id } = await server.admin.call(sync.save, { body })
  const taskId = await interruptedBy('sync_told', () => server.admin.call(sync.run, { query: { id } }))
  expect((await finished(server.admin, taskId)).status).toBe('FINISH')
  expect(await runOf(id)).toMatchObject({ runs: [{ state: 'done', failed: 0 }], results: [1] })
})

test('D-50, R3 an import interrupted five times without finishing a batch fails, and is reported as failed', async () => {
  source.orgs = threeOrgs
  source.people = Array.from({ length: 10 }, (_, n) => hrPerson(100 + n))
  const { id } = await server.admin.call(sync.save, { body: hrConfig(source) })
  await interruptedBy(
    'users',
    () => server.admin.call(sync.run, { query: { id } }),
    async taskId => {
      await server.kernel.pool.query('update async_task set tries = 4 where id = $1', [taskId])
      expect(await finished(server.admin, taskId)).toMatchObject({ status: 'ERROR', message: '系统异常，请稍后重试' })
    },
  )
  expect(await runOf(id)).toMatchObject({ runs: [{ state: 'failed', message: '系统异常，请稍后重试' }], results: [0] })
})

const GIVEN_UP = '任务多次异常中断，已停止重试，请联系管理员'

test('D-50, R3 a run whose node crashed five times is closed and logged, and the next run starts', async () => {
  const { pool, tasks } = server.kernel
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  source.orgs = threeOrgs
  source.people = Array.from({ length: 5 }, (_, n) => hrPerson(200 + n))
  source.whenAsked = async () => {
    asked.resolve()
    await released.promise
  }
  const { id } = await server.admin.call(sync.save, { body: hrConfig(source) })
  const taskId = await server.admin.call(sync.run, { query: { id } })
  await asked.promise
  // As five crashed nodes leave it, the last of which had claimed it after the one that still waits for its source.
  const crashed = "update async_task set tries = 5, attempt = attempt + 1, lease_until = now() - interval '1 second' where id = $1"
  await pool.query(crashed, [taskId])
  await tasks.takeUp()
  expect(await finished(server.admin, taskId)).toMatchObject({ status: 'ERROR', message: GIVEN_UP })
  expect(await runOf(id)).toMatchObject({ runs: [{ state: 'failed', message: GIVEN_UP }], results: [0] })
  expect(lines.some(line => line.includes('task given up') && line.includes(taskId))).toBe(true)
  source.whenAsked = () => undefined
  released.resolve()
  expect((await finished(server.admin, await server.admin.call(sync.run, { query: { id } }))).status).toBe('FINISH')
})

test('D-50 a task with a statement that always passes its time limit fails at once, with its reason', async () => {
  const { tasks, db } = server.kernel
  let runs = 0
  tasks.define({
    kind: 'endless',
    run: async () => {
      runs++
      await db.transaction().execute(async trx => {
        await sql`set local statement_timeout = 100`.execute(trx)
        await sql`select pg_sleep(600)`.execute(trx)
      })
      return { message: 'done' }
    },
  })
  const id = await tasks.start(db, { userId: '1' }, 'endless', {})
  tasks.wake()
  expect(await finished(server.admin, id)).toMatchObject({
    status: 'ERROR',
    message: '任务的一条数据库语句超过时限，已停止，请减少数据量后重试，或联系管理员',
  })
  expect(runs).toBe(1)
})
