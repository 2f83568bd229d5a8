import { afterAll, beforeAll, expect, test } from 'vitest'
import { user } from '@hufu/contract/directory/user'
import { apiClient } from '@hufu/contract/federation/api-client'
import { scimCalls } from '@hufu/contract/federation/scim'
import { welcome } from '@hufu/contract/operations/welcome'
import { admin } from '@hufu/contract/permission/admin'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { role } from '@hufu/contract/permission/role'
import { segregatedRoles, separation, type SegregatedRole } from '@hufu/contract/permission/separation'
import { ticket } from '@hufu/contract/sign-in/ticket'
import { startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'
import { scimClient, scimUser } from '../../../../test/scim.ts'

/** While duties are separated, the security administrator grants rights and has none of them. */
let server: TestServer
const three = {} as Record<SegregatedRole, Subject & { id: string }>
let own: string
beforeAll(async () => {
  server = await startTestServer()
  for (const segregatedRole of segregatedRoles) {
    const id = await server.given.user()
    if (segregatedRole === 'security') own = await server.given.role(id, '/audit/operation')
    await server.admin.call(separation.appoint, { body: { duty: segregatedRole, userIds: [id] } })
    three[segregatedRole] = { ...(await server.as(id)), id }
  }
})
afterAll(() => server.close())
const separate = async () => {
  for (const segregatedRole of ['system', 'audit'] as const) await three[segregatedRole].call(separation.agree, { body: { wish: true } })
}
const fresh = async () => {
  const n = server.given.next()
  return (await three.security.call(role.save, { body: { name: `角色${n}`, code: `r${n}` } })).id
}

test('the security administrator creates, fills, gives and takes roles with pages of the system administrator, with immediate effect', async () => {
  const stopped = await scimClient(server, { brakePercent: 1, brakeLeast: 1 })
  const written = [await stopped.ask('POST', '/Users', scimUser()), await stopped.ask('POST', '/Users', scimUser())]
  await separate()
  const id = await fresh()
  const { heldIds } = await three.security.call(role.auth, { query: { id } })
  expect(heldIds).toEqual(expect.arrayContaining(['organiz_index', 'system_systemRoleIndex']))
  expect(heldIds).not.toContain('audit_operation')
  await three.security.call(role.saveAuth, { body: { id, menuIds: ['organiz_index'], buttonIds: [] } })
  const userId = await server.given.user()
  const they = await server.as(userId)
  await they.refused('forbidden', user.page)
  await three.security.call(admin.save, { body: { userIds: [userId], roleIds: [id] } })
  await they.call(user.page)
  await three.security.refused('forbidden', user.page)
  await three.security.call(role.removeUser, { body: { id, userIds: [userId] } })
  await they.refused('forbidden', user.page)

  // The security administrator may reopen a SCIM client that the brake has stopped.
  for (const { body } of written) await stopped.patch(`/Users/${String(body.id)}`, { op: 'replace', path: 'active', value: false })
  expect((await three.security.call(welcome.today)).duties).toContainEqual(expect.objectContaining({ kind: 'scimBlocked', count: 1 }))
  await three.system.refused('forbidden', apiClient.openScim, { body: { id: stopped.id } })
  await three.security.call(apiClient.openScim, { body: { id: stopped.id } })
})

test('refused: roles with audit pages, the super role, the security administrator’s own roles, and roles for another of the three', async () => {
  const [id, userId] = [await fresh(), await server.given.user()]
  await three.security.refused('beyondOwn', role.saveAuth, { body: { id, menuIds: ['audit_operation'], buttonIds: [] } })
  await three.security.refused('beyondOwn', role.addUser, { body: { id: 'super_admin', userIds: [userId] } })
  await three.security.refused('beyondOwn', role.addUser, { body: { id: 'auditor', userIds: [userId] } })
  await three.security.refused('ownRoles', role.addUser, { body: { id, userIds: [three.security.id] } })
  await three.security.refused('higherUser', role.addUser, { body: { id, userIds: [three.audit.id] } })
  // A role the security administrator holds is suspended now, but would take effect after the separation ends.
  await server.kernel.db.insertInto('userRole').values({ userId: three.security.id, roleId: id }).execute()
  await three.security.refused('ownRoles', role.saveAuth, { body: { id, menuIds: ['organiz_index'], buttonIds: [] } })
  await three.security.refused('beyondOwn', role.saveAuth, { body: { id: own, menuIds: ['organiz_index'], buttonIds: [] } })
  for (const segregatedRole of ['system', 'audit'] as const)
    await three[segregatedRole].refused('forbidden', role.saveAuth, { body: { id, menuIds: ['organiz_index'], buttonIds: [] } })
})

test('the security administrator delegates organisations with pages of the system administrator only', async () => {
  const [orgId, userId] = [await server.given.org(), await server.given.user()]
  const body = { userIds: [userId], orgId, hasIncludeChild: 1 as const, menuIds: ['organiz_index'], buttonIds: [] }
  await three.security.call(delegatedAdmin.save, { body })
  await (await server.as(userId)).call(user.page)
  await three.security.refused('forbidden', delegatedAdmin.save, { body: { ...body, menuIds: ['audit_operation'] } })
})

test('the security administrator grants systems the calls of the system administrator and of SCIM, never tickets', async () => {
  const { id } = await three.security.call(apiClient.save, { body: { name: `系统${server.given.next()}` } })
  const open = await three.security.call(apiClient.listApi)
  const of = (...wanted: { method: string; path: string }[]) =>
    open.filter(item => wanted.some(call => call.method === item.method && call.path === item.path)).map(item => item.id)
  expect(open.filter(item => item.isBeyond).map(item => item.path)).toEqual([ticket.create.path])
  const scim = of(...Object.values(scimCalls))
  expect(await three.security.call(apiClient.saveApi, { body: { id, apiIds: [...scim, ...of(user.page)] } })).toBe(scim.length + 1)
  await three.security.refused('apiBeyondOwn', apiClient.saveApi, { body: { id, apiIds: of(ticket.create) } })
  const settings = { rootOrgId: '1', defaultOrgId: '1', unknownOrg: 'default', groupsAre: 'workGroup', onDelete: 'disable' } as const
  await three.security.call(apiClient.saveScim, { body: { id, ...settings, adopts: true, brakePercent: 5, brakeLeast: 10 } })
  await three.system.refused('forbidden', apiClient.saveApi, { body: { id, apiIds: [] } })
  await three.security.call(apiClient.resetSecret, { query: { id } })
})
