import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorize } from '@hufu/contract/apps/authorize'
import { nameKey } from '@hufu/contract/audit/audit'
import { timeline, type TimelinePage, type TimelineQuery } from '@hufu/contract/audit/timeline'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { role } from '@hufu/contract/permission/role'
import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { phoneOf } from '../../../../test/given.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { newId } from '../../../platform/database/ids.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ofUser = (id: string, query: Partial<TimelineQuery> = {}): Promise<TimelinePage> =>
  server.admin.call(timeline.ofUser, { query: { id, ...query } })
const acts = ({ entries }: TimelinePage) => entries.map(one => (one.kind === 'signIn' ? 'signIn' : `${one.module}.${one.operateType}`))
const signedIn = (userId: string, result: 0 | 1 = 1) =>
  server.kernel.db
    .insertInto('loginLog')
    .values({
      id: newId(),
      userId,
      userName: 'x',
      loginType: 'password',
      result,
      message: '',
      ip: '10.0.0.9',
      browser: 'Chrome',
      os: 'Linux',
    })
    .execute()

test('a timeline shows changes, grants, operations and sign-ins of a user, newest first, with the actor', async () => {
  const id = await server.given.user({ realName: '刘爱涵' })
  const app = await server.given.app({ name: `协同办公${server.given.next()}` })
  const roleId = await server.given.role(await server.given.user(), '/organiz/index')
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  await server.admin.call(user.setStatus, { query: { status: '1' }, body: { ids: [id] } })
  await server.admin.call(authorize.save, { body: { targetType: 'user', targetIds: [id], apps: [{ appId: app, roleIds: [] }] } })
  await server.admin.call(role.addUser, { body: { id: roleId, userIds: [id] } })
  await signedIn(id, 0)
  const failure = newId()
  await server.kernel.db
    .insertInto('loginFailure')
    .values({ id: failure, userId: id, loginName: 'x', nameKey: id, failCount: 5, firstTime: 'now', lastTime: 'now', lastIp: '10.0.0.9' })
    .execute()
  await server.admin.call(incorrectLogin.unlock, { body: { ids: [failure] } })
  const whole = await ofUser(id)
  expect(acts(whole).slice(0, 6)).toEqual([
    'incorrectLogin.unlock',
    'signIn',
    'role.addUser',
    'authorize.save',
    'user.setStatus',
    'user.setStatus',
  ])
  expect(whole.entries.slice(0, 6).map(one => one.kind)).toEqual(['act', 'signIn', 'grant', 'grant', 'change', 'change'])
  expect(whole.entries[4]).toMatchObject({
    byId: '1',
    result: 1,
    changes: [{ table: 'users', fields: [{ name: 'status', before: 0, after: 1 }] }],
  })
  expect(Object.values(whole.names)).toEqual(expect.arrayContaining([expect.stringMatching('^协同办公'), '刘爱涵']))
  expect(acts(await ofUser(id, { kind: 'signIn' }))).toEqual(['signIn'])
  expect(acts(await ofUser(id, { kind: 'grant' }))).toEqual(['role.addUser', 'authorize.save'])
  expect(acts(await ofUser(id, { kind: 'act' }))).toEqual(['incorrectLogin.unlock'])
  expect((await ofUser(id, { kind: 'change' })).entries.slice(0, 2).map(one => one.operateType)).toEqual(['setStatus', 'setStatus'])
})

test('the entry of a move says from where to where, with paths, and names only organisations in scope', async () => {
  const [from, to] = [await server.given.org({ name: '北京市' }), await server.given.org({ name: '天津市' })]
  const id = await server.given.user({ org: from })
  await server.admin.call(user.transferMainJob, { body: { userIds: [id], newOrgId: to } })
  const [entry] = (await ofUser(id)).entries
  expect(entry!.moves).toMatchObject([
    { field: 'org_id', from: { name: '北京市', path: expect.stringMatching(/ \/ 北京市$/) }, to: { name: '天津市' } },
  ])
  const boss = await server.given.user({ org: to })
  await server.given.gradeAdmin(boss, to, 1, '/organiz/index')
  const [seen] = (await (await server.as(boss)).call(timeline.ofUser, { query: { id } })).entries
  expect(seen!.moves).toMatchObject([{ from: { name: null, path: null }, to: { name: '天津市', path: '天津市' } }])
  const below = await server.given.org({ parentId: from })
  await server.admin.call(org.move, { body: { ids: [below], targetParentId: to } })
  const ofOrg = await server.admin.call(timeline.ofOrg, { query: { id: below } })
  expect(ofOrg.entries[0]!.moves).toMatchObject([{ field: 'parent_id', from: { name: '北京市' }, to: { name: '天津市' } }])
})

test('changes outside recorded calls are shown too: a row written by the system', async () => {
  const id = await server.given.user()
  const before = (await ofUser(id)).entries.length
  await server.kernel.db.updateTable('users').set({ status: 0 }).where('id', '=', id).execute()
  const { entries } = await ofUser(id)
  expect(entries.length).toBe(before + 1)
  expect(entries[0]).toMatchObject({
    kind: 'change',
    module: '',
    byId: null,
    logId: null,
    changes: [{ fields: [{ name: 'status', before: 1, after: 0 }] }],
  })
})

test('a timeline is paged by a cursor without gaps or repetitions, each page in the same number of statements', async () => {
  const id = await server.given.user()
  for (let n = 0; n < 25; n++) {
    await server.admin.call(user.setStatus, { query: { status: n % 2 ? '1' : '0' }, body: { ids: [id] } })
    if (n % 2) await signedIn(id)
  }
  const keys: string[] = []
  let cursor: string | undefined
  do {
    const page: TimelinePage = await ofUser(id, cursor === undefined ? {} : { cursor })
    expect(page.entries.length).toBeLessThanOrEqual(20)
    keys.push(...page.entries.map(one => one.key))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.length).toBeGreaterThanOrEqual(37)
})

test('one query finds the entries of yesterday', async () => {
  const id = await server.given.user()
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  expect((await ofUser(id, { beginTime: '2001-01-01 00:00:00', endTime: '2001-01-01 23:59:59' })).entries).toEqual([])
  expect(acts(await ofUser(id, { beginTime: '2001-01-01 00:00:00', endTime: '2101-01-01 00:00:00' }))).toContain('user.setStatus')
})

test('D-71, D-72 masked fields stay masked in a timeline', async () => {
  const phone = phoneOf(server.given.next())
  const id = await server.given.user({ phone })
  expect(JSON.stringify(await ofUser(id))).not.toContain(phone)
  expect(JSON.stringify(await ofUser(id))).toContain('phone_mask')
})

test('organisations, applications, roles and application roles have timelines', async () => {
  const orgId = await server.given.org()
  const app = await server.given.app()
  const holder = await server.given.user({ realName: '得到的人' })
  const roleId = await server.given.role(await server.given.user(), '/organiz/index')
  await server.admin.call(org.setStatus, { query: { status: 0 }, body: { ids: [orgId] } } as never)
  await server.admin.call(authorize.save, { body: { targetType: 'user', targetIds: [holder], apps: [{ appId: app, roleIds: [] }] } })
  await server.admin.call(role.addUser, { body: { id: roleId, userIds: [holder] } })
  expect(acts(await server.admin.call(timeline.ofOrg, { query: { id: orgId } }))[0]).toBe('org.setStatus')
  const ofApp = await server.admin.call(timeline.ofApp, { query: { id: app } })
  expect(acts(ofApp)[0]).toBe('authorize.save')
  expect(ofApp.names[nameKey('user', holder)]).toBe('得到的人')
  const typed = await server.given.org({ orgType: 'unit' })
  expect((await server.admin.call(timeline.ofOrg, { query: { id: typed } })).names[nameKey('orgType', 'unit')]).toBe('单位')
  const appRoleId = await server.given.appRole(app)
  await server.admin.call(authorize.save, {
    body: { targetType: 'org', targetIds: [orgId], below: true, apps: [{ appId: app, roleIds: [appRoleId] }] },
  })
  const ofAppRole = await server.admin.call(timeline.ofAppRole, { query: { id: appRoleId } })
  expect(ofAppRole.entries[0]).toMatchObject({ kind: 'grant', changes: [{ table: 'app_grant', operateType: 'insert' }] })
  expect(ofAppRole.names[nameKey('org', orgId)]).toMatch(/^机构/)
  await server.admin.refused('appRoleMissing', timeline.ofAppRole, { query: { id: 'nothere' } })
  expect(acts(await server.admin.call(timeline.ofRole, { query: { id: roleId } }))[0]).toBe('role.addUser')
})

test('D-34 a delegated administrator reads timelines of users in scope only, and sign-ins only with the page of the login log', async () => {
  const branch = await server.given.org()
  const [boss, inside, outside] = [
    await server.given.user({ org: branch }),
    await server.given.user({ org: branch }),
    await server.given.user(),
  ]
  await server.given.gradeAdmin(boss, branch, 1, '/organiz/index')
  await signedIn(inside)
  const they = await server.as(boss)
  expect((await they.call(timeline.ofUser, { query: { id: inside } })).entries.every(one => one.kind !== 'signIn')).toBe(true)
  await they.refused('userMissing', timeline.ofUser, { query: { id: outside } })
  await (await server.as(inside)).refused('forbidden', timeline.ofUser, { query: { id: inside } })
})

test('D-34 sign-ins in a timeline are those of users in the scope of the login log page, which may be narrower', async () => {
  const [north, south] = [await server.given.org(), await server.given.org()]
  const boss = await server.given.user({ org: north })
  const [inNorth, inSouth] = [await server.given.user({ org: north }), await server.given.user({ org: south })]
  await server.given.forDelegations('/audit/loginLog')
  await server.given.gradeAdmin(boss, north, 1, '/organiz/index', '/audit/loginLog')
  await server.given.gradeAdmin(boss, south, 1, '/organiz/index')
  for (const id of [inNorth, inSouth]) await signedIn(id)
  const they = await server.as(boss)
  const kinds = async (id: string) => (await they.call(timeline.ofUser, { query: { id } })).entries.map(one => one.kind)
  expect(await kinds(inNorth)).toContain('signIn')
  expect(await kinds(inSouth)).not.toContain('signIn')
})

test('D-34 the timeline of an application shows a delegated administrator only the grants of users in scope', async () => {
  const branch = await server.given.org()
  const [boss, inside, outside] = [
    await server.given.user({ org: branch }),
    await server.given.user({ org: branch }),
    await server.given.user(),
  ]
  const appId = await server.given.app()
  await server.given.forDelegations('/app/list')
  await server.given.gradeAdmin(boss, branch, 1, '/app/list')
  const apps = [{ appId, roleIds: [] }]
  await server.admin.call(authorize.save, { body: { targetType: 'user', targetIds: [inside, outside], apps } })
  const granted = async (who: Subject) => {
    const { entries } = await who.call(timeline.ofApp, { query: { id: appId, kind: 'grant' } })
    const fields = entries.flatMap(({ changes }) => changes.flatMap(change => change.fields))
    return fields.flatMap(({ name, after }) => (name === 'subject_id' ? [String(after)] : []))
  }
  expect((await granted(server.admin)).toSorted()).toEqual([inside, outside].toSorted())
  expect(await granted(await server.as(boss))).toEqual([inside])
})
