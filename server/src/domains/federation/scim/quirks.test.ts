import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { ENTERPRISE, PATCH_OP, scimClient, scimUser, type Body, type ScimSubject } from '../../../../test/scim.ts'

let server: TestServer
let client: ScimSubject
beforeAll(async () => {
  server = await startTestServer()
  client = await scimClient(server)
})
afterAll(() => server.close())

const made = async (parts: Record<string, unknown> = {}): Promise<Body> => (await client.ask('POST', '/Users', scimUser(parts))).body
async function patched(id: string, ...operations: Record<string, unknown>[]): Promise<Body> {
  const { status, body } = await client.patch(`/Users/${id}`, ...operations)
  expect([status, body.detail]).toEqual([200, undefined])
  return body
}
const group = async (parts: Record<string, unknown> = {}): Promise<string> => {
  const sent = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group', 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
    displayName: `组${++serial}`,
    ...parts,
  }
  const { status, body } = await client.ask('POST', '/Groups', sent)
  expect([status, body.detail]).toEqual([201, undefined])
  return body.id
}
let serial = 0
const members = async (id: string): Promise<string[]> =>
  ((await client.ask('GET', `/Groups/${id}`)).body.members as { value: string }[]).map(({ value }) => value).sort()
const values = (...ids: string[]) => ids.map(value => ({ value, $ref: null, display: 'whoever' }))
const three = async () => (await Promise.all([made(), made(), made()])).map(({ id }) => id as string).sort()

test('SC-02 1 operation names and keys are accepted in any letter case', async () => {
  const { id } = await made()
  for (const body of [
    { schemas: [PATCH_OP], Operations: [{ op: 'Replace', path: 'title', value: '甲' }] },
    { Schemas: [PATCH_OP], operations: [{ OP: 'ADD', Path: 'TITLE', Value: '乙' }] },
    { OPERATIONS: [{ op: 'replace', path: 'Title', value: '丙' }] },
  ])
    expect((await client.ask('PATCH', `/Users/${id}`, body)).status).toBe(200)
  expect((await client.ask('GET', `/Users/${id}`)).body.title).toBe('丙')
})

test('SC-02 2 a boolean is accepted as text, with and without a path, and returned as a boolean', async () => {
  const { id } = await made()
  expect((await patched(id, { op: 'Replace', path: 'active', value: 'False' })).active).toBe(false)
  expect((await patched(id, { op: 'Replace', value: { active: 'true' } })).active).toBe(true)
  expect((await patched(id, { op: 'replace', value: { active: false } })).active).toBe(false)
  expect((await client.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: 'maybe' })).status).toBe(400)
})

test('SC-02 3 a value without a path may have dotted names and extension names', async () => {
  const { id } = await made()
  const body = await patched(id, {
    op: 'replace',
    value: {
      'name.givenName': '诸葛',
      'name.familyName': '王',
      [`${ENTERPRISE}:employeeNumber`]: 'Q3',
      [ENTERPRISE]: { costCenter: 'C3' },
      nickName: 'n',
    },
  })
  expect(body).toMatchObject({
    name: { givenName: '诸葛', familyName: '王' },
    displayName: '王诸葛',
    nickName: 'n',
    [ENTERPRISE]: { employeeNumber: 'Q3', costCenter: 'C3' },
  })
})

test('SC-02 4 a missing value is created from an eq filter, and from no other', async () => {
  const { id } = await made({ emails: undefined })
  const body = await patched(
    id,
    { op: 'Add', path: 'emails[type eq "work"].value', value: 'new@example.com' },
    { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '13800000004' },
    { op: 'Add', path: 'addresses[type eq "work"].locality', value: '上海' },
  )
  expect(body.emails).toEqual([{ type: 'work', value: 'new@example.com' }])
  expect(body.phoneNumbers).toEqual([{ type: 'mobile', value: '13800000004' }])
  expect(body.addresses).toEqual([{ type: 'work', locality: '上海' }])
  const wrong = await client.patch(`/Users/${id}`, { op: 'replace', path: 'emails[value co "zz"].display', value: 'y' })
  expect([wrong.status, wrong.body.scimType]).toEqual([400, 'noTarget'])
})

test('SC-02 5 members are removed by a list of values, by a filter, or all of them', async () => {
  const [a, b, c] = (await three()) as [string, string, string]
  const id = await group({ members: values(a, b, c) })
  expect((await client.patch(`/Groups/${id}`, { op: 'remove', path: 'members', value: values(a) })).status).toBe(204)
  expect(await members(id)).toEqual([b, c])
  expect((await client.patch(`/Groups/${id}`, { op: 'Remove', path: `members[value eq "${b}"]` })).status).toBe(204)
  expect(await members(id)).toEqual([c])
  expect((await client.patch(`/Groups/${id}`, { op: 'remove', path: 'members' })).status).toBe(204)
  expect(await members(id)).toEqual([])
  // Removing a user who is no member, or an id that is no user, is accepted.
  expect((await client.patch(`/Groups/${id}`, { op: 'remove', path: 'members', value: values(a, 'nobody') })).status).toBe(204)
})

test('SC-02 6 existing members may be added again; an unknown one is named, and nothing is applied', async () => {
  const [a, b, c] = (await three()) as [string, string, string]
  const id = await group({ members: values(a) })
  expect((await client.patch(`/Groups/${id}`, { op: 'Add', path: 'members', value: values(a, b, b) })).status).toBe(204)
  expect(await members(id)).toEqual([a, b])
  const wrong = await client.patch(
    `/Groups/${id}`,
    { op: 'add', path: 'members', value: values(c) },
    { op: 'add', path: 'members', value: values('who-is-this') },
  )
  expect([wrong.status, wrong.body.scimType, wrong.body.detail]).toEqual([400, 'invalidValue', expect.stringContaining('who-is-this')])
  expect(await members(id)).toEqual([a, b])
  expect((await client.patch(`/Groups/${id}`, { op: 'replace', path: 'members', value: values(c) })).status).toBe(204)
  expect(await members(id)).toEqual([c])
  expect(
    (await client.patch(`/Groups/${id}`, { op: 'replace', value: { id, displayName: `改${id}`, members: values(a, c) } })).status,
  ).toBe(204)
  expect(await members(id)).toEqual([a, c])
})

test('SC-02 7 a manager is given as text or as an object, and removed by empty text', async () => {
  const { id } = await made()
  const path = `${ENTERPRISE}:manager`
  expect((await patched(id, { op: 'Add', path, value: 'boss-1' }))[ENTERPRISE].manager).toEqual({ value: 'boss-1' })
  expect((await patched(id, { op: 'Replace', path, value: { value: 'boss-2' } }))[ENTERPRISE].manager).toEqual({ value: 'boss-2' })
  expect((await patched(id, { op: 'replace', path: `${path}.value`, value: 'boss-3' }))[ENTERPRISE].manager).toEqual({ value: 'boss-3' })
  expect((await patched(id, { op: 'Replace', path, value: '' }))[ENTERPRISE].manager).toBeUndefined()
})

test('SC-02 8 operations on one attribute apply in order, and a list of one counts as a value', async () => {
  const { id } = await made()
  const body = await patched(
    id,
    { op: 'add', path: 'title', value: '一' },
    { op: 'remove', path: 'title' },
    { op: 'add', path: 'title', value: ['二'] },
    { op: 'add', path: 'entitlements', value: [{ value: 'x' }] },
    { op: 'add', path: 'entitlements', value: { value: 'y' } },
    { op: 'remove', path: 'entitlements[value eq "x"]' },
  )
  expect([body.title, body.entitlements]).toEqual(['二', [{ value: 'y' }]])
})

test('SC-02 9 an attribute of an extension may be addressed with a dot', async () => {
  const { id } = await made()
  expect((await patched(id, { op: 'Add', path: `${ENTERPRISE}.costCenter`, value: 'CC9' }))[ENTERPRISE].costCenter).toBe('CC9')
})

test('SC-02 10 a user disabled, deleted and provisioned again is the same user', async () => {
  const sent = scimUser({ externalId: 'entra-10' })
  const { id } = (await client.ask('POST', '/Users', sent)).body
  await patched(id, { op: 'Replace', path: 'active', value: 'False' })
  expect((await client.ask('DELETE', `/Users/${id}`)).status).toBe(204)
  expect((await client.ask('GET', `/Users?filter=${encodeURIComponent('externalId eq "entra-10"')}`)).body.totalResults).toBe(0)
  const again = await client.ask('POST', '/Users', { ...sent, title: '归来' })
  expect([again.status, again.body.id, again.body.active, again.body.title]).toEqual([201, id, true, '归来'])
})

test('SC-02 11 unknown schemas are ignored', async () => {
  const { id } = await made()
  const before = (await client.ask('GET', `/Users/${id}`)).body
  expect(await patched(id, { op: 'Add', path: 'urn:example:params:scim:schemas:extension:2.0:User:colour', value: 'red' })).toEqual(before)
  expect(await patched(id, { op: 'Add', value: { 'urn:example:2.0:User': { colour: 'red' }, unknown: 1 } })).toEqual(before)
  const wrong = await client.patch(`/Users/${id}`, { op: 'add', path: 'unknown', value: 1 })
  expect([wrong.status, wrong.body.scimType]).toEqual([400, 'invalidPath'])
  const bad = await client.patch(`/Users/${id}`, { op: 'replace', path: 'id', value: 'x' })
  expect([bad.status, bad.body.scimType]).toEqual([400, 'mutability'])
})

test('SC-02 12 e-mail addresses and telephone numbers are returned as they were sent, and filters find their normal form', async () => {
  const { id } = await made({
    emails: [{ value: 'Mixed.Case@Example.com', type: 'work' }],
    phoneNumbers: [{ value: '+86 (139) 1234-0012', type: 'mobile' }],
  })
  const body = await patched(id, { op: 'replace', path: 'title', value: 'x' })
  expect([body.emails[0].value, body.phoneNumbers[0].value]).toEqual(['Mixed.Case@Example.com', '+86 (139) 1234-0012'])
  for (const filter of ['emails eq "mixed.case@example.com"', 'phoneNumbers.value eq "13912340012"'])
    expect((await client.ask('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body.totalResults, filter).toBe(1)
  // After a change in Hufu itself the form that the client sent is no longer returned.
  await server.kernel.db.updateTable('users').set({ email: 'here@example.com', realName: '本地改名' }).where('id', '=', id).execute()
  const user = (await client.ask('GET', `/Users/${id}`)).body
  expect([user.emails, user.displayName, user.name.familyName]).toEqual([
    [{ value: 'here@example.com', type: 'work', primary: true }],
    '本地改名',
    '本',
  ])
})

test('SC-02 13 PATCH of a group answers 204, or the requested attributes', async () => {
  const [a] = (await three()) as [string, string, string]
  const id = await group()
  const silent = await client.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: values(a) })
  expect([silent.status, silent.body]).toEqual([204, undefined])
  const answer = await client.ask('PATCH', `/Groups/${id}?attributes=displayName,members`, {
    Operations: [{ op: 'replace', path: 'displayName', value: `新${id}` }],
  })
  expect([answer.status, answer.body.displayName, answer.body.members.length]).toEqual([200, `新${id}`, 1])
  expect((await client.ask('GET', `/Groups/${id}`)).body.members).toMatchObject([{ value: a, type: 'User' }])
  expect((await client.ask('GET', `/Groups/${id}?excludedAttributes=members`)).body.members).toBeUndefined()
})
