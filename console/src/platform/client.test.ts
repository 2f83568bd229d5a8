import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressOf, fetchFile, send, setNotifier, setTimeoutMs, setTokenSource, transmit, type Sendable } from './client.ts'
import type { CallError } from './transport/wire.ts'
import { clearErrors, loggedErrors } from './error-log.ts'

const tell = { alert: vi.fn(), toast: vi.fn(), signOutAndReload: vi.fn() }
const fetched = vi.fn<typeof fetch>()
const get: Sendable = { method: 'GET', path: '/v3/user/page', transport: 'json' }
const post: Sendable = { method: 'POST', path: '/v3/user/save', transport: 'json' }
const good = (data: unknown = true) => Response.json({ code: 'success', message: '操作成功', data })

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockImplementation(() => Promise.resolve(good()))
  setNotifier(tell)
  setTokenSource(() => 'T')
  setTimeoutMs(30_000)
  clearErrors()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})
const firstFetch = () => fetched.mock.calls[0] as [string, RequestInit & { headers: Record<string, string> }]
const hang = () =>
  fetched.mockImplementation(
    (_url, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))),
  )

test('CONF-13 to CONF-17 requests go to base path api with cookies, the token header, a JSON body and no-cache headers', async () => {
  await send(post, { body: { a: 1 } })
  const [url, { method, headers, credentials, body }] = firstFetch()
  expect([url, method, credentials, body]).toEqual(['/api/v3/user/save', 'POST', 'include', '{"a":1}'])
  expect(headers).toEqual({
    'Accept-Language': 'zh-CN',
    'Cache-Control': 'no-cache',
    Pragma: 'no-cache',
    token: 'T',
    'Content-Type': 'application/json',
  })
})

test('CONF-15 without a session there is no token header', async () => {
  setTokenSource(() => '')
  await send(get)
  expect(firstFetch()[1].headers).not.toHaveProperty('token')
})

test('D-51 uploads and downloads have a timeout of ten minutes, whatever that of other calls', async () => {
  vi.useFakeTimers()
  hang()
  setTimeoutMs(1000)
  const ended = vi.fn()
  for (const sent of [send({ ...post, transport: 'upload' }, { file: new Blob(['x']) }), fetchFile(get)]) sent.catch(ended)
  await vi.advanceTimersByTimeAsync(10 * 60_000 - 1)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended.mock.calls.map(([error]) => (error as CallError).kind)).toEqual(['timeout', 'timeout'])
})

test('D-07 D-08 a query leaves out empty values, joins lists with commas and writes objects as JSON', () => {
  const query = { name: '张', status: '', phone: undefined, ids: ['a', 'b'], none: [], query: { realName: '李' }, asc: false, current: 1 }
  const search = new URLSearchParams(addressOf(get as Sendable<typeof query>, query).split('?')[1])
  expect(Object.fromEntries(search)).toEqual({ name: '张', ids: 'a,b', query: '{"realName":"李"}', asc: 'false', current: '1' })
})

test('CONF-16 O-73 an upload is multipart without the JSON content type, its other parts before the file', async () => {
  await send({ ...post, transport: 'upload' }, { body: { type: 'insert', skip: undefined }, file: new Blob(['x']) })
  const [, { headers, body }] = firstFetch()
  expect(headers).not.toHaveProperty('Content-Type')
  expect([...(body as FormData).keys()]).toEqual(['type', 'file'])
})

test('refusals of quiet calls show no alert, but an ended session still signs out', async () => {
  fetched.mockResolvedValueOnce(Response.json({ code: 'global_prompt', message: '机构不存在', data: null }))
  await expect(send(get, { quietly: true })).rejects.toMatchObject({ message: '机构不存在' })
  expect(tell.alert).not.toHaveBeenCalled()
  fetched.mockResolvedValueOnce(Response.json({ code: '6', message: '', data: null }))
  await expect(send(get, { quietly: true })).rejects.toMatchObject({ isShown: true })
  expect(tell.signOutAndReload).toHaveBeenCalledOnce()
})

test('ERR-36 a network error shows 网络异常，请稍后重试 for 5000 ms and rejects', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(send(get)).rejects.toMatchObject({ kind: 'network', isShown: true })
  expect(tell.toast.mock.calls).toEqual([['网络异常，请稍后重试', 5000, 'error']])
  expect(loggedErrors()[0]).toMatchObject({ message: '网络异常，请稍后重试', address: '/v3/user/page' })
})

test('ERR-36 an answer that is no envelope is a network error (D-04)', async () => {
  fetched.mockImplementation(() => Promise.resolve(new Response('<html>bad gateway</html>', { status: 502 })))
  await expect(send(get)).rejects.toMatchObject({ kind: 'network' })
  expect(tell.toast).toHaveBeenCalledTimes(1)
})

test('D-04 a non-2xx answer with an envelope is handled by its code', async () => {
  fetched.mockImplementation(() =>
    Promise.resolve(Response.json({ code: 'service_error', message: '接口不存在', data: null }, { status: 404 })),
  )
  await expect(send(get)).rejects.toMatchObject({ kind: 'refused' })
  expect(tell.alert.mock.calls).toEqual([['提示', '接口不存在']])
})

test('ERR-37 CONST-17 a timeout after 30000 ms shows the timeout message', async () => {
  vi.useFakeTimers()
  hang()
  const sent = expect(send(get)).rejects.toMatchObject({ kind: 'timeout' })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(tell.toast).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await sent
  expect(tell.toast.mock.calls).toEqual([['请求超时，请稍后重试', 5000, 'error']])
})

test('ERR-37 CONST-17 timeout and message come from the server config once it is there (O-56)', async () => {
  vi.useFakeTimers()
  hang()
  setTimeoutMs(1000, '太慢了')
  const sent = expect(send(get)).rejects.toThrow('太慢了')
  await vi.advanceTimersByTimeAsync(1000)
  await sent
})

test('a call aborted by its caller is not reported', async () => {
  hang()
  const giveUp = new AbortController()
  const sent = expect(send(get, { signal: giveUp.signal })).rejects.toThrow(DOMException)
  giveUp.abort()
  await sent
  expect(tell.toast).not.toHaveBeenCalled()
})

test('a call aborted while its reply is arriving is not reported either', async () => {
  const giveUp = new AbortController()
  const body = new ReadableStream({
    pull: stream => {
      giveUp.abort()
      stream.error(new DOMException('', 'AbortError'))
    },
  })
  fetched.mockResolvedValue(new Response(body))
  await expect(send(get, { signal: giveUp.signal })).rejects.toThrow(DOMException)
  expect(tell.toast).not.toHaveBeenCalled()
})

test('transmit shows no message to the user', async () => {
  fetched.mockImplementation(() => Promise.resolve(Response.json({ code: '6', message: 'm', data: null })))
  expect((await transmit(get)).code).toBe('6')
  expect(tell.signOutAndReload).not.toHaveBeenCalled()
})

test('D-51 a download keeps the server’s file name, and a refusal is handled by its envelope', async () => {
  const named = { 'content-disposition': 'attachment; filename="x.xlsx"; filename*=UTF-8\'\'%E7%94%A8%E6%88%B7.xlsx' }
  fetched.mockImplementation(() => Promise.resolve(new Response('bytes', { headers: named })))
  expect((await fetchFile(get)).fileName).toBe('用户.xlsx')
  fetched.mockImplementation(() =>
    Promise.resolve(Response.json({ code: 'global_prompt', message: '文件不存在', data: null }, { status: 404 })),
  )
  await expect(fetchFile(get)).rejects.toThrow('文件不存在')
  expect(tell.alert.mock.calls).toEqual([['提示', '文件不存在']])
})
