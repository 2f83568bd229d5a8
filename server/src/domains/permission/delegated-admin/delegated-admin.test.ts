import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '@hufu/contract/operations/config'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { menus } from '@hufu/contract/permission/menu'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'
import { shippedMenus } from '../menu/menu-seed.ts'

let server: TestServer
/** 北 is above 科 and 室; 南 is its sibling. */
const at = { 北: '', 科: '', 室: '', 南: '' }
beforeAll(async () => {
  server = await startTestServer()
  at.北 = await server.given.org({ name: '北局' })
  at.科 = await server.given.org({ name: '科', parentId: at.北 })
  at.室 = await server.given.org({ name: '室', parentId: at.科 })
  at.南 = await server.given.org({ name: '南局' })
})
afterAll(() => server.close())

const page = (uri: string) => shippedMenus.find(node => node.menuUri === uri && node.type === 'menu')!.id
const button = (uri: string, mark: string) => shippedMenus.find(node => node.parentId === page(uri) && node.mark === mark)!.id
const USERS = '/organiz/index'
const LIST = '/organiz/org-list'
const DELEGATION = '/system/gradeAdmins'

/** All a delegated administrator needs to appoint others. */
const whole = () => ({
  menuIds: [page(USERS), page(LIST), page(DELEGATION)],
  buttonIds: [button(USERS, 'grade-auth'), button(USERS, 'add-user'), button(USERS, 'edit-user'), button(DELEGATION, 'grade-status')],
})
const draft = (orgId: string, userIds: string[], more: Record<string, unknown> = {}) => ({
  orgId,
  userIds,
  hasIncludeChild: 1,
  ...whole(),
  ...more,
})

/** A new user of this organisation who administers it, with the right to hand on unless `more` says otherwise. */
async function boss(orgId: string, more: Record<string, unknown> = {}, by: Subject = server.admin) {
  const userId = await server.given.user({ org: orgId })
  await by.call(delegatedAdmin.save, { body: draft(orgId, [userId], { hasHandOn: 1, ...more }) })
  const [grant] = await server.admin.call(delegatedAdmin.byUser, { query: { userId } })
  return { userId, they: await server.as(userId), id: grant!.id }
}
const changeOf = async (id: string, more: Record<string, unknown> = {}) => {
  const { orgId, hasIncludeChild, menuIds, buttonIds, hasHandOn, version } = await server.admin.call(delegatedAdmin.byId, { query: { id } })
  return { id, orgId, hasIncludeChild, menuIds, buttonIds, hasHandOn, version, ...more }
}
const oneOf = (orgId: string) => server.given.user({ org: orgId })
const names = async (they: Subject) => (await they.call(user.page, { query: { size: 500 } })).records.map(person => person.id)

test('D-34 a delegated administrator sees their organisations and granted menus, and nothing else', async () => {
  const [inside, outside] = [await oneOf(at.室), await oneOf(at.南)]
  const { they } = await boss(at.北, { menuIds: [page(USERS)], buttonIds: [] })
  const seen = await names(they)
  expect(seen).toContain(inside)
  expect(seen).not.toContain(outside)
  expect((await they.call(menus.granted)).menus.map(menu => menu.menu_uri).filter(uri => uri !== '/organiz')).toEqual([USERS])
  await they.refused('forbidden', user.save, { body: { realName: '某人' } })
})

test('X-GRADE-06, T14 a delegated administrator grants only menus and buttons they hold, and only within their organisations', async () => {
  const { they } = await boss(at.科)
  const [other, foreign] = [await oneOf(at.室), await oneOf(at.南)]
  await they.refused('orgMissing', delegatedAdmin.save, { body: draft(at.北, [other]) })
  await they.refused('orgMissing', delegatedAdmin.save, { body: draft(at.南, [other]) })
  await they.refused('userMissing', delegatedAdmin.save, { body: draft(at.室, [foreign]) })
  await they.refused('userMissing', delegatedAdmin.save, { body: draft(at.室, [other, foreign]) })
  await they.refused('userMissing', delegatedAdmin.save, { body: draft(at.室, [other, 'nobody']) })
  await they.refused('forbidden', delegatedAdmin.save, {
    body: draft(at.室, [other], { menuIds: [...whole().menuIds, page('/organiz/user-label')] }),
  })
  await they.refused('forbidden', delegatedAdmin.save, { body: draft(at.室, [other], { buttonIds: [button(USERS, 'batch-save')] }) })
  expect(await server.admin.call(delegatedAdmin.byUser, { query: { userId: other } })).toEqual([])
  expect(await they.call(delegatedAdmin.save, { body: draft(at.室, [other]) })).toBe(1)
  const [grant] = await server.admin.call(delegatedAdmin.byUser, { query: { userId: other } })
  expect(grant).toMatchObject({ orgId: at.室, state: 'live', sourceName: expect.any(String), hasHandOn: 0 })
})

test('X-GRADE-10 grantable offers a delegated administrator exactly what they hold', async () => {
  const { they } = await boss(at.科)
  const offered = await they.call(delegatedAdmin.grantable)
  const uris = (nodes: typeof offered): string[] => nodes.flatMap(node => [node.menu_uri, ...uris(node.children)])
  expect(uris(offered).sort()).toEqual(['/organiz', LIST, USERS, '/system', DELEGATION].sort())
  expect(uris(await server.admin.call(delegatedAdmin.grantable))).not.toContain('/devops/menu')
})

test('a delegated administrator without the right to delegate appoints nobody, but sees who is appointed', async () => {
  const { they } = await boss(at.科, { hasHandOn: 0 })
  await they.refused('forbidden', delegatedAdmin.save, { body: draft(at.室, [await oneOf(at.室)]) })
  expect((await they.call(delegatedAdmin.page)).records.every(row => !row.mayChange)).toBe(true)
})

test('X-GRADE-07 to X-GRADE-09, T14 a delegated administrator cannot change their own delegation, the one it comes from, or one of an equal', async () => {
  const top = await boss(at.北)
  const middle = await boss(at.科, {}, top.they)
  const equal = await boss(at.科, {}, top.they)
  for (const id of [top.id, equal.id]) {
    const change = await changeOf(id)
    // A delegation above the caller's own is invisible to them; an equal one is visible.
    await middle.they.refused(id === top.id ? 'delegationMissing' : 'forbidden', delegatedAdmin.update, { body: change })
    await middle.they.refused(id === top.id ? 'delegationMissing' : 'forbidden', delegatedAdmin.remove, { body: { ids: [id] } })
    await middle.they.refused(id === top.id ? 'delegationMissing' : 'forbidden', delegatedAdmin.setStatus, {
      query: { status: 0 },
      body: { ids: [id] },
    })
  }
  await middle.they.refused('delegationOfOneself', delegatedAdmin.update, { body: await changeOf(middle.id) })
  await middle.they.refused('delegationOfOneself', delegatedAdmin.save, { body: draft(at.室, [middle.userId]) })
  const below = await boss(at.科, {}, middle.they)
  const flat = await boss(at.室, { hasIncludeChild: 0 })
  const inner = await server.given.org({ parentId: at.室 })
  const holder = await boss(at.室, {}, top.they)
  await boss(inner, {}, holder.they)
  const countFor = async (who: Subject) =>
    (await who.call(delegatedAdmin.page, { query: { size: 200 } })).records.find(({ id }) => id === holder.id)?.belowCount
  expect([await countFor(server.admin), await countFor(flat.they)]).toEqual([1, 0])
  // A foreign id in a batch refuses the whole batch.
  await middle.they.refused('forbidden', delegatedAdmin.remove, { body: { ids: [below.id, equal.id] } })
  expect(await server.admin.call(delegatedAdmin.byUser, { query: { userId: below.userId } })).toHaveLength(1)
  expect(await middle.they.call(delegatedAdmin.remove, { body: { ids: [below.id] } })).toBe(1)
})

test('X-GRADE-03, X-GRADE-04, X-GRADE-07 reducing a delegation previews and reduces the delegations derived from it', async () => {
  const top = await boss(at.北)
  const middle = await boss(at.科, {}, top.they)
  const low = await boss(
    at.室,
    { menuIds: [page(USERS), page(DELEGATION)], buttonIds: [button(USERS, 'add-user')], hasHandOn: 0 },
    middle.they,
  )
  const smaller = await changeOf(top.id, { menuIds: [page(USERS), page(DELEGATION)], buttonIds: [button(USERS, 'grade-auth')] })
  const preview = await server.admin.call(delegatedAdmin.shrinkPreview, { body: smaller })
  expect(preview).toMatchObject([
    { id: middle.id, outcome: 'smaller', menusLost: 1, buttonsLost: 3 },
    { id: low.id, outcome: 'smaller', menusLost: 0, buttonsLost: 1 },
  ])
  expect((await changeOf(middle.id)).buttonIds).toHaveLength(4)
  await server.admin.call(delegatedAdmin.update, { body: smaller })
  expect((await changeOf(middle.id)).buttonIds).toEqual([button(USERS, 'grade-auth')])
  expect((await changeOf(low.id)).buttonIds).toEqual([])
  // If the source moves to another organisation, nothing derived from it is left.
  const moved = await changeOf(top.id, { orgId: at.南 })
  expect((await server.admin.call(delegatedAdmin.shrinkPreview, { body: moved })).map(row => row.outcome)).toEqual(['removed', 'removed'])
  await server.admin.call(delegatedAdmin.update, { body: moved })
  expect(await server.admin.call(delegatedAdmin.byUser, { query: { userId: low.userId } })).toEqual([])
  await low.they.refused('forbidden', user.page)
})

test('a derived delegation left with parent directories only is removed', async () => {
  const top = await boss(at.北)
  const low = await boss(at.科, { menuIds: [page(USERS)], buttonIds: [] }, top.they)
  const other = await changeOf(top.id, { menuIds: [page(LIST)], buttonIds: [] })
  expect(await server.admin.call(delegatedAdmin.shrinkPreview, { body: other })).toMatchObject([
    { id: low.id, outcome: 'removed', menusLost: 1 },
  ])
  await server.admin.call(delegatedAdmin.update, { body: other })
  expect(await server.admin.call(delegatedAdmin.byUser, { query: { userId: low.userId } })).toEqual([])
  await server.admin.refused('delegationEmpty', delegatedAdmin.update, {
    body: await changeOf(top.id, { menuIds: [shippedMenus.find(node => node.menuUri === '/organiz')!.id], buttonIds: [] }),
  })
})

test('while a delegation is disabled or expired, or its organisation moved away, derived ones are suspended', async () => {
  const top = await boss(at.北)
  const low = await boss(at.室, { hasHandOn: 0 }, top.they)
  const stateOf = async () => (await server.admin.call(delegatedAdmin.byUser, { query: { userId: low.userId } }))[0]!.state
  await server.admin.call(delegatedAdmin.setStatus, { query: { status: 0 }, body: { ids: [top.id] } })
  expect(await stateOf()).toBe('resting')
  await low.they.refused('forbidden', user.page)
  await server.admin.call(delegatedAdmin.setStatus, { query: { status: 1 }, body: { ids: [top.id] } })
  await low.they.call(user.page)
  await server.kernel.db.updateTable('gradeAdmin').set({ endTime: '2026-01-01 00:00:00' }).where('id', '=', top.id).execute()
  expect(await stateOf()).toBe('resting')
  await server.kernel.db.updateTable('gradeAdmin').set({ endTime: null }).where('id', '=', top.id).execute()
  await server.admin.call(org.move, { body: { ids: [at.科], targetParentId: at.南 } })
  await expect.poll(async () => (await low.they.send(user.page)).envelope.code).toBe('4403')
  expect(await stateOf()).toBe('resting')
  await server.admin.call(org.move, { body: { ids: [at.科], targetParentId: at.北 } })
  await expect.poll(async () => (await low.they.send(user.page)).envelope.code).toBe('success')
})

test('X-GRADE-01 the list is filtered by organisation, with or without those below, and by state', async () => {
  const top = await server.given.org({ name: '筛局' })
  const below = await server.given.org({ name: '筛科', parentId: top })
  const [high, deep] = [await boss(top, { status: 0 }), await boss(below)]
  const found = async (query: Record<string, unknown>) =>
    (await server.admin.call(delegatedAdmin.page, { query: { size: 500, ...query } })).records.map(row => row.id)
  expect(await found({ orgId: top })).toEqual([high.id])
  expect((await found({ orgId: top, hasIncludeChild: true })).sort()).toEqual([high.id, deep.id].sort())
  expect(await found({ orgId: top, hasIncludeChild: true, state: 'live' })).toEqual([deep.id])
  expect(await found({ orgId: top, hasIncludeChild: true, state: 'disabled' })).toEqual([high.id])
  expect(await found({ orgId: top, hasIncludeChild: true, state: 'resting' })).toEqual([])
})

test('a delegation begins and ends at its set times', async () => {
  const { userId, they, id } = await boss(at.南)
  const stateOf = async () => (await server.admin.call(delegatedAdmin.byUser, { query: { userId } }))[0]!.state
  await server.admin.call(delegatedAdmin.update, { body: await changeOf(id, { beginTime: '2090-01-01 00:00:00' }) })
  expect(await stateOf()).toBe('waiting')
  await they.refused('forbidden', user.page)
  for (const wrong of [{ endTime: '2020-01-01' }, { beginTime: '2091-01-01', endTime: '2090-01-01' }])
    await server.admin.refused('gradeTimeWrong', delegatedAdmin.update, { body: await changeOf(id, wrong) })
  await server.kernel.db.updateTable('gradeAdmin').set({ beginTime: null, endTime: '2026-01-01 00:00:00' }).where('id', '=', id).execute()
  expect(await stateOf()).toBe('ended')
})

test('a derived delegation ends no later than the one it comes from', async () => {
  const { they } = await boss(at.北, { endTime: '2090-06-30' })
  const low = await boss(at.室, {}, they)
  expect(await server.admin.call(delegatedAdmin.byId, { query: { id: low.id } })).toMatchObject({ endTime: '2090-06-30 23:59:59' })
  await they.refused('forbidden', delegatedAdmin.save, { body: draft(at.室, [await oneOf(at.室)], { endTime: '2090-07-01' }) })
})

test('D-43 deleting a user deletes their delegation; derived ones stay, from the delegation above', async () => {
  const top = await boss(at.北)
  const middle = await boss(at.科, {}, top.they)
  const low = await boss(at.室, {}, middle.they)
  await server.admin.call(user.remove, { body: { ids: [middle.userId] } })
  expect(await server.admin.call(delegatedAdmin.byId, { query: { id: low.id } })).toMatchObject({ sourceId: top.id, state: 'live' })
  await server.admin.call(user.remove, { body: { ids: [top.userId] } })
  expect(await server.admin.call(delegatedAdmin.byId, { query: { id: low.id } })).toMatchObject({ sourceId: null, state: 'live' })
})

test('X-GRADE-02 the page of an organisation shows delegations that reach it from above as inherited', async () => {
  const below = await boss(at.室)
  const above = await boss(at.北)
  const flat = await boss(at.科, { hasIncludeChild: 0 })
  const { records } = await server.admin.call(delegatedAdmin.pageByOrg, { query: { orgId: at.室, size: 500 } })
  const found = (id: string) => records.find(row => row.id === id)?.inherited
  expect([found(below.id), found(above.id), found(flat.id)]).toEqual([false, true, undefined])
  expect(await server.admin.call(delegatedAdmin.userTaken, { query: { userId: below.userId, orgId: at.室 } })).toBe(true)
  expect(await server.admin.call(delegatedAdmin.userTaken, { query: { userId: below.userId, orgId: at.室, id: below.id } })).toBe(false)
  await server.admin.refused('gradeAdminTaken', delegatedAdmin.save, { body: draft(at.室, [below.userId]) })
})

test('D-76 of two changes of one delegation the second is refused as stale', async () => {
  const { id } = await boss(at.科)
  const [first, second] = [await changeOf(id, { hasHandOn: 0 }), await changeOf(id, { hasIncludeChild: 0 })]
  await server.admin.call(delegatedAdmin.update, { body: first })
  await server.admin.refused('stale', delegatedAdmin.update, { body: second })
})

test('MENU-15 a menu closed to delegated administrators cannot be delegated, and is taken from those who have it', async () => {
  const { they, id } = await boss(at.科)
  await server.admin.call(menus.setGradeShow, { query: { id: page(LIST), hsaAuthGradeShow: 0 } })
  await server.admin.refused('forbidden', delegatedAdmin.save, { body: draft(at.科, [await oneOf(at.科)]) })
  await expect.poll(async () => (await they.call(menus.granted)).menus.some(menu => menu.menu_uri === LIST)).toBe(false)
  // The rest can be changed without naming what is hidden.
  expect((await changeOf(id)).menuIds).not.toContain(page(LIST))
  await server.admin.call(delegatedAdmin.update, { body: await changeOf(id, { hasHandOn: 0 }) })
  await server.admin.call(menus.setGradeShow, { query: { id: page(LIST), hsaAuthGradeShow: 1 } })
})

test('D-33 an administrator by role delegates what their role holds, and no more', async () => {
  const userId = await server.given.user()
  await server.given.role(userId, `${USERS}#grade-auth`)
  const they = await server.as(userId)
  const other = await oneOf(at.科)
  await they.refused('forbidden', delegatedAdmin.save, { body: draft(at.科, [other]) })
  await they.call(delegatedAdmin.save, {
    body: draft(at.科, [other], { menuIds: [page(USERS)], buttonIds: [button(USERS, 'grade-auth')] }),
  })
  const [grant] = await server.admin.call(delegatedAdmin.byUser, { query: { userId: other } })
  // They may keep what was granted before, but not add to it.
  const kept = await changeOf(grant!.id, { hasHandOn: 1 })
  await they.call(delegatedAdmin.update, { body: kept })
  await they.refused('forbidden', delegatedAdmin.update, { body: await changeOf(grant!.id, { buttonIds: whole().buttonIds }) })
})

test('D-33, N-02 an administrator by role neither enables nor widens a delegation that holds more than their role', async () => {
  const [userId, holder] = [await oneOf(at.北), await oneOf(at.科)]
  await server.given.role(userId, `${USERS}#grade-auth`, `${DELEGATION}#*`)
  const they = await server.as(userId)
  const wide = { menuIds: [page(USERS), page(LIST)], buttonIds: [] }
  await server.admin.call(delegatedAdmin.save, { body: { ...draft(at.科, [holder]), ...wide } })
  const [grant] = await server.admin.call(delegatedAdmin.byUser, { query: { userId: holder } })
  const [{ id }, ids] = [grant!, [grant!.id]]
  const refused = async (parts: Record<string, unknown>) =>
    they.refused('forbidden', delegatedAdmin.update, { body: await changeOf(id, parts) })
  await refused({ orgId: at.北 })
  await refused({ hasHandOn: 1 })
  // Keeping or narrowing it does not count as granting.
  await they.call(delegatedAdmin.update, { body: await changeOf(id, { orgId: at.室, hasIncludeChild: 0, endTime: '2099-01-01' }) })
  await refused({ hasIncludeChild: 1 })
  await refused({ endTime: '' })
  expect(await they.call(delegatedAdmin.setStatus, { query: { status: 0 }, body: { ids } })).toBe(1)
  await they.refused('forbidden', delegatedAdmin.setStatus, { query: { status: 1 }, body: { ids } })
  await they.call(delegatedAdmin.update, { body: await changeOf(id, { menuIds: [page(USERS)] }) })
  expect(await they.call(delegatedAdmin.setStatus, { query: { status: 1 }, body: { ids } })).toBe(1)
})

test('bad input: no users, too many, unknown menus and buttons given as menus are refused', async () => {
  const body = draft(at.科, [await oneOf(at.科)])
  await server.admin.refused('nothingChosen', delegatedAdmin.save, { body: { ...body, userIds: [] } })
  await server.admin.refused('parameterProblem', delegatedAdmin.save, {
    body: { ...body, userIds: Array.from({ length: 10_000 }, (_, n) => `u${n}`) },
  })
  await server.admin.refused('delegationEmpty', delegatedAdmin.save, { body: { ...body, menuIds: [], buttonIds: [] } })
  await server.admin.refused('menuMissing', delegatedAdmin.save, { body: { ...body, menuIds: ['nothing'] } })
  await server.admin.refused('menuMissing', delegatedAdmin.save, { body: { ...body, menuIds: body.buttonIds } })
  await server.admin.refused('delegationMissing', delegatedAdmin.byId, { query: { id: 'nothing' } })
  await server.admin.refused('nothingChosen', delegatedAdmin.remove, { body: { ids: [] } })
})

test('D-34 X-GRADE-01 while delegation is switched off, every call says so, delegations are suspended and its menus are hidden', async () => {
  const { they } = await boss(at.科)
  const roleHolder = await server.given.user()
  await server.given.role(roleHolder, `${DELEGATION}#*`, `${USERS}#grade-auth`)
  const another = await server.as(roleHolder)
  await server.kernel.db.updateTable('config').set({ configValue: 'false' }).where('configKey', '=', 'openGradeAdmin').execute()
  await expect.poll(async () => (await another.call(menus.granted)).menus.some(menu => menu.menu_uri === DELEGATION)).toBe(false)
  await another.refused('delegationClosed', delegatedAdmin.page)
  await server.admin.refused('delegationClosed', delegatedAdmin.page)
  await server.admin.refused('delegationClosed', delegatedAdmin.grantable)
  await they.refused('forbidden', user.page)
  await server.kernel.db.updateTable('config').set({ configValue: 'true' }).where('configKey', '=', 'openGradeAdmin').execute()
  await expect.poll(async () => (await they.send(user.page)).envelope.code).toBe('success')
  expect((await server.admin.call(config.global)).openGradeAdmin).toBe(true)
})
