import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin } from '@hufu/contract/permission/admin'
import type { AnyCall } from '@hufu/contract/call'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { org } from '@hufu/contract/directory/org'
import { role } from '@hufu/contract/permission/role'
import { user } from '@hufu/contract/directory/user'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import { savedId, startTestServer, type TestServer } from './harness.ts'

/** Security advisories about Keycloak's delegated administration, each translated to Hufu (T14, docs/rules.md). */
let server: TestServer
/** 北 is administered; 南 is its sibling. */
const at = { 北: '', 科: '', 南: '' }
beforeAll(async () => {
  server = await startTestServer()
  at.北 = await server.given.org({ name: '北' })
  at.科 = await server.given.org({ name: '科', parentId: at.北 })
  at.南 = await server.given.org({ name: '南' })
  await server.given.forDelegations(ROLES, ADMINS)
})
afterAll(() => server.close())

const db = () => server.kernel.db
const ROLES = '/system/systemRoleIndex'
const ADMINS = '/system/manage'
const PAGES = ['/organiz/index', '/organiz/org-list', '/system/gradeAdmins', ROLES, ADMINS]
const member = (of: string) => server.given.user({ org: of })
async function boss(...pages: string[]) {
  const id = await member(at.北)
  const menuIds = shippedMenus.filter(node => pages.includes(node.menuUri)).map(node => node.id)
  const buttons = shippedMenus.filter(node => node.type === 'button' && menuIds.includes(node.parentId)).map(node => node.id)
  const extent = { orgId: at.北, hasIncludeChild: 1 as const, hasHandOn: 1 as const }
  await server.admin.call(delegatedAdmin.save, { body: { userIds: [id], ...extent, menuIds, buttonIds: buttons } })
  return { id, they: await server.as(id) }
}
async function officer(...grants: string[]) {
  const id = await server.given.user()
  const roleId = await server.given.role(id, ...grants)
  return { id, roleId, they: await server.as(id) }
}
const rolesOf = async (userId: string) =>
  (await db().selectFrom('userRole').select('roleId').where('userId', '=', userId).execute()).map(row => row.roleId).sort()
/** All rows a call could change, as one text. */
async function everything(): Promise<string> {
  const tables = ['users', 'job', 'org', 'user_role', 'role', 'role_menu', 'grade_admin', 'grade_admin_menu']
  const rows = await Promise.all(tables.map(table => server.kernel.pool.query(`select * from ${table} t order by t::text`)))
  return JSON.stringify(rows.map(result => result.rows))
}

test('T14 CVE-2026-94000 no indirect path gives a role that the direct one refuses: every call that gives a role has the same check', async () => {
  const { id, roleId, they } = await officer(
    `${ROLES}#*`,
    `${ADMINS}#*`,
    '/organiz/index#add-user',
    '/organiz/index#edit-user',
    '/organiz/index#reset-password',
  )
  const other = await server.given.user()
  const mine = await server.given.user()
  await db().insertInto('userRole').values({ userId: mine, roleId }).execute()
  const before = await everything()
  for (const target of [id, other])
    for (const [call, input] of [
      [role.addUser, { body: { id: 'super_admin', userIds: [target] } }],
      [admin.save, { body: { userIds: [target], roleIds: ['super_admin'] } }],
      [admin.save, { body: { userIds: [target], roleIds: [roleId, 'system_admin'] } }],
    ] as [AnyCall, object][])
      expect([call.path, (await they.send(call, input)).envelope.code]).not.toEqual([call.path, 'success'])
  // Instead of joining the role they could change one of their own roles, or take over somebody's account.
  await they.refused('beyondOwn', admin.update, { body: { id: mine, roleIds: [roleId, 'system_admin'] } })
  await they.refused('higherUser', user.resetPassword, { body: { ids: ['1'], passwordType: 2, hasSendSms: false } })
  await they.refused('beyondOwn', role.saveAuth, { body: { id: roleId, menuIds: ['audit_sms'], buttonIds: [] } })
  expect(await everything()).toBe(before)
})

test('T14, T22 CVE-2026-18571 a new user cannot be created with extra rights: no role, no grant, no foreign organisation', async () => {
  const { they } = await boss(...PAGES)
  const draft = (n: number, more: object = {}, jobs: object[] = []) => ({
    body: { userName: `smuggler${n}`, realName: '新人', passwordType: 2, jobs: [{ orgId: at.科, jobType: 1 }, ...jobs], ...more },
  })
  const before = await everything()
  const extras = ['roleIds', 'roleId', 'roles', 'groupIds', 'groups', 'menuIds', 'gradeAdmin', 'isAdmin', 'isGradeAdmin', 'orgId']
  for (const [n, extra] of extras.entries()) {
    const { envelope } = await they.send(user.save, draft(n, { [extra]: ['super_admin'] }))
    expect([extra, envelope.code]).toEqual([extra, 'global_prompt'])
  }
  await they.refused('orgMissing', user.save, draft(90, {}, [{ orgId: at.南, jobType: 2 }]) as never)
  await they.refused('orgMissing', user.save, { body: { ...draft(91).body, jobs: [{ orgId: at.南, jobType: 1 }] } as never })
  expect(await everything()).toBe(before)
  const id = savedId(await they.call(user.save, draft(92) as never))
  expect(await rolesOf(id)).toEqual([])
})

test('T14, D-75 CVE-2026-14613 a user who sees a role sees only those of its holders who are in scope', async () => {
  const { they } = await boss(...PAGES)
  const [inside, outside] = [await member(at.科), await member(at.南)]
  await db().insertInto('userRole').values([inside, outside].map(userId => ({ userId, roleId: 'auditor' }))).execute() // prettier-ignore
  const holders = await they.call(role.pageUser, { query: { id: 'auditor', size: 500 } })
  expect([holders.total, holders.records.map(row => row.id)]).toEqual([1, [inside]])
  const admins = await they.call(admin.page, { query: { roleId: 'auditor', size: 500 } })
  expect([admins.total, admins.records.map(row => row.id)]).toEqual([1, [inside]])
  expect((await they.send(user.rights, { query: { userId: outside } })).envelope).toEqual(
    (await they.send(user.rights, { query: { userId: 'nobody' } })).envelope,
  )
  expect(await they.call(admin.isAdmin, { query: { userId: outside } })).toBe(false)
})

test('T14 CVE-2026-14614 nobody adds or removes what they do not see: a delegation of another branch, a role of a user out of scope', async () => {
  const { they } = await boss(...PAGES)
  const [far, near] = [await member(at.南), await member(at.科)]
  const foreign = await server.given.gradeAdmin(far, at.南, 1, '/organiz/index')
  // In their organisation, but not derived from their own delegation: they see it and may not change it.
  const beside = await server.given.gradeAdmin(near, at.科, 1, '/organiz/index')
  await db().insertInto('userRole').values({ userId: far, roleId: 'auditor' }).execute()
  const before = await everything()
  const change = (id: string, orgId: string) => ({
    body: { id, orgId, hasIncludeChild: 1 as const, menuIds: ['organiz_index'], buttonIds: [] },
  })
  await they.refused('delegationMissing', delegatedAdmin.remove, { body: { ids: [foreign] } })
  await they.refused('delegationMissing', delegatedAdmin.setStatus, { query: { status: 0 }, body: { ids: [foreign] } })
  await they.refused('delegationMissing', delegatedAdmin.update, change(foreign, at.科))
  await they.refused('forbidden', delegatedAdmin.remove, { body: { ids: [beside] } })
  await they.refused('forbidden', delegatedAdmin.update, change(beside, at.科))
  for (const call of [role.addUser, role.removeUser]) {
    const { envelope } = await they.send(call, { body: { id: 'auditor', userIds: [far] } })
    expect(envelope.code).not.toBe('success')
  }
  expect(await everything()).toBe(before)
})

test('T14 CVE-2026-9795 nobody puts menus they do not hold into a role or a delegation', async () => {
  const { roleId, they } = await officer(`${ROLES}#*`, '/organiz/index')
  const empty = (await server.admin.call(role.save, { body: { name: '空', code: 'empty' } })).id
  const branch = await boss('/organiz/index', '/system/gradeAdmins')
  const heir = await member(at.科)
  const before = await everything()
  for (const id of [empty, roleId])
    await they.refused('beyondOwn', role.saveAuth, { body: { id, menuIds: ['system_systemRoleIndex', 'audit_sms'], buttonIds: [] } })
  const draft = { orgId: at.科, userIds: [heir], hasIncludeChild: 1 as const, buttonIds: [] }
  for (const menuIds of [
    ['organiz_index', 'organiz_org-list'],
    ['organiz_index', 'system_manage'],
  ])
    // prettier-ignore
    await branch.they.refused('forbidden', delegatedAdmin.save, { body: { ...draft, menuIds } })
  expect(await everything()).toBe(before)
  expect(await branch.they.call(delegatedAdmin.save, { body: { ...draft, menuIds: ['organiz_index'] } })).toBe(1)
  const [grant] = await branch.they.call(delegatedAdmin.byUser, { query: { userId: heir } })
  await branch.they.refused('forbidden', delegatedAdmin.update, {
    body: { id: grant!.id, orgId: at.科, hasIncludeChild: 1, menuIds: ['organiz_index', 'organiz_org-list'], buttonIds: [] },
  })
})

test('T14, D-34 CVE-2025-14778 every id of a batch is checked, not only the first: one foreign id anywhere refuses the whole batch', async () => {
  const { they } = await boss(...PAGES)
  const people = [await member(at.科), await member(at.科)]
  const orgs = [await server.given.org({ parentId: at.北 }), await server.given.org({ parentId: at.北 })]
  const [stranger, strange] = [await member(at.南), await server.given.org({ parentId: at.南 })]
  const before = await everything()
  for (const place of [0, 1, 2]) {
    const ids = people.toSpliced(place, 0, stranger)
    const orgIds = orgs.toSpliced(place, 0, strange)
    const batches: [Parameters<typeof they.refused>[0], AnyCall, object][] = [
      ['userMissing', user.remove, { body: { ids } }],
      ['userMissing', user.setStatus, { query: { status: '0' }, body: { ids } }],
      ['userMissing', user.resetPassword, { body: { ids, passwordType: 2, hasSendSms: false } }],
      ['userMissing', user.transferMainJob, { body: { userIds: ids, oldOrgId: at.科, newOrgId: at.北 } }],
      ['userMissing', user.removeJob, { body: { userIds: ids, jobType: 2, orgId: at.科 } }],
      ['userMissing', user.pageJob, { body: { userIds: ids, jobType: 1, orgId: at.科 } }],
      [
        'userMissing',
        delegatedAdmin.save,
        { body: { orgId: at.科, userIds: ids, hasIncludeChild: 1, menuIds: ['organiz_index'], buttonIds: [] } },
      ],
      ['orgMissing', org.remove, { body: { ids: orgIds } }],
      ['orgMissing', org.setStatus, { query: { status: 0 }, body: { ids: orgIds } }],
      ['orgMissing', org.move, { body: { ids: orgIds, targetParentId: at.科 } }],
    ]
    for (const [name, call, input] of batches) await they.refused(name, call, input)
  }
  expect(await everything()).toBe(before)
})

test('D-75, T14 CVE-2026-4630 a foreign id known from elsewhere is answered like an invented one, for reading and writing', async () => {
  const { they } = await boss(...PAGES)
  const stranger = await member(at.南)
  const [former, gone] = [await member(at.南), await server.given.org({ parentId: at.南 })]
  const grant = await server.given.gradeAdmin(stranger, at.南, 1, '/organiz/index')
  await server.admin.call(user.remove, { body: { ids: [former] } })
  await server.admin.call(org.remove, { body: { ids: [gone] } })
  const form = (id: string) => ({ body: { id, realName: '改', jobs: [{ orgId: at.科, jobType: 1 }] } })
  const cases: [string, AnyCall, (id: string) => object][] = [
    [stranger, user.byId, id => ({ query: { id } })],
    [stranger, user.rights, id => ({ query: { userId: id } })],
    [stranger, user.exportEmployee, id => ({ query: { userId: id } })],
    [stranger, user.reveal, id => ({ body: { id, field: 'phone', reason: '看' } })],
    [stranger, user.update, form],
    [stranger, user.setSortNum, id => ({ query: { userId: id, sortNum: 3 } })],
    [stranger, user.authenticate, id => ({ body: { userId: id, realName: '人', idCard: '110101199003070070' } })],
    [stranger, admin.byId, id => ({ query: { id } })],
    [stranger, delegatedAdmin.byUser, id => ({ query: { userId: id } })],
    [former, user.deletedById, id => ({ query: { id } })],
    [former, user.recoverable, id => ({ query: { userId: id } })],
    [stranger, user.namedIn, id => ({ query: { userId: id } })],
    [former, user.recover, id => ({ query: { userId: id }, body: { orgId: at.科 } })],
    [at.南, org.byId, id => ({ query: { id } })],
    [at.南, org.path, id => ({ query: { id } })],
    [at.南, org.tree, id => ({ query: { parentId: id } })],
    [at.南, org.update, id => ({ body: { id, name: '改', code: 'CHANGED' } })],
    [at.南, org.save, id => ({ body: { parentId: id, name: '新', code: 'NEW' } })],
    [at.南, org.sortTop, id => ({ query: { orgId: id } })],
    [at.南, org.sortDrag, id => ({ query: { parentId: id }, body: [] })],
    [at.南, org.move, id => ({ body: { ids: [at.科], targetParentId: id } })],
    [at.南, user.page, id => ({ query: { orgId: id, hasIncludeChild: true } })],
    [at.南, user.byOrg, id => ({ query: { orgId: id } })],
    [at.南, user.sortDrag, id => ({ query: { orgId: id }, body: [stranger] })],
    [gone, org.deletedById, id => ({ query: { id } })],
    [gone, org.recover, id => ({ query: { orgId: id }, body: { parentId: at.科 } })],
    [grant, delegatedAdmin.byId, id => ({ query: { id } })],
    [grant, delegatedAdmin.remove, id => ({ body: { ids: [id] } })],
  ]
  const before = await everything()
  const answers = async (id: string, call: AnyCall, input: (id: string) => object) => {
    const { status, envelope } = await they.send(call, input(id))
    return [call.path, status, envelope]
  }
  for (const [id, call, input] of cases) expect(await answers(id, call, input)).toEqual(await answers('made-up', call, input))
  expect(await everything()).toBe(before)
})
