import { createServer, type RequestListener } from 'node:http'
import { hostname } from 'node:os'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAllowedAddress } from './address.ts'
import { createHttpSender, Unreachable } from './http-sender.ts'

let answer: RequestListener = (_request, response) => response.end('here')
let connections = 0
const canary = createServer((request, response) => answer(request, response)).on('connection', () => (connections += 1))
let port = 0
beforeAll(async () => {
  await new Promise<void>(done => canary.listen(0, done))
  port = (canary.address() as AddressInfo).port
})
afterAll(() => {
  canary.closeAllConnections()
  canary.close()
})

const outside = createHttpSender({ withLoopback: false })
const inside = createHttpSender({ withLoopback: true, timeoutMs: 2000 })
const get = { method: 'GET' } as const

/** 2130706433 and the like are spellings of 127.0.0.1 that URL parsers accept. */
const hosts = [
  '127.0.0.1', '127.1', '127.255.255.254', '0x7f.1', '0x7f000001', '2130706433', '0177.0.0.1', 'localhost', 'LOCALHOST', 'localhost.',
  '0', '0.0.0.0', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]', '169.254.169.254', '[fe80::1]', '100.100.100.200', '168.63.129.16', '255.255.255.255',
] // prettier-ignore

test('T23 no connection is made to internal addresses in any of twenty-five spellings', async () => {
  for (const host of hosts) await expect(outside(new URL(`http://${host}:${port}/`), get), host).rejects.toThrow(Unreachable)
  expect(hosts).toHaveLength(25)
  expect(connections).toBe(0)
  // The test's own server is reached where that is allowed.
  expect(await inside(new URL(`http://localhost:${port}/`), get)).toMatchObject({ status: 200, text: 'here' })
  expect(connections).toBe(1)
})

test('T23 only http and https are used, and addresses have no user name and password', async () => {
  const before = connections
  for (const address of [
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'data:,x',
    `gopher://127.0.0.1:${port}/`,
    `http://a:b@127.0.0.1:${port}/`,
  ])
    await expect(inside(new URL(address), get), address).rejects.toThrow('address refused')
  expect(connections).toBe(before)
})

test('T23 private networks are allowed; multicast, cloud metadata and unspecified addresses are not', () => {
  expect(
    ['10.1.2.3', '172.16.0.9', '192.168.1.1', 'fd12:3456::1', '8.8.8.8', '2408:8000::1'].map(one => isAllowedAddress(one, false)),
  ).toEqual(Array.from({ length: 6 }, () => true))
  expect(['224.0.0.1', 'ff02::1', 'fd00:ec2::254', '', hostname(), '1.2.3'].map(one => isAllowedAddress(one, true))).toEqual(
    Array.from({ length: 6 }, () => false),
  )
})

test('T23 a redirect is returned like any other answer, and not followed', async () => {
  const paths: string[] = []
  answer = (request, response) => {
    paths.push(request.url!)
    response.writeHead(302, { location: '/next' }).end()
  }
  expect((await inside(new URL(`http://127.0.0.1:${port}/first`), get)).status).toBe(302)
  expect(paths).toEqual(['/first'])
})

test('T23 at most a megabyte of an answer is read', async () => {
  answer = (_request, response) => response.end(Buffer.alloc(1024 * 1024 + 1))
  await expect(inside(new URL(`http://127.0.0.1:${port}/`), get)).rejects.toThrow('answer too large')
  answer = (_request, response) => response.end(Buffer.alloc(1024 * 1024))
  expect((await inside(new URL(`http://127.0.0.1:${port}/`), get)).text).toHaveLength(1024 * 1024)
})

test('T23 a server that does not answer, or stops while answering, times out', async () => {
  const hasty = createHttpSender({ withLoopback: true, timeoutMs: 100 })
  answer = () => undefined
  await expect(hasty(new URL(`http://127.0.0.1:${port}/`), get)).rejects.toThrow(Unreachable)
  answer = (_request, response) => response.write('so far')
  await expect(hasty(new URL(`http://127.0.0.1:${port}/`), get)).rejects.toThrow(Unreachable)
})

test('T23 errors are reported without the address, whose query may contain a secret', async () => {
  answer = (request, _response) => request.socket.destroy()
  const error = await inside(new URL(`http://127.0.0.1:${port}/?secret=topsecret`), get).catch((caught: Error) => caught)
  expect(error).toBeInstanceOf(Unreachable)
  expect((error as Error).message).toBe('ECONNRESET')
})

test('requests arrive as they were sent: method, headers, body', async () => {
  answer = (request, response) => {
    const pieces: Buffer[] = []
    request
      .on('data', piece => pieces.push(piece))
      .on('end', () => response.end(`${request.method} ${request.headers['x-a']} ${Buffer.concat(pieces)}`))
  }
  const { text } = await inside(new URL(`http://127.0.0.1:${port}/`), { method: 'POST', headers: { 'x-a': '1' }, body: '虎符' })
  expect(text).toBe('POST 1 虎符')
})
