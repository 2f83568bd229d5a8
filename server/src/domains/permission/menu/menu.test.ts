import { afterAll, beforeAll, expect, test } from 'vitest'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import type { MenuNode } from '@hufu/contract/permission/menu'
import { menus } from '@hufu/contract/permission/menu'
import { role } from '@hufu/contract/permission/role'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const draft = (more: Record<string, unknown> = {}) => {
  const n = server.given.next()
  return { parentId: '0', name: `菜单${n}`, menu_uri: `/m${n}`, type: 'menu' as const, status: 1 as const, ...more }
}
const saved = (more: Record<string, unknown> = {}) => server.admin.call(menus.save, { body: draft(more) })
const find = (id: string) => server.admin.call(menus.byId, { query: { id } })
const urisIn = (nodes: readonly MenuNode[]): string[] => nodes.flatMap(node => [node.menu_uri, ...urisIn(node.children)])
/** A new user who has a role with these grants. */
async function holder(...grants: string[]) {
  const id = await server.given.user()
  if (grants.length > 0) await server.given.role(id, ...grants)
  return server.as(id)
}

test('MENU-01, MENU-06 a menu is created without an id, changed with it, and stays one row', async () => {
  const first = await saved({ menu_icon: 'home' })
  const { id, version } = first
  const again = await server.admin.call(menus.save, { body: { ...draft(), id, name: '改名', version, menu_icon: '' } })
  expect(again).toMatchObject({ id, name: '改名', menu_icon: null, version: version + 1, sortNum: first.sortNum })
  expect(await find(id)).toEqual(again)
  expect((await server.admin.call(menus.page, { query: { name: first.name } })).total).toBe(0)
  await server.admin.refused('menuMissing', menus.byId, { query: { id: 'nothere' } })
  await server.admin.refused('menuMissing', menus.save, { body: { ...draft(), id: 'nothere' } })
})

test('D-76 a stale edit of a menu is refused', async () => {
  const { id, version } = await saved()
  await server.admin.call(menus.save, { body: { ...draft(), id, version } })
  await server.admin.refused('stale', menus.save, { body: { ...draft(), id, version } })
})

test('D-37 menu names are unique among siblings, button codes within a page; other pages may have the same ones', async () => {
  const [a, b] = [await saved(), await saved()]
  await server.admin.refused('menuNameTaken', menus.save, { body: draft({ name: a.name }) })
  await saved({ parentId: a.id, type: 'button', mark: 'go', menu_uri: '' })
  await server.admin.refused('menuMarkTaken', menus.save, { body: draft({ parentId: a.id, type: 'button', mark: 'go', menu_uri: '' }) })
  await saved({ parentId: b.id, type: 'button', mark: 'go', menu_uri: '' })
  expect(await find(a.id)).toMatchObject({ children: [], buttons: [{ mark: 'go', status: 1 }], hasChildren: false })
})

test('D-37 a menu cannot be below itself, a button or an unknown parent', async () => {
  const top = await saved()
  const sub = await saved({ parentId: top.id })
  const button = await saved({ parentId: sub.id, type: 'button', mark: 'x', menu_uri: '' })
  for (const parentId of [top.id, sub.id, button.id, 'nothere'])
    await server.admin.refused('menuParentWrong', menus.save, { body: { ...draft({ parentId }), id: top.id } })
  await server.admin.refused('menuParentWrong', menus.save, {
    body: { ...draft({ type: 'button', mark: 'y' }), id: top.id, parentId: '0' },
  })
})

test('D-37 the database keeps the menu tree valid: a page with children never becomes a button', async () => {
  for (const below of [{ type: 'menu' }, { type: 'button', mark: 'z', menu_uri: '' }]) {
    const page = await saved()
    await saved({ parentId: page.id, ...below })
    await server.admin.refused('menuParentWrong', menus.save, {
      body: { ...draft({ parentId: 'organiz', type: 'button', mark: page.id }), id: page.id },
    })
    expect(await find(page.id)).toMatchObject({ type: 'menu', parentId: '0' })
  }
  const { db } = server.kernel
  const row = { id: 'orphan', name: 'x', menuUri: '/x', type: 'menu' as const, sortNum: 1 }
  for (const parentId of ['nothere', 'organiz_index-add-user', ''])
    await expect(
      db
        .insertInto('menu')
        .values({ ...row, parentId })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'menu_parent_wrong' })
  await expect(db.deleteFrom('menu').where('id', '=', 'organiz').execute()).rejects.toMatchObject({ constraint: 'menu_parent_wrong' })
})

test('R18 a menu is added below one that is deleted at the same time: one of the two succeeds, and no orphan is left', async () => {
  const won = { save: 0, remove: 0 }
  for (let round = 0; round < 30; round++) {
    const page = await saved()
    const remove = () => server.admin.send(menus.remove, { body: { ids: [page.id] } })
    const save = () => server.admin.send(menus.save, { body: draft({ parentId: page.id }) })
    const [first, second] = await Promise.all(round % 2 ? [remove(), save()] : [save(), remove()])
    const [removed, put] = round % 2 ? [first, second] : [second, first]
    if (put.envelope.code === 'success') {
      won.save++
      expect(removed.envelope).toMatchObject({ code: 'global_prompt', message: '该菜单下存在子菜单，无法删除' })
    } else {
      won.remove++
      expect(put.envelope).toMatchObject({ code: 'global_prompt', message: '上级菜单不正确' })
      expect(removed.envelope.code).toBe('success')
    }
  }
  expect(won.save + won.remove).toBe(30)
  const { rows } = await server.kernel.pool.query<{ n: number }>(
    `select count(*)::int as n from menu m where parent_id <> '0' and not exists (select 1 from menu p where p.id = m.parent_id)`,
  )
  expect(rows).toEqual([{ n: 0 }])
})

test('R18 of two menus moved below each other at once one move succeeds, without a cycle', async () => {
  for (let round = 0; round < 10; round++) {
    const [a, b] = [await saved(), await saved()]
    const moves = [
      { ...draft(), id: a.id, parentId: b.id },
      { ...draft(), id: b.id, parentId: a.id },
    ]
    const answers = await Promise.all(moves.map(body => server.admin.send(menus.save, { body })))
    expect(answers.map(answer => answer.envelope.code).sort()).toEqual(['global_prompt', 'success'])
  }
})

test('T25 menu_uri is a path or a complete http or https address, never a script or a protocol-relative address', async () => {
  for (const menu_uri of ['/a/b?x=1', 'https://example.org/x', 'http://example.org', '']) await saved({ menu_uri })
  for (const menu_uri of ['javascript:alert(1)', '//evil.org', '/\\evil.org', 'data:text/html,x', '/a b', 'relative', ' /a'])
    expect((await server.admin.send(menus.save, { body: draft({ menu_uri }) })).envelope, menu_uri).toMatchObject({
      code: 'global_prompt',
      message: '菜单地址不正确',
    })
  expect((await server.admin.send(menus.save, { body: draft({ menu_uri: `/${'a'.repeat(500)}` }) })).envelope.code).toBe('global_prompt')
})

test('MENU-02 hasOnlyEnable leaves out disabled children', async () => {
  const { id } = await saved()
  const [on, off] = [await saved({ parentId: id }), await saved({ parentId: id, status: 0 })]
  const level = async (hasOnlyEnable: unknown) =>
    (await server.admin.call(menus.level, { query: { parentId: id, hasOnlyEnable } })).map(node => node.id)
  expect(await level(true)).toEqual([on.id])
  expect(await level('1')).toEqual([on.id])
  expect(await level(false)).toEqual([on.id, off.id])
})

test('MENU-03 menus are found by part of their name, with their path', async () => {
  const found = await server.admin.call(menus.search, { query: { name: '用户' } })
  expect(found.length).toBeGreaterThan(1)
  expect(found.every(node => node.name.includes('用户'))).toBe(true)
  expect(found).toContainEqual({ id: 'organiz_user-label', name: '用户标签管理', type: 'menu', path: '组织机构管理 / 用户标签管理' })
  expect(await server.admin.call(menus.search, { query: { name: '%' } })).toEqual([])
  expect((await server.admin.call(menus.search, { query: { name: '管理' } })).length).toBeLessThanOrEqual(20)
})

test('MENU-04, MENU-08, MENU-16 menus are disabled and enabled, one or many; a disabled one hides those below it', async () => {
  const they = await holder('/organiz/index#add-user', '/audit/sms')
  await server.admin.call(menus.setStatus, { body: { id: 'organiz', status: 0 } })
  expect((await find('organiz')).status).toBe(0)
  const seen = await server.as('1').then(admin => admin.call(menus.mine))
  expect(urisIn(seen).some(uri => uri.startsWith('/organiz'))).toBe(false)
  await expect.poll(async () => urisIn(await they.call(menus.mine))).toEqual(['/audit', '/audit/sms'])
  const ids = ['organiz', 'audit_sms']
  const statuses = () => Promise.all(ids.map(async id => (await find(id)).status))
  expect(await server.admin.call(menus.setStatuses, { body: { ids, status: 0 } })).toBe(1)
  expect(await statuses()).toEqual([0, 0])
  expect(await server.admin.call(menus.setStatuses, { body: { ids, status: 1 } })).toBe(2)
  expect(await statuses()).toEqual([1, 1])
  await server.admin.call(menus.setStatus, { body: { id: 'organiz', status: 0 } })
  await server.admin.call(menus.setStatus, { body: { id: 'organiz', status: 1 } })
  expect((await find('organiz')).status).toBe(1)
  await server.admin.refused('menuMissing', menus.setStatus, { body: { id: 'nothere', status: 0 } })
  await server.admin.refused('nothingChosen', menus.setStatuses, { body: { ids: [], status: 0 } })
})

test('SHELL-04 a user who changes a menu sees it in their own left menu at once', async () => {
  const admin = await server.as('1')
  await admin.call(menus.mine)
  const { id, version, name, menu_uri } = await saved({ menu_uri: 'https://example.org/' })
  const shown = async () => (await admin.call(menus.mine)).find(node => node.id === id)?.name
  expect(await shown()).toBe(name)
  await server.admin.call(menus.save, { body: { ...draft({ menu_uri }), id, version, name: '即刻' } })
  expect(await shown()).toBe('即刻')
  await server.admin.call(menus.setStatus, { body: { id, status: 0 } })
  expect(await shown()).toBeUndefined()
})

test('MENU-05 menus are filtered by parent, name, type and button code, page by page', async () => {
  const page = await server.admin.call(menus.page, { query: { parentId: 'organiz', name: '管理', current: 1, size: 3 } })
  expect(page).toMatchObject({ current: 1, size: 3, total: 4, pages: 2 })
  expect(page.records.every(node => node.parentId === 'organiz' && node.name.includes('管理'))).toBe(true)
  const buttons = await server.admin.call(menus.page, { query: { type: 'button', mark: 'add-user' } })
  expect(buttons.records.map(node => node.id)).toEqual(['organiz_index-add-user'])
})

test('MENU-07 a leaf is deleted with its buttons; a menu with children stays; an unknown id refuses the whole batch', async () => {
  const top = await saved()
  const leaf = await saved({ parentId: top.id })
  await saved({ parentId: leaf.id, type: 'button', mark: 'b', menu_uri: '' })
  await server.admin.refused('menuNotEmpty', menus.remove, { body: { ids: [top.id] } })
  await server.admin.refused('menuMissing', menus.remove, { body: { ids: [leaf.id, 'nothere'] } })
  await server.admin.call(menus.remove, { body: { ids: [leaf.id] } })
  await server.admin.refused('menuMissing', menus.byId, { query: { id: leaf.id } })
  expect((await server.admin.call(menus.page, { query: { parentId: leaf.id } })).total).toBe(0)
})

test('MENU-09 initMenu restores the shipped menus below one menu and changes nothing else; without the token header it does nothing', async () => {
  const kept = await server.admin.call(menus.save, {
    body: { ...(await plain('organiz_index-edit-user')), id: 'organiz_index-edit-user', name: '改过的' },
  })
  await server.admin.call(menus.remove, { body: { ids: ['organiz_index-add-user'] } })
  await server.nobody.refused('signInAgain', menus.restore, { query: { menuId: 'organiz_index' } })
  expect(await server.admin.call(menus.restore, { query: { menuId: 'organiz_index' } })).toEqual({ added: 1 })
  const { buttons } = await find('organiz_index')
  expect(buttons.map(button => button.mark)).toContain('add-user')
  expect(buttons.find(button => button.id === kept.id)?.name).toBe('改过的')
  expect(await server.admin.call(menus.restore, { query: { menuId: 'organiz_index' } })).toEqual({ added: 0 })
})
test('MENU-09 initMenu skips a shipped menu whose name another menu has taken, and what belongs below it', async () => {
  const { name, parentId } = await find('organiz_org-list')
  await server.admin.call(menus.remove, { body: { ids: ['organiz_org-list'] } })
  const own = await saved({ parentId, name })
  expect(await server.admin.call(menus.restore, { query: { menuId: parentId } })).toEqual({ added: 0 })
  await server.admin.call(menus.remove, { body: { ids: [own.id] } })
  const { added } = await server.admin.call(menus.restore, { query: { menuId: parentId } })
  expect(added).toBe(1 + (await find('organiz_org-list')).buttons.length)
})
const plain = async (id: string) => {
  const { parentId, name, menu_uri, type, mark: buttonCode, status } = await find(id)
  return { parentId, name, menu_uri, type, mark: buttonCode, status: status as 0 | 1 }
}

test('MENU-10, MENU-13, D-11 the checks of button codes and names answer true if the value is free', async () => {
  const parentId = 'organiz_index'
  const id = 'organiz_index-add-user'
  expect(await server.admin.call(menus.markFree, { query: { parentId, mark: 'add-user' } })).toBe(false)
  expect(await server.admin.call(menus.markFree, { query: { parentId, mark: 'add-user', id } })).toBe(true)
  expect(await server.admin.call(menus.markFree, { query: { parentId, mark: 'fresh' } })).toBe(true)
  const taken = { parentId: 'organiz', name: '组织设置' }
  expect(await server.admin.call(menus.nameFree, { query: taken })).toBe(false)
  expect(await server.admin.call(menus.nameFree, { query: { ...taken, id: 'organiz_setting' } })).toBe(true)
  expect(await server.admin.call(menus.nameFree, { query: { ...taken, parentId: 'audit' } })).toBe(true)
})

test('MENU-11, MENU-14, ENT-18, PERM-21 a user sees the granted menus with their parents, and only the granted buttons', async () => {
  const they = await holder('/organiz/index#add-user', '/audit/sms')
  const tree = await they.call(menus.mine)
  expect(urisIn(tree)).toEqual(['/audit', '/audit/sms', '/organiz', '/organiz/index'])
  const keys = ['name', 'menu_uri', 'menu_icon', 'children', 'id', 'parentId', 'status', 'mark', 'hsaAuthGradeShow', 'buttons']
  for (const node of await server.admin.call(menus.mine)) expect(Object.keys(node)).toEqual(expect.arrayContaining(keys))
  const granted = await they.call(menus.granted)
  expect(granted.menus.map(menu => menu.menu_uri).sort()).toEqual(['/audit', '/audit/sms', '/organiz', '/organiz/index'])
  expect(granted.buttons).toMatchObject([{ menu_uri: '/organiz/index', mark: 'add-user' }])
  expect(await (await holder()).call(menus.granted)).toEqual({ menus: [], buttons: [] })
})

test('D-09 every shipped menu and button is found by its id', async () => {
  const { menus: pages, buttons } = await server.admin.call(menus.granted)
  for (const { id } of [...pages, ...buttons]) expect((await find(id)).id).toBe(id)
})

test('MENU-12 a menu is found by its exact name, or null is returned', async () => {
  expect(await server.admin.call(menus.byName, { query: { name: '菜单管理' } })).toMatchObject({ id: 'devops_menu' })
  expect(await server.admin.call(menus.byName, { query: { name: '菜单' } })).toBeNull()
})

test('MENU-15 updateAuthGradeShow removes a menu from what delegated administrators may have', async () => {
  const boss = await server.given.user()
  await server.given.gradeAdmin(boss, '1', 1, '/organiz/user-label', '/organiz/index')
  const they = await server.as(boss)
  expect(urisIn(await they.call(menus.mine))).toContain('/organiz/user-label')
  await server.admin.call(menus.setGradeShow, { query: { id: 'organiz_user-label', hsaAuthGradeShow: 0 } })
  expect((await find('organiz_user-label')).hsaAuthGradeShow).toBe(0)
  await expect.poll(async () => urisIn(await they.call(menus.mine))).not.toContain('/organiz/user-label')
  await server.admin.refused('menuMissing', menus.setGradeShow, { query: { id: 'nothere', hsaAuthGradeShow: 0 } })
  await server.admin.refused('parameterProblem', menus.setGradeShow, { query: { id: 'organiz_user-label', hsaAuthGradeShow: 2 } })
})

test('O-66 only super administrators see devops, even if a role was given it', async () => {
  const they = await holder('/devops/menu', '/audit/sms')
  expect(urisIn(await they.call(menus.mine))).toEqual(['/audit', '/audit/sms'])
  await they.refused('forbidden', menus.page)
})

test('D-34 pages with global settings are shipped closed to delegated administrators', async () => {
  const boss = await server.given.user()
  await server.given.gradeAdmin(boss, '1', 1, '/organiz/setting', '/system/manage', '/system/systemRoleIndex', '/organiz/index')
  const { menus: pages } = await (await server.as(boss)).call(menus.granted)
  expect(pages.map(page => page.menu_uri).sort()).toEqual(['/organiz', '/organiz/index'])
})

test('N-09 T25 /devops and /devops/menu cannot be disabled, moved, deleted or given another address, but can be renamed', async () => {
  for (const id of ['devops', 'devops_menu']) {
    const node = await server.admin.call(menus.byId, { query: { id } })
    const body = { ...node }
    for (const change of [{ status: 0 }, { parentId: 'organiz' }, { menu_uri: '/elsewhere' }])
      await server.admin.refused('menuFixed', menus.save, { body: { ...body, ...change } })
    await server.admin.refused('menuFixed', menus.setStatus, { body: { id, status: 0 } })
    await server.admin.refused('menuFixed', menus.setStatuses, { body: { ids: ['organiz', id], status: 0 } })
    await server.admin.refused('menuFixed', menus.remove, { body: { ids: [id] } })
    expect(await server.admin.call(menus.byId, { query: { id } })).toEqual(node)
    await server.admin.call(menus.save, { body: { ...body, name: `${node.name}二` } })
    await server.admin.call(menus.save, { body: { ...body, version: node.version + 1 } })
  }
})

test('MENU-01 a save without icon or button code keeps them; an empty value clears the icon', async () => {
  const page = await saved({ menu_icon: 'home' })
  const rest = draft()
  const kept = await server.admin.call(menus.save, { body: { ...rest, name: page.name, id: page.id } })
  expect(kept.menu_icon).toBe('home')
  expect((await server.admin.call(menus.save, { body: { ...rest, name: page.name, id: page.id, menu_icon: '' } })).menu_icon).toBeNull()
  const button = await saved({ parentId: page.id, type: 'button', mark: 'go', menu_uri: '' })
  const without = draft({ parentId: page.id, type: 'button', menu_uri: '' })
  expect((await server.admin.call(menus.save, { body: { ...without, id: button.id } })).mark).toBe('go')
})

test('MENU-01 T25 external menu addresses are http or https; saving an address without a screen returns a warning', async () => {
  for (const menu_uri of ['http://10.0.0.8/old', 'https://example.com/', '/organiz/index', '/account/apps'])
    expect(await saved({ menu_uri }), menu_uri).not.toHaveProperty('leadsNowhere')
  const nowhere = await saved({ menu_uri: '/nowhere' })
  expect(nowhere).toMatchObject({ leadsNowhere: true })
  await saved({ parentId: nowhere.id, menu_uri: 'http://10.0.0.8/' })
  expect(await server.admin.call(menus.byId, { query: { id: nowhere.id } })).not.toHaveProperty('leadsNowhere')
})

test('SHELL-04 menus without a built screen appear in no left menu, and are offered to no role or delegated administrator', async () => {
  const nowhere = await saved({ menu_uri: '/nowhere-either' })
  const roleId = await server.given.role(await server.given.user(), '/organiz/index')
  const offers = [
    await server.admin.call(menus.mine),
    (await server.admin.call(role.auth, { query: { id: roleId } })).menus,
    await server.admin.call(delegatedAdmin.grantable),
  ]
  for (const offer of offers) {
    const found = urisIn(offer)
    expect(found).toContain('/organiz/index')
    expect(found).not.toContain(nowhere.menu_uri)
  }
})
