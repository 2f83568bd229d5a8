import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { org } from '@hufu/contract/directory/org'
import { health } from '@hufu/contract/operations/config'
import { startTestServer, type TestServer } from './harness.ts'
import { openSilentProxy, type SilentProxy } from './silent-proxy.ts'

let server: TestServer
let proxy: SilentProxy
beforeAll(async () => {
  server = await startTestServer()
  proxy = await openSilentProxy(inject('connection'))
})
afterAll(async () => {
  proxy.speak()
  await proxy.close()
  await server.close()
})

const save = (node: TestServer, name: string) =>
  node.withToken(server.admin.token!).send(org.save, { body: { parentId: '1', name, code: name.toUpperCase() } })
/** Makes new connections to the database read-only, as on a primary that was demoted, or writable again. */
async function setReadOnly(isOn: boolean): Promise<void> {
  const client = await server.kernel.pool.connect()
  try {
    await client.query('set default_transaction_read_only = off')
    await client.query(`alter database ${server.database} set default_transaction_read_only = ${isOn ? 'on' : 'off'}`)
  } finally {
    client.release(true)
  }
}

test('R3 a database that became read-only is an outage: changes and health answer 503, and all is well once it is writable', async () => {
  await setReadOnly(true)
  // Connections made from now on are read-only; PostgreSQL ends the others when it is demoted.
  await server.kernel.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await expect.poll(async () => (await save(server, 'readonly1')).status).toBe(503)
  const { envelope } = await save(server, 'readonly2')
  expect(envelope).toMatchObject({ code: 'service_error', message: '系统异常，请稍后重试' })
  await expect.poll(async () => (await server.nobody.send(health)).status).toBe(503)
  await setReadOnly(false)
  await expect.poll(async () => (await server.nobody.send(health)).status).toBe(200)
  // No connection from before stays in the pool.
  for (const name of ['writable1', 'writable2', 'writable3'])
    await expect.poll(async () => (await save(server, name)).envelope.code).toBe('success')
})

test('R3 health answers while the database is silent, whatever waits for the pool', async () => {
  const patient = { connectMs: 600_000, statementMs: 600_000, lockMs: 600_000, silenceMs: 600_000 }
  const node = await startTestServer({ limits: patient, serverConnection: proxy.connection, beside: server })
  const admin = node.withToken(server.admin.token!)
  await Promise.all(Array.from({ length: 25 }, () => admin.call(org.tree, { query: {} })))
  proxy.fallSilent()
  const waiting = Array.from({ length: 60 }, () => admin.send(org.tree, { query: {} }).catch(() => undefined))
  await expect.poll(() => node.kernel.pool.waitingCount).toBeGreaterThan(0)
  // The configuration is old by now, so every other call reads it first.
  for (let n = 0; n < 3; n++) {
    node.letPass(2000)
    expect((await node.nobody.send(health)).status).toBe(503)
  }
  proxy.speak()
  await expect.poll(async () => (await node.nobody.send(health)).status).toBe(200)
  await node.close()
  await Promise.all(waiting)
})

test('R3 an outage is one line in the log when it begins and one when it ends', async () => {
  const lines: { level: number; msg: string }[] = []
  const limits = { connectMs: 300, statementMs: 300, lockMs: 300, silenceMs: 100 }
  const log = (line: string) => lines.push(JSON.parse(line) as { level: number; msg: string })
  const node = await startTestServer({ jobs: true, limits, serverConnection: proxy.connection, beside: server, log })
  const admin = node.withToken(server.admin.token!)
  await admin.call(org.tree, { query: {} })
  const alerts = () => lines.filter(({ level }) => level >= 40).map(({ msg }) => msg)
  const before = alerts().length
  proxy.fallSilent()
  for (let n = 0; n < 5; n++) {
    await Promise.all(Array.from({ length: 5 }, () => admin.send(org.tree, { query: {} })))
    await save(node, `silent${n}`)
    await fetch(`${node.address}/protocols/saml/start/nobody`)
  }
  await expect.poll(() => alerts().length).toBeGreaterThan(before)
  proxy.speak()
  await expect.poll(() => alerts().at(-1)).toBe('the database is back')
  expect(alerts().slice(before)).toEqual(['the database does not answer, or is read-only', 'the database is back'])
  await node.close()
})

test('R3 a process that was too busy to read an answer does not blame the database', async () => {
  const lines: string[] = []
  const node = await startTestServer({ beside: server, log: line => lines.push(line) })
  await node.nobody.call(health)
  const checked = node.kernel.pulse.isThere()
  // Modules that load, and garbage collection on a busy machine, hold up the event loop like this.
  for (let round = 0; round < 3; round++) {
    const until = performance.now() + 1600
    while (performance.now() < until);
    await new Promise(done => setImmediate(done))
  }
  expect(await checked).toBe(true)
  expect(lines.filter(line => line.includes('the database'))).toEqual([])
  await node.close()
})
