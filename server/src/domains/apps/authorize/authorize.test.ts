import { afterAll, beforeAll, expect, test } from 'vitest'
import { authGroup } from '@hufu/contract/apps/auth-group'
import { authorize } from '@hufu/contract/apps/authorize'
import { user } from '@hufu/contract/directory/user'
import { finished, startTestServer, type TestServer } from '../../../../test/harness.ts'
import { downloaded } from '../../../../test/sheets.ts'
import { newId } from '../../../platform/database/ids.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

const db = () => server.kernel.db
const list = (targetType: string, query = {}) => server.admin.call(authorize.page, { query: { targetType, size: 500, ...query } })
const name = async (id: string) =>
  (await db().selectFrom('users').select('realName').where('id', '=', id).executeTakeFirstOrThrow()).realName

async function give(targetType: string, targetIds: string[], apps: { appId: string; roleIds: string[] }[], more = {}) {
  return server.admin.call(authorize.save, { body: { targetType, targetIds, apps, ...more } })
}

test('X-AUTHZ-01 to X-AUTHZ-04 grants are made, listed by subject, replaced and removed', async () => {
  const { given } = server
  const [appId, other] = [await given.app(), await given.app()]
  const [reader, writer] = [await given.appRole(appId, { name: '读' }), await given.appRole(appId, { name: '写' })]
  const [a, b] = [await given.user(), await given.user()]
  expect(await give('user', [a, b], [{ appId, roleIds: [reader, writer] }, { appId: other, roleIds: [] }])).toBe(4) // prettier-ignore
  const mine = (await list('user', { searchKey: await name(a) })).records
  expect(mine.map(({ appId, targetId, roleNames }) => ({ appId, targetId, roleNames }))).toEqual(
    expect.arrayContaining([{ appId, targetId: a, roleNames: ['读', '写'] }, { appId: other, targetId: a, roleNames: [] }]), // prettier-ignore
  )
  expect((await list('user', { appId })).total).toBe(2)

  expect(await give('user', [a], [{ appId, roleIds: [reader] }], { endTime: '2099-01-01 00:00:00' })).toBe(1)
  const byTarget = await server.admin.call(authorize.byTarget, { query: { targetType: 'user', targetId: a } })
  expect(byTarget).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ appId, roleIds: [reader], endTime: '2099-01-01 00:00:00' }),
      expect.objectContaining({ appId: other, roleIds: [], endTime: null }),
    ]),
  )
  const line = (await list('user', { appId, searchKey: await name(a) })).records[0]!
  expect(await server.admin.call(authorize.remove, { body: { ids: [line.id] } })).toBe(1)
  expect((await list('user', { appId })).records.map(row => row.targetId)).toEqual([b])
  await server.admin.refused('grantMissing', authorize.remove, { body: { ids: [line.id] } })
})

test('X-AUTHZ-03 the preview lists the rights that saving would remove', async () => {
  const { given } = server
  const appId = await given.app({ name: '预览应用' })
  const roleId = await given.appRole(appId, { name: '审批' })
  const a = await given.user()
  await give('user', [a], [{ appId, roleIds: [roleId] }])
  const body = { targetType: 'user', targetIds: [a], apps: [{ appId, roleIds: [] }] }
  expect(await server.admin.call(authorize.preview, { body })).toEqual([
    { targetId: a, targetName: await name(a), appName: '预览应用', roleName: '审批' },
  ])
  expect((await server.admin.call(authorize.byTarget, { query: { targetType: 'user', targetId: a } }))[0]!.roleIds).toEqual([roleId])
})

test('X-AUTHZ-03 unknown subjects, applications and roles, and roles of another application, refuse the whole request', async () => {
  const { given } = server
  const appId = await given.app()
  const foreign = await given.appRole(await given.app())
  const a = await given.user()
  const order = (parts: object) => ({ body: { targetType: 'user', targetIds: [a], apps: [{ appId, roleIds: [] }], ...parts } })
  await server.admin.refused('userMissing', authorize.save, order({ targetIds: [a, 'nobody'] }))
  await server.admin.refused('orgMissing', authorize.save, order({ targetType: 'org', targetIds: ['nowhere'] }))
  await server.admin.refused('subjectMissing', authorize.save, order({ targetType: 'label', targetIds: ['none'] }))
  await server.admin.refused('appMissing', authorize.save, order({ apps: [{ appId: 'none', roleIds: [] }] }))
  await server.admin.refused('appRoleMissing', authorize.save, order({ apps: [{ appId, roleIds: [foreign] }] }))
  await server.admin.refused('nothingChosen', authorize.save, order({ apps: [] }))
  await server.admin.refused('nothingChosen', authorize.save, order({ targetIds: [] }))
  await server.admin.refused('appGrantTimes', authorize.save, order({ beginTime: '2030-01-02 00:00:00', endTime: '2030-01-01 00:00:00' }))
  expect((await list('user', { appId })).total).toBe(0)
})

test('D-34, T14 a delegated administrator grants within their scope, and only what they may open themselves: 4403', async () => {
  const { given } = server
  const [mine, foreign] = [await given.org(), await given.org()]
  const they = await given.user({ org: mine })
  await given.gradeAdmin(they, mine, 1, '/authorize/index')
  const [inside, outside] = [await given.user({ org: mine }), await given.user({ org: foreign })]
  const [held, unheld] = [await given.app(), await given.app()]
  const roleId = await given.appRole(held)
  await give('user', [they], [{ appId: held, roleIds: [] }])
  await give('user', [outside], [{ appId: held, roleIds: [] }])
  const as = await server.as(they)
  expect((await as.call(authorize.grantable)).map(({ id, roles }) => ({ id, roles }))).toEqual([{ id: held, roles: [] }])
  expect((await server.admin.call(authorize.grantable)).find(({ id }) => id === held)!.roles.map(({ id }) => id)).toEqual([roleId])
  const order = (targetIds: string[], apps: object[], targetType = 'user') => ({ body: { targetType, targetIds, apps } })
  expect(await as.call(authorize.save, order([inside], [{ appId: held, roleIds: [] }]))).toBe(1)
  await as.refused('userMissing', authorize.save, order([outside], [{ appId: held, roleIds: [] }]))
  await as.refused('orgMissing', authorize.save, order([foreign], [{ appId: held, roleIds: [] }], 'org'))
  await as.refused('grantBeyondOwn', authorize.save, order([inside], [{ appId: unheld, roleIds: [] }]))
  await as.refused('grantBeyondOwn', authorize.save, order([inside], [{ appId: held, roleIds: [roleId] }]))
  await as.refused('grantToOneself', authorize.save, order([they], [{ appId: held, roleIds: [] }]))
  await as.refused('subjectBeyondScope', authorize.save, order(['any'], [{ appId: held, roleIds: [] }], 'label'))
  const seen = await as.call(authorize.page, { query: { targetType: 'user', size: 500 } })
  expect(seen.records.map(row => row.targetId).sort()).toEqual([they, inside].sort())
  const groups = [mine, foreign].map(orgId => ({ id: newId(), orgId }))
  for (const { id, orgId } of groups) {
    await server.kernel.db.insertInto('workGroup').values({ id, name: id, code: id, orgId }).execute()
    await given.grant({ subjectType: 'workGroup', subjectId: id, appId: held })
  }
  const seenGroups = (await as.call(authorize.page, { query: { targetType: 'workGroup', appId: held } })).records
  expect(seenGroups.map(row => row.targetId)).toEqual([groups[0]!.id])
  const foreignLine = (await list('user', { appId: held })).records.find(row => row.targetId === outside)!
  await server.given.grant({ subjectType: 'org', subjectId: foreign, appId: held })
  const foreignOrgLine = (await list('org', { appId: held })).records.find(row => row.targetId === foreign)!
  // D-75: the refusal does not reveal that the grant exists.
  for (const { id } of [foreignLine, foreignOrgLine]) await as.refused('grantMissing', authorize.remove, { body: { ids: [id] } })
  await as.refused('userMissing', authorize.why, { query: { userId: outside, appId: held } })
})

test('X-AUTHZ-05 the export contains what the filters find, with names instead of ids', async () => {
  const { given } = server
  const appId = await given.app({ name: '导出应用' })
  const orgId = await given.org({ name: '导出机构' })
  await give('org', [orgId], [{ appId, roleIds: [await given.appRole(appId, { name: '值班' })] }])
  const query = { uuid: 'authorize-export-0', targetType: 'org', query: JSON.stringify({ appId }) }
  const task = await finished(server.admin, await server.admin.call(authorize.exportExcel, { query }))
  const { titles, rows } = await downloaded(server.admin, task.fileId)
  expect(titles.slice(0, 5)).toEqual(['授权对象', '对象类型', '含下级', '应用', '角色'])
  expect(rows.map(row => row.slice(0, 5))).toEqual([['导出机构', '机构', '是', '导出应用', '值班']])
  await server.admin.refused('filterUnreadable', authorize.exportExcel, {
    query: { uuid: 'authorize-export-1', targetType: 'org', query: '{' },
  })
})

test('X-AUTHGROUP-01 to X-AUTHGROUP-09 permission groups are created, listed, changed and deleted', async () => {
  const id = (await server.admin.call(authGroup.save, { body: { name: '一线', code: 'front', remark: '一线人员' } })).id
  expect(await server.admin.call(authGroup.byId, { query: { id } })).toMatchObject({
    name: '一线',
    code: 'front',
    userCount: 0,
    appCount: 0,
  })
  await server.admin.refused('authGroupNameTaken', authGroup.save, { body: { name: '一线', code: 'other' } })
  await server.admin.refused('authGroupCodeTaken', authGroup.save, { body: { name: '别的', code: 'FRONT' } })
  expect(await server.admin.call(authGroup.codeTaken, { query: { code: 'Front' } })).toBe(true)
  expect(await server.admin.call(authGroup.codeTaken, { query: { code: 'front', id } })).toBe(false)
  expect(await server.admin.call(authGroup.nameTaken, { query: { name: '一线' } })).toBe(true)
  await server.admin.call(authGroup.update, { body: { id, name: '一线改', code: 'front', version: 1 } })
  await server.admin.refused('stale', authGroup.update, { body: { id, name: '一线', code: 'front', version: 1 } })
  expect((await server.admin.call(authGroup.page, { query: { name: '线改' } })).records.map(row => row.id)).toEqual([id])
  expect((await server.admin.call(authGroup.list)).map(row => row.id)).toContain(id)
  expect(await server.admin.call(authGroup.setStatus, { query: { status: 0 }, body: { ids: [id] } })).toBe(1)
  expect((await server.admin.call(authGroup.list)).map(row => row.id)).not.toContain(id)
  expect(await server.admin.call(authGroup.remove, { body: { ids: [id] } })).toBe(1)
  await server.admin.refused('authGroupMissing', authGroup.byId, { query: { id } })
})

test('X-AUTHGROUP-10 to X-AUTHGROUP-14, X-AUTHGROUP-06 what a group grants is in force for its targets, and ends with it', async () => {
  const { given } = server
  const orgId = await given.org()
  const [they, another] = [await given.user({ org: orgId }), await given.user()]
  const appId = await given.app({ name: '组应用' })
  const roleId = await given.appRole(appId, { name: '组角色' })
  const id = (await server.admin.call(authGroup.save, { body: { name: '授予组', code: 'giving' } })).id
  expect(await server.admin.call(authGroup.saveAuth, { body: { id, apps: [{ appId, roleIds: [roleId] }] } })).toBe(1)
  expect(await server.admin.call(authGroup.auth, { query: { id } })).toEqual([{ appId, appName: '组应用', roleIds: [roleId] }])
  expect(await server.admin.call(authGroup.addTarget, { body: { id, targetType: 'org', targetIds: [orgId] } })).toBe(1)
  expect(await server.admin.call(authGroup.addTarget, { body: { id, targetType: 'user', targetIds: [another, they] } })).toBe(2)
  expect((await server.admin.call(authGroup.pageTarget, { query: { id, targetType: 'user' } })).total).toBe(2)
  expect(await server.admin.call(authGroup.byId, { query: { id } })).toMatchObject({ userCount: 2, appCount: 1, roleCount: 1 })
  const rights = await server.admin.call(user.rights, { query: { userId: they } })
  expect(rights.apps).toEqual([{ appId, appName: '组应用', roles: ['组角色'], source: expect.stringContaining('权限组 授予组') as string }])
  expect(rights.groups).toEqual([{ id, name: '授予组' }])
  const why = await server.admin.call(authorize.why, { query: { userId: another, appId } })
  expect(why).toMatchObject({ open: true, roles: [{ id: roleId }] })
  expect(await server.admin.call(authGroup.removeTarget, { body: { id, targetType: 'user', targetIds: [another] } })).toBe(1)
  expect((await server.admin.call(authorize.why, { query: { userId: another, appId } })).open).toBe(false)
  await server.admin.call(authGroup.remove, { body: { ids: [id] } })
  expect((await server.admin.call(user.rights, { query: { userId: they } })).apps).toEqual([])
})

test('X-AUTHGROUP-01 users of a group are counted once, however many paths lead to them', async () => {
  const { given } = server
  const top = await given.org()
  const [left, right] = [await given.org({ parentId: top }), await given.org({ parentId: top })]
  const both = await given.user({ org: left, others: [right] })
  await given.user({ org: left })
  await given.user({ org: right })
  const alone = await given.user({ org: top })
  const id = (await server.admin.call(authGroup.save, { body: { name: '计数组', code: 'counted' } })).id
  const count = async () => (await server.admin.call(authGroup.byId, { query: { id } })).userCount
  const add = (targetType: string, targetIds: string[], below = true) =>
    server.admin.call(authGroup.addTarget, { body: { id, targetType, targetIds, below } })
  await add('org', [left, right])
  expect(await count()).toBe(3)
  await add('user', [both, alone])
  expect(await count()).toBe(4)
  await add('org', [top], false)
  expect(await count()).toBe(4)
  await add('org', [top])
  expect(await count()).toBe(4)
})
