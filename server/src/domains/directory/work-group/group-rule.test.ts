import { afterAll, beforeAll, expect, test } from 'vitest'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { MEMBERS_MAX, workGroup } from '@hufu/contract/directory/work-group'
import { finished, startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

let serial = 0
const draft = (more: Record<string, unknown> = {}) => ({ name: `动态组${++serial}`, code: `D${serial}`, ...more })
const below = (orgId: string) => ({ match: 'all', conditions: [{ field: 'org', orgIds: [orgId], below: true, mainOnly: false }] })
const find = (id: string) => server.admin.call(workGroup.byId, { query: { id } })
const members = async (id: string) => (await server.admin.call(workGroup.members, { query: { workGroupId: id } })).map(row => row.id).sort()
/** Creates a group with this rule and waits until all users have been checked. */
async function group(orgId: string, more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await server.admin.call(workGroup.save, { body: draft({ rule: below(orgId), ...more }) as never })
  const { taskId } = await find(id)
  if (taskId !== null) expect(await finished(server.admin, taskId)).toMatchObject({ status: 'FINISH' })
  await expect.poll(async () => (await find(id)).state).toBe('ready')
  return id
}
const becomes = (id: string, expected: string[]) => expect.poll(() => members(id)).toEqual([...expected].sort())

test('console.md 44 a user who matches the rule of a dynamic group is its member; each change is followed without rechecking all users', async () => {
  const [top, aside] = [await server.given.org(), await server.given.org()]
  const sub = await server.given.org({ parentId: top })
  const [ann, bob] = [await server.given.user({ org: sub }), await server.given.user({ org: aside })]
  const found = await server.admin.call(workGroup.preview, { body: { rule: below(top) as never } })
  expect(found).toMatchObject({ total: 1, records: [{ id: ann }] })
  const id = await group(top)
  expect(await find(id)).toMatchObject({ rule: below(top), userCount: 1, state: 'ready', taskId: null })
  expect(await members(id)).toEqual([ann])
  await server.admin.call(user.transferMainJob, { body: { userIds: [bob], oldOrgId: aside, newOrgId: sub } })
  await becomes(id, [ann, bob])
  await server.admin.call(org.move, { body: { ids: [sub], targetParentId: aside } })
  await becomes(id, [])
  await server.admin.call(org.move, { body: { ids: [sub], targetParentId: top } })
  await becomes(id, [ann, bob])
  await server.admin.call(user.remove, { body: { ids: [bob] } })
  await becomes(id, [ann])
  await server.admin.call(user.recover, { query: { userId: bob } })
  await becomes(id, [ann, bob])
})

test('console.md 44 a new rule replaces the first; saving the same rule again rechecks nobody', async () => {
  const [here, there] = [await server.given.org(), await server.given.org()]
  const [ann, bob] = [await server.given.user({ org: here }), await server.given.user({ org: there })]
  const id = await group(here)
  expect(await members(id)).toEqual([ann])
  const { name, code, version } = await find(id)
  await server.admin.call(workGroup.update, { body: { id, name, code, version, rule: below(there) as never } })
  await becomes(id, [bob])
  await expect.poll(async () => (await find(id)).state).toBe('ready')
  const tasks = async () => (await server.kernel.db.selectFrom('asyncTask').select('id').execute()).length
  const before = await tasks()
  await server.admin.call(workGroup.update, { body: { id, name, code, rule: below(there) as never } })
  expect(await tasks()).toBe(before)
})

test('X-WORKGROUP-10 nobody is added to or removed from a dynamic group by hand; its leader is one of its members', async () => {
  const [here, there] = [await server.given.org(), await server.given.org()]
  const [ann, bob] = [await server.given.user({ org: here }), await server.given.user({ org: there })]
  const id = await group(here)
  const { name, code } = await find(id)
  await server.admin.refused('workGroupByRule', workGroup.saveMembers, { query: { id }, body: [ann, bob] })
  await server.admin.refused('workGroupByRule', workGroup.removeUser, { body: { id, userIds: [ann] } })
  await server.admin.refused('workGroupByRule', workGroup.update, { body: { id, name, code, leaderId: bob } })
  await server.admin.refused('workGroupByRule', workGroup.save, { body: draft({ rule: below(here), leaderId: ann }) as never })
  expect(await members(id)).toEqual([ann])
  await server.admin.call(workGroup.update, { body: { id, name, code, leaderId: ann } })
  expect(await find(id)).toMatchObject({ leaderId: ann })
  await server.admin.call(user.transferMainJob, { body: { userIds: [ann], oldOrgId: here, newOrgId: there } })
  await becomes(id, [])
  expect(await find(id)).toMatchObject({ leaderId: null, userCount: 0 })
})

test('R18 a group keeps its kind, by hand or by rule, for good', async () => {
  const here = await server.given.org()
  const { id } = await server.admin.call(workGroup.save, { body: draft() })
  const { name, code } = await find(id)
  await server.admin.refused('workGroupByHand', workGroup.update, { body: { id, name, code, rule: below(here) as never } })
  expect(await find(id)).toMatchObject({ rule: null, state: 'ready' })
})

test('T14, D-34 only callers with an unlimited scope write rules; others see the members in their scope', async () => {
  const [north, south] = [await server.given.org(), await server.given.org()]
  const [boss, ann, bob] = [
    await server.given.user({ org: north }),
    await server.given.user({ org: north }),
    await server.given.user({ org: south }),
  ]
  await server.given.gradeAdmin(boss, north, 1, '/organiz/work-group', '/organiz/index')
  const they = await server.as(boss)
  const rule = { match: 'any', conditions: [below(north), below(south)] }
  const { id } = await server.admin.call(workGroup.save, { body: draft({ orgId: north, rule }) as never })
  await becomes(id, [boss, ann, bob])
  const seen = await they.call(workGroup.members, { query: { workGroupId: id } })
  expect(seen.map(row => row.id).sort()).toEqual([boss, ann].sort())
  const { name, code } = await find(id)
  await they.refused('ruleBeyondScope', workGroup.preview, { body: { rule: below(north) as never } })
  await they.refused('ruleBeyondScope', workGroup.save, { body: draft({ orgId: north, rule: below(north) }) as never })
  await they.refused('ruleBeyondScope', workGroup.update, { body: { id, name, code, rule: below(north) as never } })
  expect((await find(id)).rule).toEqual(rule)
})

test('a rule that finds more users than a group may hold is refused with the limit, and nothing is stored', async () => {
  const crowd = await server.given.org()
  await server.kernel.db.transaction().execute(async db => {
    const rows = Array.from({ length: MEMBERS_MAX + 1 }, (_, n) => ({ id: `crowd${n}`, userName: `crowd${n}`, realName: '众' }))
    for (let at = 0; at < rows.length; at += 2000) {
      await db
        .insertInto('users')
        .values(rows.slice(at, at + 2000) as never)
        .execute()
      await db
        .insertInto('job')
        .values(rows.slice(at, at + 2000).map(({ id }) => ({ id: `job-${id}`, userId: id, orgId: crowd, jobType: 1, sortNum: 1 })) as never)
        .execute()
    }
  })
  const body = draft({ rule: below(crowd) })
  await server.admin.refused('workGroupFull', workGroup.save, { body: body as never })
  expect((await server.admin.call(workGroup.page, { query: { name: body.name } })).total).toBe(0)
})
