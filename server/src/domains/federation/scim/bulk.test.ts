import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiClient } from '@hufu/contract/federation/api-client'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { scimClient, scimUser, type Body, type ScimSubject } from '../../../../test/scim.ts'

let server: TestServer
let client: ScimSubject
beforeAll(async () => {
  server = await startTestServer()
  client = await scimClient(server)
})
afterAll(() => server.close())

const bulk = (Operations: unknown[], more: Record<string, unknown> = {}, by = client) =>
  by.ask('POST', '/Bulk', { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], ...more, Operations })
const creating = (bulkId: string, parts = {}) => ({ method: 'POST', path: '/Users', bulkId, data: scimUser(parts) })
const statuses = ({ body }: { body: Body }) => body.Operations.map((one: { status: string }) => one.status)

test('operations of a bulk request refer to resources that others create, also later ones', async () => {
  const group = {
    method: 'POST',
    path: '/Groups',
    bulkId: 'team',
    data: { displayName: '批量组', members: [{ value: 'bulkId:a' }, { value: 'bulkId:b' }] },
  }
  const renaming = { method: 'PATCH', path: '/Users/bulkId:a', data: { Operations: [{ op: 'replace', path: 'title', value: 'x' }] } }
  const answered = await bulk([group, creating('a'), creating('b'), renaming])
  expect(answered.status).toBe(200)
  expect(statuses(answered)).toEqual(['201', '201', '201', '200'])
  const [team, a] = answered.body.Operations
  expect(team).toMatchObject({
    method: 'POST',
    bulkId: 'team',
    location: expect.stringContaining('/scim/v2/Groups/'),
    version: expect.stringMatching(/^W\//),
  })
  const stored = await client.ask('GET', `/Groups/${team.location.split('/').at(-1)}`)
  expect(stored.body.members).toHaveLength(2)
  expect((await client.ask('GET', `/Users/${a.location.split('/').at(-1)}`)).body.title).toBe('x')
})

test('a circular bulkId, an unknown bulkId and an unknown method are refused, and the other operations are carried out', async () => {
  const circle = (own: string, other: string) => ({
    method: 'POST',
    path: '/Groups',
    bulkId: own,
    data: { displayName: `组${own}`, members: [{ value: `bulkId:${other}` }] },
  })
  const answered = await bulk([
    circle('x', 'y'),
    creating('ok'),
    circle('y', 'x'),
    circle('z', 'none'),
    { method: 'GET', path: '/Users' },
    { method: 'POST', path: '/Bulk', data: {} },
  ])
  expect(statuses(answered)).toEqual(['409', '201', '409', '409', '400', '404'])
  expect(answered.body.Operations[0].response).toMatchObject({ status: '409', detail: expect.any(String) })
})

test('after failOnErrors errors no further operation is carried out', async () => {
  const bad = { method: 'POST', path: '/Users', bulkId: 'bad', data: {} }
  expect(statuses(await bulk([creating('1'), bad, creating('2'), bad, creating('3')], { failOnErrors: 2 }))).toEqual([
    '201',
    '400',
    '201',
    '400',
  ])
  expect(statuses(await bulk([creating('1'), bad, creating('2')]))).toEqual(['201', '400', '201'])
})

test('an operation with an outdated version is refused', async () => {
  const { body } = await client.ask('POST', '/Users', scimUser())
  const change = (version: string) => ({
    method: 'PATCH',
    path: `/Users/${body.id}`,
    version,
    data: { Operations: [{ op: 'add', path: 'title', value: version }] },
  })
  expect(statuses(await bulk([change(body.meta.version), change(body.meta.version)]))).toEqual(['200', '412'])
})

test('a bulk request that is empty or too large is refused as a whole', async () => {
  const answered = await bulk(Array.from({ length: 1001 }, () => ({ method: 'DELETE', path: '/Users/x' })))
  expect([answered.status, answered.body.scimType]).toEqual([413, 'tooMany'])
  expect((await client.ask('POST', '/Bulk', { Operations: [] })).status).toBe(400)
  expect((await client.ask('POST', '/Bulk', `{"Operations": "${'x'.repeat(1_100_000)}"}`)).status).toBe(413)
})

test('each operation of a bulk request has its own audit record and its own history operation', async () => {
  const one = await scimClient(server)
  await bulk([creating('1'), creating('2')], {}, one)
  const { rows } = await server.kernel.pool.query('select distinct trace_id from oper_log where user_id = $1 and module = $2', [
    one.id,
    'scim',
  ])
  expect(rows).toHaveLength(2)
  const operations = await server.kernel.pool.query('select 1 from operation where user_id = $1', [one.id])
  expect(operations.rows).toHaveLength(2)
})

test('SC-09 the same users sent twice at the same time are created once', async () => {
  const sent = Array.from({ length: 40 }, (_, n) => creating(String(n), { externalId: `twice-${n}` }))
  const [first, second] = await Promise.all([bulk(sent), bulk(sent)])
  for (const [n, one] of statuses(first).entries())
    expect([one, statuses(second)[n]].toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(['201', '409'])
  expect((await client.ask('GET', `/Users?filter=${encodeURIComponent('externalId sw "twice-"')}&count=0`)).body.totalResults).toBe(40)
})

test('SC-11 a client that disables too many users is stopped; other requests still work, and an administrator releases it', async () => {
  const one = await scimClient(server, { brakePercent: 5, brakeLeast: 3 })
  const people = statuses(
    await bulk(
      Array.from({ length: 100 }, (_, n) => creating(String(n))),
      {},
      one,
    ),
  )
  expect(new Set(people)).toEqual(new Set(['201']))
  const { rows } = await server.kernel.pool.query<{ id: string }>('select id from scim_extra where client_id = $1', [one.id])
  const disable = (id: string) => one.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
  const answers = []
  for (const { id } of rows.slice(0, 7)) answers.push(await disable(id))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 503, 503])
  expect(answers[5]!.headers.get('retry-after')).toBe('3600')
  expect((await one.ask('DELETE', `/Users/${rows[50]!.id}`)).status).toBe(503)
  expect((await one.ask('GET', '/Users?count=0')).status).toBe(200)
  expect((await one.patch(`/Users/${rows[50]!.id}`, { op: 'replace', path: 'title', value: 'x' })).status).toBe(200)
  const { settings, removals } = await server.admin.call(apiClient.scim, { query: { id: one.id } })
  expect(settings).toMatchObject({ state: 'blocked', blockedWhy: '停用用户过多', userCount: 100 })
  // The list contains the users who were disabled, and not the one whose request was refused.
  expect(removals.map(({ kind, recordId }) => [kind, recordId])).toEqual(rows.slice(0, 5).toReversed().map(({ id }) => ['disable', id])) // prettier-ignore
  expect(removals[0]!.name).not.toBe('')
  await server.admin.call(apiClient.openScim, { body: { id: one.id } })
  await server.admin.refused('scimNotBlocked', apiClient.openScim, { body: { id: one.id } })
  expect((await disable(rows[6]!.id)).status).toBe(200)
})

test('R16 malformed input is refused and causes no server error', async () => {
  const { body } = await client.ask('POST', '/Users', scimUser())
  const path = `/Users/${body.id}`
  const op = (operation: unknown) => ['PATCH', path, { Operations: [operation] }] as const
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
  const cases: readonly (readonly [string, string, unknown?])[] = [
    ['GET', '/constructor'],
    ['GET', '/Users/%00'],
    ['DELETE', '/Groups/%00'],
    ['GET', '/Users?sortBy=constructor'],
    ['GET', '/Users?filter=id%20pr&filter=id%20pr'],
    ['GET', `/Users?filter=${encodeURIComponent('constructor eq "x"')}`],
    ['GET', `/Users?filter=${encodeURIComponent('constructor[value eq "x"]')}`],
    ['GET', `/Users?filter=${encodeURIComponent('emails[constructor eq "x"]')}`],
    ['GET', `/Users?filter=${encodeURIComponent('userName eq "\\u0000"')}`],
    ['GET', `/Users?filter=${encodeURIComponent('meta.created gt "+275760-09-13T00:00:00Z"')}`],
    ['POST', '/Users', deep],
    ['POST', '/Users', '{"userName":"a.b","userName":"c.d"}'],
    ['POST', '/Users', { __proto__x: 1, userName: { a: 1 } }],
    ['POST', '/Users', scimUser({ userName: 'x\u0000y' })],
    ['POST', '/Users', scimUser({ userName: '<b>' })],
    ['POST', '/Users', scimUser({ displayName: '<script>' })],
    ['POST', '/Users', scimUser({ name: 'text', userName: 'a'.repeat(51) })],
    ['POST', '/Users', scimUser({ emails: [{ value: 'no address' }] })],
    ['POST', '/Users', scimUser({ title: 'x'.repeat(20_000) })],
    ['POST', '/Users', scimUser({ 'urn:hufu:params:scim:schemas:extension:2.0:User': { validUntil: '+275760-09-13T00:00:00Z' } })],
    ['POST', '/Users', scimUser({ 'urn:hufu:params:scim:schemas:extension:2.0:User': { jobs: [{ primary: true }] } })],
    ['POST', '/Groups', { displayName: '<b>' }],
    ['POST', '/Groups', { displayName: 'x', members: [{ display: 'y' }] }],
    ['POST', '/Organizations', { name: '<b>' }],
    op({ op: 'add', path: 'emails[', value: 'x' }),
    op({ op: 'add', path: 'name.none', value: 'x' }),
    op({ op: 'add', path: 'title[value eq "x"]', value: 'x' }),
    op({ op: 'move', path: 'title' }),
    op({ op: 'remove' }),
    op({ op: 'add', value: 'text' }),
    op({ op: 'replace', path: 'userName', value: ['a', 'b'] }),
    op({ op: 'remove', path: 'userName' }),
    op(7),
  ]
  for (const [method, at, sent] of cases) {
    const { status, body: answer } = await client.ask(method, at, sent)
    expect(
      [status >= 400 && status < 500, String(status)],
      `${method} ${at} ${sent === undefined ? '' : JSON.stringify(sent).slice(0, 100)}: ${status} ${answer?.detail}`,
    ).toEqual([true, answer.status])
  }
  expect((await client.ask('GET', path)).body).toEqual(body)
})

test('/Me and searches over several resource types are not supported', async () => {
  for (const [method, path] of [
    ['GET', '/Me'],
    ['POST', '/.search'],
    ['GET', '/'],
  ] as const)
    expect((await client.ask(method, path, method === 'POST' ? {} : undefined)).status).toBe(501)
  expect((await client.ask('GET', '/Nothing')).status).toBe(404)
  expect((await client.ask('PUT', '/Users', {})).status).toBe(405)
  const wrong = await client.ask('POST', '/Users', '{"a":')
  expect([wrong.status, wrong.body.scimType]).toEqual([400, 'invalidSyntax'])
  expect((await client.ask('POST', '/Users', '[]')).status).toBe(400)
  expect((await client.ask('POST', '/Users', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415)
  expect(
    (await client.ask('POST', '/Users', JSON.stringify(scimUser()), { 'content-type': 'application/json; charset=utf-8' })).status,
  ).toBe(201)
})
