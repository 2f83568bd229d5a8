import { admin } from '@hufu/contract/permission/admin'
import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse, type House } from '../../../../test/harness.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const passwordOf = async (id: string) =>
  (await house.kernel.db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow()).passwordHash
const grantsOf = async (id: string) =>
  (await house.kernel.db.selectFrom('appGrant').select('appId').where('subjectId', '=', id).execute()).map(row => row.appId)
const rolesOf = async (id: string) =>
  (await house.kernel.db.selectFrom('userRole').select('roleId').where('userId', '=', id).execute()).map(row => row.roleId)

/** Somebody with a label, a direct grant and a role. */
async function rich(org?: string) {
  const { given, kernel } = house
  const [id, appId] = [await given.user({ ...(org && { org }) }), await given.app()]
  await given.grant({ subjectType: 'user', subjectId: id, appId })
  const roleId = await given.role(id, '/organiz/index')
  const labelId = `label${given.next()}`
  await kernel.db.insertInto('userLabel').values({ id: labelId, name: labelId }).execute()
  await kernel.db.insertInto('userLabelMember').values({ userId: id, labelId }).execute()
  return { id, appId, roleId, labelId }
}

test('N-11, D-43 a recovered user comes back as at deletion: status, password, jobs, labels, direct grants and roles', async () => {
  const { id, appId, roleId, labelId } = await rich()
  const before = await passwordOf(id)
  await house.admin.call(user.remove, { body: { ids: [id] } })
  expect(await rolesOf(id)).toEqual([])
  const preview = await house.admin.call(user.recoverable, { query: { userId: id } })
  expect(preview).toMatchObject({ status: 1, hasPassword: true, jobs: [expect.any(String)], labels: [labelId], leftOut: [] })
  expect([preview.grants.length, preview.roles.length]).toEqual([1, 1])
  expect(await house.admin.call(user.recover, { query: { userId: id } })).toBe(true)
  const back = await house.admin.call(user.byId, { query: { id } })
  expect(back).toMatchObject({ status: 1, labelIds: [labelId], jobs: [{ jobType: 1 }] })
  expect([await passwordOf(id), await grantsOf(id), await rolesOf(id)]).toEqual([before, [appId], [roleId]])
})

test('N-11 whoever recovers may leave grants and roles out and choose the status', async () => {
  const { id } = await rich()
  await house.admin.call(user.remove, { body: { ids: [id] } })
  const body = { status: 0 as const, withGrants: false, withRoles: false }
  expect(await house.admin.call(user.recover, { query: { userId: id }, body })).toBe(true)
  expect((await house.admin.call(user.byId, { query: { id } })).status).toBe(0)
  expect([await grantsOf(id), await rolesOf(id)]).toEqual([[], []])
})

test('N-11, N-02 what the one who recovers may not give is left out and named', async () => {
  const { given, kernel } = house
  const org = await given.org()
  const { id, appId, roleId, labelId } = await rich(org)
  const [labelled, own] = [await given.app(), await given.app()]
  await given.grant({ subjectType: 'label', subjectId: labelId, appId: labelled })
  await given.grant({ subjectType: 'user', subjectId: id, appId: own })
  const chief = await given.user({ org })
  await given.gradeAdmin(chief, org, 1, '/organiz/index', '/organiz/org-list')
  await given.grant({ subjectType: 'user', subjectId: chief, appId: own })
  await kernel.db.deleteFrom('userRole').where('userId', '=', chief).execute()
  await house.admin.call(user.remove, { body: { ids: [id] } })
  const me = await house.as(chief)
  const preview = await me.call(user.recoverable, { query: { userId: id } })
  expect(preview.leftOut.map(one => one.kind).sort()).toEqual(['app', 'label', 'role'])
  const answer = await me.call(user.recover, { query: { userId: id } })
  expect(answer).toEqual({ recovered: true, leftOut: expect.arrayContaining(preview.leftOut) })
  expect([await grantsOf(id), await rolesOf(id)]).toEqual([[own], []])
  expect((await house.admin.call(user.byId, { query: { id } })).labelIds).toEqual([])
  expect([appId, roleId]).toHaveLength(2)
})

test('N-11 roles that are gone or disabled meanwhile do not come back', async () => {
  const { id, roleId } = await rich()
  await house.admin.call(user.remove, { body: { ids: [id] } })
  await house.kernel.db.updateTable('role').set({ status: 0 }).where('id', '=', roleId).execute()
  expect(await house.admin.call(user.recover, { query: { userId: id } })).toMatchObject({ leftOut: [{ kind: 'role' }] })
  expect(await rolesOf(id)).toEqual([])
  await house.admin.refused('adminMissing', admin.byId, { query: { id } })
})
