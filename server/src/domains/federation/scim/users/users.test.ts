import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiClient } from '@hufu/contract/federation/api-client'
import { user } from '@hufu/contract/directory/user'
import { newToken } from '../../../../platform/database/ids.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { askScim, ENTERPRISE, HUFU_USER, scimClient, scimUser, type ScimSubject } from '../../../../../test/scim.ts'
import { allStatementsOf, statementsOf } from '../../../../../test/statements.ts'

let server: TestServer
let entra: ScimSubject
beforeAll(async () => {
  server = await startTestServer()
  entra = await scimClient(server)
})
afterAll(() => server.close())

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

test('SC-01 the requests of the Okta test suite are answered as it expects', async () => {
  const created = await entra.ask('POST', '/Users', scimUser())
  expect(created.status).toBe(201)
  expect(created.headers.get('content-type')).toMatch(/^application\/scim\+json/)
  expect(created.headers.get('location')).toBe(created.body.meta.location)
  const list = await entra.ask('GET', '/Users?count=1&startIndex=1')
  expect(list.body).toMatchObject({ totalResults: expect.any(Number), itemsPerPage: 1, startIndex: 1 })
  const [first] = list.body.Resources
  expect(first).toMatchObject({ id: expect.any(String), active: expect.any(Boolean), userName: expect.any(String) })
  expect(first.name.familyName && first.name.givenName).toBeTruthy()
  const { id, userName } = created.body
  expect((await entra.ask('GET', `/Users?filter=${encodeURIComponent('userName eq "nobody-here"')}`)).body).toMatchObject({
    totalResults: 0,
  })
  const unknown = await entra.ask('GET', '/Users/nobody-here')
  expect([unknown.status, unknown.body]).toEqual([404, { schemas: [ERROR], status: '404', detail: expect.any(String) }])
  expect((await entra.ask('GET', `/Users/${id}`)).body).toEqual(created.body)
  const again = await entra.ask('POST', '/Users', scimUser({ userName }))
  expect([again.status, again.body]).toEqual([409, { schemas: [ERROR], status: '409', scimType: 'uniqueness', detail: '用户名已存在' }])
  const found = await entra.ask('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName.toUpperCase()}"`)}`)
  expect(found.body.Resources.map((each: { id: string }) => each.id)).toEqual([id])
  const wrong = await askScim(server, 'GET', '/Users', { headers: { authorization: `Bearer ${entra.clientId}.${newToken()}` } })
  expect([wrong.status, wrong.body.status, wrong.headers.get('www-authenticate')]).toEqual([401, '401', expect.stringContaining('Bearer')])
})

test('SC-01 each request of the Okta test suite takes only a few statements, however many users there are', async () => {
  const { body } = await entra.ask('POST', '/Users', scimUser())
  const filter = (name: string) => `/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}`
  const authorization = `Bearer ${entra.clientId}.${newToken()}`
  const cases: [string, () => Promise<unknown>, number][] = [
    ['list of one', () => entra.ask('GET', '/Users?count=1&startIndex=1'), 4],
    ['unknown name', () => entra.ask('GET', filter('nobody-here')), 3],
    ['name in capitals', () => entra.ask('GET', filter(body.userName.toUpperCase())), 4],
    ['unknown id', () => entra.ask('GET', '/Users/nobody-here'), 3],
    ['one user', () => entra.ask('GET', `/Users/${body.id}`), 3],
    ['name that is taken', () => entra.ask('POST', '/Users', scimUser({ userName: body.userName })), 9],
    ['wrong token', () => askScim(server, 'GET', '/Users', { headers: { authorization } }), 1],
  ]
  for (const [what, act, most] of cases) {
    const statements = await allStatementsOf(act)
    expect(statements.length, what).toBeLessThanOrEqual(most)
  }
})

test('a client authenticates by its token or by an access token of client credentials, and by nothing else', async () => {
  const session = { token: server.admin.token! }
  for (const headers of [{}, session, { authorization: `Bearer ${server.admin.token}` }, { authorization: 'Basic eDp5' }])
    expect((await askScim(server, 'GET', '/Users', { headers: headers as Record<string, string> })).status).toBe(401)
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'scim.users.read' })
  const basic = `Basic ${Buffer.from(`${entra.clientId}:${entra.clientSecret}`).toString('base64')}`
  const token = await fetch(`${server.address}/protocols/oidc/token`, { method: 'POST', body: form, headers: { authorization: basic } })
  const { access_token: access } = (await token.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access}` }
  expect((await askScim(server, 'GET', '/Users?count=1', { headers })).status).toBe(200)
  const refused = await askScim(server, 'POST', '/Users', { headers, body: scimUser() })
  expect([refused.status, refused.body.detail]).toEqual([403, '该客户端未获授权：scim.users.write'])
})

test('a client that is disabled, or has no SCIM settings, is refused', async () => {
  const one = await scimClient(server)
  await server.admin.call(apiClient.setStatus, { query: { status: '0' }, body: { ids: [one.id] } })
  expect((await one.ask('GET', '/Users')).status).toBe(401)
  const bare = await scimClient(server)
  await server.kernel.pool.query('delete from scim_client where client_id = $1', [bare.id])
  expect((await bare.ask('GET', '/Users')).status).toBe(403)
})

test('the documents that describe the server are public', async () => {
  const config = await askScim(server, 'GET', '/ServiceProviderConfig')
  expect(config.body).toMatchObject({ patch: { supported: true }, filter: { maxResults: 500 }, pagination: { cursor: true } })
  expect((await askScim(server, 'GET', '/ServiceProviderConfigs')).body).toEqual(config.body)
  const types = await askScim(server, 'GET', '/ResourceTypes')
  expect(types.body.Resources.map((each: { id: string }) => each.id)).toEqual(['User', 'Group', 'Organization'])
  for (const { schema, id } of types.body.Resources) {
    expect((await askScim(server, 'GET', `/Schemas/${schema}`)).body).toMatchObject({ id: schema, attributes: expect.any(Array) })
    expect((await askScim(server, 'GET', `/ResourceTypes/${id}`)).body.schema).toBe(schema)
  }
  expect((await askScim(server, 'GET', '/Schemas?filter=id%20pr')).status).toBe(403)
  expect((await askScim(server, 'GET', '/Schemas/urn:none')).status).toBe(404)
})

test('SC-03 a client gets back what it wrote as it was sent', async () => {
  const org = await server.given.org({ code: 'SCIM-R', name: '研发部' })
  const sent = scimUser({
    externalId: 'ext-1',
    displayName: '欧阳修',
    nickName: '六一',
    title: '学士',
    locale: 'zh-CN',
    timezone: 'Asia/Shanghai',
    preferredLanguage: 'zh',
    userType: '员工',
    profileUrl: 'https://example.com/o',
    emails: [
      { value: 'Ou.Yang@Example.com', type: 'work', primary: true },
      { value: 'home@example.com', type: 'home' },
    ],
    phoneNumbers: [
      { value: '+86 138-1234-5678', type: 'mobile' },
      { value: '010-8888 6666', type: 'work' },
    ],
    addresses: [{ type: 'work', locality: '北京', country: 'CN' }],
    entitlements: [{ value: 'a' }],
    roles: [{ value: 'admin', display: 'Admin' }],
    ims: [{ value: 'im' }],
    photos: [{ value: 'https://example.com/p.png', type: 'photo' }],
    [ENTERPRISE]: { employeeNumber: 'E-1', costCenter: 'CC', department: 'SCIM-R', manager: { value: 'boss' } },
    [HUFU_USER]: { gender: 'male', originUserId: 'O-1', validUntil: '2030-01-01T00:00:00Z' },
  })
  const { status, body } = await entra.ask('POST', '/Users', sent)
  expect([status, body.detail]).toEqual([201, undefined])
  const { schemas: _, ...attributes } = sent
  expect(body).toMatchObject({
    ...attributes,
    [HUFU_USER]: { gender: 'male', originUserId: 'O-1', validUntil: '2030-01-01T08:00:00+08:00' },
  })
  expect(body[HUFU_USER].jobs).toMatchObject([{ organization: { value: org, display: '研发部' }, primary: true }])
  // The console shows the user as if its own form had saved them.
  const stored = await server.admin.call(user.byId, { query: { id: body.id } })
  expect(stored).toMatchObject({
    realName: '欧阳修',
    email: 'Ou.Yang@Example.com',
    employeeNumber: 'E-1',
    orgId: org,
    phone: '138****5678',
  })
  expect((await entra.ask('GET', `/Users/${body.id}`)).body).toEqual(body)
  // The `roles` that the client sends grant no role in Hufu.
  expect((await server.kernel.pool.query('select 1 from user_role where user_id = $1', [body.id])).rows).toEqual([])
})

test('SC-12 passwords and ID numbers are never returned, and telephones only to clients that may read them', async () => {
  const blind = await scimClient(server, { calls: ['readUsers', 'writeUsers'] })
  const sent = scimUser({ phoneNumbers: [{ value: '13912340001', type: 'mobile' }], [HUFU_USER]: { idCard: '110101199003070054' } })
  const created = await blind.ask('POST', '/Users', sent)
  expect(created.status).toBe(201)
  const disclosed = JSON.stringify([created.body, (await blind.ask('GET', `/Users/${created.body.id}`)).body, (await entra.ask('GET', `/Users/${created.body.id}`)).body]) // prettier-ignore
  expect(disclosed).not.toMatch(/110101|password|\$argon|\$scrypt|phc/i)
  expect(JSON.stringify(created.body)).not.toContain('1391234')
  expect((await blind.ask('POST', '/Users', scimUser({ password: 'Some#Pass2026' }))).status).toBe(403)
  expect((await blind.ask('GET', `/Users?filter=${encodeURIComponent('phoneNumbers.value eq "13912340001"')}`)).status).toBe(400)
  const rows = await server.kernel.pool.query<{ doc: unknown; params: string }>(
    `select doc::text as doc, null as params from scim_extra union all select null, params from oper_log where module = 'scim'`,
  )
  expect(JSON.stringify(rows.rows)).not.toMatch(/1391234|13812345678|138-1234|110101199003070054|Some#Pass/)
})

test('a password is accepted only from clients that may set one, and must be changed at the first sign-in', async () => {
  const { status, body } = await entra.ask('POST', '/Users', scimUser({ password: 'Some#Pass2026' }))
  expect(status).toBe(201)
  expect(JSON.stringify(body)).not.toContain('Some#Pass')
  const rows = () =>
    server.kernel.db.selectFrom('users').select(['passwordHash', 'passwordFrom']).where('id', '=', body.id).executeTakeFirstOrThrow()
  expect(await rows()).toMatchObject({ passwordHash: expect.any(String), passwordFrom: 'created' })
  const before = await rows()
  expect((await entra.patch(`/Users/${body.id}`, { op: 'replace', path: 'password', value: 'Other#Pass2026' })).status).toBe(200)
  const after = await rows()
  expect(after.passwordFrom).toBe('reset')
  expect(after.passwordHash).not.toBe(before.passwordHash)
  expect((await entra.patch(`/Users/${body.id}`, { op: 'replace', path: 'password', value: '1' })).status).toBe(400)
})

test('SC-06 a client of one branch neither sees, counts nor changes users of another', async () => {
  const [mine, foreign] = [await server.given.org(), await server.given.org()]
  const [own, other] = [await server.given.user({ org: mine }), await server.given.user({ org: foreign, userName: 'foreign.one' })]
  const branch = await scimClient(server, { rootOrg: mine })
  const list = await branch.ask('GET', '/Users')
  expect([list.body.totalResults, list.body.Resources.map((each: { id: string }) => each.id)]).toEqual([1, [own]])
  expect((await branch.ask('GET', `/Users?filter=${encodeURIComponent('userName eq "foreign.one" or id pr')}`)).body.totalResults).toBe(1)
  for (const [method, body] of [
    ['GET'],
    ['PUT', scimUser()],
    ['PATCH', { Operations: [{ op: 'add', path: 'title', value: 'x' }] }],
    ['DELETE'],
  ] as const)
    expect((await branch.ask(method, `/Users/${other}`, body)).status, method).toBe(404)
  const taken = await branch.ask('POST', '/Users', scimUser({ userName: 'FOREIGN.one' }))
  expect([taken.status, taken.body.detail]).toEqual([409, '用户名已存在'])
  const away = await branch.ask(
    'POST',
    '/Users',
    scimUser({ [HUFU_USER]: { jobs: [{ organization: { value: foreign }, primary: true }] } }),
  )
  expect(away.status).toBe(400)
})

test('a client cannot act on a user who holds a role', async () => {
  const id = await server.given.user()
  await server.given.role(id, '/organiz/index')
  for (const [method, body] of [
    ['PUT', scimUser()],
    ['PATCH', { Operations: [{ op: 'replace', path: 'active', value: false }] }],
    ['DELETE'],
  ] as const)
    expect((await entra.ask(method, `/Users/${id}`, body)).status, method).toBe(403)
  expect((await entra.ask('GET', `/Users/${id}`)).status).toBe(200)
})

test('SC-08 of concurrent writes with the same If-Match one succeeds, the others answer 412', async () => {
  const { body, headers } = await entra.ask('POST', '/Users', scimUser())
  const tag = headers.get('etag')!
  expect(tag).toBe(body.meta.version)
  const tries = Array.from({ length: 10 }, (_, n) =>
    entra.ask(
      'PATCH',
      `/Users/${body.id}`,
      { Operations: [{ op: 'replace', path: 'displayName', value: `改名${n}` }] },
      { 'if-match': tag },
    ),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 412)])
  const now = (await entra.ask('GET', `/Users/${body.id}`)).headers.get('etag')!
  expect(now).not.toBe(tag)
  expect((await entra.ask('GET', `/Users/${body.id}`, undefined, { 'if-none-match': now })).status).toBe(304)
})

test('PUT empties attributes that are not sent, but keeps extensions that are not named', async () => {
  const { body } = await entra.ask(
    'POST',
    '/Users',
    scimUser({ nickName: '旧', [ENTERPRISE]: { employeeNumber: 'PUT-1' }, [HUFU_USER]: { gender: 'female' } }),
  )
  const put = await entra.ask('PUT', `/Users/${body.id}`, {
    ...scimUser({ userName: body.userName, emails: [] }),
    id: 'ignored',
    meta: { created: 'x' },
  })
  expect([put.status, put.body.nickName, put.body.emails]).toEqual([200, undefined, undefined])
  expect(put.body).toMatchObject({ id: body.id, [ENTERPRISE]: { employeeNumber: 'PUT-1' }, [HUFU_USER]: { gender: 'female' } })
  const less = await entra.ask('PUT', `/Users/${body.id}`, scimUser({ userName: body.userName, [ENTERPRISE]: { costCenter: 'C' } }))
  expect(less.body[ENTERPRISE].employeeNumber).toBeUndefined()
})

test('after DELETE the user is not found, and POST brings the same user back', async () => {
  for (const onDelete of ['delete', 'disable']) {
    const one = await scimClient(server, { onDelete })
    const sent = scimUser({ externalId: 'who-returns' })
    const { body } = await one.ask('POST', '/Users', sent)
    expect((await one.ask('DELETE', `/Users/${body.id}`)).status).toBe(204)
    for (const [method, path] of [
      ['GET', `/Users/${body.id}`],
      ['DELETE', `/Users/${body.id}`],
    ] as const)
      expect((await one.ask(method, path)).status).toBe(404)
    expect((await one.ask('GET', `/Users?filter=${encodeURIComponent('externalId eq "who-returns"')}`)).body.totalResults).toBe(0)
    const again = await one.ask('POST', '/Users', sent)
    expect([again.status, again.body.id, again.body.active]).toEqual([201, body.id, true])
  }
  const plain = await scimClient(server, { adopts: false })
  const sent = scimUser({ externalId: 'who-is-new' })
  const { body } = await plain.ask('POST', '/Users', sent)
  await plain.ask('DELETE', `/Users/${body.id}`)
  expect((await plain.ask('POST', '/Users', sent)).body.id).not.toBe(body.id)
})

test('each write is one transaction, one audit record and one operation', async () => {
  const { body } = await entra.ask('POST', '/Users', scimUser())
  await entra.patch(`/Users/${body.id}`, { op: 'replace', value: { displayName: '新名', active: false, title: '新' } })
  const { rows } = await server.kernel.pool.query(
    `select operate_type, user_id, code, target, trace_id from oper_log where target = $1 order by create_time, id`,
    [body.id],
  )
  expect(rows).toMatchObject([
    { operate_type: 'saveUser', user_id: entra.id, code: 'success' },
    { operate_type: 'updateUser', user_id: entra.id, code: 'success' },
  ])
  const operations = await server.kernel.pool.query('select call, user_id from operation where id = any ($1) order by begin_time', [
    rows.map(row => row.trace_id),
  ])
  expect(operations.rows).toEqual([
    { call: 'scim.saveUser', user_id: entra.id },
    { call: 'scim.updateUser', user_id: entra.id },
  ])
  // A PATCH that changes nothing writes nothing.
  const version = (await entra.ask('GET', `/Users/${body.id}`)).body.meta.version
  const same = await entra.patch(`/Users/${body.id}`, { op: 'replace', path: 'displayName', value: '新名' })
  expect([same.status, same.body.meta.version]).toEqual([200, version])
  const after = await server.kernel.pool.query('select 1 from oper_log where target = $1', [body.id])
  expect(after.rows).toHaveLength(2)
})

test('creating a user takes few statements', async () => {
  expect((await statementsOf(entra.id, () => entra.ask('POST', '/Users', scimUser()))).length).toBeLessThanOrEqual(9)
})
