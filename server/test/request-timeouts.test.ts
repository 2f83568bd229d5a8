import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { health } from '@hufu/contract/operations/config'
import { file } from '@hufu/contract/operations/file'
import { org } from '@hufu/contract/directory/org'
import { REQUEST_TIMEOUTS } from '../src/platform/http/request-timeouts.ts'
import { startTestServer, type TestServer } from './harness.ts'

const SHORT = { ms: 1000, connections: 100 }
const PAUSE = 100

let server: TestServer
const lines: string[] = []
beforeAll(async () => {
  server = await startTestServer({ timeouts: SHORT, log: line => lines.push(line) })
})
afterAll(() => server.close())

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const opened = async (there = server) => {
  const { hostname, port } = new URL(there.address)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}
const host = () => `host: ${new URL(server.address).host}\r\ntoken: ${server.admin.token}`
const head = (path: string, type: string, length: number) =>
  `POST /api${path} HTTP/1.1\r\n${host()}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`

/** Everything received until the server closes the connection; if it does not, the test times out. */
async function replyOn(socket: Socket): Promise<string> {
  let got = ''
  socket.on('data', chunk => (got += String(chunk))).on('error', () => undefined)
  // A reset ends the connection, too; what came before it counts.
  if (!socket.closed) await new Promise(resolve => socket.once('close', resolve))
  return got
}
/** Writes pieces as long as the connection is open. */
async function sendSlowly(socket: Socket, piece: string): Promise<void> {
  while (!socket.destroyed && socket.writable) {
    socket.write(piece)
    await wait(PAUSE)
  }
}
const TOO_SLOW = /^HTTP\/1\.1 408 [^]*\r\nconnection: close\r\n[^]*\{"code":"service_error","message":"请求超时，请稍后重试","data":null/i

test('bad input 46 headers that arrive too slowly answer 408 with an envelope, and the connection is closed', async () => {
  const socket = await opened()
  const end = replyOn(socket)
  socket.write(`GET /api${health.path} HTTP/1.1\r\n`)
  await sendSlowly(socket, 'x-slow: 1\r\n')
  expect(await end).toMatch(TOO_SLOW)
})

test('bad input 46 a JSON body that arrives too slowly, or stops, answers 408, and nothing is stored', async () => {
  for (const moves of [true, false]) {
    const socket = await opened()
    const end = replyOn(socket)
    socket.write(head(org.save.path, 'application/json', 4000))
    socket.write('{"parentId":"1","code":"SLOW","name":"')
    if (moves) await sendSlowly(socket, 'x')
    expect(await end).toMatch(TOO_SLOW)
  }
  expect(await server.kernel.db.selectFrom('org').select('id').where('code', '=', 'SLOW').execute()).toEqual([])
})

test('bad input 46 an upload that stops, in its file or before it, answers 408', async () => {
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbegun'
  for (const begun of [part, '--b\r\ncontent-dispo', part.slice(0, -5)]) {
    const socket = await opened()
    const end = replyOn(socket)
    socket.write(head(file.upload.path, 'multipart/form-data; boundary=b', 4000) + begun)
    expect(await end).toMatch(TOO_SLOW)
  }
  expect(await server.kernel.db.selectFrom('file').select('id').where('fileName', '=', 'a.txt').execute()).toEqual([])
})

test('bad input 46 an upload over a slow line may take long, as long as bytes arrive', async () => {
  const pieces = 30
  const body = [
    '--b\r\ncontent-disposition: form-data; name="file"; filename="slow.txt"\r\n\r\n',
    ...Array.from({ length: pieces }, () => 'piece '),
    '\r\n--b--\r\n',
  ]
  const socket = await opened()
  const end = replyOn(socket)
  socket.write(head(file.upload.path, 'multipart/form-data; boundary=b', body.join('').length).replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')) // prettier-ignore
  const from = performance.now()
  for (const piece of body) {
    socket.write(piece)
    await wait(PAUSE)
  }
  // Makes sure that the line was slow; says nothing about speed.
  expect(performance.now() - from).toBeGreaterThan(2 * SHORT.ms)
  expect(await end).toMatch(/^HTTP\/1\.1 200 [^]*"fileName":"slow\.txt","fileSize":180/)
})

test('bad input 46 a request refused before its body is read is answered at once, without waiting for the rest', async () => {
  for (const [path, status] of [
    ['/nothing/here', 404],
    [health.path, 405],
    [org.save.path, 200],
  ] as const) {
    const socket = await opened()
    const end = replyOn(socket)
    socket.write(head(path, 'application/json', 4000).replace(server.admin.token!, 'nobody'))
    await sendSlowly(socket, 'x')
    expect(await end).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  }
})

test('bad input 46 with two thousand idle sockets others are served; sockets above the maximum are closed, and idle ones time out', async () => {
  const most = 2100
  const patient = await startTestServer({ beside: server, timeouts: { ms: 8000, connections: most } })
  const count = promisify(patient.app.server.getConnections.bind(patient.app.server))
  const ends: Promise<string>[] = []
  const idle = async (wanted: number) => {
    while (ends.length < wanted) {
      // Opens no more at once than the kernel queues until they are accepted.
      ends.push(...(await Promise.all(Array.from({ length: 100 }, () => opened(patient)))).map(replyOn))
      await expect.poll(() => count(), { interval: 5 }).toBeGreaterThanOrEqual(Math.min(ends.length, most))
    }
  }
  await idle(2000)
  expect((await patient.nobody.call(health)).status).toBe('UP')
  await idle(2300)
  const endings = Object.groupBy(await Promise.all(ends), end => (TOO_SLOW.test(end) ? 'tooSlow' : end))
  expect(Object.keys(endings)).toEqual(['tooSlow', ''])
  // The connection of the previous call may still take one place.
  expect([200, 201]).toContain(endings['']!.length)
  expect((await patient.nobody.call(health)).status).toBe('UP')
  await patient.close()
})

test('bad input 46 the timeout of production is fifteen seconds', async () => {
  const usual = await startTestServer({ beside: server })
  const { headersTimeout, requestTimeout, maxConnections } = usual.app.server
  expect([REQUEST_TIMEOUTS.ms, headersTimeout, requestTimeout, maxConnections]).toEqual([15_000, 14_000, 0, 10_000])
  await usual.close()
  expect(lines.filter(line => line.includes('defect') || line.includes('already sent'))).toEqual([])
})
