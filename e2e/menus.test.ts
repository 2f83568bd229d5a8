import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { menus } from '@hufu/contract/permission/menu'
import { createUser } from './sign-in-page.ts'
import { openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const row = (page: Page, name: string) => page.getByRole('main').getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog').last()
const sideMenu = (page: Page) => page.getByRole('navigation', { name: '主菜单' })
const paged = async (query: Record<string, unknown>) => (await fixture.server.admin.call(menus.page, { query })).records

test('ENT-06, ROUTE-72, SHELL-04 /devops/menu adds, edits and deletes a node; menu/page and the left menu show each step', async () => {
  const page = await fixture.visitAs('1', '/devops/menu')
  const listed = page.waitForResponse(answer => answer.url().includes('/api/menu/page'))
  await page.getByRole('tree').getByText('审计管理', { exact: true }).click()
  expect((await listed).ok()).toBe(true)
  await row(page, '短信记录').waitFor()
  await page.getByRole('button', { name: '新增下级' }).click()
  await dialog(page).getByLabel('名称', { exact: true }).fill('外部系统')
  await dialog(page).getByLabel('菜单地址').fill('javascript:alert(1)')
  await dialog(page).getByText('菜单地址不正确').waitFor()
  await dialog(page).getByLabel('菜单地址').fill('https://example.org/')
  await dialog(page).getByRole('button', { name: '确定', exact: true }).click()
  await row(page, '外部系统').waitFor()
  const [added] = await paged({ name: '外部系统' })
  expect(added).toMatchObject({ parentId: 'audit', menu_uri: 'https://example.org/', type: 'menu', status: 1 })
  const link = sideMenu(page).getByRole('link', { name: /^外部系统/ })
  await sideMenu(page).getByRole('button', { name: '审计管理' }).click()
  expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
  await row(page, '外部系统').getByRole('button', { name: /^编辑/ }).click()
  await dialog(page).getByLabel('名称', { exact: true }).fill('友好系统')
  await dialog(page).getByRole('button', { name: '确定', exact: true }).click()
  await row(page, '友好系统').waitFor()
  expect(await paged({ name: '友好系统' })).toMatchObject([{ id: added!.id, version: added!.version + 1 }])
  await sideMenu(page).getByText('友好系统').waitFor()
  await row(page, '友好系统').getByRole('button', { name: '更多操作 友好系统' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
  await row(page, '友好系统').waitFor({ state: 'detached' })
  expect(await paged({ name: '友好系统' })).toEqual([])
  await sideMenu(page).getByText('友好系统').waitFor({ state: 'detached' })
})

test('MENU-16, MENU-04 the switch of a node sends its id and status, and the menu of other users changes with it', async () => {
  const { id } = await createUser(fixture, '/wel/index', '/organiz/org-list')
  const page = await fixture.visitAs('1', '/devops/menu?parentId=organiz')
  for (const [sentence, status] of [
    ['停用', 0],
    ['启用', 1],
  ] as const) {
    const sent = page.waitForRequest('**/api/menu/enableOrDisable')
    await page.getByRole('switch', { name: '状态 机构管理' }).click()
    await dialog(page).getByRole('button', { name: sentence, exact: true }).click()
    expect((await sent).postDataJSON()).toEqual({ id: 'organiz_org-list', status })
    await expect.poll(async () => (await paged({ name: '机构管理', parentId: 'organiz' }))[0]!.status).toBe(status)
    await page.getByRole('switch', { name: '状态 机构管理', checked: status === 1 }).waitFor()
    const seen = await (await fixture.server.as(id)).call(menus.granted)
    expect(seen.menus.some(menu => menu.menu_uri === '/organiz/org-list')).toBe(status === 1)
  }
})

test('N-02 a page whose changes affect everybody is opened to delegated administrators only after a warning', async () => {
  const page = await fixture.visitAs('1', '/devops/menu?parentId=app')
  const isOpen = async () => (await paged({ name: '应用列表', parentId: 'app' }))[0]!.hsaAuthGradeShow === 1
  const toggle = page.getByRole('switch', { name: '分级授权可见 应用列表' })
  await toggle.click()
  await dialog(page).getByText('此页的改动对整个系统生效').waitFor()
  expect(await isOpen()).toBe(false)
  await dialog(page).getByRole('button', { name: '允许分级授权' }).click()
  await expect.poll(isOpen).toBe(true)
  await toggle.click()
  await expect.poll(isOpen).toBe(false)
})

test('SHELL-04 a renamed node is shown in the left menu, in the breadcrumb and in the title of its page', async () => {
  const { id } = await createUser(fixture, '/organiz/org-list')
  const page = await fixture.visitAs(id, '/organiz/org-list')
  await sideMenu(page).getByRole('link', { name: '机构管理', exact: true }).waitFor()
  const { version, parentId, menu_uri, type } = await fixture.server.admin.call(menus.byId, { query: { id: 'organiz_org-list' } })
  const node = { id: 'organiz_org-list', parentId, menu_uri, type, version, status: 1 as const }
  await fixture.server.admin.call(menus.save, { body: { ...node, name: '单位管理' } })
  await page.reload()
  await sideMenu(page).getByRole('link', { name: '单位管理', exact: true }).waitFor()
  expect(await page.locator('.crumbs').getByRole('listitem').last().innerText()).toBe('单位管理')
})

/** Opens the page with this tree instead of the real one, built as no administrator would. */
async function visitWithMenus(tree: unknown, id: string) {
  const page = await fixture.visitAs(id, '/changelog.json')
  await page.route('**/menu/getAuthMenuByUserId', route => route.fulfill({ json: { code: 'success', message: '操作成功', data: tree } }))
  await page.goto('/wel/index')
  return page
}
const node = (id: string, more: Record<string, unknown> = {}) => ({
  id, parentId: '0', name: id, menu_uri: `/${id}`, menu_icon: null, type: 'menu', mark: null, status: 1, hsaAuthGradeShow: 1,
  sortNum: 1, version: 1, hasChildren: false, children: [], buttons: [], ...more,
}) // prettier-ignore

test('bad input 50 with five thousand entries, unknown icons or no buttons the page is drawn and never blank', async () => {
  const { id } = await createUser(fixture, '/wel/index')
  const many = Array.from({ length: 5000 }, (_, n) => node(`n${n}`, { menu_uri: `https://example.org/${n}`, menu_icon: 'no-such-icon' }))
  const big = node('目录', { menu_icon: '<svg onload=alert(1)>', children: many, hasChildren: true })
  const page = await visitWithMenus([node('首页', { menu_uri: '/wel/index', buttons: undefined }), big], id)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await sideMenu(page).getByRole('button', { name: '目录' }).click()
  await sideMenu(page)
    .getByRole('link', { name: /^n4999/ })
    .waitFor()
  const broken = await visitWithMenus([], id)
  await broken.waitForURL('**/unauth')
  await broken.getByText('您暂无任何菜单权限，请联系管理员').waitFor()
})
