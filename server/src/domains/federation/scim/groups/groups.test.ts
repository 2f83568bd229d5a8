import { afterAll, beforeAll, expect, test } from 'vitest'
import { org as orgCalls } from '@hufu/contract/directory/org'
import { workGroup } from '@hufu/contract/directory/work-group'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { ENTERPRISE, HUFU_USER, scimClient, scimUser, type ScimSubject } from '../../../../../test/scim.ts'
import { statementsOf } from '../../../../../test/statements.ts'

let server: TestServer
let client: ScimSubject
beforeAll(async () => {
  server = await startTestServer()
  client = await scimClient(server)
})
afterAll(() => server.close())

let serial = 0
const made = async (parts: Record<string, unknown> = {}, by = client) =>
  (await by.ask('POST', '/Groups', { displayName: `小组${++serial}`, ...parts })).body
const search = (filter: string) => client.ask('GET', `/Groups?filter=${encodeURIComponent(filter)}&excludedAttributes=members`)

test('a group is a work group of the console', async () => {
  const who = await server.given.user()
  const body = await made({ externalId: 'g-1', members: [{ value: who }] })
  expect(body).toMatchObject({ externalId: 'g-1', members: [{ value: who, $ref: expect.stringContaining(`/Users/${who}`) }] })
  const stored = await server.admin.call(workGroup.byId, { query: { id: body.id } })
  expect([stored.name, stored.userCount]).toEqual([body.displayName, 1])
  expect((await client.ask('GET', `/Users/${who}`)).body.groups).toMatchObject([{ value: body.id, display: body.displayName }])
  for (const filter of [
    'externalId eq "g-1"',
    `displayName eq "${body.displayName}"`,
    `members.value eq "${who}"`,
    `members[value eq "${who}"]`,
    `id eq "${body.id}"`,
  ]) {
    const { body: list } = await search(filter)
    expect([list.totalResults, list.Resources[0].id, list.Resources[0].members], filter).toEqual([1, body.id, undefined])
  }
  const taken = await client.ask('POST', '/Groups', { displayName: body.displayName })
  expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness'])
  expect((await client.ask('POST', '/Groups', { displayName: '另一组', externalId: 'g-1' })).status).toBe(409)
  expect((await client.ask('POST', '/Groups', {})).status).toBe(400)
  expect((await client.ask('DELETE', `/Groups/${body.id}`)).status).toBe(204)
  expect((await client.ask('GET', `/Groups/${body.id}`)).status).toBe(404)
})

test('PUT replaces the name and the members of a group', async () => {
  const [a, b] = [await server.given.user(), await server.given.user()]
  const { id } = await made({ members: [{ value: a }] })
  const put = await client.ask('PUT', `/Groups/${id}`, { displayName: '新组名', members: [{ value: b }] })
  expect([put.status, put.body.displayName, put.body.members.map((one: { value: string }) => one.value)]).toEqual([200, '新组名', [b]])
  expect((await client.ask('PUT', `/Groups/${id}`, { displayName: '新组名', members: [] })).body.members).toEqual([])
})

test('SC-07 a hundred concurrent additions of members to one group all take effect', async () => {
  const people = await Promise.all(Array.from({ length: 100 }, () => server.given.user()))
  const { id } = await made()
  const answers = await Promise.all(people.map(value => client.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value }] })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  const { body } = await client.ask('GET', `/Groups/${id}`)
  expect(body.members.map((one: { value: string }) => one.value).sort()).toEqual(people.sort())
})

test('adding a member takes the same number of statements however many members there are', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => server.given.user()))
  const [small, large] = [await made(), await made({ members: people.slice(1).map(value => ({ value })) })]
  const add = (id: string) =>
    statementsOf(client.id, () => client.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value: people[0] }] }))
  const [few, many] = [await add(small.id), await add(large.id)]
  expect(many.length).toBe(few.length)
  expect(many.length).toBeLessThanOrEqual(10)
})

test('a client cannot change the members of a group by rule', async () => {
  const rule = { match: 'all', conditions: [{ field: 'org', orgIds: ['1'], below: true, mainOnly: false }] }
  await server.kernel.db
    .insertInto('workGroup')
    .values({ id: 'by-rule', name: '规则组', code: 'RULE', orgId: '1', rule: JSON.stringify(rule) })
    .execute()
  const value = await server.given.user()
  const { status, body } = await client.patch('/Groups/by-rule', { op: 'add', path: 'members', value: [{ value }] })
  expect([status, body.scimType]).toEqual([400, 'mutability'])
})

test('SC-06 a client of one branch sees no groups or organisations of another', async () => {
  const [mine, foreign] = [await server.given.org(), await server.given.org()]
  const branch = await scimClient(server, { rootOrg: mine })
  const [own, other] = [await made({}, branch), await made()]
  expect((await branch.ask('GET', '/Groups')).body.Resources.map((each: { id: string }) => each.id)).toEqual([own.id])
  const stranger = await server.given.user({ org: foreign })
  for (const [method, path, body] of [
    ['GET', `/Groups/${other.id}`],
    ['DELETE', `/Groups/${other.id}`],
    ['PATCH', `/Groups/${other.id}`, { Operations: [{ op: 'remove', path: 'members' }] }],
    ['GET', `/Organizations/${foreign}`],
    ['DELETE', `/Organizations/${foreign}`],
    ['PUT', `/Organizations/${foreign}`, { name: 'x' }],
    ['GET', '/Organizations/1'],
  ] as const)
    expect((await branch.ask(method, path, body)).status, `${method} ${path}`).toBe(404)
  const refused = await branch.patch(`/Groups/${own.id}`, { op: 'add', path: 'members', value: [{ value: stranger }] })
  expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining(stranger)])
  // A member whom the console added from outside the branch is not found by the client, nor does their membership count.
  await server.kernel.db.insertInto('workGroupMember').values({ groupId: own.id, userId: stranger }).execute()
  const ids = async (filter: string) =>
    (await branch.ask('GET', `/Groups?filter=${encodeURIComponent(filter)}`)).body.Resources.map((each: { id: string }) => each.id)
  for (const filter of [`members eq "${stranger}"`, `members[value eq "${stranger}"]`, 'members pr'])
    expect(await ids(filter), filter).toEqual([])
  await branch.patch(`/Groups/${own.id}`, { op: 'remove', path: 'members' })
  const { pool } = server.kernel
  expect((await pool.query('select user_id from work_group_member where group_id = $1', [own.id])).rows).toEqual([{ user_id: stranger }])
  expect((await pool.query('select record_id from scim_removal where client_id = $1', [branch.id])).rows).toEqual([])
  const orgs = await branch.ask('GET', '/Organizations')
  expect([orgs.body.totalResults, orgs.body.Resources[0].parent]).toEqual([1, undefined])
  expect((await branch.patch(`/Organizations/${mine}`, { op: 'replace', path: 'parent', value: { value: foreign } })).status).toBe(403)
  expect((await branch.ask('POST', '/Organizations', { name: 'x', parent: { value: foreign } })).status).toBe(400)
  expect((await branch.ask('DELETE', `/Organizations/${mine}`)).status).toBe(403)
})

test('an organisation is created, changed, moved, disabled and deleted as in the console', async () => {
  const parent = await server.given.org()
  const sent = {
    name: '销售部',
    code: 'SALES',
    shortName: '销',
    externalId: 'o-1',
    leader: '张三',
    phone: '010',
    address: '北京',
    parent: { value: parent },
  }
  const { status, body } = await client.ask('POST', '/Organizations', sent)
  expect([status, body.detail]).toEqual([201, undefined])
  expect(body).toMatchObject({ ...sent, active: true, parent: { value: parent, display: expect.any(String) } })
  expect(await server.admin.call(orgCalls.byId, { query: { id: body.id } })).toMatchObject({
    name: '销售部',
    code: 'SALES',
    parentId: parent,
  })
  const there = await server.given.org()
  const moved = await client.patch(`/Organizations/${body.id}`, {
    op: 'replace',
    value: { name: '营销部', active: false, parent: { value: there } },
  })
  expect([moved.status, moved.body.detail]).toEqual([200, undefined])
  expect(moved.body).toMatchObject({ name: '营销部', active: false, parent: { value: there }, code: 'SALES', leader: '张三' })
  const put = await client.ask('PUT', `/Organizations/${body.id}`, { name: '营销部' })
  expect([put.body.leader, put.body.code, put.body.parent.value, put.body.externalId]).toEqual([undefined, 'SALES', there, 'o-1'])
  for (const filter of ['externalId eq "o-1"', 'name co "营"', 'code eq "sales"', 'active eq false', `parent.value eq "${there}"`])
    expect(
      (await client.ask('GET', `/Organizations?filter=${encodeURIComponent(filter)}`)).body.Resources.map(
        (each: { id: string }) => each.id,
      ),
      filter,
    ).toEqual([body.id])
  expect((await client.patch(`/Organizations/${there}`, { op: 'replace', path: 'parent.value', value: body.id })).status).toBe(400)
  expect((await client.ask('DELETE', `/Organizations/${there}`)).status).toBe(400)
  expect((await client.ask('DELETE', `/Organizations/${body.id}`)).status).toBe(204)
})

test('a department is found by externalId, code or unique name, else the user goes to the default organisation or is refused', async () => {
  const [home, a, b] = [
    await server.given.org(),
    await server.given.org({ code: 'DEPT-A', name: '甲部' }),
    await server.given.org({ name: '同名' }),
  ]
  await server.given.org({ name: '同名', parentId: a })
  const one = await scimClient(server, { defaultOrg: home })
  await one.ask('PATCH', `/Organizations/${b}`, { Operations: [{ op: 'add', path: 'externalId', value: 'ext-b' }] })
  const at = async (department: string | undefined) => {
    const { body } = await one.ask('POST', '/Users', scimUser(department === undefined ? {} : { [ENTERPRISE]: { department } }))
    return [body[HUFU_USER].jobs[0].organization.value, body[ENTERPRISE].department]
  }
  expect(await at('DEPT-A')).toEqual([a, 'DEPT-A'])
  expect(await at('甲部')).toEqual([a, '甲部'])
  expect(await at('ext-b')).toEqual([b, 'ext-b'])
  expect(await at('同名')).toEqual([home, '同名'])
  expect(await at('nowhere')).toEqual([home, 'nowhere'])
  expect((await at(undefined))[0]).toBe(home)
  const strict = await scimClient(server, { unknownOrg: 'refuse' })
  const refused = await strict.ask('POST', '/Users', scimUser({ [ENTERPRISE]: { department: 'nowhere' } }))
  expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('nowhere')])
  // An organisation outside the client's branch is unknown to it, whether its name or its code is sent.
  const branch = await scimClient(server, { rootOrg: home })
  for (const department of ['甲部', 'DEPT-A']) {
    const { body } = await branch.ask('POST', '/Users', scimUser({ [ENTERPRISE]: { department } }))
    expect(body[HUFU_USER]?.jobs[0].organization.value).toBe(home)
  }
})

test('several jobs are written and returned, exactly one of them primary', async () => {
  const [a, b] = [await server.given.org(), await server.given.org()]
  await server.kernel.pool.query(
    `insert into standing (id, kind, name, code, sort_num) values ('st1', 'post', '工程师', 'ENG', 1), ('st2', 'rank', '高级', 'SEN', 1)`,
  )
  const jobs = [
    { organization: { value: a }, primary: true, post: { value: 'eng' }, rank: { value: 'SEN' } },
    { organization: { value: b }, primary: false },
  ]
  const { status, body } = await client.ask('POST', '/Users', scimUser({ [HUFU_USER]: { jobs } }))
  expect([status, body.detail]).toEqual([201, undefined])
  expect(body[HUFU_USER].jobs).toMatchObject([
    { organization: { value: a }, primary: true, post: { value: 'ENG', display: '工程师' }, rank: { value: 'SEN' } },
    { organization: { value: b }, primary: false },
  ])
  const swapped = await client.patch(`/Users/${body.id}`, {
    op: 'replace',
    path: `${HUFU_USER}:jobs`,
    value: jobs.map(job => ({ ...job, primary: !job.primary })),
  })
  expect(swapped.body[HUFU_USER].jobs[0]).toMatchObject({ organization: { value: b }, primary: true })
  // A new department moves the main job; the other job the user already has there becomes the main job and keeps its codes.
  const code = (await client.ask('GET', `/Organizations/${a}`)).body.code
  const moved = await client.patch(`/Users/${body.id}`, { op: 'replace', path: `${ENTERPRISE}:department`, value: code })
  expect(moved.body[HUFU_USER].jobs).toMatchObject([{ organization: { value: a }, primary: true, post: { value: 'ENG' } }])
  for (const wrong of [
    [jobs[1]],
    [jobs[0], { ...jobs[0] }],
    [{ ...jobs[0], post: { value: 'NONE' } }],
    [{ organization: { value: 'none' }, primary: true }],
  ])
    expect((await client.patch(`/Users/${body.id}`, { op: 'replace', path: `${HUFU_USER}:jobs`, value: wrong })).status).toBe(400)
})
