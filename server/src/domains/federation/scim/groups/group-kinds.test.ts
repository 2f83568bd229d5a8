import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { org as orgCalls } from '@hufu/contract/directory/org'
import { apiClient } from '@hufu/contract/federation/api-client'
import { userLabel } from '@hufu/contract/directory/label'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { HUFU_USER, scimClient, scimUser, type Body, type ScimSubject } from '../../../../../test/scim.ts'
import { statementsOf } from '../../../../../test/statements.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const nameOf = {
  label: async (id: string) => (await server.admin.call(userLabel.byId, { query: { id } })).name,
  org: async (id: string) => (await server.admin.call(orgCalls.byId, { query: { id } })).name,
}
const membersOf = ({ body }: { body: Body }): string[] => body.members.map((one: { value: string }) => one.value).sort()
const people = (count: number) => Promise.all(Array.from({ length: count }, () => server.given.user()))
const listOf = (ids: readonly string[]) => ids.map(value => ({ value }))

describe.each(['label', 'org'] as const)('groups that are a %s', groupsAre => {
  let client: ScimSubject
  let serial = 0
  beforeAll(async () => {
    client = await scimClient(server, { groupsAre })
  })
  const made = async (parts: Record<string, unknown> = {}, by = client): Promise<Body> => {
    const { status, body } = await by.ask('POST', '/Groups', { displayName: `${groupsAre}组${++serial}`, ...parts })
    expect([status, body.detail]).toEqual([201, undefined])
    return body
  }
  const got = async (id: string) => membersOf(await client.ask('GET', `/Groups/${id}`))
  const found = async (path: string, filter: string, more = '') =>
    (await client.ask('GET', `${path}?filter=${encodeURIComponent(filter)}${more}`)).body

  test('SC-13 a group is created, found, renamed, filled, emptied and deleted, and the console agrees', async () => {
    const [a, b, c] = await people(3)
    const body = await made({ externalId: `life-${groupsAre}`, members: listOf([a!]) })
    expect(body).toMatchObject({ members: [{ value: a, $ref: expect.stringContaining(`/Users/${a}`), type: 'User' }] })
    expect(await nameOf[groupsAre](body.id)).toBe(body.displayName)
    for (const filter of [
      `externalId eq "life-${groupsAre}"`,
      `displayName eq "${body.displayName}"`,
      `members[value eq "${a}"] and id eq "${body.id}"`,
      `members.value eq "${a}" and meta.created gt "2020-01-01T00:00:00Z" and id sw "${body.id}"`,
    ]) {
      const list = await found('/Groups', filter, '&excludedAttributes=members')
      expect([list.totalResults, list.Resources[0]?.id, list.Resources[0]?.members], filter).toEqual([1, body.id, undefined])
    }
    const path = `/Groups/${body.id}`
    const acts: [Record<string, unknown>, string[]][] = [
      [{ op: 'Add', path: 'members', value: listOf([a!, b!]) }, [a!, b!]],
      [{ op: 'add', value: { members: { value: c, display: 'x', $ref: null } } }, [a!, b!, c!]],
      [{ op: 'remove', path: 'members', value: listOf([b!]) }, [a!, c!]],
      [{ op: 'remove', path: `members[value eq "${c}"]` }, [a!]],
      [{ op: 'replace', path: 'members', value: listOf([b!, c!]) }, [b!, c!]],
      [{ op: 'Replace', value: { displayName: `${body.displayName}改`, 'urn:microsoft:unknown:Group': 1 } }, [b!, c!]],
      [{ op: 'remove', path: 'members' }, []],
    ]
    for (const [act, members] of acts) {
      expect((await client.patch(path, act)).status, JSON.stringify(act)).toBe(204)
      expect(await got(body.id), JSON.stringify(act)).toEqual(members.toSorted())
    }
    expect(await nameOf[groupsAre](body.id)).toBe(`${body.displayName}改`)
    const unknown = await client.patch(path, { op: 'add', path: 'members', value: listOf([a!, 'nobody']) })
    expect([unknown.status, unknown.body.detail]).toEqual([400, expect.stringContaining('nobody')])
    const put = await client.ask('PUT', path, { displayName: body.displayName, members: listOf([a!, b!]) })
    expect([put.status, put.body.displayName, membersOf(put), put.body.externalId]).toEqual([
      200,
      body.displayName,
      [a!, b!].sort(),
      `life-${groupsAre}`,
    ])
    const again = await client.patch(`${path}?attributes=displayName`, { op: 'replace', path: 'externalId', value: 'other' })
    expect([again.status, again.body.displayName, again.body.members]).toEqual([200, body.displayName, undefined])
    for (const sent of [{ displayName: body.displayName }, { displayName: '别名', externalId: 'other' }]) {
      const taken = await client.ask('POST', '/Groups', sent)
      expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness'])
    }
    expect((await client.ask('POST', '/Groups', {})).status).toBe(400)
    await client.patch(path, { op: 'remove', path: 'members' })
    expect((await client.ask('DELETE', path)).status).toBe(204)
    expect((await client.ask('GET', path)).status).toBe(404)
    await made({ externalId: 'other' })
  })

  test('a user lists their groups of this kind, and is found by them', async () => {
    const [id] = await people(1)
    const group = await made({ members: listOf([id!]) })
    const { groups } = (await client.ask('GET', `/Users/${id}`)).body
    const own = groups.filter(({ value }: { value: string }) => value === group.id)
    expect(own).toMatchObject([{ display: group.displayName, $ref: expect.stringContaining(`/Groups/${group.id}`), type: 'direct' }])
    const list = await found('/Users', `groups.value eq "${group.id}"`)
    expect([list.totalResults, list.Resources[0].id]).toEqual([1, id])
    const plain = await scimClient(server)
    expect((await plain.ask('GET', `/Users/${id}`)).body.groups).toEqual([])
    expect((await plain.ask('GET', `/Groups/${group.id}`)).status).toBe(404)
  })

  test('lists are sorted and paged, by number and by cursor', async () => {
    const names = ['丙', '甲', '乙'].map(name => `${groupsAre}页${name}`)
    const ids: string[] = []
    for (const displayName of names) ids.push((await made({ displayName })).id)
    const path = `/Groups?filter=${encodeURIComponent(`displayName sw "${groupsAre}页"`)}&sortBy=meta.created&sortOrder=descending`
    const second = (await client.ask('GET', `${path}&startIndex=2&count=1`)).body
    expect([second.totalResults, second.Resources[0].id]).toEqual([3, ids[1]])
    const walked: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const { body } = await client.ask('GET', `${path}&count=2&cursor=${cursor}&attributes=displayName`)
      expect(body.Resources.every((one: Body) => one.members === undefined && one.displayName !== undefined)).toBe(true)
      walked.push(...body.Resources.map((one: Body) => one.id))
      cursor = body.nextCursor
    }
    expect(walked).toEqual(ids.toReversed())
  })

  test('SC-08 the version changes with name and members, and a change based on an old one answers 412', async () => {
    const [a, b] = await people(2)
    const { id, meta } = await made({ members: listOf([a!]) })
    const tagged = (tag: string, method = 'PATCH') =>
      client.ask(method, `/Groups/${id}`, { Operations: [{ op: 'add', path: 'members', value: listOf([b!]) }] }, { 'if-match': tag })
    const unchanged = () => client.ask('GET', `/Groups/${id}`, undefined, { 'if-none-match': meta.version })
    expect((await unchanged()).status).toBe(304)
    expect((await tagged(meta.version)).status).toBe(204)
    const now = await unchanged()
    expect([now.status, now.body.meta.version === meta.version]).toEqual([200, false])
    expect((await tagged(meta.version)).status).toBe(412)
    expect((await client.ask('DELETE', `/Groups/${id}`, undefined, { 'if-match': meta.version })).status).toBe(412)
  })

  test('SC-07 a hundred concurrent additions of members to one group all take effect', async () => {
    const all = await people(100)
    const { id } = await made()
    const answers = await Promise.all(all.map(value => client.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value }] })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await got(id)).toEqual(all.toSorted())
  })

  test('adding a member takes the same number of statements however many members there are', async () => {
    const all = await people(30)
    const [small, large] = [await made(), await made({ members: listOf(all.slice(1)) })]
    const add = (id: string) =>
      statementsOf(client.id, () => client.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: listOf(all.slice(0, 1)) }))
    const [few, many] = [await add(small.id), await add(large.id)]
    expect(many.length).toBe(few.length)
    expect(many.length).toBeLessThanOrEqual(groupsAre === 'org' ? 14 : 10)
  })

  test('each write is one audit record and one operation; a write that changes nothing is none', async () => {
    const [a] = await people(1)
    const { id } = await made({ members: listOf([a!]) })
    const acts = { path: 'members', value: listOf([a!]) }
    for (const op of ['add', 'remove', 'remove']) await client.patch(`/Groups/${id}`, { op, ...acts })
    const { rows } = await server.kernel.pool.query(
      `select l.operate_type, o.call from oper_log l join operation o on o.id = l.trace_id where l.target = $1 order by l.create_time, l.id`,
      [id],
    )
    expect(rows.map(row => row.call)).toEqual(['scim.saveGroup', 'scim.updateGroup'])
  })

  test('SC-11 a client that empties too many groups is stopped', async () => {
    const one = await scimClient(server, { groupsAre, brakePercent: 5, brakeLeast: 2 })
    const all = await people(4)
    const groups: Body[] = []
    for (const id of all) groups.push(await made({ members: listOf([id]) }, one))
    const answers = []
    for (const { id } of groups)
      answers.push((await one.ask('PUT', `/Groups/${id}`, { displayName: `${groupsAre}空${id}`, members: [] })).status)
    expect(answers).toEqual([200, 200, 503, 503])
    expect(membersOf(await one.ask('GET', `/Groups/${groups[3]!.id}`))).toEqual([all[3]])
    const { removals } = await server.admin.call(apiClient.scim, { query: { id: one.id } })
    expect(removals.map(({ kind, name }) => [kind, name])).toEqual(
      [groups[1], groups[0]].map(group => ['members', `${groupsAre}空${group!.id}`]),
    )
  })

  test('a bulk request creates a user and adds them to a group', async () => {
    const { body } = await client.ask('POST', '/Bulk', {
      Operations: [
        { method: 'POST', path: '/Groups', bulkId: 'g', data: { displayName: `${groupsAre}批量`, members: [{ value: 'bulkId:u' }] } },
        { method: 'POST', path: '/Users', bulkId: 'u', data: scimUser() },
      ],
    })
    const [group, user] = body.Operations.map((one: Body) => [one.status, one.location.split('/').at(-1)])
    expect([group[0], user[0]]).toEqual(['201', '201'])
    expect(await got(group[1])).toEqual([user[1]])
    const jobs = (await client.ask('GET', `/Users/${user[1]}`)).body[HUFU_USER].jobs
    expect(jobs).toHaveLength(groupsAre === 'org' ? 2 : 1)
  })
})
