import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginLog } from '@hufu/contract/audit/login-log'
import type { Flag } from '@hufu/contract/shapes'
import { self } from '@hufu/contract/sign-in/sign-in'
import { ticket } from '@hufu/contract/sign-in/ticket'
import { user } from '@hufu/contract/directory/user'
import { newId, newToken } from '../../../platform/database/ids.ts'
import { hashToken } from '../../../platform/access/sessions.ts'
import { factorsIn } from '../../../../test/factors.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Parts {
  status?: Flag
  endTime?: string | null
  ipWhitelist?: string[]
  call?: string
}
/** An API client that may create tickets, unless the parts say otherwise. */
async function client({ status = 1, endTime = null, ipWhitelist = [], call = 'POST /common/createTicket' }: Parts = {}) {
  const [id, secret] = [newId(), newToken()]
  const row = { id, name: `系统${id}`, clientId: `c${id}`, status, endTime, ipWhitelist }
  await server.kernel.db.insertInto('apiClient').values(row).execute()
  await server.kernel.db
    .insertInto('clientSecret')
    .values({ id: newId(), apiClientId: id, secretHash: hashToken(secret) })
    .execute()
  await server.kernel.db.insertInto('apiClientCall').values({ clientId: id, call }).execute()
  return { 'x-client-id': row.clientId, 'x-client-secret': secret }
}
const someone = async () => {
  const id = await server.given.user()
  const { userName } = (await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirst())!
  return { id, userName }
}
const login = (token: string) => server.nobody.send(ticket.login, { query: { ticket: token } })
const loginByCode = (code: string) => server.nobody.send(ticket.loginByCode, { query: { code } })

test("AUTH-01, LOGIN-07, X-LOGINX-01 a system requests a ticket for a user, by name or id, which signs them in: '0'", async () => {
  const { id, userName } = await someone()
  const headers = await client()
  for (const body of [{ userName }, { userId: id }]) {
    const { ticket: token, expire } = await server.nobody.call(ticket.create, { body, headers })
    expect(expire).toBe(60)
    const { envelope } = await login(token)
    expect(envelope).toMatchObject({ code: '0', data: { userId: id, userName } })
    expect(await server.withToken((envelope.data as { token: string }).token).call(self.isAdmin)).toBe(false)
  }
  const { records } = await server.admin.call(loginLog.page, { query: { userName } })
  expect(records[0]).toMatchObject({ loginType: 'ticket', result: 1 })
})

test("AUTH-02, LOGIN-08, X-LOGINX-02 a signed-in user gets a code for their own account, which signs them in elsewhere: '0'", async () => {
  const { id } = await someone()
  const { code } = await (await server.as(id)).call(ticket.createCode)
  expect((await loginByCode(code)).envelope).toMatchObject({ code: '0', data: { userId: id } })
})

test("T5, bad input 11 a code that is used, expired, swapped for a ticket, invented or too long answers '10002' 登录凭证无效或已过期", async () => {
  const { id } = await someone()
  const me = await server.as(id)
  const none = { code: '10002', message: '登录凭证无效或已过期', data: null }
  const used = (await me.call(ticket.createCode)).code
  await loginByCode(used)
  const late = (await me.call(ticket.createCode)).code
  await server.kernel.db.updateTable('oneTime').set({ expiresAt: '2026-01-01 00:00:00' }).where('purpose', '=', 'code').execute()
  for (const code of [used, late, '', newToken(), 'x'.repeat(5000), "' or 1=1 --"])
    expect((await loginByCode(code)).envelope).toMatchObject(none)
  // A code is no ticket.
  expect((await login((await me.call(ticket.createCode)).code)).envelope).toMatchObject(none)
  const gone = (await me.call(ticket.createCode)).code
  await server.admin.call(user.remove, { body: { orgId: '1', ids: [id] } })
  expect((await loginByCode(gone)).envelope).toMatchObject(none)
})

test('T5 of a hundred concurrent uses of one code one signs in', async () => {
  const { id } = await someone()
  const { code } = await (await server.as(id)).call(ticket.createCode)
  const answers = await Promise.all(Array.from({ length: 100 }, () => loginByCode(code)))
  expect(answers.filter(({ envelope }) => envelope.code === '0')).toHaveLength(1)
})

test("X-LOGINX-01 a system that is unknown, disabled, expired, at another address or without this call is refused: '4403'", async () => {
  const { userName } = await someone()
  const body = { userName }
  const right = await client()
  const wrong = [
    {},
    { ...right, 'x-client-secret': newToken() },
    { ...right, 'x-client-id': 'nobody' },
    await client({ status: 0 }),
    await client({ endTime: '2026-01-01 00:00:00' }),
    await client({ ipWhitelist: ['10.0.0.0/8'] }),
    await client({ call: 'POST /common/other' }),
  ]
  for (const headers of wrong) await server.nobody.refused('forbidden', ticket.create, { body, headers })
  // A session is no client.
  await server.admin.refused('forbidden', ticket.create, { body })
})

test('D-28 tickets are issued for enabled users only, and an earlier ticket ends with the account', async () => {
  const { id, userName } = await someone()
  const headers = await client()
  const { ticket: token } = await server.nobody.call(ticket.create, { body: { userName }, headers })
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  expect((await login(token)).envelope).toMatchObject({ code: '10007', data: { reason: 'disabled' } })
  await server.nobody.refused('accountDisabled', ticket.create, { body: { userId: id }, headers })
  await server.nobody.refused('userMissing', ticket.create, { body: { userName: 'nobody-there' }, headers })
})

test('T28 the audit records a ticket with the requesting system, without the ticket itself', async () => {
  const { userName } = await someone()
  const { ticket: token } = await server.nobody.call(ticket.create, { body: { userName }, headers: await client() })
  const records = await server.kernel.db
    .selectFrom('operLog')
    .selectAll()
    .where('target', '=', userName)
    .where('module', '=', 'ticket')
    .execute()
  expect(records).toHaveLength(1)
  expect(JSON.stringify(records)).not.toContain(token)
})

test('decision 0021 a code in the address is a first factor: a user with TOTP is asked for a code of it', async () => {
  const { id } = await someone()
  const me = await server.as(id)
  const given = factorsIn(server)
  const bound = await given.bindTotp(me)
  const answer = (await loginByCode((await me.call(ticket.createCode)).code)).envelope
  expect(answer).toMatchObject({ code: '3010', data: { userId: id, factors: ['totp', 'recoveryCode'] } })
  const done = await given.second((answer.data as { pending: string }).pending, { kind: 'totp', code: bound.code() })
  expect(done).toMatchObject({ code: '0', data: { id } })
})
