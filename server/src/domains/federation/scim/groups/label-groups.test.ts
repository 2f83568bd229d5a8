import { afterAll, beforeAll, expect, test } from 'vitest'
import { userLabel } from '@hufu/contract/directory/label'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { HUFU_USER, scimClient, type Body, type ScimAnswer, type ScimSubject } from '../../../../../test/scim.ts'

let server: TestServer
let client: ScimSubject
beforeAll(async () => {
  server = await startTestServer()
  client = await scimClient(server, { groupsAre: 'label' })
})
afterAll(() => server.close())

const membersOf = ({ body }: ScimAnswer): string[] => body.members.map((one: { value: string }) => one.value).sort()
let serial = 0
const label = async (...userIds: string[]) => {
  const { id } = await server.admin.call(userLabel.save, { body: { name: `手工${++serial}` } })
  if (userIds.length > 0) await server.admin.call(userLabel.addUser, { body: { labelId: id, userIds } })
  return id
}

test('a label of the console is a group, and changes in the console are seen by the client', async () => {
  const [a, b] = [await server.given.user(), await server.given.user()]
  const id = await label(a)
  const before = await client.ask('GET', `/Groups/${id}`)
  expect([before.body.displayName, membersOf(before)]).toEqual([`手工${serial}`, [a]])
  await server.admin.call(userLabel.addUser, { body: { labelId: id, userIds: [b] } })
  expect((await client.ask('GET', `/Users/${b}`)).body[HUFU_USER].labels).toEqual([`手工${serial}`])
  const patched = await client.patch(`/Users/${b}`, { op: 'add', path: `${HUFU_USER}:labels`, value: ['另一个'] })
  expect([patched.status, patched.body.scimType]).toEqual([400, 'mutability'])
  const after = await client.ask('GET', `/Groups/${id}`, undefined, { 'if-none-match': before.body.meta.version })
  expect([after.status, membersOf(after)]).toEqual([200, [a, b].sort()])
  await client.patch(`/Groups/${id}`, { op: 'remove', path: 'members', value: [{ value: a }] })
  expect((await server.admin.call(userLabel.byId, { query: { id } })).userCount).toBe(1)
})

test('SC-13 a label by rule is returned with its members, which a client cannot change', async () => {
  const member = await server.given.user()
  const rule = { match: 'all', conditions: [{ field: 'org', orgIds: ['1'], below: true, mainOnly: false }] }
  await server.kernel.db
    .insertInto('userLabel')
    .values({ id: 'by-rule', name: '规则标签', rule: JSON.stringify(rule) })
    .execute()
  await server.kernel.db.insertInto('userLabelMember').values({ labelId: 'by-rule', userId: member }).execute()
  const path = '/Groups/by-rule'
  expect(membersOf(await client.ask('GET', path))).toEqual([member])
  const value = [{ value: await server.given.user() }]
  for (const operation of [
    { op: 'add', path: 'members', value },
    { op: 'replace', path: 'members', value },
    { op: 'remove', path: 'members' },
    { op: 'remove', path: 'members', value: [{ value: member }] },
  ]) {
    const { status, body } = await client.patch(path, operation)
    expect([status, body?.scimType, body?.detail], operation.op).toEqual([400, 'mutability', expect.stringContaining('规则')])
  }
  expect(membersOf(await client.ask('GET', path))).toEqual([member])
})

test('SC-06 a client of one branch sees, adds and removes only its own users in labels', async () => {
  const [mine, foreign] = [await server.given.org(), await server.given.org()]
  const [own, more, stranger] = [
    await server.given.user({ org: mine }),
    await server.given.user({ org: mine }),
    await server.given.user({ org: foreign }),
  ]
  const id = await label(own, stranger)
  const path = `/Groups/${id}`
  const branch = await scimClient(server, { groupsAre: 'label', rootOrg: mine })
  expect(membersOf(await branch.ask('GET', path))).toEqual([own])
  const found = async (filter: string) => (await branch.ask('GET', `/Groups?filter=${encodeURIComponent(filter)}`)).body.totalResults
  expect([await found(`members.value eq "${own}"`), await found(`members.value eq "${stranger}"`)]).toEqual([1, 0])
  expect((await branch.patch(path, { op: 'add', path: 'members', value: [{ value: more }] })).status).toBe(204)
  const refused = await branch.patch(path, { op: 'add', path: 'members', value: [{ value: stranger }] })
  expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining(stranger)])
  await branch.patch(path, { op: 'remove', path: 'members', value: [{ value: stranger }] })
  expect(membersOf(await client.ask('GET', path))).toEqual([own, more, stranger].sort())
  const { displayName } = (await branch.ask('GET', path)).body
  expect((await branch.ask('PUT', path, { displayName, externalId: 'branch-1', members: [] })).status).toBe(200)
  expect(membersOf(await client.ask('GET', path))).toEqual([stranger])
  expect((await client.ask('GET', path)).body.externalId).toBeUndefined()
})

test('SC-13 only a client of the root organisation creates, renames and deletes labels', async () => {
  const id = await label()
  const branch = await scimClient(server, { groupsAre: 'label', rootOrg: await server.given.org() })
  for (const [method, path, body] of [
    ['POST', '/Groups', { displayName: '分部标签' }],
    ['PUT', `/Groups/${id}`, { displayName: '分部改名' }],
    ['PATCH', `/Groups/${id}`, { Operations: [{ op: 'replace', value: { displayName: '分部改名' } }] }],
    ['DELETE', `/Groups/${id}`],
  ] as const) {
    const refused = await branch.ask(method, path, body)
    expect([refused.status, refused.body?.detail], method).toEqual([403, expect.stringContaining('标签')])
  }
  expect((await branch.ask('GET', `/Groups/${id}`)).body.displayName).toBe(`手工${serial}`)
})

test('a label and a work group may have the same name', async () => {
  const plain = await scimClient(server)
  const body: Body = { displayName: '同名组', externalId: 'same' }
  const [one, other] = [await plain.ask('POST', '/Groups', body), await client.ask('POST', '/Groups', body)]
  expect([one.status, other.status]).toEqual([201, 201])
  expect((await client.ask('GET', `/Groups/${one.body.id}`)).status).toBe(404)
})
