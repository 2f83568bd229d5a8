import { afterAll, beforeAll, expect, test } from 'vitest'
import { appUser } from '@hufu/contract/apps/app-user'
import { operLog } from '@hufu/contract/audit/audit'
import { online } from '@hufu/contract/audit/online'
import { org as orgCalls } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { newId } from '../src/platform/database/ids.ts'
import { startTestServer, type Subject, type TestServer } from './harness.ts'

/** T14, D-34: what a list names beside its rows is narrowed like the rows. */
let server: TestServer
let branch: string
let office: string
let foreign: string
let subject: Subject
const PAGES = ['/organiz/index', '/organiz/org-list', '/system/incorrectLoginIndex', '/app/user', '/audit/operation']

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

test('an audit record about users of two branches names only those of the own branch', async () => {
  const [own, other] = [await server.given.user({ org: office }), await server.given.user({ org: foreign })]
  const colleague = await server.given.user({ org: office })
  for (const reached of [branch, foreign]) await server.given.gradeAdmin(colleague, reached, 1, '/organiz/index', '/organiz/org-list')
  await (await server.as(colleague)).call(user.setStatus, { query: { status: 0 }, body: { ids: [own, other] } })
  const { records } = await server.admin.call(operLog.page, { query: { module: 'user', size: 1 } })
  const targetsOf = async (who: Subject) =>
    (await who.call(operLog.targets, { query: { id: records[0]!.id } })).targets.map(target => target.id).toSorted()
  expect(await targetsOf(server.admin)).toEqual([own, other].toSorted())
  expect(await targetsOf(subject)).toEqual([own])
})
