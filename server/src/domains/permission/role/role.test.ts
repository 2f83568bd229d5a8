import { afterAll, beforeAll, expect, test } from 'vitest'
import { menus, type MenuNode } from '@hufu/contract/permission/menu'
import { role } from '@hufu/contract/permission/role'
import { screens } from '@hufu/contract/screens'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ROLES = '/system/systemRoleIndex'
let serial = 0
const draft = (more: Record<string, unknown> = {}) => ({ name: `岗位${++serial}`, code: `custom.${serial}`, ...more })
const saved = async (more: Record<string, unknown> = {}) => (await server.admin.call(role.save, { body: draft(more) })).id
const find = (id: string) => server.admin.call(role.byId, { query: { id } })
const granted = (roleId: string) => server.kernel.db.selectFrom('roleMenu').select('menuId').where('roleId', '=', roleId).execute()
const grantedIds = async (roleId: string) => (await granted(roleId)).map(row => row.menuId).sort()
/** A user with the page of roles and these grants. */
async function officer(...grants: string[]) {
  const id = await server.given.user()
  const roleId = await server.given.role(id, `${ROLES}#*`, ...grants)
  return { id, roleId, they: await server.as(id) }
}
const give = (id: string, ...menuIds: string[]) => server.admin.call(role.saveAuth, { body: { id, menuIds, buttonIds: [] } })
const flat = (tree: readonly MenuNode[]): MenuNode[] => tree.flatMap(node => [node, ...flat(node.children)])

test('PERM-35, X-SYSROLE-01 the six shipped roles have the menus of D-33 with all their buttons', async () => {
  const { records } = await server.admin.call(role.page, { query: { size: 100 } })
  const shipped = records.filter(row => row.builtIn === 1)
  expect(new Map(shipped.map(row => [row.code, row.name]))).toEqual(
    new Map([
      ['super_admin', '超级管理员'],
      ['system_admin', '系统管理员'],
      ['org_admin', '机构管理员'],
      ['app_admin', '应用管理员'],
      ['examiner', '审核员'],
      ['auditor', '审计员'],
    ]),
  )
  const below = (...paths: string[]) =>
    screens.filter(({ path, type }) => type === 'menu' && paths.some(one => path === one || path.startsWith(`${one}/`))).map(({ path }) => path) // prettier-ignore
  const pagesOf = async (code: string) => {
    const id = await server.given.user()
    await server.kernel.db.insertInto('userRole').values({ userId: id, roleId: code }).execute()
    const mine = await (await server.as(id)).call(menus.granted)
    const paths = new Set(screens.map(({ path }) => path))
    return mine.menus.map(node => node.menu_uri).filter(uri => paths.has(uri)).sort() // prettier-ignore
  }
  const everything = below('/wel', '/app', '/authorize', '/examine', '/audit', '/organiz', '/sync', '/system')
  for (const [code, pages] of [
    ['super_admin', [...everything, ...below('/devops')]],
    ['system_admin', everything],
    ['org_admin', below('/wel/index', '/organiz')],
    ['app_admin', below('/wel/index', '/app', '/authorize')],
    ['examiner', below('/wel/index', '/examine')],
    ['auditor', below('/wel/index', '/audit', '/sync/syncLog')],
  ] as const)
    expect([code, await pagesOf(code)]).toEqual([code, [...pages].sort()])
})

test('X-SYSROLE-01 roles are filtered by name, code and status, and counted with users and menus', async () => {
  const id = await saved({ name: '窗口人员', code: 'front.desk', remark: '大厅' })
  const person = await server.given.user()
  await give(id, 'organiz_index', 'audit_sms')
  await server.admin.call(role.addUser, { body: { id, userIds: [person] } })
  const page = await server.admin.call(role.page, { query: { name: '窗口', code: 'FRONT', status: 1 } })
  expect(page).toMatchObject({
    total: 1,
    records: [{ id, remark: '大厅', builtIn: 0, userCount: 1, menuCount: 4, buttonCount: 0, status: 1 }],
  })
  expect((await server.admin.call(role.page, { query: { name: '%' } })).total).toBe(0)
  expect((await server.admin.call(role.page, { query: { code: 'front.desk', status: 0 } })).total).toBe(0)
})

test('X-SYSROLE-02 a user with any menu may list the enabled roles', async () => {
  const off = await saved({ status: 0 })
  const on = await saved()
  const { they } = await officer()
  const ids = (await they.call(role.list)).map(row => row.id)
  expect(ids).toContain(on)
  expect(ids).not.toContain(off)
  await (await server.as(await server.given.user())).refused('forbidden', role.list)
})

test('X-SYSROLE-03 to X-SYSROLE-05 a role is created and changed; a stale version, a taken name or a taken code is refused', async () => {
  const id = await saved({ name: '甲岗', code: 'jia' })
  await server.admin.refused('roleNameTaken', role.save, { body: draft({ name: '甲岗' }) })
  await server.admin.refused('roleCodeTaken', role.save, { body: draft({ code: 'jia' }) })
  await server.admin.refused('parameterProblem', role.save, { body: draft({ code: '有空 格' }) })
  const { version } = await find(id)
  const edit = { id, name: '乙岗', code: 'yi', remark: '新' }
  await server.admin.call(role.update, { body: { ...edit, version } })
  expect(await find(id)).toMatchObject({ name: '乙岗', code: 'yi', remark: '新', version: version + 1 })
  await server.admin.refused('stale', role.update, { body: { ...edit, name: '丙岗', version } })
  await server.admin.refused('roleMissing', role.update, { body: { ...edit, id: 'nothere' } })
  await server.admin.refused('roleMissing', role.byId, { query: { id: 'nothere' } })
  expect((await find(id)).name).toBe('乙岗')
})

test('X-SYSROLE-05 to X-SYSROLE-07, X-SYSROLE-11 the role of super administrator cannot be changed, by a super administrator or in the database', async () => {
  const id = 'super_admin'
  const before = await find(id)
  await server.admin.refused('superRoleFixed', role.update, { body: { id, name: '别名', code: 'super_admin' } })
  await server.admin.refused('superRoleFixed', role.setStatus, { query: { status: 0 }, body: { ids: [await saved(), id] } })
  await server.admin.refused('superRoleFixed', role.remove, { body: { ids: [id] } })
  await server.admin.refused('superRoleFixed', role.saveAuth, { body: { id, menuIds: ['organiz_index'], buttonIds: [] } })
  expect(await find(id)).toEqual(before)
  const { db } = server.kernel
  const refused = { constraint: 'super_role_fixed' }
  await expect(db.updateTable('role').set({ status: 0 }).where('id', '=', id).execute()).rejects.toMatchObject(refused)
  await expect(db.updateTable('role').set({ code: 'x' }).where('id', '=', id).execute()).rejects.toMatchObject(refused)
  await expect(db.deleteFrom('role').where('id', '=', id).execute()).rejects.toMatchObject(refused)
})

test('X-SYSROLE-06 a role that is assigned or shipped is not deleted; an unknown id refuses the whole batch', async () => {
  const [assigned, free] = [await saved(), await saved()]
  await server.admin.call(role.addUser, { body: { id: assigned, userIds: [await server.given.user()] } })
  await server.admin.refused('roleHeld', role.remove, { body: { ids: [free, assigned] } })
  await server.admin.refused('builtInRole', role.remove, { body: { ids: [free, 'auditor'] } })
  await server.admin.refused('builtInRole', role.update, { body: { id: 'auditor', name: '审计员', code: 'other' } })
  await server.admin.refused('roleMissing', role.remove, { body: { ids: [free, 'nothere'] } })
  await server.admin.refused('nothingChosen', role.remove, { body: { ids: [] } })
  const { envelope } = await server.admin.send(role.remove, { body: { ids: Array.from({ length: 10_000 }, (_, n) => `r${n}`) } })
  expect(envelope).toMatchObject({ code: 'global_prompt', message: '一次最多选择500条数据' })
  expect((await find(free)).id).toBe(free)
  expect(await server.admin.call(role.remove, { body: { ids: [free] } })).toBe(1)
  await server.admin.refused('roleMissing', role.byId, { query: { id: free } })
})

test('R18 a role deleted while it is being assigned: one of the two succeeds, and nobody holds a deleted role', async () => {
  const person = await server.given.user()
  for (let round = 0; round < 20; round++) {
    const id = await saved()
    const remove = () => server.admin.send(role.remove, { body: { ids: [id] } })
    const add = () => server.admin.send(role.addUser, { body: { id, userIds: [person] } })
    const [first, second] = await Promise.all(round % 2 ? [remove(), add()] : [add(), remove()])
    const [removed, added] = round % 2 ? [first, second] : [second, first]
    if (added.envelope.code === 'success') expect(removed.envelope.message).toBe('角色已分配用户，无法删除')
    else expect([removed.envelope.code, added.envelope.message]).toEqual(['success', '角色不存在'])
  }
})

test('X-SYSROLE-07 a disabled role has no effect and cannot be assigned', async () => {
  const { id, roleId, they } = await officer('/audit/sms')
  expect(await server.admin.call(role.setStatus, { query: { status: 0 }, body: { ids: [roleId] } })).toBe(1)
  expect(await server.admin.call(role.setStatus, { query: { status: 0 }, body: { ids: [roleId] } })).toBe(0)
  await they.refused('forbidden', role.page)
  await server.admin.refused('roleDisabled', role.addUser, { body: { id: roleId, userIds: [await server.given.user()] } })
  await server.admin.call(role.setStatus, { query: { status: 1 }, body: { ids: [roleId] } })
  await they.call(role.page)
  await server.admin.refused('statusProblem', role.setStatus, { body: { ids: [roleId] } })
  expect((await server.admin.call(role.pageUser, { query: { id: roleId } })).records.map(row => row.id)).toEqual([id])
})

test('X-SYSROLE-08, X-SYSROLE-09, D-11 a code or name in use is reported as taken, but not for the role itself', async () => {
  const id = await saved({ name: '唯一岗', code: 'only' })
  expect(await server.admin.call(role.codeTaken, { query: { code: 'only' } })).toBe(true)
  expect(await server.admin.call(role.codeTaken, { query: { code: 'only', id } })).toBe(false)
  expect(await server.admin.call(role.nameTaken, { query: { name: '唯一岗' } })).toBe(true)
  expect(await server.admin.call(role.nameTaken, { query: { name: '唯一岗', id } })).toBe(false)
  expect(await server.admin.call(role.nameTaken, { query: { name: '唯' } })).toBe(false)
})

test('X-SYSROLE-10, X-SYSROLE-11, O-66 the menu tree of a role has no devops, and devops can be granted to no role', async () => {
  const id = await saved()
  const auth = await server.admin.call(role.auth, { query: { id } })
  const nodes = flat(auth.menus)
  expect(nodes.map(node => node.menu_uri)).toContain('/system/systemRoleIndex')
  expect(nodes.filter(node => node.menu_uri.startsWith('/devops'))).toEqual([])
  expect(auth).toMatchObject({ menuIds: [], buttonIds: [] })
  expect(auth.heldIds).toContain('organiz_index-add-user')
  for (const menuIds of [['devops'], ['organiz_index', 'devops_menu']])
    await server.admin.refused('devopsNotGranted', role.saveAuth, { body: { id, menuIds, buttonIds: [] } })
  const below = await server.admin.call(menus.save, { body: { parentId: 'devops_menu', name: '藏', menu_uri: '', type: 'button', mark: 'x', status: 1 } }) // prettier-ignore
  await server.admin.refused('devopsNotGranted', role.saveAuth, { body: { id, menuIds: [], buttonIds: [below.id] } })
  expect(await granted(id)).toEqual([])
})

test('X-SYSROLE-11 the grants of a role are replaced as a whole, include parent menus and take effect at once', async () => {
  const { id, roleId, they } = await officer('/organiz/index#add-user')
  await give(roleId, 'system_systemRoleIndex', 'audit_sms')
  expect(await grantedIds(roleId)).toEqual(['audit', 'audit_sms', 'system', 'system_systemRoleIndex'])
  await they.refused('forbidden', user.save)
  const auth = await they.call(role.auth, { query: { id: roleId } })
  expect(auth.menuIds.sort()).toEqual(['audit', 'audit_sms', 'system', 'system_systemRoleIndex'])
  expect(auth.heldIds.sort()).toEqual(auth.menuIds)
  await server.admin.call(role.saveAuth, {
    body: { id: roleId, menuIds: ['system_systemRoleIndex'], buttonIds: ['organiz_index-add-user'] },
  })
  expect(await grantedIds(roleId)).toEqual(['organiz', 'organiz_index', 'organiz_index-add-user', 'system', 'system_systemRoleIndex'])
  expect((await (await server.as(id)).call(menus.granted)).buttons.map(button => button.mark)).toEqual(['add-user'])
})

test('X-SYSROLE-11 unknown menus, a button among the menus, a stale version and too many ids are refused, and nothing changes', async () => {
  const id = await saved()
  await give(id, 'audit_sms')
  const before = await grantedIds(id)
  const { version } = await find(id)
  const bodies = [
    { menuIds: ['audit_sms', 'nothere'], buttonIds: [] },
    { menuIds: ['organiz_index-add-user'], buttonIds: [] },
    { menuIds: [], buttonIds: ['audit_sms'] },
  ]
  for (const body of bodies) await server.admin.refused('menuMissing', role.saveAuth, { body: { id, ...body } })
  await server.admin.refused('stale', role.saveAuth, { body: { id, menuIds: [], buttonIds: [], version: version - 1 } })
  const many = Array.from({ length: 10_000 }, (_, n) => `m${n}`)
  const { envelope } = await server.admin.send(role.saveAuth, { body: { id, menuIds: many, buttonIds: [] } })
  expect(envelope.message).toBe('一次最多授予5000项权限')
  await server.admin.refused('roleMissing', role.saveAuth, { body: { id: 'nothere', menuIds: [], buttonIds: [] } })
  expect([await grantedIds(id), (await find(id)).version]).toEqual([before, version])
})

test('X-SYSROLE-11, T14, bad input 16 nobody grants a menu or button they do not hold, or changes a role that holds one', async () => {
  const { they } = await officer('/organiz/index#add-user')
  const [own, higher] = [await saved(), await saved()]
  await give(higher, 'audit_sms')
  await they.call(role.saveAuth, { body: { id: own, menuIds: ['organiz_index'], buttonIds: ['organiz_index-add-user'] } })
  await they.refused('beyondOwn', role.saveAuth, { body: { id: own, menuIds: ['audit_sms'], buttonIds: [] } })
  await they.refused('beyondOwn', role.saveAuth, { body: { id: own, menuIds: [], buttonIds: ['organiz_index-edit-user'] } })
  expect(await grantedIds(own)).toEqual(['organiz', 'organiz_index', 'organiz_index-add-user'])
  const person = await server.given.user()
  for (const id of [higher, 'system_admin']) {
    await they.refused('beyondOwn', role.saveAuth, { body: { id, menuIds: [], buttonIds: [] } })
    await they.refused('beyondOwn', role.update, { body: { id, name: '改', code: 'gai' } })
    await they.refused('beyondOwn', role.setStatus, { query: { status: 0 }, body: { ids: [own, id] } })
    await they.refused('beyondOwn', role.remove, { body: { ids: [own, id] } })
    await they.refused('beyondOwn', role.addUser, { body: { id, userIds: [person] } })
  }
  await they.refused('beyondOwn', role.addUser, { body: { id: 'super_admin', userIds: [person] } })
  await they.call(role.addUser, { body: { id: own, userIds: [person] } })
})

test('T14 rights from a delegation cannot be passed on through a role', async () => {
  const branch = await server.given.org()
  const boss = await server.given.user({ org: branch })
  await server.given.forDelegations(ROLES)
  await server.given.gradeAdmin(boss, branch, 1, ROLES, '/organiz/index')
  const they = await server.as(boss)
  const id = await saved()
  await they.refused('beyondOwn', role.saveAuth, { body: { id, menuIds: ['organiz_index'], buttonIds: [] } })
  const [inside, outside] = [await server.given.user({ org: branch }), await server.given.user()]
  await they.refused('userMissing', role.addUser, { body: { id, userIds: [inside, outside] } })
  expect(await they.call(role.addUser, { body: { id, userIds: [inside] } })).toBe(1)
  await server.admin.call(role.addUser, { body: { id, userIds: [outside] } })
  expect((await they.call(role.pageUser, { query: { id } })).records.map(row => row.id)).toEqual([inside])
})

test('a user whose access comes from a role cannot remove or disable their own access in it', async () => {
  const { roleId, they } = await officer('/audit/sms')
  await they.refused('ownAccess', role.saveAuth, { body: { id: roleId, menuIds: ['audit_sms'], buttonIds: [] } })
  await they.refused('ownAccess', role.setStatus, { query: { status: 0 }, body: { ids: [roleId] } })
  await they.call(role.saveAuth, { body: { id: roleId, menuIds: ['system_systemRoleIndex'], buttonIds: [] } })
  expect(await grantedIds(roleId)).toEqual(['system', 'system_systemRoleIndex'])
})

test('X-SYSROLE-12 to X-SYSROLE-14 users are added to a role, found in it and removed; unknown ones refuse the whole batch', async () => {
  const id = await saved()
  const [a, b] = [await server.given.user({ realName: '欧阳甲' }), await server.given.user({ realName: '司马乙' })]
  await server.admin.refused('userMissing', role.addUser, { body: { id, userIds: [a, 'nothere'] } })
  const gone = await server.given.user()
  await server.admin.call(user.remove, { body: { ids: [gone] } })
  await server.admin.refused('userMissing', role.addUser, { body: { id, userIds: [a, gone] } })
  await server.admin.refused('nothingChosen', role.addUser, { body: { id, userIds: [] } })
  await server.admin.refused('roleMissing', role.addUser, { body: { id: 'nothere', userIds: [a] } })
  expect((await server.admin.call(role.pageUser, { query: { id } })).total).toBe(0)
  expect(await server.admin.call(role.addUser, { body: { id, userIds: [a, b] } })).toBe(2)
  expect(await server.admin.call(role.addUser, { body: { id, userIds: [a, b] } })).toBe(0)
  expect((await server.admin.call(role.pageUser, { query: { id, searchKey: 'ouyang' } })).records).toMatchObject([
    { id: a, orgName: '组织机构' },
  ])
  expect(await server.admin.call(role.removeUser, { body: { id, userIds: [a] } })).toBe(1)
  await server.admin.refused('userMissing', role.removeUser, { body: { id, userIds: [b, 'nothere'] } })
  await server.admin.call(user.remove, { body: { ids: [b] } })
  expect(await find(id)).toMatchObject({ userCount: 0 })
})

test('X-SYSROLE-14, D-38 nobody removes their own roles, and the built-in account keeps its role', async () => {
  const { id, roleId, they } = await officer()
  await they.refused('ownRoles', role.removeUser, { body: { id: roleId, userIds: [id] } })
  const boss = await server.given.user()
  await server.admin.call(role.addUser, { body: { id: 'super_admin', userIds: [boss] } })
  const other = await server.as(boss)
  await other.refused('builtInAccount', role.removeUser, { body: { id: 'super_admin', userIds: ['1'] } })
  await other.refused('ownRoles', role.removeUser, { body: { id: 'super_admin', userIds: [boss] } })
  expect(await server.admin.call(role.removeUser, { body: { id: 'super_admin', userIds: [boss] } })).toBe(1)
})
