import { gzipSync } from 'node:zlib'
import type { HttpOptions } from '@hufu/contract/provisioning/sync-options'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hrPerson, openHrSource, type HrSource } from '../../../../../test/fakes/hr-source.ts'
import type { FakeReply } from '../../../../../test/fakes/fake.ts'
import { errorOf, rowsOf } from '../../../../../test/sources.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { readPaged } from './http-source.ts'
import { readOptions } from './sources.ts'

let source: HrSource
/** Milliseconds between two tries; they are recorded and not waited for. */
let waits: number[] = []
const now = new Date('2026-11-25T08:00:00Z')
beforeAll(async () => {
  source = await openHrSource()
})
afterAll(() => source.close())
beforeEach(() => {
  source.whenAsked = () => undefined
  source.people = Array.from({ length: 60 }, (_, n) => hrPerson(n))
  source.requests.length = 0
  waits = []
})
const open = (options: Record<string, unknown> = {}) => {
  const connection = { objectType: 'user', type: 'http', url: `${source.address}/people`, method: 'GET', headers: {}, secret: 'geheim', paths: [] } as const // prettier-ignore
  const paged = readOptions('http', { path: 'data.list', page: { kind: 'page', size: 20 }, ...options }) as HttpOptions
  const kernel = { settings: { allowLoopback: true, mockProviders: true }, now: () => now } as Kernel
  const pause = async (ms: number) => waits.push(ms)
  return readPaged({ ...connection, options: paged }, paged, kernel, pause)
}
const read = async (options?: Record<string, unknown>) => (await rowsOf(open(options).read())).user.length
const pageOf = (rows: readonly object[], more = {}): FakeReply => ({ text: JSON.stringify({ data: { list: rows, ...more } }) })
/** Answers the request for this page once with these replies in place of the real one. */
const replacePage = (pageNumber: number, ...answers: FakeReply[]) => {
  source.whenAsked = page => {
    if (page !== pageNumber - 1) return
    source.whenAsked = () => undefined
    for (const one of answers) source.next('/people', one)
  }
}

test('F4 a short page ends the read only where the source returns no total', async () => {
  const page = (from: number, to: number) => pageOf(source.people.slice(from, to), { total: 60 })
  // The second page has only ten rows, although 60 exist.
  for (const [from, to] of [[0, 20], [20, 30]] as const) source.next('/people', page(from, to)) // prettier-ignore
  expect(await read()).toBe(30)
  for (const [from, to] of [[0, 20], [20, 30]] as const) source.next('/people', page(from, to)) // prettier-ignore
  expect(await errorOf(read({ totalPath: 'data.total' }))).toBe('来源称共 60 条，读到 30 条')
  for (const [from, to] of [[0, 20], [20, 40], [40, 60], [60, 60]] as const) source.next('/people', page(from, to)) // prettier-ignore
  expect(await read({ totalPath: 'data.total' })).toBe(60)
  expect(await errorOf(read({ totalPath: 'data.sum' }))).toBe('来源没有返回总数')
})

test('F4 a list that grows during the read is compared with the last total, which may be text', async () => {
  source.next('/people', pageOf(source.people.slice(0, 20), { total: '21' }))
  source.next('/people', pageOf(source.people.slice(20, 22), { total: '22' }))
  expect(await read({ totalPath: 'data.total' })).toBe(22)
})

test('X-SYNC-09 testing a source proposes the path of the total number', async () => {
  const messageFor = async (body: object) => {
    source.next('/people', { text: JSON.stringify(body) })
    return (await open().test()).totalPath
  }
  const list = source.people.slice(0, 20)
  expect(await messageFor({ data: { list, total: 60 } })).toBe('data.total')
  expect(await messageFor({ totalCount: 60, data: { list } })).toBe('totalCount')
  expect(await messageFor({ data: { list, count: 20 } })).toBeUndefined()
  expect(await messageFor({ data: { list, count: 60 } })).toBe('data.count')
  expect(await messageFor({ data: { list, total: 3 } })).toBeUndefined()
})

test('F4 Retry-After of a source is kept, up to a minute', async () => {
  const busy = (status: number, after?: string): FakeReply => ({
    status,
    text: '',
    ...(after !== undefined && { headers: { 'retry-after': after } }),
  })
  source.next('/people', busy(429, '7'))
  source.next('/people', busy(503, 'Wed, 25 Nov 2026 08:00:30 GMT'))
  expect(await read()).toBe(60)
  source.next('/people', busy(503, '86400'))
  source.next('/people', busy(429, 'bald'))
  expect(await read()).toBe(60)
  source.next('/people', busy(500, '9'))
  source.next('/people', busy(503))
  expect(await read()).toBe(60)
  expect(waits).toEqual([7000, 30_000, 60_000, 4000, 1000, 4000])
  for (let n = 0; n < 3; n++) source.next('/people', busy(429, '1'))
  expect(await errorOf(read())).toBe('来源返回 HTTP 429')
})

test('F7 a token that expires during a read is renewed once', async () => {
  const auth = { kind: 'oauth2', tokenUrl: `${source.address}/token`, clientId: 'hufu' }
  const token = (value: string) => source.next('/token', { text: JSON.stringify({ access_token: value }) })
  const expired: FakeReply = { status: 401, text: '' }
  for (const value of ['a', 'b']) token(value)
  replacePage(3, expired)
  expect(await read({ auth })).toBe(60)
  const used = () => source.requests.filter(({ url }) => url.pathname === '/people').map(({ headers }) => headers.authorization)
  expect(used()).toEqual(['Bearer a', 'Bearer a', 'Bearer a', 'Bearer b', 'Bearer b'])
  for (const value of ['a', 'b', 'c']) token(value)
  replacePage(3, expired, expired)
  expect(await errorOf(read({ auth }))).toBe('来源拒绝了凭据（HTTP 401）')
  // A token that is refused at its first use is not renewed, and neither is a fixed bearer token.
  source.requests.length = 0
  source.next('/people', expired)
  expect(await errorOf(read({ auth }))).toBe('来源拒绝了凭据（HTTP 401）')
  source.next('/people', expired)
  expect(await errorOf(read({ auth: { kind: 'bearer' } }))).toBe('来源拒绝了凭据（HTTP 401）')
  expect(used()).toHaveLength(2)
  expect(waits).toEqual([])
})

test('F7 compressed answers are read, and limited by their uncompressed size', async () => {
  const packed = (text: string | Buffer): FakeReply => ({ text: '', bytes: gzipSync(text), headers: { 'content-encoding': 'gzip' } })
  source.next('/people', packed(JSON.stringify({ data: { list: source.people.slice(0, 7) } })))
  expect(await read()).toBe(7)
  expect(source.requests[0]!.headers['accept-encoding']).toBe('gzip')
  const large = packed(Buffer.alloc(65 * 1024 * 1024, ' '))
  for (let n = 0; n < 3; n++) source.next('/people', large)
  expect(await errorOf(read())).toBe('来源返回的内容过大')
  const cut = packed(JSON.stringify({ data: { list: source.people } }))
  for (let n = 0; n < 3; n++) source.next('/people', { ...cut, bytes: cut.bytes!.subarray(0, -20) })
  expect(await errorOf(read())).toBe('来源返回的压缩内容不完整')
})
