import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Said {
  code: string
  message: string
  data: unknown
}
/** Sent by hand, because fetch adds an Accept-Language of its own. */
function ask(path: string, language: string | undefined, { token = server.admin.token, body }: { token?: string; body?: unknown } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<Said>()
  const headers = {
    ...(token && { token }),
    ...(language !== undefined && { 'accept-language': language }),
    'content-type': 'application/json',
  }
  const sent = request(`${server.address}/api${path}`, { method: body === undefined ? 'GET' : 'POST', headers }, response => {
    response.setEncoding('utf8')
    let text = ''
    response.on('data', (piece: string) => (text += piece))
    response.on('end', () => resolve(JSON.parse(text) as Said))
  })
  sent.on('error', reject)
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  return promise
}

const GARBAGE = ['', '*', 'xx', ';;q=,,', 'en;q=nonsense', 'ｅｎ'.normalize('NFKC').repeat(50), ','.repeat(2000)]

test('refusals follow Accept-Language; without it, and for unsupported languages, they are in Chinese', async () => {
  const missing = '/v3/user/getById?id=nobody'
  for (const language of [undefined, 'zh', 'zh-CN,zh;q=0.9,en;q=0.8', 'fr-FR', ...GARBAGE])
    expect(await ask(missing, language), String(language)).toMatchObject({ code: 'global_prompt', message: '用户不存在' })
  for (const language of ['en', 'en-GB,en;q=0.9', 'fr, en;q=0.5, zh;q=0.4'])
    expect(await ask(missing, language), language).toMatchObject({ code: 'global_prompt', message: 'No such user' })
})

test('refusals without a session, and for an unknown path, a wrong method or a wrong parameter follow it, too', async () => {
  const cases = [
    ['/v3/user/getCurrentUser', { token: '' }, '登录已失效，请重新登录', 'Your sign-in has ended, please sign in again'],
    ['/v3/nothing/here', {}, '接口不存在', 'No such interface'],
    ['/v3/user/getCurrentUser', { body: {} }, '请求方式不支持', 'This method is not supported'],
    ['/v3/workGroup/delete', { body: { ids: 7 } }, '参数错误：ids 应为列表', 'Invalid request: ids must be a list'],
  ] as const
  for (const [path, sending, chinese, english] of cases) {
    expect((await ask(path, undefined, sending)).message).toBe(chinese)
    expect((await ask(path, 'en', sending)).message).toBe(english)
  }
})

test('codes and data of an answer are the same in every language', async () => {
  const inBoth = await Promise.all(['en', 'zh'].map(language => ask('/v3/user/getById?id=nobody', language)))
  expect(inBoth.map(({ code, data }) => ({ code, data }))).toEqual([
    { code: 'global_prompt', data: null },
    { code: 'global_prompt', data: null },
  ])
})
