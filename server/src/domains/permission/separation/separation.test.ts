import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyCall } from '@hufu/contract/call'
import { admin } from '@hufu/contract/permission/admin'
import { allCalls } from '@hufu/contract/calls'
import { menus } from '@hufu/contract/permission/menu'
import { role } from '@hufu/contract/permission/role'
import {
  segregatedRolesOf,
  segregatedRoleOfPage,
  segregatedRoles,
  separation,
  type SegregatedRole,
} from '@hufu/contract/permission/separation'
import { screens } from '@hufu/contract/screens'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'
import { table } from '../../../../test/sheets.ts'

let server: TestServer
const three = {} as Record<SegregatedRole, Subject & { id: string }>
beforeAll(async () => {
  server = await startTestServer()
  for (const segregatedRole of segregatedRoles) three[segregatedRole] = await holder(segregatedRole)
})
afterAll(() => server.close())

async function holder(segregatedRole: SegregatedRole) {
  const id = await server.given.user()
  await server.admin.call(separation.appoint, { body: { duty: segregatedRole, userIds: [id] } })
  return { ...(await server.as(id)), id }
}

const calls = Object.values(allCalls).flatMap(group => Object.values(group)) as AnyCall[]
/** The calls the subject is permitted to make: any answer other than a missing right. */
async function open(subject: Subject): Promise<Set<AnyCall>> {
  const passed = new Set<AnyCall>()
  for (const call of calls) {
    if (['anyone', 'signedIn', 'client'].includes(String(call.permit))) continue
    const { envelope, status } = await subject.send(call)
    if (envelope.code !== '4403' && status !== 403) passed.add(call)
  }
  return passed
}
const together = async (wish: boolean, ...who: SegregatedRole[]) => {
  for (const segregatedRole of who) await three[segregatedRole].call(separation.agree, { body: { wish } })
}
const isOn = async () => (await three.audit.call(separation.state))!.isOn

test('every page belongs to one segregated role or to all, and every changing call to at most one', () => {
  const shared = screens
    .filter(screen => screen.type === 'menu' && segregatedRoleOfPage(screen.path) === undefined)
    .map(screen => screen.path)
  expect(shared).toEqual(['/wel/index'])
  expect(calls.filter(call => call.changes && segregatedRolesOf(call.permit).length > 1).map(call => call.path)).toEqual([])
})

test('separation begins when two of the three roles have agreed, one vote each, and only once all three are filled', async () => {
  await server.admin.refused('dutyOnce', separation.appoint, { body: { duty: 'audit', userIds: [three.system.id] } })
  await server.admin.refused('dutyOfOneself', separation.appoint, { body: { duty: 'audit', userIds: ['1'] } })
  await server.admin.refused('forbidden', separation.agree, { body: { wish: true } })
  await server.admin.call(separation.dismiss, { body: { userIds: [three.audit.id] } })
  await three.system.refused('dutiesIncomplete', separation.agree, { body: { wish: true } })
  await server.admin.call(separation.appoint, { body: { duty: 'audit', userIds: [three.audit.id] } })
  await three.system.call(separation.agree, { body: { wish: true } })
  await three.system.call(separation.agree, { body: { wish: true } })
  expect(await isOn()).toBe(false)
  const second = await holder('system')
  await second.call(separation.agree, { body: { wish: true } })
  expect(await isOn()).toBe(false)
  await three.system.call(separation.withdraw)
  await second.call(separation.withdraw)
  await three.security.call(separation.agree, { body: { wish: true } })
  expect(await isOn()).toBe(false)
  await three.audit.call(separation.agree, { body: { wish: true } })
  expect(await isOn()).toBe(true)
  await three.audit.refused('separationSame', separation.agree, { body: { wish: true } })
})

test('under separation no changing call is open to two of the three, and super administrators have no rights', async () => {
  const assigned = Object.fromEntries(
    await Promise.all(segregatedRoles.map(async segregatedRole => [segregatedRole, await open(three[segregatedRole])] as const)),
  ) as Record<SegregatedRole, Set<AnyCall>>
  for (const call of calls) {
    const holders = segregatedRoles.filter(segregatedRole => assigned[segregatedRole].has(call))
    const owners = segregatedRolesOf(call.permit)
    if (['anyone', 'signedIn', 'client'].includes(String(call.permit))) continue
    expect(holders, call.path).toEqual(owners.length === 0 ? [...segregatedRoles] : owners)
  }
  const { menus: pages } = await three.security.call(menus.granted)
  expect(pages.filter(page => page.menu_uri.startsWith('/organiz'))).toEqual([])
  expect(pages.map(page => page.menu_uri)).toContain('/devops/menu')
  await server.admin.refused('forbidden', user.page)
  expect((await server.admin.call(menus.granted)).menus).toEqual([])
})

test('under separation other roles keep only the rights of the system administrator', async () => {
  const id = await server.given.user()
  await server.given.role(id, '/organiz/index', '/organiz/index#grade-auth', '/system/systemRoleIndex', '/audit/operation')
  const they = await server.as(id)
  await they.call(user.page)
  await they.refused('forbidden', role.page)
  const { menus: pages, buttons } = await they.call(menus.granted)
  expect(pages.map(page => page.menu_uri).sort()).toEqual(['/organiz', '/organiz/index'])
  expect(buttons.map(button => button.mark)).not.toContain('grade-auth')
})

test('the security administrator appoints others, never themselves, and none of the three roles may become vacant', async () => {
  const [id, other] = [await server.given.user(), await server.given.user()]
  await three.system.refused('forbidden', separation.appoint, { body: { duty: 'audit', userIds: [id] } })
  await three.security.refused('dutyOfOneself', separation.dismiss, { body: { userIds: [three.security.id] } })
  await three.security.refused('dutyVacant', separation.dismiss, { body: { userIds: [three.audit.id] } })
  await three.security.call(separation.appoint, { body: { duty: 'audit', userIds: [id] } })
  expect(await three.security.call(separation.dismiss, { body: { userIds: [id] } })).toBe(1)
  await three.security.refused('userMissing', separation.dismiss, { body: { userIds: [other] } })
  // Nor by disabling or deleting the user; and the three may not change each other.
  await three.system.refused('higherUser', user.setStatus, { query: { status: '0' }, body: { ids: [three.audit.id] } })
  const db = server.kernel.db
  await expect(db.updateTable('users').set({ status: 0 }).where('id', '=', three.audit.id).execute()).rejects.toThrow('one of three')
  await expect(db.updateTable('users').set({ deletedAt: '2026-01-01' }).where('id', '=', three.audit.id).execute()).rejects.toThrow(
    'one of three',
  )
})

test('no user holds both a segregated role and the role of super administrator', async () => {
  const db = server.kernel.db
  await expect(db.insertInto('userRole').values({ userId: three.audit.id, roleId: 'super_admin' }).execute()).rejects.toThrow('with a duty')
  const id = await server.given.user()
  await db.insertInto('userRole').values({ userId: id, roleId: 'super_admin' }).execute()
  await three.security.refused('dutyOfSuperAdmin', separation.appoint, { body: { duty: 'audit', userIds: [id] } })
})

test('the permission matrix is a sheet of every call with what each role may do at present', async () => {
  const { bytes, status } = await three.audit.send(separation.matrix)
  expect(status).toBe(200)
  const { titles, rows } = await table(bytes)
  expect(rows).toHaveLength(calls.length)
  expect(titles).toEqual(expect.arrayContaining(['超级管理员', '审计员', '系统管理员（三员）', '安全管理员（三员）', '审计管理员（三员）']))
  const cell = (path: string, title: string) => rows.find(row => row[2] === `/api${path}`)?.[titles.indexOf(title)]
  expect(cell(user.save.path, '系统管理员（三员）')).toBe('✓')
  expect(cell(user.save.path, '安全管理员（三员）')).toBe('')
  expect(cell(admin.save.path, '安全管理员（三员）')).toBe('✓')
  expect(cell(user.save.path, '超级管理员')).toBe('')
})

test('separation ends when two of the three roles have agreed, and super administrators have their rights again', async () => {
  await together(false, 'system')
  expect(await isOn()).toBe(true)
  await together(false, 'audit')
  expect(await isOn()).toBe(false)
  await expect.poll(async () => (await server.admin.send(user.page)).envelope.code).toBe('success')
})

test('an agreement to separation expires after a day', async () => {
  await together(true, 'system')
  await server.kernel.db.updateTable('separationVote').set({ createTime: '2026-01-01 00:00:00' }).execute()
  await together(true, 'security')
  expect(await isOn()).toBe(false)
})
