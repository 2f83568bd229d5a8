import { afterAll, beforeAll, expect, test } from 'vitest'
import { everything } from '../../../platform/access/scope.ts'
import type { GrantSubject } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { newId } from '../../../platform/database/ids.ts'
import { accessOf, groupsOf, pathsOf } from './paths.sql.ts'
import { countOpeners } from './openers.sql.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const opens = async (userId: string, appId: string) => (await accessOf(server.kernel.db, { userId, appId })) !== undefined
const problems = async (userId: string, appId: string) => (await pathsOf(server.kernel.db, userId, appId)).map(path => path.fault)
const db = () => server.kernel.db
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('D-62 nobody opens an application without a grant', async () => {
  const { given } = server
  expect(await opens(await given.user(), await given.app())).toBe(false)
})

test('D-62 a user opens applications granted to them or to an organisation, label, work group, post or business line they belong to', async () => {
  const { given } = server
  const [top, side] = [await given.org(), await given.org()]
  const low = await given.org({ parentId: top })
  const [postId, labelId, groupId, stripeId] = [newId(), newId(), newId(), newId()]
  await db().insertInto('standing').values({ id: postId, kind: 'post', name: `岗${postId}`, code: postId }).execute() // prettier-ignore
  const they = await given.user({ jobs: [{ orgId: low, jobType: 1 }, { orgId: side, jobType: 2, stationId: postId }] }) // prettier-ignore
  const other = await given.user()
  await db().insertInto('userLabel').values({ id: labelId, name: labelId }).execute() // prettier-ignore
  await db().insertInto('userLabelMember').values({ userId: they, labelId }).execute() // prettier-ignore
  await db().insertInto('workGroup').values({ id: groupId, name: groupId, code: groupId }).execute() // prettier-ignore
  await db().insertInto('workGroupMember').values({ userId: they, groupId }).execute() // prettier-ignore
  await db().insertInto('stripe').values({ id: stripeId, name: stripeId, code: stripeId }).execute() // prettier-ignore
  await db().insertInto('stripeOrg').values({ stripeId, orgId: side }).execute() // prettier-ignore
  const subjects = [['user', they], ['org', low], ['org', top], ['org', side], ['label', labelId], ['workGroup', groupId], ['post', postId], ['stripe', stripeId]] as const // prettier-ignore
  for (const [subjectType, subjectId] of subjects) {
    const appId = await given.app()
    await given.grant({ subjectType, subjectId, appId })
    expect([subjectType, await opens(they, appId), await opens(other, appId)]).toEqual([subjectType, true, false])
    const [path] = await pathsOf(db(), they, appId)
    expect(path).toMatchObject({ subjectType, subjectId, fault: null, groupId: null })
    expect(path!.subjectName).toBeTruthy()
  }
})

test('D-62 concurrent checks of several users each get the right answer: no access, no role, several roles', async () => {
  const { given } = server
  const apps = [await given.app(), await given.app()]
  const roles = [await given.appRole(apps[0]!, { code: 'a' }), await given.appRole(apps[0]!, { code: 'b' })]
  const people = await Promise.all(Array.from({ length: 9 }, () => given.user()))
  for (const [n, subjectId] of people.entries()) {
    if (n % 3 > 0) await given.grant({ subjectType: 'user', subjectId, appId: apps[1]! })
    for (const roleId of roles.slice(0, n % 3)) await given.grant({ subjectType: 'user', subjectId, appId: apps[0]!, roleId })
  }
  const pairs = [...people, people[5]!, newId()].flatMap(userId => apps.map(appId => ({ userId, appId })))
  const alone: unknown[] = []
  for (const one of pairs) alone.push((await accessOf(db(), one))?.roles.map(role => role.code))
  expect(alone.slice(0, 6)).toEqual([undefined, undefined, ['a'], [], ['a', 'b'], []])
  expect((await Promise.all(pairs.map(one => accessOf(db(), one)))).map(access => access?.roles.map(role => role.code))).toEqual(alone)
})

test('D-62 a grant to an organisation alone does not cover those below it', async () => {
  const { given } = server
  const top = await given.org()
  const [above, below] = [await given.user({ org: top }), await given.user({ org: await given.org({ parentId: top }) })]
  const appId = await given.app()
  await given.grant({ subjectType: 'org', subjectId: top, appId, below: false })
  expect([await opens(above, appId), await opens(below, appId)]).toEqual([true, false])
  expect(await problems(below, appId)).toEqual(['notBelow'])
})

test('D-62 a permission group gives its applications and roles to each of its targets', async () => {
  const { given } = server
  const orgId = await given.org()
  const they = await given.user({ org: orgId })
  const appId = await given.app()
  const roleId = await given.appRole(appId, { code: 'clerk' })
  const groupId = await given.authGroup()
  await given.grant({ subjectType: 'authGroup', subjectId: groupId, appId, roleId })
  expect(await opens(they, appId)).toBe(false)
  await given.grant({ subjectType: 'org', subjectId: orgId, groupId })
  expect(await accessOf(db(), { userId: they, appId })).toMatchObject({ roles: [{ id: roleId, code: 'clerk' }] })
  expect((await groupsOf(db(), they)).map(({ id }) => id)).toEqual([groupId])
  await db().updateTable('authGroup').set({ status: 0 }).where('id', '=', groupId).execute()
  expect([await opens(they, appId), await groupsOf(db(), they)]).toEqual([false, []])
  expect(await problems(they, appId)).toEqual(['groupDisabled'])
})

test('D-62 holding one of its roles opens an application; disabled roles and applications grant nothing', async () => {
  const { given } = server
  const they = await given.user()
  const appId = await given.app()
  const roleId = await given.appRole(appId)
  await given.grant({ subjectType: 'user', subjectId: they, appId, roleId })
  expect(await opens(they, appId)).toBe(true)
  await db().updateTable('appRole').set({ status: 0 }).where('id', '=', roleId).execute()
  expect(await problems(they, appId)).toEqual(['roleDisabled'])
  await db().updateTable('appRole').set({ status: 1 }).where('id', '=', roleId).execute()
  await db().updateTable('app').set({ status: 0 }).where('id', '=', appId).execute()
  expect([await opens(they, appId), await problems(they, appId)]).toEqual([false, ['appDisabled']])
})

test('D-62 a grant is in force from its beginning to its end', async () => {
  const { given } = server
  const they = await given.user()
  const [now, past, future] = [await given.app(), await given.app(), await given.app()]
  const user = { subjectType: 'user', subjectId: they } as const
  await given.grant({ ...user, appId: now, beginTime: later(-1), endTime: later(1) })
  await given.grant({ ...user, appId: past, endTime: later(-1) })
  await given.grant({ ...user, appId: future, beginTime: later(1) })
  expect([await problems(they, now), await problems(they, past), await problems(they, future)]).toEqual([[null], ['over'], ['notBegun']])
  expect([await opens(they, now), await opens(they, past), await opens(they, future)]).toEqual([true, false, false])
})

test('D-62 a user whose account in the application is disabled cannot open it by any access path', async () => {
  const { given } = server
  const they = await given.user()
  const appId = await given.app()
  await given.grant({ subjectType: 'org', subjectId: '1', appId })
  await given.grant({ subjectType: 'user', subjectId: they, appId })
  await db().insertInto('appAccount').values({ appId, userId: they, status: 0 }).execute() // prettier-ignore
  expect(await problems(they, appId)).toEqual(['accountDisabled', 'accountDisabled'])
})

test('D-62 grants to a label or a work group are deleted with it; those to a disabled organisation or business line are suspended', async () => {
  const { given } = server
  const orgId = await given.org()
  const they = await given.user({ org: orgId })
  const appId = await given.app()
  const labelId = newId()
  await db().insertInto('userLabel').values({ id: labelId, name: labelId }).execute() // prettier-ignore
  await given.grant({ subjectType: 'label', subjectId: labelId, appId })
  await db().deleteFrom('userLabel').where('id', '=', labelId).execute()
  expect(await db().selectFrom('appGrant').select('id').where('appId', '=', appId).execute()).toEqual([])
  await given.grant({ subjectType: 'org', subjectId: orgId, appId })
  await db().updateTable('org').set({ status: 0 }).where('id', '=', orgId).execute()
  expect(await problems(they, appId)).toEqual(['subjectDisabled'])
})

test('D-72 every grant made and removed is in the history', async () => {
  const { given } = server
  const grantId = await given.grant({ subjectType: 'user', subjectId: await given.user(), appId: await given.app() })
  await db().deleteFrom('appGrant').where('id', '=', grantId).execute()
  const rows = await db().selectFrom('dataHistory').select('operateType').where('recordId', '=', grantId).orderBy('id').execute()
  expect(rows.map(row => row.operateType)).toEqual(['insert', 'delete'])
})

test('D-62 the number of users who may open an application agrees with the access paths of each user', async () => {
  const { given } = server
  const top = await given.org()
  const low = await given.org({ parentId: top })
  const people = [await given.user({ org: top }), await given.user({ org: low }), await given.user({ org: low }), await given.user()]
  const [postId, labelId, groupId, stripeId] = [newId(), newId(), newId(), newId()]
  await db().insertInto('standing').values({ id: postId, kind: 'post', name: postId, code: postId }).execute() // prettier-ignore
  people.push(await given.user({ jobs: [{ orgId: '1', jobType: 1, stationId: postId }] }))
  await db().insertInto('userLabel').values({ id: labelId, name: labelId }).execute() // prettier-ignore
  await db().insertInto('userLabelMember').values({ userId: people[3]!, labelId }).execute() // prettier-ignore
  await db().insertInto('workGroup').values({ id: groupId, name: groupId, code: groupId }).execute() // prettier-ignore
  await db().insertInto('workGroupMember').values({ userId: people[1]!, groupId }).execute() // prettier-ignore
  await db().insertInto('stripe').values({ id: stripeId, name: stripeId, code: stripeId }).execute() // prettier-ignore
  await db().insertInto('stripeOrg').values({ stripeId, orgId: low }).execute() // prettier-ignore
  const authGroupId = await given.authGroup()
  const subjects: (GrantSubject & { below?: boolean; beginTime?: string; endTime?: string })[] = [
    { subjectType: 'user', subjectId: people[0]! }, { subjectType: 'org', subjectId: top }, { subjectType: 'org', subjectId: top, below: false },
    { subjectType: 'label', subjectId: labelId }, { subjectType: 'workGroup', subjectId: groupId }, { subjectType: 'post', subjectId: postId },
    { subjectType: 'stripe', subjectId: stripeId }, { subjectType: 'authGroup', subjectId: authGroupId },
    { subjectType: 'org', subjectId: low, endTime: later(-1) }, { subjectType: 'org', subjectId: low, beginTime: later(1) },
  ] // prettier-ignore
  await given.grant({ subjectType: 'org', subjectId: low, groupId: authGroupId })
  const apps: string[] = []
  for (const subject of subjects) {
    const appId = await given.app()
    await given.grant({ ...subject, appId })
    apps.push(appId)
  }
  const all = await given.app()
  const off = await given.appRole(all, { status: 0 })
  for (const subject of subjects.filter(({ subjectId }) => subjectId !== low))
    if (subject.below !== false) await given.grant({ ...subject, appId: all, roleId: subject.subjectType === 'org' ? off : null })
  await db().insertInto('appAccount').values({ appId: all, userId: people[0]!, status: 0 }).execute() // prettier-ignore
  apps.push(all)
  const countByApp = new Map((await countOpeners(db(), everything, apps, 30)).map(({ appId, userCount }) => [appId, userCount]))
  for (const appId of apps) {
    const may = await Promise.all(people.map(they => opens(they, appId)))
    expect([appId, countByApp.get(appId) ?? 0]).toEqual([appId, may.filter(Boolean).length])
  }
  expect(countByApp.size).toBe(9)
})

test('D-34 the users of an application are counted within the scope: disabled users and accounts out of scope do not lower the count', async () => {
  const { given } = server
  const [inside, outside] = [await given.org(), await given.org()]
  const users = [await given.user({ org: inside }), await given.user({ org: inside, status: 0 }), await given.user({ org: inside })]
  const others = [await given.user({ org: outside }), await given.user({ org: outside, status: 0 })]
  await given.user({ org: await given.org(), others: [outside] })
  const appId = await given.app()
  for (const subjectId of [inside, outside]) await given.grant({ subjectType: 'org', subjectId, below: true, appId })
  for (const userId of [users[2]!, others[0]!]) await db().insertInto('appAccount').values({ appId, userId, status: 0 }).execute()
  const scope = { all: false, roots: [{ orgId: inside, below: true }] } as const
  expect(await countOpeners(db(), scope, [appId], 30)).toMatchObject([{ appId, userCount: 1 }])
})
