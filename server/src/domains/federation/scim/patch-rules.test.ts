import { request } from 'node:http'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { ENTERPRISE, scimClient, scimUser, type Body, type ScimSubject } from '../../../../test/scim.ts'

let server: TestServer
let client: ScimSubject
beforeAll(async () => {
  server = await startTestServer()
  client = await scimClient(server)
})
afterAll(() => server.close())

const made = async (parts: Record<string, unknown> = {}): Promise<Body> => (await client.ask('POST', '/Users', scimUser(parts))).body
const read = async (id: string): Promise<Body> => (await client.ask('GET', `/Users/${id}`)).body
const newGroup = async (...members: string[]): Promise<string> => {
  const sent = { displayName: `规则组${server.given.next()}`, members: members.map(value => ({ value })) }
  return (await client.ask('POST', '/Groups', sent)).body.id as string
}
const members = async (id: string): Promise<string[]> =>
  (((await client.ask('GET', `/Groups/${id}`)).body.members ?? []) as { value: string }[]).map(({ value }) => value)

/** Sends exactly these headers, which fetch would complete. */
const raw = (method: string, path: string, headers: Record<string, string>, body?: string) =>
  new Promise<number>((done, fail) => {
    request(`${server.address}${path}`, { method, headers }, response => {
      response.resume().on('end', () => done(response.statusCode!))
    })
      .on('error', fail)
      .end(body)
  })

test('a DELETE removes the resource whatever its headers say about a body (RFC 9110, 9.3.5)', async () => {
  const { authorization } = client
  for (const headers of [
    { 'content-type': 'application/scim+json' },
    { 'content-type': 'application/json' },
    { 'content-type': 'application/json; charset=utf-8', 'content-length': '0' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' },
    { 'content-type': 'not a type' },
  ] as Record<string, string>[]) {
    const { id } = await made()
    const at = `/scim/v2/Users/${id}`
    expect([headers, await raw('DELETE', at, { authorization, ...headers })]).toEqual([headers, 204])
    expect(await raw('GET', at, { authorization, ...headers })).toBe(404)
  }
  const group = await newGroup()
  expect(
    await raw('DELETE', `/scim/v2/Groups/${group}`, { authorization, 'content-type': 'application/json', 'content-length': '2' }, '{}'),
  ).toBe(204)
})

test('a call without a body takes a Content-Type without a body', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': '0' }
  expect(await raw('POST', `/api${signIn.forgetDevice.path}`, headers)).toBe(200)
})

test('add and replace without a value are refused, and nothing changes (RFC 7644, 3.12)', async () => {
  const { id } = await made({ title: '甲' })
  const before = await read(id)
  for (const op of ['add', 'replace'])
    for (const path of ['title', 'emails', 'emails[type eq "work"].value', 'active', `${ENTERPRISE}:manager`, 'name.givenName']) {
      const { status, body } = await client.patch(`/Users/${id}`, { op, path })
      expect([op, path, status, body.scimType]).toEqual([op, path, 400, 'invalidValue'])
    }
  expect(await read(id)).toEqual(before)
  const group = await newGroup(id)
  expect((await client.patch(`/Groups/${group}`, { op: 'replace', path: 'members' })).status).toBe(400)
  expect(await members(group)).toEqual([id])
  // Null and empty text do empty an attribute (RFC 7643, 2.5).
  expect((await client.patch(`/Users/${id}`, { op: 'replace', path: 'title', value: null })).body.title).toBeUndefined()
})

test('replace at a filter that matches nothing is noTarget, unless the filter names a type', async () => {
  const { id } = await made({ emails: [{ value: 'home@example.com', type: 'home' }] })
  const before = await read(id)
  for (const path of [
    'emails[value eq "other@example.com"].value',
    'emails[value eq "other@example.com"]',
    'emails[primary eq true].value',
    'emails[type ne "home"].value',
    'emails[type eq "work" or type eq "other"].value',
    'emails[type eq "work"].display',
    'phoneNumbers[value eq "13800000000"].type',
  ]) {
    const { status, body } = await client.patch(`/Users/${id}`, { op: 'replace', path, value: path.endsWith(']') ? { display: 'x' } : 'x' })
    expect([path, status, body.scimType]).toEqual([path, 400, 'noTarget'])
  }
  expect(await read(id)).toEqual(before)
  const { body } = await client.patch(
    `/Users/${id}`,
    { op: 'Replace', path: 'emails[Type eq "work"].value', value: 'work@example.com' },
    { op: 'replace', path: 'phoneNumbers[type eq "mobile"]', value: [{ value: '13800000077' }] },
  )
  expect(body.emails).toEqual([
    { value: 'home@example.com', type: 'home' },
    { value: 'work@example.com', type: 'work' },
  ])
  expect(body.phoneNumbers).toEqual([{ value: '13800000077', type: 'mobile' }])
})

test('no e-mail or telephone number is ever without its value', async () => {
  const work = { value: 'work@example.com', type: 'work' }
  const home = { value: 'home@example.com', type: 'home' }
  for (const operation of [
    { op: 'remove', path: 'emails[type eq "work"].value' },
    { op: 'replace', path: 'emails[type eq "work"].value', value: '' },
    { op: 'replace', path: 'emails[type eq "work"].value', value: null },
    { op: 'replace', path: 'emails[type eq "work"]', value: { value: null } },
    { op: 'replace', path: 'emails', value: [{ type: 'work', value: null }, home] },
    { op: 'replace', path: 'emails[Type eq "work"]', value: { type: 'work', value: null } },
  ]) {
    const { id } = await made({ emails: [work, home] })
    const { status } = await client.patch(`/Users/${id}`, operation)
    expect([operation, status, (await read(id)).emails]).toEqual([operation, 200, [home]])
  }
  const { id } = await made({ emails: [work] })
  for (const operation of [
    { op: 'add', path: 'emails', value: [{ type: 'home' }] },
    { op: 'replace', path: 'emails', value: [{ type: 'work', primary: true }] },
    { op: 'replace', value: { emails: [{ display: 'x' }] } },
    { op: 'add', path: 'phoneNumbers', value: { type: 'mobile' } },
    { op: 'replace', path: 'emails[type eq "work"]', value: { display: 'x' } },
  ]) {
    const { status, body } = await client.patch(`/Users/${id}`, operation)
    expect([operation, status, body.scimType]).toEqual([operation, 400, 'invalidValue'])
  }
  expect((await read(id)).emails).toEqual([work])
  const part = { op: 'replace', path: 'emails[Value eq "work@example.com"]', value: { display: 'x' } }
  expect((await client.patch(`/Users/${id}`, part)).body.emails).toEqual([{ value: 'work@example.com', display: 'x' }])
  expect((await client.ask('POST', '/Users', scimUser({ emails: [{ type: 'work' }] }))).status).toBe(400)
  expect((await made({ emails: [{ type: 'work', value: '' }] })).emails).toBeUndefined()
})

test('removing or replacing members by an empty list or an empty member removes nobody else', async () => {
  const { id } = await made()
  const group = await newGroup(id)
  for (const operation of [
    { op: 'remove', path: 'members', value: [] },
    { op: 'remove', path: 'members', value: [{}] },
    { op: 'remove', path: 'members', value: [null] },
    { op: 'replace', path: 'members', value: [{ value: null }] },
    { op: 'replace', path: 'members', value: [{ display: 'x' }] },
  ]) {
    await client.patch(`/Groups/${group}`, operation)
    expect([operation, await members(group)]).toEqual([operation, [id]])
  }
  const user = await made({ entitlements: [{ value: 'x' }] })
  await client.patch(`/Users/${user.id}`, { op: 'remove', path: 'entitlements', value: [] })
  expect((await read(user.id as string)).entitlements).toEqual([{ value: 'x' }])
})
