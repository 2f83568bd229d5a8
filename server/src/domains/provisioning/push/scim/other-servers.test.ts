import { user } from '@hufu/contract/directory/user'
import { push } from '@hufu/contract/provisioning/push'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openScimServer, type FakeScimServer, type Resource } from '../../../../../test/fakes/scim-server.ts'
import { finished } from '../../../../../test/harness.ts'
import { startPushes, type Pushes } from '../../../../../test/pushes.ts'
import { openScimAt } from '../../../../../test/scim-pushes.ts'

let pushes: Pushes
let far: FakeScimServer
beforeAll(async () => {
  pushes = await startPushes()
})
afterAll(() => pushes.close())
afterEach(async () => {
  await pushes.forget()
  await far.close()
})

const open = (pushObject: 'user' | 'all' = 'user') => openScimAt(pushes, { url: far.address, secret: 'token-of-the-other' }, pushObject)
const heldFor = (rows: Map<string, Resource>, externalId: string) => [...rows.values()].find(row => row.externalId === externalId)
const askedFor = (method: string, path: RegExp) => far.requests.filter(one => one.method === method && path.test(one.path))
const membersOf = (group: Resource | undefined) => ((group?.members ?? []) as { value: string }[]).map(({ value }) => value)

test('2.6.6 a SCIM server without PATCH is updated by PUT with its version, and keeps what others wrote there', async () => {
  far = await openScimServer({ patch: false })
  const { server, idle, rename } = pushes
  const appId = await open('all')
  const [first, second] = [await server.given.org(), await server.given.org()]
  const id = await server.given.user({ org: first, email: 'put@example.com' })
  await rename(id, '李白')
  await idle(appId)
  const made = heldFor(far.users, id)!
  expect(membersOf(heldFor(far.groups, first))).toEqual([made.id])

  far.users.set(made.id, { ...made, title: '对方写的职务' })
  // Once, another client changes the user before the PUT.
  far.beforePut = () => {
    far.beforePut = () => undefined
    far.users.set(made.id, { ...far.users.get(made.id)!, nickName: '太白', meta: { version: 'W/"other"' } })
  }
  await rename(id, '杜甫')
  await pushes.query('update job set org_id = $2 where user_id = $1', [id, second])
  await pushes.query('update users set update_time = now(), version = version + 1 where id = $1', [id])
  await idle(appId)
  expect(heldFor(far.users, id)).toMatchObject({
    displayName: '杜甫',
    title: '对方写的职务',
    nickName: '太白',
    emails: [{ value: 'put@example.com' }],
  })
  expect([membersOf(heldFor(far.groups, first)), membersOf(heldFor(far.groups, second))]).toEqual([[], [made.id]])
  await pushes.query('update users set deleted_at = now() where id = $1', [id])
  await expect.poll(() => heldFor(far.users, id)?.active).toBe(false)
  expect(askedFor('PATCH', /./)).toEqual([])
  expect(askedFor('PUT', /./).every(({ ifMatch }) => ifMatch?.startsWith('W/'))).toBe(true)
})

test('2.6.6 the ServiceProviderConfig of a SCIM server is read once a day', async () => {
  far = await openScimServer()
  const { server, idle, rename } = pushes
  const appId = await open()
  const id = await server.given.user()
  await idle(appId)
  await rename(id, '再次')
  await idle(appId)
  const configReads = () => askedFor('GET', /ServiceProviderConfig/).length
  expect([heldFor(far.users, id)?.displayName, configReads()]).toEqual(['再次', 1])
  await pushes.query(`update push_target set scim_time = now() - interval '25 hours' where app_id = $1`, [appId])
  await rename(id, '次日')
  await idle(appId)
  expect([heldFor(far.users, id)?.displayName, configReads()]).toEqual(['次日', 2])
})

test('2.6.6 a SCIM server with an unreadable ServiceProviderConfig is served all the same, and read again', async () => {
  far = await openScimServer()
  const configBefore = far.config
  far.config = 'Welcome'
  const { server, idle, rename } = pushes
  const appId = await open()
  const id = await server.given.user()
  await idle(appId)
  expect(heldFor(far.users, id)).toBeDefined()
  far.config = configBefore
  await rename(id, '再问')
  await idle(appId)
  expect(heldFor(far.users, id)?.displayName).toBe('再问')
  expect(await pushes.number('select count(*)::int as n from push_target where app_id = $1 and scim_time is not null', [appId])).toBe(1)
})

test('2.6.6 a SCIM server that refuses filters on externalId is searched by name from then on', async () => {
  far = await openScimServer({ byExternalId: false })
  const { server, query, idle } = pushes
  const appId = await open('all')
  far.users.set('early', { id: 'early', userName: 'filter.early', displayName: '早在', meta: { version: 'W/"0"' } })
  const first = await server.given.user()
  await idle(appId)
  const byId = () => far.requests.filter(({ query: sent }) => sent.get('filter')?.startsWith('externalId')).length
  const before = byId()
  expect(heldFor(far.users, first)).toBeDefined()
  expect(before).toBeGreaterThan(0)
  const [mine, foreign] = [await server.given.user(), await server.given.user()]
  far.users.set('foreign', { id: 'foreign', userName: 'filter.foreign', externalId: 'somebody-else', meta: { version: 'W/"0"' } })
  await query(`update users set user_name = case id when $1 then 'filter.early' else 'filter.foreign' end where id in ($1, $2)`, [
    mine,
    foreign,
  ])
  await idle(appId)
  expect(heldFor(far.users, mine)).toMatchObject({ id: 'early' })
  expect(heldFor(far.users, foreign)).toBeUndefined()
  expect(byId()).toBe(before)
})

test('2.6.6 many new members of one group are sent in blocks of a hundred; a refused one does not keep the others out', async () => {
  far = await openScimServer()
  const { server, idle } = pushes
  const org = await server.given.org()
  const users: string[] = []
  for (let n = 0; n < 120; n++) users.push(await server.given.user({ org }))
  const [refused, ...others] = users
  far.users.set('odd', { id: 'odd', userName: 'not.in.groups', externalId: refused!, meta: { version: 'W/"0"' } })
  far.noMembers.add('odd')
  const appId = await open('all')
  await finished(server.admin, await server.admin.call(push.align, { body: { appId } }))
  await idle(appId)
  const group = heldFor(far.groups, org)!
  expect(new Set(membersOf(group))).toEqual(new Set(others.map(id => heldFor(far.users, id)!.id)))
  const blocks = askedFor('PATCH', new RegExp(`/Groups/${group.id}`)).filter(({ body }) => JSON.stringify(body).includes('"members"'))
  expect(Math.max(...blocks.map(({ body }) => (body as unknown as Body).Operations[0]!.value.length))).toBe(100)
  const failed = await pushes.logOf({ appId, objectType: 'user', result: 0 })
  expect(failed.map(({ objectId }) => objectId)).toEqual([refused])
})

test('2.6.6 a user accepted by one group and refused by another is removed from the first when they move, and added when they return', async () => {
  far = await openScimServer()
  const { server, idle } = pushes
  const [home, closed, next] = [await server.given.org(), await server.given.org(), await server.given.org()]
  const appId = await open('all')
  await finished(server.admin, await server.admin.call(push.align, { body: { appId } }))
  await idle(appId)
  const members = (orgId: string) => membersOf(heldFor(far.groups, orgId))
  const inOrgs = async (id: string, main: string, ...others: string[]) => {
    const jobs = [{ orgId: main, jobType: 1 as const }, ...others.map(orgId => ({ orgId, jobType: 2 as const }))]
    await server.admin.call(user.update, { body: { id, realName: '调动', jobs } })
    await idle(appId)
  }
  far.closed.add(heldFor(far.groups, closed)!.id)
  const id = await server.given.user({ org: home, others: [closed] })
  await idle(appId)
  const { id: remote } = heldFor(far.users, id)!
  expect([members(home), members(closed)]).toEqual([[remote], []])
  // The server refused the second group, so nothing was stored as done; leaving the first group must still work.
  await inOrgs(id, next)
  expect([members(home), members(closed), members(next)]).toEqual([[], [], [remote]])
  // The user leaves one group and the other refuses them; the move back must be sent, too.
  await inOrgs(id, closed)
  expect([members(next), members(closed)]).toEqual([[], []])
  await inOrgs(id, next)
  expect([members(home), members(closed), members(next)]).toEqual([[], [], [remote]])
  expect(await pushes.number(`select count(*)::int as n from push_link where app_id = $1 and keys ? 'moving'`, [appId])).toBe(0)
})

test('2.6.6 when many leave a group, one who is no longer in it does not keep the others in it', async () => {
  far = await openScimServer()
  const { server, query, idle } = pushes
  const [home, next] = [await server.given.org(), await server.given.org()]
  const users = [await server.given.user({ org: home }), await server.given.user({ org: home })]
  const appId = await open('all')
  await finished(server.admin, await server.admin.call(push.align, { body: { appId } }))
  await idle(appId)
  const [left, ...others] = users.map(id => heldFor(far.users, id)!.id)
  const group = heldFor(far.groups, home)!
  far.groups.set(group.id, { ...group, members: others.map(value => ({ value })) })
  await query(
    `with moved as (update job set org_id = $2 where user_id = any ($1)) update users set version = version + 1 where id = any ($1)`,
    [users, next],
  )
  await idle(appId)
  expect(membersOf(heldFor(far.groups, home))).toEqual([])
  expect(new Set(membersOf(heldFor(far.groups, next)))).toEqual(new Set([left, ...others]))
  expect(await pushes.logOf({ appId, result: 0 })).toEqual([])
})

interface Body {
  Operations: { value: unknown[] }[]
}
