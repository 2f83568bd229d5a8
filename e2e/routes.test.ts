import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { menus } from '@hufu/contract/permission/menu'
import { user } from '@hufu/contract/directory/user'
import { PASSWORD } from '../server/test/given.ts'
import { createUser as createUserIn, token, fillSignIn } from './sign-in-page.ts'
import { openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const createUser = (...grants: string[]) => createUserIn(fixture, ...grants)
const sideMenu = (page: Page) => page.getByRole('navigation', { name: '主菜单' })
const pathOf = (page: Page) => new URL(page.url()).pathname
const seeText = (page: Page, sentence: string) => expect.poll(() => page.locator('.toast').allInnerTexts()).toContain(sentence)
/** Navigates as a link of the console does, without a reload. */
const navigateInApp = (page: Page, path: string) =>
  page.evaluate(address => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
const leave = async (page: Page, name: string) => {
  await page.getByRole('banner').getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.waitForURL('**/login')
}

test('ROUTE-07, ROUTE-08, D-39 /jumper and ?uri= lead to pages of the console', async () => {
  const { id, userName } = await createUser('/wel/index', '/organiz/org-list')
  const page = await fixture.visitAs(id, '/jumper?redirect=%2Forganiz%2Forg-list%3Fname%3Dx')
  await page.waitForURL('**/organiz/org-list?name=x')
  const passed: string[] = []
  page.on('framenavigated', frame => passed.push(new URL(frame.url()).pathname))
  await page.goto('/?uri=%2Forganiz%2Forg-list')
  await page.waitForURL('**/organiz/org-list')
  expect(passed).toContain('/jumper')
  // A page requested before the sign-in is opened after it.
  const signInPage = await fixture.visit('/?uri=%2Forganiz%2Forg-list')
  await signInPage.waitForURL('**/login')
  await fillSignIn(signInPage, userName, PASSWORD)
  await signInPage.waitForURL('**/organiz/org-list')
})

test('an unknown address and another site are named on the page; a user with menus never reads that they have none', async () => {
  const { id } = await createUser('/wel/index')
  const page = await fixture.visitAs(id, '/organiz/nothing-here')
  await page.waitForURL('**/404')
  await page.getByText('地址：/organiz/nothing-here').waitFor()
  await page.goto('/jumper?redirect=https%3A%2F%2Fother.example%2Fx')
  await page.waitForURL('**/404')
  await page.getByRole('heading', { name: '不能前往' }).waitFor()
  await page.getByText('网站：other.example').waitFor()
  await page.goto('/unauth')
  await page.getByText('您已有菜单权限，可以返回首页').waitFor()
  expect(await page.getByText('您暂无任何菜单权限').count()).toBe(0)
})

test('ROUTE-09, ROUTE-14, LOGIN-21 /wel/index opens for users who hold it; the root leads to the first menu address', async () => {
  const { id } = await createUser('/wel/index', '/organiz/org-list')
  const page = await fixture.visitAs(id, '/')
  const tree = await (await fixture.server.as(id)).call(menus.mine)
  await page.waitForURL(`**${tree[0]!.menu_uri}`)
  expect(pathOf(page)).toBe('/wel/index')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const poor = await fixture.visitAs((await createUser('/organiz/org-list')).id, '/wel/index')
  await seeText(poor, '访问失败，菜单权限不足，将自动跳转至有权访问的页面')
  await poor.waitForURL('**/organiz/org-list')
})

test('ROUTE-10, ROUTE-11 /account leads to /account/settings', async () => {
  const { id } = await createUser('/wel/index')
  const page = await fixture.visitAs(id, '/account')
  await page.waitForURL('**/account/settings')
  await page.getByRole('heading', { name: '个人中心' }).waitFor()
})

test('PERM-19, ERR-10, ROUTE-09 inside the console a menu route that is not granted is refused with a message, and the page stays', async () => {
  const { id } = await createUser('/wel/index', '/organiz/org-list')
  const page = await fixture.visitAs(id, '/organiz/org-list')
  await page.getByRole('tree').waitFor()
  await navigateInApp(page, '/sync/config')
  await seeText(page, '您无该菜单权限，请联系管理员')
  await expect.poll(() => pathOf(page)).toBe('/organiz/org-list')
  await page.getByRole('tree').waitFor()
})

test('PERM-16 a button route whose code is true opens for a user who holds its page', async () => {
  const holder = await fixture.visitAs((await createUser('/organiz/index')).id, '/organiz/deleted-user')
  await holder.getByRole('heading', { name: '已删除用户' }).waitFor()
})

test('LOGIN-23, PERM-20, ROUTE-69, ROUTE-72 devops pages exist only for the super administrator', async () => {
  const page = await fixture.visitAs('1', '/devops/menu')
  await page.getByRole('heading', { name: '菜单管理' }).waitFor()
  await sideMenu(page).getByRole('button', { name: '运维管理' }).waitFor()
  const { id } = await createUser('/wel/index', '/devops/menu')
  const other = await fixture.visitAs(id, '/devops/menu')
  await other.waitForURL('**/404')
  expect(await sideMenu(other).getByText('运维管理').count()).toBe(0)
})

test('LOGIN-27, LOGIN-28, SHELL-27 a user who signs in next in the same tab finds nothing of the previous one', async () => {
  const hidden = await fixture.server.given.org({ name: '前人所见' })
  const { userName, realName } = await createUser('/wel/index', '/organiz/org-list')
  const page = await fixture.visitAs('1', '/organiz/org-list')
  await page.getByRole('treeitem', { name: /^前人所见/ }).waitFor()
  await page.goto('/devops/menu')
  await page.getByRole('heading', { name: '菜单管理' }).waitFor()
  await leave(page, '系统管理员')
  await fillSignIn(page, userName, PASSWORD)
  await page.waitForURL('**/wel/index')
  await navigateInApp(page, '/devops/menu')
  await page.waitForURL('**/404')
  expect(await sideMenu(page).getByText('运维管理').count()).toBe(0)
  // Nothing is kept from the former user: the list is requested again with the present user's token.
  const requests: string[] = []
  page.on('request', request => request.url().includes('/v3/org/tree') && requests.push(request.headers().token!))
  await navigateInApp(page, '/organiz/org-list')
  await page.getByRole('treeitem', { name: /^前人所见/ }).waitFor()
  expect([...new Set(requests)]).toEqual([await token(page)])
  expect(await page.getByText('系统管理员').count()).toBe(0)
  await page.getByRole('banner').getByText(realName).waitFor()
  expect(hidden).toBeTruthy()
})

test('LOGIN-24, ERR-09 after all menus were removed the next load ends at /unauth', async () => {
  const { id } = await createUser('/wel/index')
  const page = await fixture.visitAs(id, '/wel/index')
  await sideMenu(page).waitFor()
  await fixture.server.kernel.db.deleteFrom('userRole').where('userId', '=', id).execute()
  fixture.server.kernel.sessions.forget()
  await page.reload()
  await page.waitForURL('**/unauth')
})

test('PERM-21, PERM-03 a removed button disappears from the page, together with its route', async () => {
  const { id } = await createUser('/wel/index', '/organiz/index#add-user')
  const page = await fixture.visitAs(id, '/organiz/index')
  const add = page.getByRole('button', { name: '新增用户', exact: true })
  await add.waitFor()
  await fixture.server.kernel.db.deleteFrom('roleMenu').where('menuId', '=', 'organiz_index-add-user').execute()
  fixture.server.kernel.sessions.forget()
  await page.reload()
  await page.getByRole('tree').waitFor()
  expect(await add.count()).toBe(0)
  await page.goto('/organiz/user')
  await seeText(page, '访问失败，菜单权限不足，将自动跳转至有权访问的页面')
})

test('ERR-11 if getCurrentUser has no data the console says so in English and goes to /login', async () => {
  const { id } = await createUser('/wel/index')
  const page = await fixture.visitAs(id, '/changelog.json')
  await page.route('**/v3/user/getCurrentUser', route => route.fulfill({ json: { code: 'success', message: '操作成功', data: null } }))
  await page.goto('/wel/index')
  await seeText(page, 'Verification failed, please Login again.')
  await page.waitForURL('**/login')
  expect(await token(page)).toBeNull()
})

test('ERR-17, ERR-18, LOGIN-26 an expired or ended session shows the reason, and 退出登录 leads to the sign-in page', async () => {
  for (const [ending, farewell] of [
    ['logout', '登录已失效，请重新登录'],
    ['forced', '您已被强制下线'],
  ] as const) {
    const { id } = await createUser('/wel/index', '/organiz/org-list')
    const page = await fixture.visitAs(id, '/wel/index')
    await sideMenu(page).getByRole('button', { name: '组织机构管理' }).click()
    await fixture.server.kernel.db.updateTable('session').set({ endedBy: ending }).where('userId', '=', id).execute()
    fixture.server.kernel.sessions.forget()
    // A background request may have noticed the ended session already, so that the dialog covers the menu.
    await sideMenu(page).getByRole('link', { name: '机构管理', exact: true }).dispatchEvent('click')
    const again = page.getByRole('dialog', { name: '重新登录' })
    await again.getByText(farewell, { exact: true }).waitFor()
    const loaded = page.waitForEvent('load')
    await again.getByRole('button', { name: '退出登录' }).click()
    await loaded
    await page.waitForURL('**/login')
    await page.getByText(farewell).first().waitFor()
    expect(await token(page)).toBeNull()
  }
})

test('ERR-36 without a network the console says so and keeps what was typed', async () => {
  const userName = `offline${fixture.server.given.next()}`
  const { id } = await createUser('/wel/index', '/organiz/index#add-user')
  const page = await fixture.visitAs(id, '/organiz/user?orgId=1')
  await page.getByLabel('姓名', { exact: true }).fill('断网者')
  await page.getByLabel('用户名', { exact: true }).fill(userName)
  await expect.poll(() => page.getByLabel('主职机构', { exact: true }).inputValue()).toContain('组织机构')
  // Requests in flight would fail with the same message.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await seeText(page, '网络异常，请稍后重试')
  expect(await page.getByLabel('姓名', { exact: true }).inputValue()).toBe('断网者')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('dialog', { name: '新密码' }).waitFor()
  expect((await fixture.server.admin.call(user.page, { query: { userName } })).total).toBe(1)
})
