import { afterAll, beforeAll, expect, test } from 'vitest'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { workGroup } from '@hufu/contract/directory/work-group'
import { apiClient } from '@hufu/contract/federation/api-client'
import { dataHistory } from '@hufu/contract/operations/data-history'
import { admin as administrators } from '@hufu/contract/permission/admin'
import { startTestServer, type Subject, type TestServer } from '../../../../../test/harness.ts'
import { HUFU_USER, scimClient, scimUser, type Body, type ScimSubject } from '../../../../../test/scim.ts'

let server: TestServer
/** An administrator other than the one who set up the clients. */
let second: Subject
beforeAll(async () => {
  server = await startTestServer()
  const id = await server.given.user()
  await server.admin.call(administrators.save, { body: { userIds: [id], roleIds: ['super_admin'] } })
  second = await server.as(id)
})
afterAll(() => server.close())

/** Moves all operations so far out of the present hour by changing their bulk ids. */
const anHourPasses = () => server.kernel.pool.query(`update operation set bulk_id = bulk_id || ':before' where bulk_id is not null`)

async function hourOf({ id }: ScimSubject): Promise<string> {
  const { rows } = await server.kernel.pool.query<{ bulk_id: string }>(
    `select distinct bulk_id from data_history where user_id = $1 and bulk_id is not null order by bulk_id desc limit 1`,
    [id],
  )
  return rows[0]!.bulk_id
}
const preview = (bulkId: string) => second.call(dataHistory.previewBulk, { query: { bulkId } })
const takeBack = (bulkId: string) => second.call(dataHistory.restoreBulk, { query: { bulkId } })

async function made(one: ScimSubject, path: string, body: unknown): Promise<string> {
  const answer = await one.ask('POST', path, body)
  expect([answer.status, answer.body.detail]).toEqual([201, undefined])
  return answer.body.id
}
const done = async (...answers: Promise<{ status: number }>[]) => {
  for (const answer of answers) expect((await answer).status).toBeLessThan(300)
}

interface World {
  users: string[]
  groups: string[]
  orgs: string[]
}
async function world(one: ScimSubject, count: number): Promise<World> {
  const [users, groups, orgs]: [string[], string[], string[]] = [[], [], []]
  for (const name of ['研发', '市场', '财务'])
    orgs.push(await made(one, '/Organizations', { name: `${name}${one.id.slice(-6)}`, externalId: name }))
  for (let n = 0; n < count; n++)
    users.push(
      await made(
        one,
        '/Users',
        scimUser({ externalId: `u${n}`, [HUFU_USER]: { jobs: [{ organization: { value: orgs[n % 2] }, primary: true }] } }),
      ),
    )
  for (const name of ['甲', '乙'])
    groups.push(
      await made(one, '/Groups', {
        displayName: `${name}${one.id.slice(-6)}`,
        externalId: name,
        members: users.slice(0, 6).map(value => ({ value })),
      }),
    )
  await anHourPasses()
  return { users, groups, orgs }
}

/**
 * Versions and times, which differ after taking back; `without` also drops the ids of jobs, because jobs come back with new ids.
 */
const CHANGING = new Set(['version', 'createTime', 'updateTime', 'lastUpdateTime'])
const without = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(without)
  if (value === null || typeof value !== 'object') return value
  const isJob = 'jobType' in value && 'orgId' in value
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => !CHANGING.has(name) && !(isJob && name === 'id')).map(([name, part]) => [name, without(part)]), // prettier-ignore
  )
}
const withoutMeta = ({ meta: _meta, ...resource }: Body): Body => resource

/** The users, groups and organisations as the console shows them and as the client sees them. */
async function seen(one: ScimSubject, { users, groups, orgs }: World) {
  const console = {
    users: await Promise.all(users.map(id => server.admin.call(user.byId, { query: { id } }))),
    groups: await Promise.all(groups.map(id => server.admin.call(workGroup.byId, { query: { id } }))),
    members: await Promise.all(
      groups.map(async workGroupId =>
        (await server.admin.call(workGroup.members, { query: { workGroupId } })).map(({ id }) => id).toSorted(),
      ),
    ),
    orgs: await Promise.all(orgs.map(id => server.admin.call(org.byId, { query: { id } }))),
  }
  const paths = [...users.map(id => `/Users/${id}`), ...groups.map(id => `/Groups/${id}`), ...orgs.map(id => `/Organizations/${id}`)]
  const client = await Promise.all(paths.map(async path => withoutMeta((await one.ask('GET', path)).body)))
  return { console: without(console), client }
}

const replace = (path: string, value: unknown) => ({ op: 'replace', path, value })

/** Makes thirty unwanted changes. */
async function goMad(one: ScimSubject, { users, groups, orgs }: World): Promise<void> {
  const at = (n: number) => `/Users/${users[n]!}`
  for (let n = 0; n < 10; n++) await done(one.patch(at(n), replace('displayName', `错名${n}`)))
  await done(
    one.patch(at(0), replace('displayName', '再错')),
    one.patch(at(1), replace('emails[type eq "work"].value', 'wrong@example.com')),
  )
  for (let n = 10; n < 14; n++) await done(one.patch(at(n), replace('active', false)))
  for (let n = 14; n < 18; n++) await done(one.ask('DELETE', at(n)))
  await done(one.patch(at(2), { op: 'replace', value: { [HUFU_USER]: { jobs: [{ organization: { value: orgs[2] }, primary: true }] } } }))
  await done(one.ask('DELETE', at(1)))
  for (let n = 0; n < 2; n++) await done(one.ask('POST', '/Users', scimUser()))
  await done(one.patch(`/Groups/${groups[0]!}`, { op: 'remove', path: 'members' }))
  await done(one.patch(`/Groups/${groups[0]!}`, replace('displayName', `空组${one.id.slice(-6)}`)))
  await done(one.patch(`/Groups/${groups[1]!}`, { op: 'add', path: 'members', value: [{ value: users[9] }] }))
  await done(one.ask('DELETE', `/Groups/${groups[1]!}`))
  await done(one.patch(`/Organizations/${orgs[0]!}`, replace('name', `错的机构${one.id.slice(-6)}`)))
  await done(one.patch(`/Organizations/${orgs[1]!}`, replace('parent', { value: orgs[0] })))
}

test.each([
  ['deletes', {}],
  ['disables whom it deletes and makes them anew', { onDelete: 'disable', adopts: false }],
] as const)(
  'SC-14 an hour of thirty wrong changes by a client that %s is undone by another administrator: all is as before, for console and client',
  async (_, settings) => {
    const one = await scimClient(server, settings)
    const there = await world(one, 18)
    const count = async () => (await one.ask('GET', '/Users?count=0')).body.totalResults
    const [before, users] = [await seen(one, there), await count()]
    await goMad(one, there)
    const bulkId = await hourOf(one)
    expect(bulkId).toMatch(new RegExp(`^scim:${one.id}:\\d{10}$`))
    const shown = await preview(bulkId)
    expect([shown.stays, shown.refusal, shown.remaining]).toEqual([[], null, 0])
    expect(await takeBack(bulkId)).toEqual(shown)
    expect([await seen(one, there), await count()]).toEqual([before, users])
    await second.refused('historyUndone', dataHistory.restoreBulk, { query: { bulkId } })
    // Taking back is an operation too; taking that back restores what the client had written.
    const { records } = await second.call(dataHistory.page, { query: { size: 1 } })
    expect(records[0]!.call).toBe('dataHistory.restoreBulk')
    await takeBack(records[0]!.operationId!)
    expect((await server.admin.call(user.byId, { query: { id: there.users[5]! } })).realName).toBe('错名5')
  },
)

test('SC-14 undoing an hour keeps and lists what others changed since, and restores the rest; of two concurrent calls one succeeds', async () => {
  const one = await scimClient(server)
  const { users } = await world(one, 4)
  const shown = async (n: number) => {
    const { realName, email, status, remark } = await server.admin.call(user.byId, { query: { id: users[n]! } })
    return { realName, email, status, remark }
  }
  const before = await Promise.all([0, 1, 2, 3].map(shown))
  for (const id of users) await done(one.patch(`/Users/${id}`, replace('displayName', '错名')))
  await done(one.patch(`/Users/${users[3]!}`, replace('active', false)))
  const jobs = async (id: string) =>
    (await server.admin.call(user.byId, { query: { id } })).jobs.map(({ orgId }) => ({ orgId, jobType: 1 as const }))
  const edit = async (n: number, change: object) =>
    server.admin.call(user.update, { body: { id: users[n]!, realName: '错名', ...change, jobs: await jobs(users[n]!) } })
  await edit(0, { realName: '更正' })
  await edit(1, { remark: '另改' })
  await server.admin.call(user.remove, { body: { ids: [users[2]!] } })

  const bulkId = await hourOf(one)
  const previewed = await preview(bulkId)
  expect(previewed.stays.map(({ recordName, refusal }) => [recordName, refusal])).toEqual([
    ['错名', expect.stringContaining('不存在')],
    ['错名', '以下字段之后又有修改，不能还原：姓名'],
  ])
  const answers = await Promise.all([1, 2].map(() => second.send(dataHistory.restoreBulk, { query: { bulkId } })))
  expect(answers.map(({ envelope }) => envelope.message).filter(message => message === '该操作已撤销')).toHaveLength(1)
  expect(await shown(0)).toEqual({ ...before[0], realName: '更正' })
  expect(await shown(1)).toEqual({ ...before[1], remark: '另改' })
  expect(await shown(3)).toEqual(before[3])
})

test('SC-14 the hour of a client stopped by the brake can be undone, and again for changes after the release', async () => {
  const one = await scimClient(server, { brakePercent: 1, brakeLeast: 2 })
  const { users } = await world(one, 8)
  const hours = async () => (await second.call(apiClient.scim, { query: { id: one.id } })).hours
  expect(await hours()).toEqual([])
  const disable = (n: number) => one.patch(`/Users/${users[n]!}`, replace('active', false))
  for (const [n, status] of [200, 200, 503].entries()) expect((await disable(n)).status).toBe(status)
  const bulkId = await hourOf(one)
  expect(await hours()).toEqual([{ bulkId, beginTime: expect.stringMatching(/:00:00$/), changed: 2 }])
  // Blocking the client does not count as a change by the client.
  expect(await takeBack(bulkId)).toMatchObject({ restored: 2, stays: [] })
  expect(await hours()).toEqual([])
  await second.call(apiClient.openScim, { body: { id: one.id } })
  await done(disable(3))
  expect((await takeBack(bulkId)).restored).toBe(1)
  expect((await server.admin.call(user.byId, { query: { id: users[3]! } })).status).toBe(1)
})

test('SC-14 of more than five hundred changes the latest are undone first, then the others', async () => {
  const one = await scimClient(server)
  const Operations = Array.from({ length: 255 }, (_, n) => ({ method: 'POST', path: '/Users', bulkId: String(n), data: scimUser() }))
  const sent = await one.ask('POST', '/Bulk', { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations })
  expect(sent.body.Operations).toHaveLength(255)
  const bulkId = await hourOf(one)
  const first = await takeBack(bulkId)
  expect([first.restored, first.stays, first.remaining]).toEqual([250, [], 10])
  expect(await takeBack(bulkId)).toMatchObject({ restored: 5, stays: [], remaining: 0 })
  const { rows } = await server.kernel.pool.query(`select 1 from scim_extra x join live_user u on u.id = x.id where x.client_id = $1`, [
    one.id,
  ])
  expect(rows).toEqual([])
})
