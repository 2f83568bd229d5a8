import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiClient } from '@hufu/contract/federation/api-client'
import { inbox } from '@hufu/contract/messages/inbox'
import { welcome } from '@hufu/contract/operations/welcome'
import { admin as administrators } from '@hufu/contract/permission/admin'
import { startTestServer, type Subject, type TestServer } from '../../../../../test/harness.ts'
import { scimClient, scimUser, type ScimSubject } from '../../../../../test/scim.ts'
import { stoppedClientReminder } from './stop.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const todo = async (subject: Subject) => (await subject.call(welcome.today)).duties.find(({ kind }) => kind === 'scimBlocked')
const noticesOf = async (subject: Subject, { id }: ScimSubject) =>
  (await subject.call(inbox.page, { query: { group: 'sync' } })).records
    .filter(({ kind, facts }) => kind === 'scimBlocked' && facts.id === id)
    .map(({ facts, count }) => [facts.name, count])
const nameOf = async ({ id }: ScimSubject) => (await server.admin.call(apiClient.byId, { query: { id } })).name

/** Makes a client that may remove one user an hour and has written `count` users. */
async function written(count: number): Promise<{ one: ScimSubject; users: string[]; disable: (id: string) => Promise<number> }> {
  const one = await scimClient(server, { brakePercent: 1, brakeLeast: 1 })
  const users: string[] = []
  for (let n = 0; n < count; n++) users.push(String((await one.ask('POST', '/Users', scimUser())).body.id))
  return { one, users, disable: async id => (await one.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).status }
}

test('SC-11 when the brake stops a client, those who may release it get one notice and a to-do, and nobody else does', async () => {
  const { one, users, disable } = await written(8)
  const id = await server.given.user()
  await server.given.role(id, '/wel/index', '/authorize/api-auth', '/authorize/api-auth#client-api')
  const helper = await server.as(id)
  const second = await server.given.user()
  await server.admin.call(administrators.save, { body: { userIds: [second], roleIds: ['super_admin'] } })
  const other = await server.as(second)
  expect(await disable(users[0]!)).toBe(200)
  expect([await todo(server.admin), await noticesOf(server.admin, one)]).toEqual([undefined, []])

  // Four requests exceed the limit at the same time, and still only one notice is sent.
  expect(await Promise.all(users.slice(1, 5).map(disable))).toEqual([503, 503, 503, 503])
  expect(await disable(users[5]!)).toBe(503)
  const name = await nameOf(one)
  for (const subject of [server.admin, other]) {
    expect(await noticesOf(subject, one)).toEqual([[name, 1]])
    expect(await todo(subject)).toMatchObject({ count: 1, names: [name], facts: { clientId: one.id } })
  }
  // Only super administrators may grant SCIM calls, so another administrator of API clients cannot reopen this one.
  await helper.refused('clientBeyondOwn', apiClient.openScim, { body: { id: one.id } })
  expect([await todo(helper), await noticesOf(helper, one)]).toEqual([undefined, []])

  await server.admin.call(apiClient.openScim, { body: { id: one.id } })
  expect(await todo(server.admin)).toBeUndefined()
  expect(await disable(users[5]!)).toBe(200)
  expect(await disable(users[6]!)).toBe(503)
  expect(await noticesOf(server.admin, one)).toEqual([[name, 2]])
})

test('SC-11 a bulk request that triggers the brake sends one notice, and a disabled client is no to-do', async () => {
  const { one, users } = await written(4)
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
    Operations: users.map(id => ({ method: 'DELETE', path: `/Users/${id}` })),
  }
  const answer = await one.ask('POST', '/Bulk', body)
  expect(answer.body.Operations.map(({ status }: { status: string }) => status)).toEqual(['204', '503', '503', '503'])
  expect(await noticesOf(server.admin, one)).toEqual([[await nameOf(one), 1]])
  expect((await todo(server.admin))!.names).toContain(await nameOf(one))
  await server.admin.call(apiClient.setStatus, { query: { status: 0 }, body: { ids: [one.id] } })
  expect((await todo(server.admin))?.names ?? []).not.toContain(await nameOf(one))
})

test('2.4 while a client is stopped, those who may release it get a notice every day, but none on the day it stopped', async () => {
  const { one, users, disable } = await written(3)
  for (const id of users) await disable(id)
  const counted = async () => (await noticesOf(server.admin, one)).map(([, count]) => count)
  const nextDay = () => stoppedClientReminder(server.kernel).run()
  await nextDay()
  expect(await counted()).toEqual([1])
  await server.kernel.pool.query(`update scim_client set blocked_time = now() - interval '1 day' where client_id = $1`, [one.id])
  await nextDay()
  expect(await counted()).toEqual([2])
  await server.admin.call(apiClient.openScim, { body: { id: one.id } })
  await nextDay()
  expect(await counted()).toEqual([2])
})
