import { z } from 'zod'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { AnyCall } from '@hufu/contract/call'
import { allCalls } from '@hufu/contract/calls'
import { config } from '@hufu/contract/operations/config'
import { loginLog } from '@hufu/contract/audit/login-log'
import { org } from '@hufu/contract/directory/org'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { ticket } from '@hufu/contract/sign-in/ticket'
import { user } from '@hufu/contract/directory/user'
import { portTo } from './database-port.ts'
import { idCardOf, PASSWORD, phoneOf } from './given.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { sealed } from './secrets.ts'
import { CAPTCHA } from './settings.ts'

let server: TestServer
const lines: string[] = []
beforeAll(async () => {
  server = await startTestServer({ log: line => lines.push(line) })
})
afterAll(() => server.close())

const calls = Object.values(allCalls).flatMap((group): AnyCall[] => Object.values(group))
const nameOf = async (id: string) =>
  (await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()).userName
async function entered(id: string, at = server) {
  const body = { loginName: await nameOf(id), pwd: await sealed(server, PASSWORD) }
  const answer = await at.nobody.send(signIn.login, { body })
  const cookies = answer.headers.getSetCookie().map(cookie => cookie.split(';')[0]!)
  return { token: (answer.envelope.data as { token: string }).token, cookies }
}
/** Every row of every table, as one text. */
async function dump(): Promise<string> {
  const { rows } = await server.kernel.pool.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'")
  const tables = await Promise.all(rows.map(({ name }) => server.kernel.pool.query(`select * from public."${name}"`)))
  return JSON.stringify(tables.map(table => table.rows))
}

test('T1 nothing in the database can be used to sign in: no token, no cookie, no password', async () => {
  const id = await server.given.user()
  const { token, cookies } = await entered(id)
  const device = await server.withToken(token).send(signIn.rememberDevice)
  const remembered = device.headers.getSetCookie().find(cookie => cookie.startsWith('idaas-remember-pwd='))!.split(';')[0]! // prettier-ignore
  const secrets = [token, ...[...cookies, remembered].map(cookie => cookie.slice(cookie.indexOf('=') + 1)), PASSWORD]
  const everything = await dump()
  expect(everything).toContain(id)
  expect(secrets.length).toBeGreaterThanOrEqual(4)
  expect(secrets.filter(secret => everything.includes(secret))).toEqual([])
})

test('T2 cookies alone change nothing, by any call', async () => {
  const id = await server.given.user()
  await server.kernel.db.insertInto('userRole').values({ userId: id, roleId: 'super_admin' }).execute()
  const { cookies } = await entered(id)
  const changing = calls.filter(call => call.changes && call.permit !== 'anyone' && call.permit !== 'client')
  expect(changing.length).toBeGreaterThan(40)
  await server.nobody.refused('forbidden', ticket.create, { headers: { cookie: cookies.join('; ') } })
  for (const call of changing) await server.nobody.refused('signInAgain', call, { headers: { cookie: cookies.join('; ') } })
})

interface Issue {
  code: string
  errors?: Issue[][]
}
/** Of a body with several shapes, every shape must refuse the key. */
const isUnknownKey = (issue: Issue): boolean =>
  issue.errors ? issue.errors.every(each => each.some(isUnknownKey)) : issue.code === 'unrecognized_keys'

/** D-45: these calls take the known fields of the caller's own data and ignore the rest. */
const IGNORES_UNKNOWN_FIELDS = ['/v3/user/updateUser']

test('T22 no changing call accepts an unknown field, except the one listed that ignores it', () => {
  const extra = { isAdmin: true, phoneVerified: true, constructor: { prototype: {} } }
  const taking = calls
    .filter(call => call.method === 'POST' && call.transport === 'json' && call.changes && call.body)
    .filter(call => !Array.isArray(z.safeParse(call.body!, []).data))
    .filter(call => !z.safeParse(call.body!, extra).error?.issues.some(issue => isUnknownKey(issue as Issue)))
  expect(taking.map(call => call.path).sort()).toEqual(IGNORES_UNKNOWN_FIELDS)
})

test('T22, bad input 23 thirty fields that are not the sender’s to set leave the row unchanged', async () => {
  const id = await server.given.user()
  const me = await server.as(id)
  const columns = Object.keys(await server.kernel.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  expect(columns.length).toBeGreaterThanOrEqual(25)
  const row = () => server.kernel.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const before = await row()
  const own = new Set(['realName', 'email', 'avatar', 'gender'])
  const foreign = Object.fromEntries(columns.filter(column => !own.has(column)).map(column => [column, '1']))
  await me.send(user.updateOwn, { body: { ...foreign, orgId: '1', roles: ['super_admin'], passwordType: 3 } })
  const { version, updateTime, ...rest } = await row()
  expect({ ...rest, version: before.version, updateTime: before.updateTime }).toEqual(before)
  expect([typeof version, typeof updateTime]).toEqual(['number', 'string'])
  await server.admin.refused('parameterProblem', user.update, { body: { ...foreign, id } })
  expect((await row()).version).toBe(version)
})

const probes = [
  ['phone', user.phoneTaken],
  ['idCard', user.idCardTaken],
] as const

test('T24 only user administrators may check whether a phone or ID number exists, and no log contains it', async () => {
  const values = { phone: phoneOf(7_070_707), idCard: idCardOf(707) }
  await server.given.user(values)
  const plain = await server.as(await server.given.user())
  lines.length = 0
  for (const [field, call] of probes) {
    await plain.refused('forbidden', call, { query: { [field]: values[field] } })
    expect(await server.admin.call(call, { query: { [field]: values[field] } })).toBe(true)
  }
  expect((await server.admin.call(user.page, { query: { searchKey: values.phone } })).total).toBe(1)
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(5)
  expect(Object.values(values).filter(value => lines.join('').includes(value))).toEqual([])
})

test('T24 the check of a phone answers for users out of scope, too, and is limited to sixty a minute', async () => {
  const limited = await startTestServer({ beside: server, settings: { HUFU_RATE_LIMIT: '1' } })
  try {
    const mine = await server.given.org()
    const boss = await server.given.user({ org: mine })
    await server.given.gradeAdmin(boss, mine, 1, '/organiz/index')
    await server.given.user({ phone: phoneOf(7_070_708) })
    const they = limited.withToken((await server.as(boss)).token!)
    const ask = () => they.send(user.phoneTaken, { query: { phone: phoneOf(7_070_708) } })
    expect((await ask()).envelope).toEqual({ code: 'success', message: '操作成功', data: true })
    for (let n = 1; n < 60; n++) await ask()
    expect((await ask()).envelope).toEqual({
      code: 'global_prompt',
      message: expect.stringMatching(/^操作过于频繁，请稍后再试（约\d+秒后）$/),
      data: { retryAfter: expect.any(Number) },
    })
  } finally {
    await limited.close()
  }
})

test('bad input 45 without a trusted proxy forwarded headers are ignored by log, lock and links', async () => {
  const id = await server.given.user()
  const userName = await nameOf(id)
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', 'x-forwarded-host': 'evil.example' }
  const pwd = await sealed(server, 'Wrong#2026')
  const attempt = async (n: number) => {
    const { loginId } = await server.nobody.call(signIn.captcha)
    const body = { loginName: userName, pwd, loginId, code: CAPTCHA }
    return server.nobody.send(signIn.login, { body, headers: { ...headers, 'x-forwarded-for': `203.0.113.${n}` } })
  }
  const codes = []
  for (let n = 0; n < 6; n++) codes.push((await attempt(n)).envelope.code)
  expect(codes).toEqual(['4', '4', '4', '4', '7', '7'])
  const { records } = await server.admin.call(loginLog.page, { query: { userName } })
  expect(new Set(records.map(record => record.ip))).toEqual(new Set(['127.0.0.1']))
  expect((await server.admin.send(org.tree, { headers })).envelope.code).toBe('success')
  await server.admin.refused('foreignSite', config.refresh, { headers: { ...headers, origin: 'http://evil.example' } })
})

test('bad input 47 without its database the server answers 503 and signs nobody out; once it is back, everything continues', async () => {
  const databasePort = await portTo(inject('connection'))
  const node = await startTestServer({ beside: server, connection: databasePort.connection })
  try {
    const me = node.withToken((await server.as(await server.given.user())).token!)
    await me.call(self.isAdmin)
    databasePort.shut()
    // Longer than the server caches a session.
    await expect.poll(async () => (await me.send(self.isAdmin)).status).toBe(503)
    for (const answer of [await me.send(self.isAdmin), await me.send(signIn.logout), await node.nobody.send(signIn.captcha)]) {
      expect(answer.status).toBe(503)
      expect(answer.envelope).toMatchObject({ code: 'service_error', message: '系统异常，请稍后重试', data: null })
      expect(JSON.stringify(answer.envelope)).not.toMatch(/ECONN|127\.0\.0\.1|hufu/)
    }
    await databasePort.open()
    expect(await me.call(self.isAdmin)).toBe(false)
  } finally {
    await databasePort.open()
    await node.close()
    databasePort.shut()
  }
})
