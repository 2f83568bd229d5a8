import { afterAll, beforeAll, expect, test } from 'vitest'
import { appResource, LEVELS_MAX } from '@hufu/contract/apps/app-resource'
import { appRole } from '@hufu/contract/apps/app-role'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const db = () => server.kernel.db
const name = async (id: string) =>
  (await db().selectFrom('users').select('realName').where('id', '=', id).executeTakeFirstOrThrow()).realName
const members = async (query: { appId: string; roleId?: string; searchKey?: string }) =>
  (await server.admin.call(appRole.pageUser, { query: { size: 500, ...query } })).records
const add = (roleIds: string[], userIds: string[]) =>
  server.admin.call(appRole.addUser, { body: { roleIds, userData: userIds.map(userId => ({ userId })) } })
const resource = async (appId: string, code: string, parentId = '0') =>
  (await server.admin.call(appResource.save, { body: { appId, parentId, name: `资源${code}`, code, type: 'menu' } })).id

test('APPROLE-02, X-APPRES-01 to X-APPRES-08 roles and resources of one application are separate from those of another', async () => {
  const [appId, other] = [await server.given.app(), await server.given.app()]
  const { id } = await server.admin.call(appRole.save, { body: { appId, code: 'clerk', name: '内勤', remark: '值守' } })
  await server.admin.call(appRole.save, { body: { appId: other, code: 'CLERK', name: '内勤' } })
  await server.admin.refused('appRoleCodeTaken', appRole.save, { body: { appId, code: 'CLERK', name: '另一个' } })
  await server.admin.refused('appRoleNameTaken', appRole.save, { body: { appId, code: 'other', name: '内勤' } })
  await server.admin.refused('appMissing', appRole.save, { body: { appId: 'none', code: 'a', name: 'a' } })
  expect((await server.admin.call(appRole.page, { query: { appId } })).records.map(row => row.id)).toEqual([id])
  expect((await server.admin.call(appRole.page, { query: { appId, name: '无' } })).total).toBe(0)
  expect(await server.admin.call(appRole.codeTaken, { query: { appId, code: 'Clerk' } })).toBe(true)
  expect(await server.admin.call(appRole.codeTaken, { query: { appId, code: 'clerk', id } })).toBe(false)
  expect(await server.admin.call(appRole.nameTaken, { query: { appId, name: '内勤' } })).toBe(true)
  await server.admin.call(appRole.update, { body: { id, code: 'clerk', name: '内勤改', version: 1 } })
  await server.admin.refused('stale', appRole.update, { body: { id, code: 'clerk', name: '内勤', version: 1 } })
  expect(await server.admin.call(appRole.byId, { query: { id } })).toMatchObject({ name: '内勤改', remark: '值守', resourceIds: [], userCount: 0 }) // prettier-ignore
  expect(await server.admin.call(appRole.setStatus, { query: { status: 0 }, body: { ids: [id] } })).toBe(1)
  expect(await server.admin.call(appRole.list, { query: { appId, hasOnlyEnable: true } })).toEqual([])
  expect(await server.admin.call(appRole.list, { query: { appId } })).toEqual([{ id, code: 'clerk', name: '内勤改' }])
  expect(await server.admin.call(appRole.remove, { body: { ids: [id] } })).toBe(1)
  await server.admin.refused('appRoleMissing', appRole.byId, { query: { id } })
})

test('X-APPRES-05 a role that is granted, directly or through a group, is not deleted', async () => {
  const { given } = server
  const appId = await given.app()
  const [assigned, grouped] = [await given.appRole(appId), await given.appRole(appId)]
  await add([assigned], [await given.user()])
  await given.grant({ subjectType: 'authGroup', subjectId: await given.authGroup(), appId, roleId: grouped })
  await server.admin.refused('appRoleHeld', appRole.remove, { body: { ids: [assigned] } })
  await server.admin.refused('appRoleHeld', appRole.remove, { body: { ids: [grouped] } })
})

test('X-APPRES-10 to X-APPRES-16 the resources of an application are a tree', async () => {
  const appId = await server.given.app()
  const top = await resource(appId, 'top')
  const child = await resource(appId, 'child', top)
  const [root] = await server.admin.call(appResource.tree, { query: { appId } })
  expect(root).toMatchObject({ id: top, hasChildren: true, children: [{ id: child, parentId: top, children: [] }] })
  await server.admin.refused('appResourceCodeTaken', appResource.save, {
    body: { appId, parentId: '0', name: '又一个', code: 'TOP', type: 'api' },
  })
  const foreign = await server.given.app()
  await server.admin.refused('appResourceMissing', appResource.save, {
    body: { appId: foreign, parentId: top, name: '别处', code: 'x', type: 'api' },
  })
  await server.admin.refused('appResourceHasChildren', appResource.remove, { body: { ids: [top] } })
  await server.admin.call(appResource.update, { body: { id: child, name: '改名', code: 'child', type: 'button', uri: '/a/b', version: 1 } })
  await server.admin.refused('stale', appResource.update, { body: { id: child, name: 'x', code: 'child', type: 'button', version: 1 } })
  expect(await server.admin.call(appResource.byId, { query: { id: child } })).toMatchObject({ name: '改名', type: 'button', uri: '/a/b' })
  expect(await server.admin.call(appResource.codeTaken, { query: { appId, code: 'Child' } })).toBe(true)
  expect(await server.admin.call(appResource.codeTaken, { query: { appId, code: 'child', id: child } })).toBe(false)
  expect(await server.admin.call(appResource.setStatus, { query: { status: 0 }, body: { ids: [top, child] } })).toBe(2)
  expect(await server.admin.call(appResource.remove, { body: { ids: [top, child] } })).toBe(2)
  await server.admin.refused('appResourceMissing', appResource.byId, { query: { id: top } })
})

test('X-APPRES-12 a resource tree is limited in depth, and addresses with an executable scheme are refused', async () => {
  const appId = await server.given.app()
  let parentId = '0'
  for (let level = 1; level <= LEVELS_MAX; level++) parentId = await resource(appId, `l${level}`, parentId)
  await server.admin.refused('appResourceTooDeep', appResource.save, {
    body: { appId, parentId, name: '再下', code: 'more', type: 'menu' },
  })
  for (const uri of ['javascript:alert(1)', '//evil.example', '/\\evil.example'])
    await server.admin.refused('parameterProblem', appResource.save, {
      body: { appId, parentId: '0', name: '地址', code: 'uri', type: 'api', uri },
    })
})

test('APPROLE-01, X-APPRES-09 the resources of a role are replaced as a whole, and the preview lists the users affected', async () => {
  const { given } = server
  const appId = await given.app()
  const roleId = await given.appRole(appId)
  const orgId = await given.org({ name: '资源机构' })
  await given.user({ org: orgId })
  await given.user({ org: orgId })
  await given.grant({ subjectType: 'org', subjectId: orgId, appId, roleId })
  const [a, b, c] = [await resource(appId, 'a'), await resource(appId, 'b'), await resource(appId, 'c')]
  expect(await server.admin.call(appRole.saveResource, { body: { roleId, resourceIds: [a, b, b] } })).toBe(2)
  const body = { roleId, resourceIds: [b, c] }
  expect(await server.admin.call(appRole.previewResource, { body })).toEqual({
    gained: ['资源c'],
    lost: ['资源a'],
    userCount: 2,
    subjects: [{ type: 'org', name: '资源机构' }],
  })
  const { version } = await server.admin.call(appRole.byId, { query: { id: roleId } })
  expect(await server.admin.call(appRole.saveResource, { body: { ...body, version } })).toBe(2)
  await server.admin.refused('stale', appRole.saveResource, { body: { ...body, version } })
  expect((await server.admin.call(appRole.byId, { query: { id: roleId } })).resourceIds.toSorted()).toEqual([b, c].toSorted())
  const other = await given.appRole(appId)
  await server.admin.call(appRole.saveResource, { body: { roleId: other, resourceIds: [c] } })
  const level = async (roleIds: string) =>
    (await server.admin.call(appRole.pageResource, { query: { appId, parentId: '0', roleIds } })).records.map(row => [row.id, row.checked])
  expect(await level(roleId)).toEqual([[a, false], [b, true], [c, true]]) // prettier-ignore
  expect(await level(`${roleId},${other}`)).toEqual([[a, false], [b, false], [c, true]]) // prettier-ignore
  await server.admin.refused('appNotChosen', appRole.pageResource, { query: { parentId: '0' } })
  const foreign = await resource(await given.app(), 'foreign')
  await server.admin.refused('appResourceMissing', appRole.saveResource, { body: { roleId, resourceIds: [foreign] } })
})

test('APPROLE-03 an application lists its roles and the permission groups that grant anything of it', async () => {
  const { given } = server
  const appId = await given.app({ name: '总览应用' })
  const roleId = await given.appRole(appId, { name: '值班' })
  const groupId = await given.authGroup({ name: '值班组' })
  await given.grant({ subjectType: 'authGroup', subjectId: groupId, appId, roleId })
  await given.grant({ subjectType: 'user', subjectId: await given.user(), groupId })
  const found = await server.admin.call(appRole.auth, { query: { id: appId } })
  expect(found).toMatchObject({ app: { name: '总览应用' }, roles: [{ id: roleId, name: '值班', userCount: 1 }], authGroups: [{ id: groupId, name: '值班组' }] }) // prettier-ignore
  await server.admin.refused('appMissing', appRole.auth, { query: { id: 'none' } })
})

test('PERM-28, APPROLE-04, APPROLE-05, APPROLE-09 roles are granted to users, by id or found by a search key', async () => {
  const { given } = server
  const appId = await given.app()
  const [reader, writer] = [await given.appRole(appId, { name: '读' }), await given.appRole(appId, { name: '写' })]
  const [a, b] = [await given.user({ realName: '甲寻' }), await given.user({ realName: '乙寻' })]
  expect(await add([reader, writer], [a])).toBe(1)
  expect(await add([reader], [a])).toBe(0)
  expect(await server.admin.call(appRole.addUser, { body: { roleIds: [reader], userData: [], searchKey: '乙寻' } })).toBe(1)
  expect((await members({ appId, roleId: writer })).map(row => row.userId)).toEqual([a])
  const both = await members({ appId, roleId: reader })
  expect(both.map(row => row.userId).toSorted()).toEqual([a, b].toSorted())
  expect(both.find(row => row.userId === a)).toMatchObject({ realName: '甲寻', roleNames: ['读', '写'], ownRoleIds: [reader, writer] })
  expect((await members({ appId, searchKey: '甲寻' })).map(row => row.userId)).toEqual([a])
  await server.admin.refused('nothingChosen', appRole.addUser, { body: { roleIds: [reader], userData: [] } })
  await server.admin.refused('appRoleMissing', appRole.addUser, { body: { roleIds: ['none'], userData: [{ userId: a }] } })
  await server.admin.refused('userMissing', appRole.addUser, { body: { roleIds: [reader], userData: [{ userId: 'nobody' }] } })
})

test('APPROLE-05 an existing grant keeps its date, an expired one begins again', async () => {
  const { given } = server
  const appId = await given.app()
  const roleId = await given.appRole(appId)
  const [dated, over] = [await given.user(), await given.user()]
  await given.grant({ subjectType: 'user', subjectId: dated, appId, roleId, endTime: '2099-01-01 00:00:00' })
  await given.grant({ subjectType: 'user', subjectId: over, appId, roleId, endTime: '2020-01-01 00:00:00' })
  expect(await add([roleId], [dated, over])).toBe(1)
  const rows = await db().selectFrom('appGrant').select(['subjectId', 'endTime']).where('roleId', '=', roleId).execute()
  expect(new Map(rows.map(row => [row.subjectId, row.endTime]))).toEqual(new Map([[dated, '2099-01-01 00:00:00'], [over, null]])) // prettier-ignore
})

test('PERM-29, APPROLE-06 the roles of users in an application become exactly the given ones, and the preview lists what is lost', async () => {
  const { given } = server
  const [appId, other] = [await given.app({ name: '替换应用' }), await given.app()]
  const [reader, writer] = [await given.appRole(appId, { name: '读' }), await given.appRole(appId, { name: '写' })]
  const elsewhere = await given.appRole(other)
  const they = await given.user()
  await add([reader, elsewhere], [they])
  await given.grant({ subjectType: 'user', subjectId: they, appId })
  const body = { roleIds: [writer], userData: [{ userId: they }] }
  expect(await server.admin.call(appRole.previewUser, { body })).toEqual([
    { targetId: they, targetName: await name(they), appName: '替换应用', roleName: '读' },
  ])
  expect(await server.admin.call(appRole.updateUser, { body })).toBe(1)
  expect(await server.admin.call(appRole.updateUser, { body })).toBe(0)
  expect((await members({ appId }))[0]!.roleIds).toEqual([writer])
  expect((await members({ appId: other }))[0]!.roleIds).toEqual([elsewhere])
  expect(await server.admin.call(appRole.updateUser, { body: { appId, roleIds: [], userData: [{ userId: they }] } })).toBe(1)
  expect(await members({ appId })).toEqual([])
  const left = await db().selectFrom('appGrant').select('roleId').where('appId', '=', appId).execute()
  expect(left).toEqual([{ roleId: null }])
})

test('PERM-30, APPROLE-07 roles are revoked from users; those from their organisation stay', async () => {
  const { given } = server
  const appId = await given.app()
  const [reader, writer] = [await given.appRole(appId), await given.appRole(appId)]
  const orgId = await given.org()
  const [they, another] = [await given.user({ org: orgId }), await given.user()]
  await add([reader, writer], [they, another])
  await given.grant({ subjectType: 'org', subjectId: orgId, appId, roleId: writer })
  expect(await server.admin.call(appRole.removeUser, { body: { appId, userIds: [another], roleIds: [reader] } })).toBe(1)
  expect((await members({ appId, roleId: reader })).map(row => row.userId)).toEqual([they])
  expect(await server.admin.call(appRole.removeUser, { body: { appId, userIds: [they, another] } })).toBe(2)
  expect(await members({ appId })).toMatchObject([{ userId: they, roleIds: [writer], ownRoleIds: [] }])
})

test('APPROLE-08 users are found by a part of their account or name', async () => {
  const they = await server.given.user({ userName: 'zhangxun88', realName: '张寻寻' })
  const find = async (searchKey: string) => (await server.admin.call(appRole.findUser, { query: { searchKey } })).records.map(row => row.id)
  expect(await find('zhangxun')).toEqual([they])
  expect(await find('寻寻')).toEqual([they])
})

test('D-34, T14 a delegated administrator sees and grants within their scope, only roles they hold themselves', async () => {
  const { given } = server
  await given.forDelegations('/app/authority')
  await db().updateTable('menu').set({ hsaAuthGradeShow: 1 }).where('mark', '=', 'refUser').execute() // prettier-ignore
  const [mine, foreign] = [await given.org(), await given.org()]
  const they = await given.user({ org: mine })
  await given.gradeAdmin(they, mine, 1, '/app/authority')
  const [inside, outside] = [
    await given.user({ org: mine, realName: '范围内者' }),
    await given.user({ org: foreign, realName: '范围外者' }),
  ]
  const appId = await given.app()
  const [assigned, unassigned] = [await given.appRole(appId), await given.appRole(appId)]
  await add([assigned], [they, outside])
  await add([unassigned], [inside])
  const as = await server.as(they)
  const order = (roleIds: string[], userId: string) => ({ body: { roleIds, userData: [{ userId }] } })
  expect(await as.call(appRole.addUser, order([assigned], inside))).toBe(1)
  await as.refused('userMissing', appRole.addUser, order([assigned], outside))
  await as.refused('grantToOneself', appRole.addUser, order([assigned], they))
  await as.refused('grantBeyondOwn', appRole.addUser, order([unassigned], inside))
  await as.refused('grantBeyondOwn', appRole.updateUser, order([assigned], inside))
  await as.refused('grantBeyondOwn', appRole.removeUser, { body: { appId, userIds: [inside] } })
  await as.refused('userMissing', appRole.removeUser, { body: { appId, userIds: [outside] } })
  const seen = await as.call(appRole.pageUser, { query: { appId, roleId: assigned, size: 500 } })
  expect(seen.total).toBe(2)
  expect(seen.records.map(row => row.userId).toSorted()).toEqual([they, inside].toSorted())
  expect((await as.call(appRole.findUser, { query: { searchKey: '范围外者' } })).total).toBe(0)
})
