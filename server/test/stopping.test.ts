import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { health } from '@hufu/contract/operations/config'
import { org } from '@hufu/contract/directory/org'
import type { Kernel } from '../src/platform/kernel.ts'
import { finished, startTestServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

/** Settings of one of several nodes; the address only says that others share its database. */
const several = { DATABASE_URL: 'postgres://elsewhere/hufu', HUFU_STOP_DELAY_MS: '3000' }

const head = (path: string, token: string) => `GET /api${path} HTTP/1.1\r\nhost: x\r\ntoken: ${token}\r\n`
async function open(address: string): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  await new Promise(done => socket.once('connect', done))
  return socket
}
async function toTheEnd(socket: Socket): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of socket as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

test('R21 a stopping node first fails its health check, and answers on, closing each connection', async () => {
  const node = await startTestServer({ beside: server, settings: several })
  const admin = node.withToken(server.admin.token!)
  await node.nobody.call(health)
  const connection = await open(node.address)
  const closing = node.app.close()
  const reply = await node.nobody.send(health)
  expect(reply.status).toBe(503)
  expect(reply.envelope).toMatchObject({ code: 'service_error', message: '服务正在停止，请稍后重试' })
  const answer = await admin.send(org.tree, { query: {} })
  expect(answer.headers.get('connection')).toBe('close')
  expect(answer.envelope.code).toBe('success')
  connection.write(`${head(org.tree.path, server.admin.token!)}\r\n`)
  const late = await toTheEnd(connection)
  expect(late).toMatch(/^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n/i)
  expect(late).toContain('"code":"success"')
  await closing
  await expect(fetch(`${node.address}/api${health.path}`)).rejects.toThrow('fetch failed')
  await node.kernel.close()
})

test('R21 a single node answers kept-alive connections when the stop begins, and closes each with the answer', async () => {
  const node = await startTestServer({ beside: server })
  const connections = await Promise.all(Array.from({ length: 20 }, () => open(node.address)))
  const request = `${head(org.tree.path, server.admin.token!)}\r\n`
  // The first request is answered and leaves the connection open.
  for (const connection of connections) {
    connection.write(request)
    await once(connection, 'data')
  }
  const closing = node.app.close()
  // The close of idle connections would come in a later turn of the loop.
  await setImmediate()
  for (const connection of connections) connection.write(request)
  for (const answer of await Promise.all(connections.map(toTheEnd))) {
    expect(answer).toMatch(/HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n/i)
    expect(answer).toContain('"code":"success"')
  }
  await closing
  await node.kernel.close()
})

test('R21 a call in progress when the stop begins is answered, and its connection is closed', async () => {
  const node = await startTestServer({ beside: server })
  const locker = await server.kernel.pool.connect()
  await locker.query('begin')
  await locker.query('lock table org')
  const saving = node.withToken(server.admin.token!).send(org.save, { body: { parentId: '1', name: '停机处', code: 'STOP' } })
  const { pool } = node.kernel
  await expect.poll(() => pool.totalCount - pool.idleCount, { interval: 5 }).toBeGreaterThan(0)
  const closing = node.app.close()
  await locker.query('rollback')
  locker.release()
  const answer = await saving
  expect(answer.envelope.code).toBe('success')
  expect(answer.headers.get('connection')).toBe('close')
  await closing
  await node.kernel.close()
})

test('R21 a request completed after the listener has closed is answered with an envelope', async () => {
  const node = await startTestServer({ beside: server })
  const socket = await open(node.address)
  socket.write(head(org.tree.path, server.admin.token!))
  // When the server answers this later request, it has read the first half of the earlier one.
  await node.nobody.call(health)
  const closing = node.app.close()
  await expect.poll(() => node.app.server.listening, { interval: 5 }).toBe(false)
  socket.write('\r\n')
  expect(await toTheEnd(socket)).toContain('"code":"success"')
  await closing
  await node.kernel.close()
})

test('D-50, R1 where no other node can hold the lease, an interrupted task continues right after the start', async () => {
  const id = await interrupted()
  const alone = await startTestServer({ beside: server, jobs: true, isAlone: true, define: whole })
  expect((await finished(server.admin, id, 4000)).status).toBe('FINISH')
  await alone.close()
})

test('D-50 with nodes of two versions, a task is taken up only by those that know its kind', async () => {
  const id = await interrupted()
  await server.kernel.tasks.freeInterrupted()
  expect(await server.kernel.tasks.takeUp(id)).toBe(false)
  const newer = await startTestServer({ beside: server, jobs: true, define: whole })
  expect((await finished(server.admin, id, 4000)).status).toBe('FINISH')
  await newer.close()
})

test('D-50 where other nodes may use the database, the lease of a running task is not freed', async () => {
  const id = await interrupted()
  const node = await startTestServer({ beside: server, jobs: true, define: whole })
  await node.kernel.tasks.takeUp(id)
  const { rows } = await server.kernel.pool.query('select attempt, lease_until > now() as held from async_task where id = $1', [id])
  expect(rows).toEqual([{ attempt: 1, held: true }])
  await node.close()
})

const whole = (kernel: Kernel) => kernel.tasks.define({ kind: 'interrupted', run: async () => ({ message: 'done' }) })

/** A task as a killed node leaves it: running, and leased for an hour. */
async function interrupted(): Promise<string> {
  const id = crypto.randomUUID()
  await server.kernel.pool.query(
    `insert into async_task (id, kind, owner_id, payload, status, attempt, lease_until)
      values ($1, 'interrupted', '1', '{}', 'RUNNING', 1, now() + interval '1 hour')`,
    [id],
  )
  return id
}
