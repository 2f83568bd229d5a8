import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { health } from '@hufu/contract/operations/config'
import { org } from '@hufu/contract/directory/org'
import { backgroundFailures, catchUnhandledRejections } from '../src/platform/tasks/background-work.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { openSilentProxy, type SilentProxy } from './silent-proxy.ts'

/** The limits of production, but short enough for a test to wait for. */
const limits = { connectMs: 500, statementMs: 500, lockMs: 300, silenceMs: 200 }
const LOCK_TIMEOUT = '55P03'
const TERMINATED = '57P01'

let server: TestServer
let proxy: SilentProxy
let behind: TestServer
const lines: string[] = []
beforeAll(async () => {
  server = await startTestServer({ jobs: true, limits, log: line => lines.push(line) })
  proxy = await openSilentProxy(inject('connection'))
  behind = await startTestServer({ jobs: true, limits, serverConnection: proxy.connection, beside: server, log: line => lines.push(line) })
  for (const node of [server, behind]) node.kernel.tasks.define({ kind: 'plain', run: async () => ({ message: 'done' }) })
})
afterAll(async () => {
  proxy.speak()
  await behind.close()
  await proxy.close()
  await server.close()
})

/** A task that no node was notified of, old enough to be picked up from the queue. */
async function startUnseen(): Promise<string> {
  const id = randomUUID()
  await server.kernel.db
    .insertInto('asyncTask')
    .values({ id, kind: 'plain', ownerId: '1', payload: '{}', createTime: '2026-01-01 00:00:00' } as never)
    .execute()
  return id
}
const statusOf = async (id: string) =>
  (await server.kernel.db.selectFrom('asyncTask').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const isLogged = (code: string) => lines.some(line => line.includes(`"code":"${code}"`))

/** Locks the table as CREATE INDEX does while `work` runs. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  const locker = await server.kernel.pool.connect()
  try {
    await locker.query('begin')
    await locker.query('lock table async_task in share mode')
    await work()
  } finally {
    await locker.query('rollback')
    locker.release()
  }
}

test('R3 a task that cannot be claimed because its table is locked stops no node: it is logged, and done after the lock', async () => {
  const id = await startUnseen()
  await whileLocked(async () => {
    await expect.poll(() => isLogged(LOCK_TIMEOUT)).toBe(true)
  })
  await expect.poll(() => statusOf(id)).toBe('FINISH')
  await server.nobody.call(health)
})

test('R3 a task whose connection breaks during the claim stops no node: it is logged, and done later', async () => {
  const id = await startUnseen()
  await whileLocked(async () => {
    await expect
      .poll(
        async () => {
          await server.kernel.pool.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
              and query like '%update async_task%'`,
          )
          return isLogged(TERMINATED)
        },
        { interval: 10 },
      )
      .toBe(true)
  })
  await expect.poll(() => statusOf(id)).toBe('FINISH')
  await server.nobody.call(health)
})

test('R3 an unhandled rejection is logged and counted, and the process goes on', () => {
  const process = new EventEmitter()
  const alerts: unknown[] = []
  const before = backgroundFailures()
  catchUnhandledRejections({ error: (...logged: unknown[]) => alerts.push(logged) } as never, process)
  const error = new Error('nobody’s')
  process.emit('unhandledRejection', error)
  expect(alerts).toEqual([[{ err: error }, 'unhandled rejection']])
  expect(backgroundFailures()).toBe(before + 1)
})

test('R3 a database that stops answering times out: calls and health answer 503, dead connections are dropped, recovery is immediate', async () => {
  const admin = behind.withToken(server.admin.token!)
  await Promise.all(Array.from({ length: 10 }, () => admin.call(org.tree, { query: {} })))
  proxy.fallSilent()
  const [read, changed, authorized] = await Promise.all([
    admin.send(org.tree, { query: {} }),
    admin.send(org.save, { body: { parentId: '1', name: '静默处', code: 'SILENT' } }),
    behind.nobody.send(health),
  ])
  for (const answer of [read, changed, authorized]) {
    expect(answer.status).toBe(503)
    expect(answer.envelope).toMatchObject({ code: 'service_error', message: '系统异常，请稍后重试' })
  }
  proxy.speak()
  await expect.poll(() => proxy.abandoned()).toBe(0)
  await behind.nobody.call(health)
  await admin.call(org.save, { body: { parentId: '1', name: '静默处', code: 'SILENT' } })
})

test('R3 a transaction interrupted by a silent database is reported as an outage, not as a defect', async () => {
  const failed = behind.kernel.db.transaction().execute(async db => {
    await db.selectFrom('users').select('id').where('id', '=', '1').execute()
    proxy.fallSilent()
    await db.selectFrom('users').select('id').where('id', '=', '1').execute()
  })
  await expect(failed).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  proxy.speak()
})

test('R21 a node stops even while the database is silent', async () => {
  const patient = { ...limits, statementMs: 600_000 }
  const node = await startTestServer({ jobs: true, limits: patient, serverConnection: proxy.connection, beside: server })
  const admin = node.withToken(server.admin.token!)
  await admin.call(org.tree, { query: {} })
  proxy.fallSilent()
  const late = admin.send(org.tree, { query: {} }).catch(() => undefined)
  const { pool } = node.kernel
  await expect.poll(() => pool.totalCount - pool.idleCount).toBeGreaterThan(0)
  await node.close()
  await late
  proxy.speak()
  expect(node.app.server.listening).toBe(false)
})
