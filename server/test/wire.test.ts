import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '@hufu/contract/calls'
import { menus } from '@hufu/contract/permission/menu'
import { org } from '@hufu/contract/directory/org'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { startTestServer, type TestServer } from './harness.ts'
import { json, raw as anyRaw, tokenOf } from './raw.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const token = () => tokenOf(server)
const raw = (method: string, path: string, options: Parameters<typeof anyRaw>[3] = {}) => anyRaw(server, method, path, options)
const post = (path: string, body: string, more: Record<string, string> = {}) =>
  raw('POST', path, { headers: { ...token(), ...json, ...more }, body })

test('D-01, D-02, CONF-13 every answer is an envelope of code, message and data', async () => {
  const { status, json: envelope } = await raw('GET', '/v3/user/isAdmin', { headers: token() })
  expect([status, envelope]).toEqual([200, { code: 'success', message: '操作成功', data: true }])
  const { json: empty } = await raw('GET', '/menu/getByName?name=none', { headers: token() })
  expect(empty).toEqual({ code: 'success', message: '操作成功', data: null })
})

test('D-04, T2, bad inputs 7, 21 an unknown path answers 404, a wrong method 405, text/plain 415, always as JSON and whatever the body is', async () => {
  const cases: [string, string, number, string, { headers?: Record<string, string>; body?: string }?][] = [
    ['GET', '/nothing/here', 404, '接口不存在'],
    ['POST', '/nothing/here', 404, '接口不存在', { headers: json, body: '{broken' }],
    ['GET', '/menu/Get', 404, '接口不存在'],
    ['GET', '//menu/get', 404, '接口不存在'],
    ['GET', '/%zz', 404, '接口不存在'],
    ['GET', `/${'long'.repeat(500)}`, 404, '接口不存在'],
    ['POST', '/menu/get', 405, '请求方式不支持', { headers: { 'content-type': 'text/plain' }, body: 'x' }],
    ['GET', '/menu/saveOrUpdate', 405, '请求方式不支持'],
    ['PUT', '/menu/saveOrUpdate', 405, '请求方式不支持'],
    ['DELETE', '/menu/get', 405, '请求方式不支持'],
    ['OPTIONS', '/menu/get', 405, '请求方式不支持'],
    ['PATCH', '/menu/get/', 405, '请求方式不支持'],
    ['POST', '/menu/saveOrUpdate', 415, '请求格式错误', { headers: { 'content-type': 'text/plain' }, body: '{}' }],
    ['POST', '/menu/saveOrUpdate', 415, '请求格式错误', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' }],
    ['POST', '/v3/config/refresh', 415, '请求格式错误', { headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: '--b--' }],
    ['POST', '/menu/saveOrUpdate', 400, '请求格式错误', { headers: json, body: '{broken' }],
    ['POST', '/menu/saveOrUpdate', 400, '请求格式错误', { headers: json, body: '' }],
    ['POST', '/menu/saveOrUpdate', 413, '请求内容过大', { headers: json, body: JSON.stringify({ name: 'x'.repeat(1024 * 1024) }) }],
  ]
  for (const [method, path, status, message, request] of cases) {
    const answer = await raw(method, path, { ...request, headers: { ...token(), ...request?.headers } })
    expect([answer.status, answer.json?.code, answer.json?.message], `${method} ${path}`).toEqual([status, 'service_error', message])
    expect(answer.headers.get('content-type'), path).toContain('application/json')
    expect(answer.headers.get('cache-control'), path).toBe('no-store')
    expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff')
  }
})

test('D-05 every answer of the API has no-store and nosniff, and never a CORS header', async () => {
  for (const calls of Object.values(allCalls))
    for (const call of Object.values(calls)) {
      const { headers } = await raw(call.method, call.path, { headers: { origin: server.address } })
      expect([headers.get('cache-control'), headers.get('x-content-type-options')], call.path).toEqual(['no-store', 'nosniff'])
      expect(
        [...headers.keys()].filter(name => name.startsWith('access-control')),
        call.path,
      ).toEqual([])
    }
  const preflight = { origin: 'https://evil.org', 'access-control-request-method': 'POST', 'access-control-request-headers': 'token' }
  expect(
    [...(await raw('OPTIONS', '/menu/get', { headers: preflight })).headers.keys()].filter(name => name.startsWith('access-control')),
  ).toEqual([])
})

test('D-10 scalars of a POST are read from the query or the body; the query wins', async () => {
  const path = '/menu/updateAuthGradeShow'
  const shown = async () => (await server.admin.call(menus.byId, { query: { id: 'audit_sms' } })).hsaAuthGradeShow
  expect((await post(path, '{"id":"audit_sms","hsaAuthGradeShow":0}')).json).toMatchObject({ code: 'success' })
  expect(await shown()).toBe(0)
  expect((await post(`${path}?hsaAuthGradeShow=1`, '{"id":"audit_sms","hsaAuthGradeShow":0}')).json).toMatchObject({ code: 'success' })
  expect(await shown()).toBe(1)
  expect((await post(`${path}?id=audit_sms&hsaAuthGradeShow=0`, '{}')).json).toMatchObject({ code: 'success' })
  expect(await shown()).toBe(0)
})

test('D-12, D-13 aliases work, one trailing slash is ignored, a doubled one is not', async () => {
  const key = await server.nobody.call(signIn.publicKey)
  for (const path of ['/getRsaPublicKey', '/getRsaPublicKey/', '/userLogin/getRsaPublicKey/'])
    expect((await raw('GET', path)).json?.data).toBe(key)
  expect((await raw('GET', '/getRsaPublicKey//')).status).toBe(404)
  const session = await server.as('1')
  expect((await raw('GET', '/logout', { headers: { token: session.token! } })).json).toMatchObject({ code: 'success' })
  await session.refused('signInAgain', self.isAdmin)
})

test('D-14 checks run in this order: token, forced change, permission, 10006, required, unique', async () => {
  const body = { parentId: '1', name: '<b>', code: '' }
  await server.nobody.refused('signInAgain', org.save, { body })
  const forced = await server.given.user()
  await server.kernel.db.updateTable('users').set({ passwordFrom: 'created' }).where('id', '=', forced).execute()
  await (await server.as(forced)).refused('changePasswordFirst', org.save, { body })
  await (await server.as(await server.given.user())).refused('forbidden', org.save, { body })
  await server.admin.refused('illegalText', org.save, { body })
  expect((await server.admin.send(org.save, { body: { ...body, name: '' } })).envelope.message).toBe('机构名称不能为空')
  await server.admin.refused('orgCodeTaken', org.save, { body: { ...body, name: '同码', code: 'root' } })
})

test('D-14, ERR-20, T26, bad inputs 17, 18 < and > are refused at every depth and in every text except the exempt fields', async () => {
  const found = async (path: string, body: unknown) => (await post(path, JSON.stringify(body))).json
  expect(await found('/v3/user/save', { jobs: [{ orgId: '1', orgName: 'a>b' }] })).toEqual({
    code: '10006',
    message: '存在非法字符',
    data: 'orgName',
  })
  expect(await found('/v3/org/dragSort?parentId=1', ['<'])).toMatchObject({ code: '10006' })
  for (const name of ['password', 'secret', 'configValue', 'params', 'query', 'queryStr'])
    expect((await found('/v3/org/save', { [name]: '<x>' }))?.code, name).toBe('global_prompt')
})

test('D-16, T2, ERR-17, bad input 12 only the header token signs in: no cookie, no query, no Authorization', async () => {
  const mine = server.admin.token!
  const cases: [string, Record<string, string>][] = [
    ['', {}],
    ['', { token: 'tampered'.padEnd(43, 'x') }],
    ['', { token: `${mine}x` }],
    ['', { cookie: `token=${mine}; idaas-token=${mine}; idaas-link=${mine}` }],
    [`?token=${mine}`, {}],
    ['', { 'x-token': mine }],
  ]
  for (const [query, headers] of cases) {
    const answer = await raw('GET', `/v3/user/isAdmin${query}`, { headers })
    expect([answer.status, answer.json]).toEqual([200, { code: 'invalid_credentials', message: '登录已失效，请重新登录', data: null }])
  }
  // A session token is not an access token of an API client, which gets the status of RFC 6750, 3.1.
  const bearer = await raw('GET', '/v3/user/isAdmin', { headers: { authorization: `Bearer ${mine}` } })
  expect([bearer.status, bearer.json?.code]).toEqual([401, 'invalid_credentials'])
})

test('D-19, T2 a change from another site is refused 403 with 4403; absent headers and our own origin pass', async () => {
  const own = server.address
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.org' },
    { origin: `${own}.evil.org` },
    { origin: 'null' },
    { origin: own.replace('http:', 'https:') },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-mode': 'navigate' },
    { origin: own, 'sec-fetch-site': 'cross-site' },
  ]
  for (const calls of Object.values(allCalls))
    for (const call of Object.values(calls).filter(one => one.changes)) {
      const answer = await raw(call.method, call.path, { headers: { ...token(), 'sec-fetch-site': 'cross-site' } })
      expect([answer.status, answer.json?.code, answer.json?.status], call.path).toEqual([403, '4403', false])
    }
  for (const headers of foreign) expect((await post('/v3/config/refresh', '{}', headers)).status, JSON.stringify(headers)).toBe(403)
  for (const headers of [{}, { origin: own, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, { 'sec-fetch-site': 'none' }])
    expect((await post('/v3/config/refresh', '{}', headers)).json).toMatchObject({ code: 'success' })
  expect((await raw('GET', '/v3/user/isAdmin', { headers: { ...token(), 'sec-fetch-mode': 'navigate' } })).status).toBe(200)
})
