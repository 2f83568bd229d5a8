import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { AnyCall } from '@hufu/contract/call'
import { allCalls } from '@hufu/contract/calls'
import { config } from '@hufu/contract/operations/config'
import { menus } from '@hufu/contract/permission/menu'
import { org } from '@hufu/contract/directory/org'
import { positionAttribute } from '@hufu/contract/directory/position-attribute'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer } from './harness.ts'
import { json, openRawSocket, raw as anyRaw, tokenOf } from './raw.ts'

let server: TestServer
const lines: string[] = []
beforeAll(async () => {
  server = await startTestServer({ log: line => lines.push(line) })
})
afterAll(() => server.close())

const token = () => tokenOf(server)
const raw = (method: string, path: string, options: Parameters<typeof anyRaw>[3] = {}) => anyRaw(server, method, path, options)
const post = (path: string, body: string, more: Record<string, string> = {}) =>
  raw('POST', path, { headers: { ...token(), ...json, ...more }, body })

test('bad inputs 20, 22 deep nesting and prototype keys are refused, and no object is polluted', async () => {
  const deep = (n: number) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`
  const bodies: [string, number][] = [
    [deep(1000), 400],
    [deep(100_000), 400],
    [deep(100_000).slice(0, -50_000), 400],
    [`${'['.repeat(1000)}${']'.repeat(1000)}`, 400],
    [`{"name":[${'['.repeat(500)}${']'.repeat(500)}]}`, 400],
    [`{"name":${JSON.stringify('[{'.repeat(500))}}`, 200],
    [`[${'{"a":[]},'.repeat(500)}1]`, 400],
    [`{"list":[${'{"a":[]},'.repeat(500)}1]}`, 200],
    ['{"__proto__":{"x":1}}', 400],
    ['{"name":{"__proto__":{"x":1}}}', 400],
    ['{"constructor":{"prototype":{"x":1}}}', 400],
    ['null', 200],
    ['"text"', 200],
  ]
  for (const [body, status] of bodies) {
    const answer = await post('/v3/org/save', body)
    expect([answer.status, answer.json?.code], body.slice(0, 40)).toEqual([status, status === 400 ? 'service_error' : 'global_prompt'])
  }
  expect((await raw('GET', '/v3/org/page?__proto__[x]=1&__proto__=1&constructor=2', { headers: token() })).json).toMatchObject({
    code: 'success',
  })
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})

test('bad input 20 a doubled key in an object is refused, however written and at any depth, and nothing is stored', async () => {
  const id = await server.given.org()
  const before = await server.admin.call(org.byId, { query: { id } })
  const twice = [
    `{"id":"${id}","name":"甲","code":"Y1","name":"乙"}`,
    `{"id":"${id}","name":"甲","code":"Y1","na\\u006de":"乙"}`,
    `{"id":"${id}","name":"同","code":"Y1","name":"同"}`,
    `{"id":"${id}","name":"甲","code":"Y1","x":[1,{"y":{"a":1, "a"\n\t:2}}]}`,
    `{"id":"${id}","name":"甲","code":"Y1","":1,"":2}`,
    `{"id":"${id}","name":"甲","code":"Y1","1":1,"1":2}`,
    `{"id":"1","id":"${id}","name":"甲","code":"Y1"}`,
  ]
  for (const body of twice) {
    const { status, json: reply } = await post('/v3/org/update', body)
    expect([status, reply], body).toEqual([
      400,
      { code: 'service_error', message: '请求格式错误', data: null, traceId: expect.any(String) },
    ])
  }
  expect(await server.admin.call(org.byId, { query: { id } })).toEqual(before)
  // Accepted, because it only looks like a duplicate: the same key in two objects; colons, quotes and keys inside texts.
  const remark = 'a:"b":{"name":"x","name":"y"}\\": \\\\'
  const once = `\ufeff{ "id" : "${id}" ,\r\n "name": "名:称", "code":"Y1", "address": ${JSON.stringify(remark)} }`
  expect((await post('/v3/org/update', once)).json).toMatchObject({ code: 'success' })
  expect(await server.admin.call(org.byId, { query: { id } })).toMatchObject({ name: '名:称', address: remark })
})

test('bad input 20 a list in place of an object is refused; calls that take a list accept one', async () => {
  const listed: string[] = []
  for (const call of Object.values(allCalls).flatMap(calls => Object.values<AnyCall>(calls))) {
    // A call for API clients refuses a user before its body is read (D-14).
    if (call.method !== 'POST' || call.transport === 'upload' || call.permit === 'client') continue
    const wantsList = call.body && z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }).type === 'array'
    if (wantsList) listed.push(call.path)
    for (const body of ['[]', '[{}]', '["a"]', '[[]]']) {
      const { status, json: reply } = await post(call.path, body)
      if (wantsList) expect(status, call.path).toBe(200)
      else expect([status, reply?.code, reply?.message], call.path).toEqual([400, 'service_error', '请求格式错误'])
    }
  }
  expect(listed.sort()).toEqual([
    ...['org', 'position', 'positionalTitles', 'rank', 'station', 'user'].map(noun => `/v3/${noun}/dragSort`),
    '/v3/user/saveUsers',
  ])
})

test('bad input 23, T22 unknown fields in a change are refused by name, and nothing changes', async () => {
  const id = await server.given.org()
  const before = await server.admin.call(org.byId, { query: { id } })
  for (const extra of [{ parentId: id }, { deletedAt: null }, { id, status: 0 }, { version: 1, userCount: 9 }])
    expect((await server.admin.send(org.update, { body: { id, name: '改', code: 'X1', ...extra } })).envelope).toMatchObject({
      message: expect.stringMatching(/^参数错误：\S+ (未知字段|不能由本接口修改)$/),
    })
  expect(await server.admin.call(org.byId, { query: { id } })).toEqual(before)
})

test('bad inputs 24, 26 doubled, odd and hostile values answer 参数错误 or find nothing, and disclose nothing of the database', async () => {
  for (const id of ['1 OR 1=1', "'", '\0', '../..', `${2n ** 63n}`.padEnd(40, '0'), '１', '']) {
    const answer = await raw('GET', `/menu/get?id=${encodeURIComponent(id)}`, { headers: token() })
    const reason = id === '' ? '不能为空' : '格式不正确'
    expect(answer.json, id).toEqual({ code: 'global_prompt', message: `参数错误：id ${reason}`, data: { field: 'id', reason } })
  }
  expect((await raw('GET', '/menu/get?id=devops&id=app', { headers: token() })).json).toMatchObject({
    code: 'global_prompt',
    message: '参数错误：id 应为文字',
  })
  for (const searchKey of ['%', '_', '\\', '(a+)+$', "';drop table users;--", '%_%_%_%_%_%']) {
    expect((await server.admin.call(user.page, { query: { searchKey } })).total, searchKey).toBe(0)
  }
  expect((await server.admin.send(user.page, { query: { searchKey: 'x'.repeat(10_000) } })).envelope).toMatchObject({
    message: '长度不能超过50个字符',
  })
  const searches: AnyCall[] = [user.page, org.page, menus.page, config.page, user.pick]
  for (const call of searches)
    expect((await server.admin.send(call, { query: { searchKey: '\0', name: '\0', configKey: '\0' } })).envelope, call.path).toMatchObject({
      message: expect.stringMatching(/^参数错误：\w+ 含有不可用的字符$/),
    })
  await server.nobody.refused('parameterProblem', signIn.login, { body: { loginName: 'a\0b', pwd: 'x' } })
  // A lone surrogate: text would replace it, jsonb refuses it.
  await server.admin.refused('parameterProblem', org.save, { body: { parentId: '1', name: '前\ud800后', code: 'HALF' } })
  const rows = [{ code: 'HALF', name: '前\ud800后' }]
  await server.admin.refused('parameterProblem', positionAttribute.rank.takeCodes, { body: { source: null, rows } })
})

test('D-20 query strings, tokens and bodies never appear in the log', async () => {
  lines.length = 0
  await raw('GET', '/v3/config/getDecryptRsaPwd?rsaPwd=ciphertext-canary', { headers: token() })
  await post('/userLogin/login', '{"loginName":"name-canary","pwd":"pwd-canary"}')
  await post('/v3/org/save?x=query-canary', '{"name":"body-canary"}')
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(3)
  expect(lines.join('')).not.toMatch(new RegExp(`canary|${server.admin.token!}`))
  for (const line of lines) expect(line.trim().split('\n').length).toBe(1)
})

test('bad input 46 headers above 64 kB answer 431, other text 400: an envelope, and a connection that closes', async () => {
  const cases: [string, number][] = [
    [`GET /api/menu/get?${'x'.repeat(200_000)} HTTP/1.1\r\nHOST\r\n\r\n`, 431],
    ['NONSENSE\r\n\r\n', 400],
    ['GET /api/menu/get HTTP/1.1\r\nHOST\r\ncontent-length: -5\r\n\r\n', 400],
  ]
  for (const [bytes, status] of cases) {
    const { socket, got } = await openRawSocket(server, bytes)
    await expect
      .poll(got)
      .toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*\r\nconnection: close\r\n[^]*\r\n\r\n\\{"code":"service_error","message":"请求`))
    socket.destroy()
  }
})

test('R21 a body that never ends does not delay a stopping server', async () => {
  const brief = await startTestServer()
  for (const type of ['application/json', 'multipart/form-data; boundary=b'])
    await openRawSocket(
      brief,
      `POST /api/v3/${type.startsWith('m') ? 'file/upload' : 'org/save'} HTTP/1.1\r\nHOST\r\ncontent-type: ${type}\r\ncontent-length: 9999\r\n\r\n--b\r\n`,
    )
  // Only the test's own limit ends these requests.
  await brief.close()
})

test('R21 if a caller hangs up, the stop still waits for the statements they began', async () => {
  const problems: string[] = []
  const brief = await startTestServer({ log: line => problems.push(line) })
  let letGo = () => {}
  const released = new Promise<void>(resolve => (letGo = resolve))
  let isHeld = () => {}
  const holding = new Promise<void>(resolve => (isHeld = resolve))
  const other = brief.kernel.db.transaction().execute(async db => {
    await sql`lock table org in access exclusive mode`.execute(db)
    isHeld()
    await released
  })
  await holding
  const impatient = new AbortController()
  // Several statements one after the other, of which the first waits for a lock.
  const response = fetch(`${brief.address}/api${user.byId.path}?id=1`, { headers: tokenOf(brief), signal: impatient.signal }).catch(
    (error: Error) => error.name,
  )
  await expect.poll(async () => (await waiting(brief)) > 0).toBe(true)
  impatient.abort()
  expect(await response).toBe('AbortError')
  const closed = brief.close()
  setTimeout(letGo, 200)
  await Promise.all([other, closed])
  expect(problems.filter(line => line.includes('defect'))).toEqual([])
})

async function waiting({ kernel }: TestServer): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(kernel.db)
  return rows[0]!.n
}
