import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorize } from '@hufu/contract/apps/authorize'
import { apiClient } from '@hufu/contract/federation/api-client'
import { workGroup } from '@hufu/contract/directory/work-group'
import { appUser } from '@hufu/contract/apps/app-user'
import { nameKey, operLog } from '@hufu/contract/audit/audit'
import { online } from '@hufu/contract/audit/online'
import { org as orgCalls } from '@hufu/contract/directory/org'
import { timeline } from '@hufu/contract/audit/timeline'
import { resourceServer } from '@hufu/contract/federation/resource-server'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { role } from '@hufu/contract/permission/role'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import { user } from '@hufu/contract/directory/user'
import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { newId } from '../src/platform/database/ids.ts'
import { startTestServer, type Subject, type TestServer } from './harness.ts'
import { scimClient } from './scim.ts'

/** T14, D-34: names that a list shows beside its rows are limited to the scope, like the rows. */
let server: TestServer
let branch: string
let office: string
let foreign: string
let subject: Subject
const PAGES = [
  '/organiz/index', '/organiz/org-list', '/organiz/work-group', '/system/gradeAdmins', '/system/incorrectLoginIndex', '/system/securityConfig',
  '/app/user', '/app/list', '/audit/operation', '/authorize/index', '/authorize/api-auth',
] // prettier-ignore

beforeAll(async () => {
  server = await startTestServer()
  const { given } = server
  await given.forDelegations(...PAGES)
  branch = await given.org()
  office = await given.org({ parentId: branch })
  foreign = await given.org()
  const self = await given.user({ org: branch })
  await given.gradeAdmin(self, branch, 1, ...PAGES)
  subject = await server.as(self)
})
afterAll(() => server.close())

test('T9 the administrator who locked an account by hand is named only to those who have that administrator in scope', async () => {
  const id = await server.given.user({ org: office })
  await server.admin.call(online.kickAndLock, { body: { userIds: [id], reason: '巡查' } })
  for (const [who, lockedBy] of [
    [server.admin, '系统管理员'],
    [subject, null],
  ] as const) {
    expect(await who.call(incorrectLogin.ofUser, { query: { userId: id } })).toMatchObject({ lockedBy, lockReason: '巡查' })
    const { records } = await who.call(incorrectLogin.page, { query: { size: 500 } })
    expect(records.find(row => row.userId === id)).toMatchObject({ lockedBy, lockReason: '巡查' })
  }
})

test('the lock of a user out of scope is not disclosed', async () => {
  const id = await server.given.user({ org: foreign })
  await server.admin.call(online.kickAndLock, { body: { userIds: [id], reason: '巡查' } })
  expect(await server.admin.call(incorrectLogin.ofUser, { query: { userId: id } })).not.toBeNull()
  expect(await subject.call(incorrectLogin.ofUser, { query: { userId: id } })).toBeNull()
})

test('a user with another job elsewhere is shown without the business lines and work groups there', async () => {
  const id = await server.given.user({ org: office, others: [foreign] })
  const { db } = server.kernel
  const [line, group] = [newId(), newId()]
  await db.insertInto('stripe').values({ id: line, name: '外部条线', code: line }).execute()
  await db.insertInto('stripeOrg').values({ stripeId: line, orgId: foreign }).execute()
  await db.insertInto('workGroup').values({ id: group, name: '外部工作组', code: group, orgId: foreign }).execute()
  await db.insertInto('workGroupMember').values({ groupId: group, userId: id }).execute()
  const named = async (who: Subject) => {
    const { businessLines, workGroups } = await who.call(user.byId, { query: { id } })
    return [...businessLines, ...workGroups].map(({ name }) => name)
  }
  expect(await named(server.admin)).toEqual(['外部条线', '外部工作组'])
  expect(await named(subject)).toEqual([])
})

test('the administrator who deleted an organisation is named only to those who have that administrator in scope', async () => {
  const id = await server.given.org({ parentId: office })
  await server.admin.call(orgCalls.remove, { body: { ids: [id] } })
  expect((await server.admin.call(orgCalls.deletedById, { query: { id } })).deleteBy).toBe('系统管理员')
  expect((await subject.call(orgCalls.deletedById, { query: { id } })).deleteBy).toBeNull()
})

test('D-75 users of an application are not found by a job at the root, which is out of scope', async () => {
  const id = await server.given.user({ org: '1', others: [office] })
  const appId = await server.given.app()
  await server.given.grant({ subjectType: 'user', subjectId: id, appId })
  const at = async (who: Subject, orgId: string) =>
    (await who.call(appUser.page, { query: { appId, orgId, hasIncludeChild: false } })).records.map(row => row.userId)
  expect([await at(server.admin, '1'), await at(server.admin, office)]).toEqual([[id], [id]])
  expect([await at(subject, '1'), await at(subject, office)]).toEqual([[], [id]])
})

test('an audit record about users or organisations of two branches names only those of the own branch', async () => {
  const users = [await server.given.user({ org: office }), await server.given.user({ org: foreign })]
  const orgs = [await server.given.org({ parentId: office }), await server.given.org({ parentId: foreign })]
  const colleagueId = await server.given.user({ org: office })
  for (const reached of [branch, foreign]) await server.given.gradeAdmin(colleagueId, reached, 1, '/organiz/index', '/organiz/org-list')
  const colleague = await server.as(colleagueId)
  const targetsFor = async (who: Subject, module: string) => {
    const { records } = await server.admin.call(operLog.page, { query: { module, size: 1 } })
    return (await who.call(operLog.targets, { query: { id: records[0]!.id } })).targets.map(target => target.id).toSorted()
  }
  await colleague.call(user.setStatus, { query: { status: 0 }, body: { ids: users } })
  expect(await targetsFor(server.admin, 'user')).toEqual(users.toSorted())
  expect(await targetsFor(subject, 'user')).toEqual([users[0]])
  await colleague.call(orgCalls.setStatus, { query: { status: '0' }, body: { ids: orgs } })
  expect(await targetsFor(server.admin, 'org')).toEqual(orgs.toSorted())
  expect(await targetsFor(subject, 'org')).toEqual([orgs[0]])
})

test('T14 the timeline of an organisation names only users in scope', async () => {
  const orgId = await server.given.org({ parentId: branch })
  const [own, other] = [await server.given.user({ org: office }), await server.given.user({ org: foreign })]
  const page = shippedMenus.find(node => node.menuUri === '/organiz/index')
  const userIds = [own, other]
  await server.admin.call(delegatedAdmin.save, {
    body: { orgId, userIds, hasIncludeChild: 1, menuIds: [page!.id], buttonIds: [], hasHandOn: 0 },
  })
  const namesFor = async (who: Subject) => {
    const { names } = await who.call(timeline.ofOrg, { query: { id: orgId } })
    return userIds.map(id => nameKey('user', id) in names)
  }
  expect(await namesFor(server.admin)).toEqual([true, true])
  expect(await namesFor(subject)).toEqual([true, false])
})

test('T14 the timeline of a user names only organisations in scope', async () => {
  const id = await server.given.user({ org: foreign })
  await server.admin.call(user.transferMainJob, { body: { userIds: [id], oldOrgId: foreign, newOrgId: office } })
  const namesFor = async (who: Subject) => {
    const { names } = await who.call(timeline.ofUser, { query: { id } })
    return [office, foreign].map(orgId => nameKey('org', orgId) in names)
  }
  expect(await namesFor(server.admin)).toEqual([true, true])
  expect(await namesFor(subject)).toEqual([true, false])
})

test('T14 who granted, deleted or appointed is named only to callers who have them in scope', async () => {
  const id = await server.given.user({ org: office })
  const appId = await server.given.app()
  await server.admin.call(authorize.save, { body: { targetType: 'user', targetIds: [id], apps: [{ appId, roleIds: [] }] } })
  const grantedBy = async (who: Subject) =>
    (await who.call(authorize.page, { query: { targetType: 'user', appId } })).records.map(record => record.grantedBy)
  expect([await grantedBy(server.admin), await grantedBy(subject)]).toEqual([['系统管理员'], [null]])
  const gone = await server.given.user({ org: office })
  await server.admin.call(user.remove, { body: { ids: [gone] } })
  const deletedBy = async (who: Subject) => (await who.call(user.deletedById, { query: { id: gone } })).deleteBy
  expect([await deletedBy(server.admin), await deletedBy(subject)]).toEqual(['系统管理员', null])
  const page = shippedMenus.find(node => node.menuUri === '/organiz/index')
  const body = { orgId: office, userIds: [id], hasIncludeChild: 1 as const, menuIds: [page!.id], buttonIds: [], hasHandOn: 0 as const }
  await server.admin.call(delegatedAdmin.save, { body })
  const appointedBy = async (who: Subject) =>
    (await who.call(delegatedAdmin.page, { query: {} })).records.filter(({ userId }) => userId === id).map(row => row.grantedByName)
  expect([await appointedBy(server.admin), await appointedBy(subject)]).toEqual([['系统管理员'], [null]])
})

test('T14 a work group names its leader, and a SCIM client what it removed, only in scope', async () => {
  const { db } = server.kernel
  const leader = await server.given.user({ org: foreign, realName: '外部组长' })
  const { id: groupId } = await server.admin.call(workGroup.save, {
    body: { name: '内部组', code: 'INNER', orgId: office, leaderId: leader },
  })
  const leaderOf = async (who: Subject) => (await who.call(workGroup.byId, { query: { id: groupId } })).leaderName
  expect([await leaderOf(server.admin), await leaderOf(subject)]).toEqual(['外部组长', null])
  const { id } = await scimClient(server, { rootOrg: foreign })
  const [gone, kept] = [
    await server.given.user({ org: foreign, realName: '外部的人' }),
    await server.given.user({ org: office, realName: '内部的人' }),
  ]
  for (const recordId of [gone, kept]) await db.insertInto('scimRemoval').values({ clientId: id, kind: 'disable', recordId }).execute()
  for (const recordId of [foreign, office]) await db.insertInto('scimRemoval').values({ clientId: id, kind: 'org', recordId }).execute()
  const groups = [foreign, office].map(orgId => ({ id: newId(), orgId }))
  for (const group of groups) {
    await db
      .insertInto('workGroup')
      .values({ ...group, name: `组${group.orgId}`, code: group.id })
      .execute()
    await db.insertInto('scimRemoval').values({ clientId: id, kind: 'members', recordId: group.id }).execute()
  }
  const namedBy = async (who: Subject) => {
    const { removals } = await who.call(apiClient.scim, { query: { id } })
    return removals.map(({ name }) => name !== '')
  }
  expect(await namedBy(server.admin)).toEqual([true, true, true, true, true, true])
  expect(await namedBy(subject)).toEqual([true, false, true, false, true, false])
})

test('T14 records of operators out of scope show neither their targets nor their module', async () => {
  const id = await server.given.user({ org: office })
  await server.admin.call(role.save, { body: { name: `角色${server.given.next()}`, code: `role${server.given.next()}` } })
  await server.admin.call(user.setStatus, { query: { status: 0 }, body: { ids: [id] } })
  const { records } = await server.admin.call(operLog.page, { query: { module: 'user', size: 1 } })
  const seen = async (who: Subject) => [
    (await who.call(operLog.targets, { query: { id: records[0]!.id } })).targets.map(target => target.id),
    (await who.call(operLog.modules)).includes('role'),
  ]
  expect(await seen(server.admin)).toEqual([[id], true])
  expect(await seen(subject)).toEqual([[], false])
})

test('T14 consents to an application are shown and withdrawn only for users in scope', async () => {
  const appId = await server.given.app()
  const { clientId } = await server.kernel.db.selectFrom('app').select('clientId').where('id', '=', appId).executeTakeFirstOrThrow()
  const userIds = [await server.given.user({ org: office }), await server.given.user({ org: foreign })]
  const consents = userIds.map(userId => ({
    id: newId(),
    userId,
    clientId: clientId!,
    clientName: '应用',
    clientHost: '',
    scopes: ['openid'],
  }))
  await server.kernel.db.insertInto('oidcConsent').values(consents).execute()
  const shown = async (who: Subject) =>
    (await who.call(resourceServer.consents, { query: { appId } })).records.map(({ userId }) => userId).toSorted()
  expect([await shown(server.admin), await shown(subject)]).toEqual([userIds.toSorted(), [userIds[0]]])
  await subject.refused('consentMissing', resourceServer.withdraw, { body: { appId, id: consents[1]!.id } })
  await subject.call(resourceServer.withdraw, { body: { appId, id: consents[0]!.id } })
  expect(await shown(server.admin)).toEqual([userIds[1]])
})

test('T14 a record shows requests for review only if their organisation is in scope', async () => {
  const { db } = server.kernel
  const colleague = await server.given.user({ org: office })
  await server.given.gradeAdmin(colleague, branch, 1, '/organiz/index', '/organiz/org-list')
  const userId = await server.given.user({ org: office })
  await (await server.as(colleague)).call(user.setStatus, { query: { status: 0 }, body: { ids: [userId] } })
  const { records } = await server.admin.call(operLog.page, { query: { module: 'user', size: 1 } })
  const logId = records[0]!.id
  const request = {
    objectType: 'user',
    operateType: 'insert',
    objectName: '申请',
    applyUserId: colleague,
    changes: '[]',
    form: '{}',
    steps: '[]',
  } as const
  const requests = [office, foreign].map(orgId => ({ ...request, id: newId(), orgId }))
  for (const each of requests) {
    await db.insertInto('examine').values(each).execute()
    await db.insertInto('auditTarget').values({ logId, targetType: 'review', targetId: each.id, targetName: '申请' }).execute()
  }
  const seen = async (who: Subject) =>
    (await who.call(operLog.targets, { query: { id: logId } })).targets.filter(({ type }) => type === 'review').map(target => target.id)
  expect((await seen(server.admin)).toSorted()).toEqual(requests.map(({ id }) => id).toSorted())
  expect(await seen(subject)).toEqual([requests[0]!.id])
})
