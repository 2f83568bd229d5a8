import { afterAll, beforeAll, expect, test } from 'vitest'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { workGroup } from '@hufu/contract/directory/work-group'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let serial = 0
async function group(parts: Record<string, unknown> = {}): Promise<string> {
  const n = ++serial
  return (await server.admin.call(workGroup.save, { body: { name: `工作组${n}`, code: `G${n}`, ...parts } })).id
}
const people = async (count: number, org = '1') => {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await server.given.user({ org }))
  return ids
}
const set = (id: string, userIds: string[], version?: number) =>
  server.admin.call(workGroup.saveMembers, { query: { id, version }, body: userIds })
const members = async (id: string) => (await server.admin.call(workGroup.members, { query: { workGroupId: id } })).map(row => row.id)
const find = (id: string) => server.admin.call(workGroup.byId, { query: { id } })

test('X-WORKGROUP-01 to X-WORKGROUP-05 a work group is added, changed, found and listed', async () => {
  const place = await server.given.org({ name: '信息处' })
  await group({ orgId: await server.given.org() })
  const id = await group({ name: '国产化小组', code: 'GC', orgId: place, validEndTime: '2099-12-31 23:59:59', sortNum: 4 })
  await server.admin.call(workGroup.update, { body: { id, name: '国产化专班', code: 'GC', remark: '专班' } })
  expect(await find(id)).toMatchObject({
    name: '国产化专班', orgId: place, orgName: '信息处', leaderId: null, validEndTime: '2099-12-31 23:59:59', isExpired: false, sortNum: 4,
    remark: '专班', userCount: 0, status: 1, version: 2,
  }) // prettier-ignore
  for (const query of [{ name: '专班' }, { code: 'gc' }, { orgId: place }])
    expect(await server.admin.call(workGroup.page, { query })).toMatchObject({ total: 1, records: [{ id }] })
  expect((await server.admin.call(workGroup.page, { query: { name: '专班', status: 0 } })).total).toBe(0)
  expect(await server.admin.call(workGroup.list)).toContainEqual({ id, name: '国产化专班', code: 'GC' })
  await server.admin.call(workGroup.update, { body: { id, name: '国产化专班', code: 'GC', orgId: '', validEndTime: '' } })
  expect(await find(id)).toMatchObject({ orgId: null, validEndTime: null })
  await server.admin.refused('workGroupMissing', workGroup.byId, { query: { id: 'nothere' } })
  await server.admin.refused('orgMissing', workGroup.save, { body: { name: '无处', code: 'NO', orgId: 'nothere' } })
})

test('D-76 a stale edit of a group or of its members is refused', async () => {
  const id = await group()
  await server.admin.call(workGroup.update, { body: { id, name: '先改的组', code: 'SG', version: 1 } })
  await server.admin.refused('stale', workGroup.update, { body: { id, name: '后改的组', code: 'SG', version: 1 } })
  const [one, other] = await people(2)
  await set(id, [one!], 2)
  await server.admin.refused('stale', workGroup.saveMembers, { query: { id, version: 2 }, body: [other!] })
  expect(await members(id)).toEqual([one])
})

test('X-WORKGROUP-02 a disabled or expired group is not offered', async () => {
  const [over, off] = [await group({ validEndTime: '2020-01-01 00:00:00' }), await group({ status: 0 })]
  const listed = (await server.admin.call(workGroup.list)).map(row => row.id)
  expect(listed).not.toContain(over)
  expect(listed).not.toContain(off)
  expect((await find(over)).isExpired).toBe(true)
})

test('X-WORKGROUP-06, X-WORKGROUP-07 deleting a group deletes its membership and keeps the users', async () => {
  const [one] = await people(1)
  const ids = [await group(), await group()]
  await set(ids[0]!, [one!])
  expect(await server.admin.call(workGroup.setStatus, { query: { status: 0 }, body: { ids } })).toBe(2)
  await server.admin.refused('statusProblem', workGroup.setStatus, { body: { ids } })
  await server.admin.refused('workGroupMissing', workGroup.setStatus, { query: { status: 1 }, body: { ids: [...ids, 'nothere'] } })
  expect((await find(ids[0]!)).status).toBe(0)
  await server.admin.refused('workGroupMissing', workGroup.remove, { body: { ids: [...ids, 'nothere'] } })
  expect(await server.admin.call(workGroup.remove, { body: { ids } })).toBe(2)
  expect((await server.admin.call(user.byId, { query: { id: one } })).workGroups).toEqual([])
  await server.admin.refused('nothingChosen', workGroup.remove, { body: { ids: [] } })
})

test('X-WORKGROUP-08, X-WORKGROUP-09 names and codes of groups are unique', async () => {
  const id = await group({ name: '重名组', code: 'Dup' })
  expect(await server.admin.call(workGroup.codeTaken, { query: { code: 'dUP' } })).toBe(true)
  expect(await server.admin.call(workGroup.codeTaken, { query: { code: 'dUP', id } })).toBe(false)
  expect(await server.admin.call(workGroup.nameTaken, { query: { name: '重名组' } })).toBe(true)
  expect(await server.admin.call(workGroup.nameTaken, { query: { name: '重名组', id } })).toBe(false)
  await server.admin.refused('workGroupCodeTaken', workGroup.save, { body: { name: '别的组', code: 'dup' } })
  await server.admin.refused('workGroupNameTaken', workGroup.save, { body: { name: '重名组', code: 'other' } })
})

test('USER-02 the members of a group are the same by pages and all at once: the leader first, searchable by name and account', async () => {
  const ids = await people(5)
  const id = await group({ leaderId: ids[3] })
  await set(id, ids)
  const all = await members(id)
  expect(all[0]).toBe(ids[3])
  const page = (query: object) => server.admin.call(workGroup.pageMember, { query: { workGroupId: id, ...query } })
  expect(await page({ current: 1, size: 2 })).toMatchObject({ total: 5, pages: 3, records: [{ id: all[0] }, { id: all[1] }] })
  expect(await page({ current: 3, size: 2 })).toMatchObject({ total: 5, records: [{ id: all[4] }] })
  const { userName, realName } = await server.admin.call(user.byId, { query: { id: ids[2] } })
  for (const searchKey of [userName.toUpperCase(), realName])
    expect((await page({ searchKey })).records.map(row => row.id)).toContain(ids[2])
  expect(await page({ searchKey: '%' })).toMatchObject({ total: 0, records: [] })
})

test('USER-02, USER-06 the membership of a group is set as a whole: exactly those listed are in it', async () => {
  const [a, b, c] = await people(3)
  const [id, beside] = [await group(), await group()]
  await set(beside, [a!])
  expect(await set(id, [a!, b!, a!])).toBe(2)
  expect(new Set(await members(id))).toEqual(new Set([a, b]))
  expect(await set(id, [b!, c!])).toBe(2)
  expect(new Set(await members(id))).toEqual(new Set([b, c]))
  expect((await find(id)).userCount).toBe(2)
  expect(await set(id, [])).toBe(0)
  expect(await members(beside)).toEqual([a])
  await server.admin.refused('userMissing', workGroup.saveMembers, { query: { id }, body: [a!, 'nothere'] })
  expect(await members(id)).toEqual([])
  await server.admin.refused('workGroupMissing', workGroup.saveMembers, { query: { id: 'nothere' }, body: [a!] })
  await server.admin.refused('workGroupMissing', workGroup.members, { query: { workGroupId: 'nothere' } })
  await server.admin.refused('parameterProblem', workGroup.saveMembers, { query: { id }, body: Array(10_001).fill(a) })
})

test('X-WORKGROUP-10 members are removed singly or in a batch; users who are no members are not counted', async () => {
  const [a, b, c] = await people(3)
  const id = await group()
  await set(id, [a!, b!])
  expect(await server.admin.call(workGroup.removeUser, { body: { id, userIds: [a!, c!] } })).toBe(1)
  expect(await members(id)).toEqual([b])
  await server.admin.refused('userMissing', workGroup.removeUser, { body: { id, userIds: [b!, 'nothere'] } })
  await server.admin.refused('nothingChosen', workGroup.removeUser, { body: { id, userIds: [] } })
  expect(await members(id)).toEqual([b])
})

test('X-WORKGROUP-04, X-WORKGROUP-05, X-WORKGROUP-10 the leader is a member and stops leading when removed', async () => {
  const [a, b] = await people(2)
  const id = await group({ leaderId: a })
  expect(await members(id)).toEqual([a])
  const { name, code } = await find(id)
  await server.admin.call(workGroup.update, { body: { id, name, code, leaderId: b } })
  expect(await find(id)).toMatchObject({ leaderId: b, userCount: 2 })
  expect((await members(id))[0]).toBe(b)
  await server.admin.call(workGroup.removeUser, { body: { id, userIds: [b!] } })
  expect(await find(id)).toMatchObject({ leaderId: null, leaderName: null, userCount: 1 })
  await server.admin.refused('userMissing', workGroup.update, { body: { id, name, code, leaderId: 'nothere' } })
})

test('X-WORKGROUP-10, D-43 a deleted user leaves their groups, and recovery returns them to those that still exist', async () => {
  const [a] = await people(1)
  const [kept, gone] = [await group({ leaderId: a }), await group()]
  await set(gone, [a!])
  await server.admin.call(user.remove, { body: { ids: [a!] } })
  expect(await find(kept)).toMatchObject({ leaderId: null, userCount: 0 })
  await server.admin.refused('userMissing', workGroup.saveMembers, { query: { id: kept }, body: [a!] })
  await server.admin.call(workGroup.remove, { body: { ids: [gone] } })
  await server.admin.call(user.recover, { query: { userId: a } })
  expect((await server.admin.call(user.byId, { query: { id: a } })).workGroups.map(row => row.id)).toEqual([kept])
})

test('X-WORKGROUP-01, X-ORG-08 a work group of a deleted organisation moves to the parent organisation', async () => {
  const above = await server.given.org()
  const place = await server.given.org({ parentId: above })
  const id = await group({ orgId: place })
  await server.admin.call(org.remove, { body: { ids: [place] } })
  expect((await find(id)).orgId).toBe(above)
})

test('X-WORKGROUP-02 the list of users can be filtered by work group', async () => {
  const [a, b] = await people(2)
  const id = await group()
  await set(id, [a!, b!])
  const { records, total } = await server.admin.call(user.page, { query: { workGroupId: id } })
  expect(total).toBe(2)
  expect(new Set(records.map(row => row.id))).toEqual(new Set([a, b]))
})

test('T14, D-34, D-75 a delegated administrator sees their own groups and, of their members, those in scope', async () => {
  const [north, south] = [await server.given.org({ name: '北组' }), await server.given.org({ name: '南组' })]
  const [boss, ann, cid] = await people(3, north)
  const [bob] = await people(1, south)
  await server.given.gradeAdmin(boss!, north, 1, '/organiz/work-group', '/organiz/index')
  const they = await server.as(boss!)
  const [mine, foreign, nobodys] = [await group({ orgId: north, leaderId: bob }), await group({ orgId: south }), await group()]
  await set(mine, [ann!, bob!])
  await set(foreign, [ann!, bob!])
  expect((await they.call(workGroup.page)).records).toMatchObject([{ id: mine, userCount: 1, leaderId: null, leaderName: null }])
  expect((await they.call(workGroup.list)).map(row => row.id)).toEqual([mine])
  for (const id of [foreign, nobodys]) {
    await they.refused('workGroupMissing', workGroup.byId, { query: { id } })
    await they.refused('workGroupMissing', workGroup.members, { query: { workGroupId: id } })
    await they.refused('workGroupMissing', workGroup.pageMember, { query: { workGroupId: id } })
    await they.refused('workGroupMissing', workGroup.saveMembers, { query: { id }, body: [ann!] })
    await they.refused('workGroupMissing', workGroup.removeUser, { body: { id, userIds: [ann!] } })
    await they.refused('workGroupMissing', workGroup.update, { body: { id, name: '越界', code: 'OUT', orgId: north } })
    await they.refused('workGroupMissing', workGroup.remove, { body: { ids: [mine, id] } })
    await they.refused('workGroupMissing', workGroup.setStatus, { query: { status: 0 }, body: { ids: [mine, id] } })
  }
  expect((await they.call(workGroup.members, { query: { workGroupId: mine } })).map(row => row.id)).toEqual([ann])
  expect(await they.call(workGroup.pageMember, { query: { workGroupId: mine } })).toMatchObject({ total: 1, records: [{ id: ann }] })
  // Members they do not see are neither removed nor dismissed as leader.
  expect(await they.call(workGroup.saveMembers, { query: { id: mine }, body: [cid!] })).toBe(1)
  expect(new Set(await members(mine))).toEqual(new Set([bob, cid]))
  const { name, code } = await find(mine)
  await they.call(workGroup.update, { body: { id: mine, name, code, leaderId: '' } })
  expect((await find(mine)).leaderId).toBe(bob)
  await they.refused('userMissing', workGroup.saveMembers, { query: { id: mine }, body: [ann!, bob!] })
  await they.refused('userMissing', workGroup.removeUser, { body: { id: mine, userIds: [cid!, bob!] } })
  await they.refused('userMissing', workGroup.save, { body: { name: '他组', code: 'HIS', orgId: north, leaderId: bob } })
  await they.refused('orgMissing', workGroup.save, { body: { name: '他组', code: 'HIS', orgId: south } })
  await they.refused('fieldRequired', workGroup.save, { body: { name: '他组', code: 'HIS' } })
  await they.refused('fieldRequired', workGroup.update, { body: { id: mine, name, code, orgId: '' } })
  await they.refused('orgMissing', workGroup.update, { body: { id: mine, name, code, orgId: south } })
  // The list of users and the user's page reveal no members of a group out of scope.
  expect((await they.call(user.page, { query: { workGroupId: foreign } })).total).toBe(0)
  expect((await they.call(user.byId, { query: { id: cid } })).workGroups.map(row => row.id)).toEqual([mine])
})
