import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin } from '@hufu/contract/permission/admin'
import { role } from '@hufu/contract/permission/role'
import { self } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const MANAGE = '/system/manage'
let serial = 0
const newRole = async () => (await server.admin.call(role.save, { body: { name: `职责${++serial}`, code: `duty.${serial}` } })).id
const find = (id: string) => server.admin.call(admin.byId, { query: { id } })
const rolesOf = async (id: string) => (await find(id)).roleIds
async function officer(...grants: string[]) {
  const id = await server.given.user()
  const roleId = await server.given.role(id, `${MANAGE}#*`, ...grants)
  return { id, roleId, they: await server.as(id) }
}

test('X-ADMIN-01, X-ADMIN-02 users who hold a role are administrators, listed with all their roles and found by name, role and status', async () => {
  const org = await server.given.org({ name: '督查处' })
  const id = await server.given.user({ org, realName: '诸葛管' })
  const [a, b] = [await newRole(), await newRole()]
  expect(await server.admin.call(admin.save, { body: { userIds: [id], roleIds: [a, b] } })).toBe(1)
  const row = { id, userId: id, realName: '诸葛管', orgName: '督查处', roleIds: [a, b], status: 1, userStatus: 1, lastLoginTime: null }
  expect(await find(id)).toMatchObject(row)
  expect((await server.admin.call(admin.page, { query: { searchKey: 'zhuge', roleId: b, status: 1 } })).records).toMatchObject([row])
  expect((await server.admin.call(admin.page, { query: { searchKey: 'zhuge', status: 0 } })).total).toBe(0)
  const plain = await server.given.user()
  await server.admin.refused('adminMissing', admin.byId, { query: { id: plain } })
  const everybody = await server.admin.call(admin.page, { query: { size: 500 } })
  expect(everybody.records.map(one => one.id)).toContain('1')
  expect(everybody.records.map(one => one.id)).not.toContain(plain)
})

test('X-ADMIN-03 existUser says whether a user is already an administrator', async () => {
  const { id } = await officer()
  expect(await server.admin.call(admin.isAdmin, { query: { userId: id } })).toBe(true)
  expect(await server.admin.call(admin.isAdmin, { query: { userId: await server.given.user() } })).toBe(false)
})

test('X-ADMIN-04 users become administrators by their roles; unknown or missing users or roles refuse the whole batch', async () => {
  const [a, b] = [await server.given.user(), await server.given.user()]
  const [one, two] = [await newRole(), await newRole()]
  await server.admin.refused('userMissing', admin.save, { body: { userIds: [a, 'nothere'], roleIds: [one] } })
  await server.admin.refused('roleMissing', admin.save, { body: { userIds: [a], roleIds: [one, 'nothere'] } })
  await server.admin.refused('roleMissingChoice', admin.save, { body: { userIds: [a], roleIds: [] } })
  await server.admin.refused('nothingChosen', admin.save, { body: { userIds: [], roleIds: [one] } })
  const { envelope } = await server.admin.send(admin.save, {
    body: { userIds: Array.from({ length: 10_000 }, (_, n) => `u${n}`), roleIds: [one] },
  })
  expect(envelope.message).toBe('一次最多选择500条数据')
  await server.admin.refused('adminMissing', admin.byId, { query: { id: a } })
  expect(await server.admin.call(admin.save, { body: { userIds: [a, b], roleIds: [one] } })).toBe(2)
  expect(await server.admin.call(admin.save, { body: { userIds: [a, b], roleIds: [one, two] } })).toBe(2)
  expect(await rolesOf(a)).toEqual([one, two])
})

test('X-ADMIN-04, X-ADMIN-05 only a super administrator gives and takes the role of super administrator', async () => {
  const person = await server.given.user()
  const keeper = await server.given.user()
  await server.kernel.db.insertInto('userRole').values({ userId: keeper, roleId: 'system_admin' }).execute()
  const they = await server.as(keeper)
  await they.refused('beyondOwn', admin.save, { body: { userIds: [person], roleIds: ['super_admin'] } })
  await server.admin.call(admin.save, { body: { userIds: [person], roleIds: ['super_admin', 'auditor'] } })
  expect(await (await server.as(person)).call(self.isAdmin)).toBe(true)
  await they.refused('higherUser', admin.update, { body: { id: person, roleIds: ['auditor'] } })
  await they.refused('higherUser', admin.remove, { body: { ids: [person] } })
  await they.refused('higherUser', admin.setStatus, { query: { status: 0 }, body: { ids: [person] } })
  await server.admin.call(admin.update, { body: { id: person, roleIds: ['auditor'] } })
  expect(await rolesOf(person)).toEqual(['auditor'])
  await they.call(admin.remove, { body: { ids: [person] } })
})

test('X-ADMIN-05, T14, bad input 16 a caller gives and takes only roles they hold; of two changes of the same roles the second is stale', async () => {
  const { they } = await officer('/organiz/index')
  const [within, beyond] = [await newRole(), await newRole()]
  await server.admin.call(role.saveAuth, { body: { id: within, menuIds: ['organiz_index'], buttonIds: [] } })
  await server.admin.call(role.saveAuth, { body: { id: beyond, menuIds: ['audit_sms'], buttonIds: [] } })
  const person = await server.given.user()
  await they.refused('beyondOwn', admin.save, { body: { userIds: [person], roleIds: [within, beyond] } })
  await they.call(admin.save, { body: { userIds: [person], roleIds: [within] } })
  const { version } = await find(person)
  await they.refused('beyondOwn', admin.update, { body: { id: person, roleIds: [within, beyond], version } })
  await they.refused('roleMissingChoice', admin.update, { body: { id: person, roleIds: [], version } })
  await server.admin.call(admin.update, { body: { id: person, roleIds: [within, beyond], version } })
  await server.admin.refused('stale', admin.update, { body: { id: person, roleIds: [within], version } })
  await they.refused('higherUser', admin.update, { body: { id: person, roleIds: [within] } })
  expect(await rolesOf(person)).toEqual([within, beyond])
  await server.admin.refused('userMissing', admin.update, { body: { id: 'nothere', roleIds: [within] } })
  await server.admin.refused('adminMissing', admin.update, { body: { id: await server.given.user(), roleIds: [within] } })
})

test('X-ADMIN-06, D-38, bad input 31 a removed administrator loses all roles and stays a user; the built-in account and the caller are refused', async () => {
  const { id } = await officer('/organiz/index')
  const keeper = await server.given.user()
  await server.kernel.db.insertInto('userRole').values({ userId: keeper, roleId: 'super_admin' }).execute()
  const other = await server.as(keeper)
  await other.refused('builtInAccount', admin.remove, { body: { ids: [id, '1'] } })
  await other.refused('ownAdmin', admin.remove, { body: { ids: [id, keeper] } })
  await server.admin.refused('adminMissing', admin.remove, { body: { ids: [id, await server.given.user()] } })
  expect((await rolesOf(id)).length).toBe(1)
  expect(await server.admin.call(admin.remove, { body: { ids: [id] } })).toBe(1)
  await server.admin.refused('adminMissing', admin.byId, { query: { id } })
  expect((await server.admin.call(user.byId, { query: { id } })).status).toBe(1)
})

test('X-ADMIN-07 roles of a disabled administrator have no effect, also those given later', async () => {
  const { id, they } = await officer()
  await they.call(admin.page)
  await server.admin.refused('builtInAccount', admin.setStatus, { query: { status: 0 }, body: { ids: [id, '1'] } })
  await they.refused('ownAdmin', admin.setStatus, { query: { status: 0 }, body: { ids: [id] } })
  await server.admin.refused('adminMissing', admin.setStatus, { query: { status: 0 }, body: { ids: [id, 'nothere'] } })
  expect(await server.admin.call(admin.setStatus, { query: { status: 0 }, body: { ids: [id] } })).toBe(1)
  await they.refused('forbidden', admin.page)
  await server.admin.call(admin.save, { body: { userIds: [id], roleIds: ['auditor'] } })
  expect(await find(id)).toMatchObject({ status: 0 })
  await they.refused('forbidden', admin.page)
  expect(await server.admin.call(admin.setStatus, { query: { status: 1 }, body: { ids: [id] } })).toBe(1)
  await they.call(admin.page)
  await server.admin.refused('statusProblem', admin.setStatus, { body: { ids: [id] } })
})

test('X-ADMIN-01, D-75 a delegated administrator with this page sees and changes only the administrators of their branch', async () => {
  const branch = await server.given.org()
  const boss = await server.given.user({ org: branch })
  await server.given.forDelegations(MANAGE)
  await server.given.gradeAdmin(boss, branch, 1, MANAGE)
  const [inside, outside] = [await server.given.user({ org: branch }), await server.given.user()]
  const plain = await newRole()
  await server.admin.call(admin.save, { body: { userIds: [inside, outside], roleIds: [plain] } })
  const they = await server.as(boss)
  expect((await they.call(admin.page)).records.map(row => row.id)).toEqual([inside])
  await they.refused('adminMissing', admin.byId, { query: { id: outside } })
  expect(await they.call(admin.isAdmin, { query: { userId: outside } })).toBe(false)
  await they.refused('adminMissing', admin.remove, { body: { ids: [inside, outside] } })
  await they.refused('userMissing', admin.save, { body: { userIds: [outside], roleIds: [plain] } })
  expect(await they.call(admin.remove, { body: { ids: [inside] } })).toBe(1)
})
