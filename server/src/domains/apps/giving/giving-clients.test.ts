import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyCall } from '@hufu/contract/call'
import { apiClient } from '@hufu/contract/federation/api-client'
import { callKey } from '@hufu/contract/federation/client-calls'
import { businessLine } from '@hufu/contract/directory/business-line'
import { userLabel } from '@hufu/contract/directory/label'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { workGroup } from '@hufu/contract/directory/work-group'
import { ticket } from '@hufu/contract/sign-in/ticket'
import { client } from '../../../../test/api-clients.ts'
import { formOf, givingBranch, opens, type GivingBranch } from '../../../../test/giving-branch.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { HUFU_USER, scimClient, scimUser } from '../../../../test/scim.ts'
import { newId } from '../../../platform/database/ids.ts'

/** N-02 of API clients and SCIM clients (docs/decisions/rights.md, 0113). */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

type Client = Awaited<ReturnType<typeof client>>
const MALE = { match: 'all', conditions: [{ field: 'gender', value: 1 }] } as const
const FEMALE = { match: 'all', conditions: [{ field: 'gender', value: 2 }] } as const
const PAGES = ['/authorize/api-auth#*', '/organiz/user-label#*', '/organiz/work-group#*', '/organiz/index#*']

/** A system administrator who may open calls about labels, work groups and users to clients. */
async function systemAdmin() {
  const id = await server.given.user()
  await server.given.role(id, ...PAGES)
  return { id, as: await server.as(id) }
}

/** A client whose calls this administrator opens. */
async function opened(as: Subject, calls: readonly AnyCall[]): Promise<Client> {
  const made = await client(server, [])
  const listed = new Map((await as.call(apiClient.listApi)).map(item => [callKey(item as never), item.id]))
  await as.call(apiClient.saveApi, { body: { id: made.id, apiIds: calls.map(call => listed.get(callKey(call))!) } })
  return made
}

const send = async (one: Client, call: AnyCall, input: Parameters<Subject['send']>[1]): Promise<string> => {
  const { envelope } = await server.nobody.send(call, { ...input, headers: one.headers })
  return envelope.code === 'success' ? '' : `${envelope.code} ${envelope.message}`
}
const grant = (at: GivingBranch, subjectType: 'label' | 'workGroup' | 'post' | 'stripe' | 'org', subjectId: string) =>
  server.given.grant({ subjectType, subjectId, appId: at.unheld, below: true })
const KEPT = '4403 API客户端不能变更管理员的任职、标签和工作组，请在管理台操作'

test('N-02 a system administrator gains nothing by an API client that they made and opened themselves', async () => {
  const at = await givingBranch(server)
  await grant(at, 'label', at.labelId)
  const { id, as } = await systemAdmin()
  await as.refused('givesOneself', userLabel.addUser, { body: { labelId: at.labelId, userIds: [id] } })
  const one = await opened(as, [userLabel.addUser, workGroup.saveMembers])
  expect(await send(one, userLabel.addUser, { body: { labelId: at.labelId, userIds: [id] } })).toBe(KEPT)
  expect(await send(one, workGroup.saveMembers, { query: { id: at.groupId }, body: [id] })).toBe(KEPT)
  expect(await opens(server.kernel, id, at.unheld)).toBe(false)
})

test('N-02 an API client gives others what its opener may give to others', async () => {
  const at = await givingBranch(server)
  await grant(at, 'label', at.labelId)
  for (const one of [await opened((await systemAdmin()).as, [userLabel.addUser]), await client(server, [userLabel.addUser])]) {
    const person = await server.given.user({ org: at.office })
    expect(await send(one, userLabel.addUser, { body: { labelId: at.labelId, userIds: [person] } })).toBe('')
    expect(await opens(server.kernel, person, at.unheld)).toBe(true)
  }
})

interface Change {
  name: string
  calls: readonly AnyCall[]
  /** Gives the application that nobody holds to the subject. */
  given: (at: GivingBranch, id: string) => Promise<unknown>
  /** Sends a change that puts the user `id`, whose only job is in `office`, under the subject. */
  go: (at: GivingBranch, one: Client, id: string) => Promise<string>
}
const query = (text: string, ...values: unknown[]) => server.kernel.pool.query(text, values)
const changes: Change[] = [
  {
    name: 'a label',
    calls: [userLabel.addUser],
    given: at => grant(at, 'label', at.labelId),
    go: (at, one, id) => send(one, userLabel.addUser, { body: { labelId: at.labelId, userIds: [id] } }),
  },
  {
    name: 'a work group',
    calls: [workGroup.saveMembers],
    given: at => grant(at, 'workGroup', at.groupId),
    go: (at, one, id) => send(one, workGroup.saveMembers, { query: { id: at.groupId }, body: [id] }),
  },
  {
    name: 'the leader of a work group',
    calls: [workGroup.update],
    given: at => grant(at, 'workGroup', at.groupId),
    go: ({ groupId, root }, one, id) =>
      send(one, workGroup.update, { body: { id: groupId, name: groupId, code: groupId, orgId: root, leaderId: id } }),
  },
  {
    name: 'a business line',
    calls: [businessLine.addOrg],
    given: at => grant(at, 'stripe', at.stripeId),
    go: (at, one) => send(one, businessLine.addOrg, { body: { stripeId: at.stripeId, orgIds: [at.office] } }),
  },
  {
    name: 'a moved organisation',
    calls: [org.move],
    given: at => grant(at, 'org', at.other),
    go: (at, one) => send(one, org.move, { body: { ids: [at.office], targetParentId: at.other } }),
  },
  {
    name: 'an enabled label',
    calls: [userLabel.setStatus],
    given: async (at, id) => {
      await query('update user_label set status = 0 where id = $1', at.labelId)
      await query('insert into user_label_member (user_id, label_id) values ($1, $3), ($2, $3)', id, at.self, at.labelId)
      await grant(at, 'label', at.labelId)
    },
    go: (at, one) => send(one, userLabel.setStatus, { query: { status: 1 }, body: { ids: [at.labelId] } }),
  },
  {
    name: 'the rule of a label',
    calls: [userLabel.update],
    given: async (at, id) => {
      await query('update users set gender = case when id = $1 then 1 else 2 end where id = $1 or id = $2', id, at.self)
      at.labelId = (await server.admin.call(userLabel.save, { body: { name: `规则${newId()}`, rule: FEMALE } })).id
      await grant(at, 'label', at.labelId)
    },
    go: (at, one) => send(one, userLabel.update, { body: { id: at.labelId, name: `规则${newId()}`, rule: MALE } }),
  },
  {
    name: 'a post',
    calls: [user.update],
    given: at => grant(at, 'post', at.postId),
    go: async (at, one, id) => {
      const { jobs, ...form } = await formOf(server, id)
      return send(one, user.update, { body: { ...form, jobs: jobs.map(job => ({ ...job, stationId: at.postId })) } })
    },
  },
]

describe.each(changes)('by $name', ({ calls, given, go }) => {
  test('N-02 an API client of a super administrator gives another user a right, and an administrator none', async () => {
    const at = await givingBranch(server)
    await given(at, at.person)
    const one = await client(server, calls)
    expect(await go(at, one, at.self)).toMatch(/^4403 /)
    await query('delete from grade_admin where user_id = $1', at.self)
    expect(await go(at, one, at.person)).toBe('')
    await expect.poll(() => opens(server.kernel, at.person, at.unheld)).toBe(true)
  })

  test('N-02 an API client whose opener may no longer open the call gives nobody what the opener does not hold', async () => {
    const at = await givingBranch(server)
    await given(at, at.person)
    await query('delete from grade_admin where user_id = $1', at.self)
    const opener = await server.given.user()
    await server.given.role(opener, '/organiz/index')
    const one = await client(server, calls)
    for (const by of [opener, null]) {
      await query('update api_client_call set opened_by = $2 where client_id = $1', one.id, by)
      expect(await go(at, one, at.person)).toMatch(/^4403 操作将使用户得到.*该API客户端不能给予/)
    }
    expect(await opens(server.kernel, at.person, at.unheld)).toBe(false)
  })
})

test('N-02 an API client takes no administrator out of a label or a work group', async () => {
  const at = await givingBranch(server)
  await query('insert into user_label_member (user_id, label_id) values ($1, $2)', at.self, at.labelId)
  await query('insert into work_group_member (user_id, group_id) values ($1, $2)', at.self, at.groupId)
  const one = await client(server, [userLabel.removeUser, userLabel.remove, workGroup.removeUser, workGroup.remove, workGroup.saveMembers])
  expect(await send(one, userLabel.removeUser, { body: { labelId: at.labelId, userIds: [at.self] } })).toBe(KEPT)
  expect(await send(one, userLabel.remove, { body: { ids: [at.labelId] } })).toBe(KEPT)
  expect(await send(one, workGroup.removeUser, { body: { id: at.groupId, userIds: [at.self] } })).toBe(KEPT)
  expect(await send(one, workGroup.saveMembers, { query: { id: at.groupId }, body: [at.person] })).toBe(KEPT)
  expect(await send(one, workGroup.remove, { body: { ids: [at.groupId] } })).toBe(KEPT)
  expect(await send(one, workGroup.saveMembers, { query: { id: at.groupId }, body: [at.person, at.self] })).toBe('')
})

test('N-02 a rule set by an API client makes no administrator a member, also where nothing was granted', async () => {
  const at = await givingBranch(server)
  await query('update users set gender = 1 where id = $1', at.self)
  const one = await client(server, [userLabel.save])
  expect(await send(one, userLabel.save, { body: { name: `规则${newId()}`, rule: MALE } })).toBe(KEPT)
})

test('N-02 whoever saves the calls of a client becomes the opener of those whose opener may no longer open them', async () => {
  const at = await givingBranch(server)
  const first = await systemAdmin()
  const second = await systemAdmin()
  const one = await opened(first.as, [userLabel.addUser])
  const openers = async () => (await query('select opened_by from api_client_call where client_id = $1', one.id)).rows.map(row => (row as { opened_by: string }).opened_by) // prettier-ignore
  const api = (await second.as.call(apiClient.listApi)).find(item => callKey(item as never) === callKey(userLabel.addUser))!.id
  const save = () => second.as.call(apiClient.saveApi, { body: { id: one.id, apiIds: [api] } })
  await save()
  expect(await openers()).toEqual([first.id])
  await query('update users set status = 0 where id = $1', first.id)
  await grant(at, 'label', at.labelId)
  const add = () => send(one, userLabel.addUser, { body: { labelId: at.labelId, userIds: [at.person] } })
  expect(await add()).toMatch(/^4403 /)
  await save()
  expect(await openers()).toEqual([second.id])
  expect(await add()).toBe('')
})

test('N-02 a SCIM client changes no administrator by a group, whatever its groups are', async () => {
  for (const groupsAre of ['label', 'workGroup', 'org'] as const) {
    const at = await givingBranch(server)
    const { patch } = await scimClient(server, { groupsAre, rootOrg: at.root })
    const id = { label: at.labelId, workGroup: at.groupId, org: at.other }[groupsAre]
    const add = (value: string) => patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value }] })
    expect((await add(at.self)).status, groupsAre).toBe(403)
    expect((await add(at.person)).status, groupsAre).toBeLessThan(300)
  }
})

test('N-02 a SCIM client of a branch gives by organisation alone, and by labels, groups and posts only what its opener holds', async () => {
  for (const groupsAre of ['label', 'workGroup'] as const) {
    const at = await givingBranch(server)
    const { patch } = await scimClient(server, { groupsAre, rootOrg: at.root })
    const id = { label: at.labelId, workGroup: at.groupId }[groupsAre]
    await grant(at, groupsAre, id)
    const add = () => patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value: at.person }] })
    expect(await add()).toMatchObject({ status: 403, body: { detail: expect.stringContaining('该API客户端不能给予') as string } })
    await server.given.grant({ subjectType: 'user', subjectId: '1', appId: at.unheld })
    expect((await add()).status).toBe(204)
  }
  const at = await givingBranch(server)
  await grant(at, 'post', at.postId)
  await grant(at, 'org', at.office)
  await query('insert into stripe_org (stripe_id, org_id) values ($1, $2)', at.stripeId, at.office)
  await grant(at, 'stripe', at.stripeId)
  const { ask } = await scimClient(server, { rootOrg: at.root })
  const create = (post?: string) =>
    ask(
      'POST',
      '/Users',
      scimUser({ [HUFU_USER]: { jobs: [{ organization: { value: at.office }, primary: true, ...(post && { post }) }] } }),
    )
  expect((await create(at.postId)).status).toBe(403)
  expect((await create()).status).toBe(201)
})

test('N-02 a SCIM client of all organisations gives what its opener may give', async () => {
  const at = await givingBranch(server)
  const { patch } = await scimClient(server, { groupsAre: 'label' })
  await grant(at, 'label', at.labelId)
  const add = await patch(`/Groups/${at.labelId}`, { op: 'add', path: 'members', value: [{ value: at.person }] })
  expect(add.status).toBe(204)
  expect(await opens(server.kernel, at.person, at.unheld)).toBe(true)
})

test('N-02 an administrator with a role does not put themselves under a line or an organisation that carries rights', async () => {
  const at = await givingBranch(server)
  const self = await server.given.user({ org: at.office })
  await server.given.role(self, '/organiz/stripe-org#*', '/organiz/org-list#*')
  const as = await server.as(self)
  await grant(at, 'stripe', at.stripeId)
  await as.refused('givesOneself', businessLine.addOrg, { body: { stripeId: at.stripeId, orgIds: [at.office] } })
  await grant(at, 'org', at.other)
  await as.refused('givesOneself', org.move, { body: { ids: [at.office], targetParentId: at.other } })
  await as.call(org.move, { body: { ids: [at.other], targetParentId: at.office } })
})

test('decision 0113 createTicket is refused once its opener is no super administrator any more', async () => {
  const person = await server.given.user()
  const one = await client(server, [ticket.create])
  const create = () => send(one, ticket.create, { body: { userId: person } })
  expect(await create()).toBe('')
  const former = await systemAdmin()
  await query('update api_client_call set opened_by = $2 where client_id = $1', one.id, former.id)
  expect(await create()).toMatch(/^4403 开通该接口的管理员已无权开通它/)
  await one.give([ticket.create])
  expect(await create()).toBe('')
})
