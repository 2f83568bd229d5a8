import { afterAll, beforeAll, expect, test } from 'vitest'
import { org as orgCalls } from '@hufu/contract/directory/org'
import { orgSetting } from '@hufu/contract/directory/org-setting'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { HUFU_USER, scimClient, type Body, type ScimAnswer, type ScimSubject } from '../../../../../test/scim.ts'

let server: TestServer
let client: ScimSubject
beforeAll(async () => {
  server = await startTestServer()
  client = await scimClient(server, { groupsAre: 'org' })
})
afterAll(() => server.close())

const membersOf = ({ body }: ScimAnswer): string[] => body.members.map((one: { value: string }) => one.value).sort()
const add = (group: string, value: string, by = client) => by.patch(`/Groups/${group}`, { op: 'add', path: 'members', value: [{ value }] })
const jobsOf = async (id: string) =>
  (await client.ask('GET', `/Users/${id}`)).body[HUFU_USER].jobs.map((job: Body) => [job.organization.value, job.primary])

test('SC-13 a user added to an organisation gets another job in it, and loses it when removed', async () => {
  const [home, there] = [await server.given.org(), await server.given.org()]
  const id = await server.given.user({ org: home })
  const { version } = await server.admin.call(user.byId, { query: { id } })
  expect((await add(there, id)).status).toBe(204)
  expect(await jobsOf(id)).toEqual([
    [home, true],
    [there, false],
  ])
  const groups = (await client.ask('GET', `/Users/${id}`)).body.groups.map((one: Body) => one.value)
  expect(groups.sort()).toEqual([home, there].sort())
  // A form opened before the user joined is stale, because saving it would remove the new job.
  const jobs = [{ orgId: home, jobType: 1 as const }]
  await server.admin.refused('stale', user.update, { body: { id, realName: '某人', jobs, version } })
  expect((await client.patch(`/Groups/${there}`, { op: 'remove', path: `members[value eq "${id}"]` })).status).toBe(204)
  expect(await jobsOf(id)).toEqual([[home, true]])
})

test('SC-13 removing a member never removes a main job, by any kind of request', async () => {
  const group = await server.given.org()
  const [main, other] = [await server.given.user({ org: group }), await server.given.user({ others: [group] })]
  for (const operation of [
    { op: 'remove', path: 'members', value: [{ value: main }] },
    { op: 'remove', path: `members[value eq "${main}"]` },
    { op: 'replace', path: 'members', value: [{ value: other }] },
    { op: 'remove', path: 'members' },
  ]) {
    const { status, body } = await client.patch(`/Groups/${group}`, operation)
    expect([status, body?.scimType, body?.detail], JSON.stringify(operation)).toEqual([400, 'mutability', expect.stringContaining('主职')])
  }
  const name = (await server.admin.call(orgCalls.byId, { query: { id: group } })).name
  const put = await client.ask('PUT', `/Groups/${group}`, { displayName: name, members: [] })
  expect([put.status, put.body.scimType]).toEqual([400, 'mutability'])
  expect(membersOf(await client.ask('GET', `/Groups/${group}`))).toEqual([main, other].sort())
  const replaced = await client.ask('PUT', `/Groups/${group}`, { displayName: name, members: [{ value: main }] })
  expect([replaced.status, membersOf(replaced)]).toEqual([200, [main]])
})

test('while other jobs are switched off nobody can be added, and present members stay or leave', async () => {
  const group = await server.given.org()
  const [member, fresh] = [await server.given.user({ others: [group] }), await server.given.user()]
  const setting = await server.admin.call(orgSetting.get)
  await server.admin.call(orgSetting.update, { body: { ...setting, openOtherJob: false } })
  try {
    const refused = await add(group, fresh)
    expect([refused.status, refused.body.scimType, refused.body.detail]).toEqual([400, 'mutability', expect.stringContaining('兼职')])
    expect((await add(group, member)).status).toBe(204)
    expect((await client.patch(`/Groups/${group}`, { op: 'remove', path: 'members', value: [{ value: member }] })).status).toBe(204)
  } finally {
    await server.admin.call(orgSetting.update, { body: setting })
  }
})

test('a user who holds a role, or has twenty other jobs, is given no further one', async () => {
  const group = await server.given.org()
  const [boss, busy] = [await server.given.user(), await server.given.user()]
  await server.given.role(boss, '/organiz/index')
  expect((await add(group, boss)).status).toBe(403)
  for (let n = 0; n < 20; n++) expect((await add(await server.given.org(), busy)).status).toBe(204)
  expect((await add(group, busy)).status).toBe(400)
  expect(membersOf(await client.ask('GET', `/Groups/${group}`))).toEqual([])
})

test('D-56 a user whose jobs a synchronisation source writes can neither join nor leave', async () => {
  const group = await server.given.org()
  const [member, fresh] = [await server.given.user({ others: [group] }), await server.given.user()]
  const query = (text: string, values: unknown[] = []) => server.kernel.pool.query(text, values)
  const mapping = JSON.stringify([{ object: 'user', from: 'dept', to: 'jobs' }])
  await query("insert into sync_config (id, name, direction, object_type, mapping, status) values ('hr', '人事', 'in', 'user', $1, 1)", [
    mapping,
  ])
  for (const id of [member, fresh])
    await query("insert into sync_link (sync_id, object_type, origin_id, object_id, is_owner) values ('hr', 'user', $1, $1, true)", [id])
  const joining = await add(group, fresh)
  const leaving = await client.patch(`/Groups/${group}`, { op: 'remove', path: `members[value eq "${member}"]` })
  for (const { status, body } of [joining, leaving]) expect([status, body.detail]).toEqual([400, expect.stringContaining('人事')])
  expect(membersOf(await client.ask('GET', `/Groups/${group}`))).toEqual([member])
})

test('an organisation is created below the root of the client, and deleted by the rules of the console', async () => {
  const root = await server.given.org()
  const branch = await scimClient(server, { groupsAre: 'org', rootOrg: root })
  const { body } = await branch.ask('POST', '/Groups', { displayName: '分部', externalId: 'ext' })
  expect(await server.admin.call(orgCalls.byId, { query: { id: body.id } })).toMatchObject({ name: '分部', parentId: root })
  expect((await branch.ask('GET', `/Organizations/${body.id}`)).body.name).toBe('分部')
  const inside = await server.given.user({ org: root, others: [body.id] })
  const full = await branch.ask('DELETE', `/Groups/${body.id}`)
  expect([full.status, full.body.scimType]).toEqual([400, 'mutability'])
  await branch.patch(`/Groups/${body.id}`, { op: 'remove', path: 'members', value: [{ value: inside }] })
  expect((await branch.ask('DELETE', `/Groups/${body.id}`)).status).toBe(204)
  const name = (await branch.ask('GET', `/Groups/${root}`)).body.displayName
  const renamed = await branch.patch(`/Groups/${root}`, { op: 'replace', path: 'displayName', value: '改名' })
  const removed = await branch.ask('DELETE', `/Groups/${root}`)
  expect([renamed.status, removed.status]).toEqual([403, 403])
  expect([renamed.body.detail, removed.body.detail]).toEqual([expect.stringContaining('根机构'), expect.stringContaining('根机构')])
  expect((await branch.ask('GET', `/Groups/${root}`)).body.displayName).toBe(name)
})

test('SC-06 a client of one branch sees only the organisations of its branch as groups, and only its own users in them', async () => {
  const [mine, foreign] = [await server.given.org(), await server.given.org()]
  const below = await server.given.org({ parentId: mine })
  const branch = await scimClient(server, { groupsAre: 'org', rootOrg: mine })
  const listed = (await branch.ask('GET', '/Groups')).body
  expect([listed.totalResults, listed.Resources.map((one: Body) => one.id).sort()]).toEqual([2, [mine, below].sort()])
  const stranger = await server.given.user({ org: foreign })
  for (const [method, body] of [
    ['GET'],
    ['DELETE'],
    ['PUT', { displayName: 'x' }],
    ['PATCH', { Operations: [{ op: 'remove', path: 'members' }] }],
  ] as const)
    expect((await branch.ask(method, `/Groups/${foreign}`, body)).status, method).toBe(404)
  const refused = await add(below, stranger, branch)
  expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining(stranger)])
  const shared = await server.given.user({ org: foreign, others: [below] })
  expect((await branch.ask('GET', `/Users/${shared}`)).body.groups.map((one: Body) => one.value)).toEqual([below])
  const filter = encodeURIComponent(`members.value eq "${stranger}"`)
  expect((await branch.ask('GET', `/Groups?filter=${filter}`)).body.totalResults).toBe(0)
})
