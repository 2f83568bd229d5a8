import { readFile } from 'node:fs/promises'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { file } from '@hufu/contract/operations/file'
import { menus } from '@hufu/contract/permission/menu'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { PASSWORD } from '../server/test/given.ts'
import { configure, createUser as createUserIn, token, fillSignIn } from './sign-in-page.ts'
import { openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const createUser = (...grants: string[]) => createUserIn(fixture, ...grants)
const userMenu = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name })
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const sideMenu = (page: Page) => page.getByRole('navigation', { name: '主菜单' })
/** The page with another config.json. */
async function configured(path: string, json: unknown, userId?: string) {
  const page = userId === undefined ? await fixture.visit('/changelog.json') : await fixture.visitAs(userId, '/changelog.json')
  await page.route('**/config.json', route => (json === undefined ? route.fulfill({ status: 404, body: '' }) : route.fulfill({ json })))
  await page.goto(path)
  return page
}

test('CONF-13, CONF-15 to CONF-17, CONF-19, LOGIN-30 the console sends the specified requests, from its first file to its first page', async () => {
  const { userName } = await createUser('/wel/index')
  const page = await fixture.visit('/changelog.json')
  const requests: Request[] = []
  page.on('request', request => requests.push(request))
  const paths = () => requests.map(request => new URL(request.url()).pathname)
  const calls = () => requests.filter(request => request.resourceType() === 'fetch' && request.url().includes('/api/'))
  await page.goto('/')
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  expect(paths().filter(path => path.endsWith('config.json'))).toEqual(['/config.json'])
  const before = calls().length
  expect(calls().map(request => 'token' in request.headers())).toEqual(Array.from({ length: before }, () => false))
  await fillSignIn(page, userName, PASSWORD)
  await page.waitForURL('**/wel/index')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const all = calls()
  for (const request of all) {
    const headers = request.headers()
    expect([headers['cache-control'], headers.pragma, headers['content-type']], request.url()).toEqual([
      'no-cache',
      'no-cache',
      'application/json',
    ])
  }
  const mine = await token(page)
  const entered = all.slice(all.findIndex(request => request.url().endsWith(signIn.login.path)) + 1)
  expect(entered.length).toBeGreaterThan(7)
  expect(new Set(entered.map(request => request.headers().token))).toEqual(new Set([mine]))
  const started = ['v3/user/getCurrentUser', 'v3/user/isAdmin', 'v3/user/getAdminId', 'userLogin/getRsaPublicKey', 'v3/notice/listNotice']
  expect(paths()).toEqual(expect.arrayContaining(started.map(path => `/api/${path}`)))
  const others = paths().filter(path => !path.startsWith('/api/') && !path.startsWith('/assets/'))
  expect(new Set(others)).toEqual(new Set(['/', '/config.json', '/favicon.svg'].filter(path => others.includes(path))))
})

test('SHELL-10 to SHELL-12, SHELL-26, ROUTE-12, ENT-20 config.json sets versions, titles and the changelog', async () => {
  const { id, realName } = await createUser('/wel/index')
  const json = {
    documentTitle: '某省认证', title: '某省统一登录', 'product.version': 'V2.1', 'product.changelog': './changelog.json',
    'project.version.label': '项目版本', 'project.version.value': 'P3',
  } // prettier-ignore
  const signInPage = await configured('/login', json)
  await signInPage.getByRole('heading', { name: '某省统一登录' }).waitFor()
  expect(await signInPage.title()).toBe('某省认证')
  const page = await configured('/wel/index', json, id)
  await page.getByRole('contentinfo').getByText('产品版本 V2.1', { exact: true }).waitFor()
  await page.getByRole('contentinfo').getByText('项目版本 P3', { exact: true }).waitFor()
  expect(await page.title()).toBe('首页 - 某省认证')
  await userMenu(page, realName).click()
  await entry(page, '产品版本轨迹').click()
  await page.waitForURL('**/account/changelog')
  const [{ version, items }] = JSON.parse(await readFile(new URL('../console/public/changelog.json', import.meta.url), 'utf8'))
  await page.getByRole('heading', { name: version }).waitFor()
  // The word at the beginning of an item is shown as a tag before it.
  for (const item of items) await page.getByText(item.replace(/^(新增|优化|修复)：/, '')).waitFor()
})

test('SHELL-13, SHELL-14, SHELL-26, CONST-25, CONF-19, ENT-20 without config.json defaults apply; without a dropdown a bare name', async () => {
  const { id, realName } = await createUser('/wel/index')
  const page = await configured('/wel/index', undefined, id)
  await page.getByRole('contentinfo').getByText('当前版本号 v0.0.0', { exact: true }).waitFor()
  expect(await page.getByText('产品版本').count()).toBe(0)
  await userMenu(page, realName).click()
  await entry(page, '个人中心').waitFor()
  expect(await entry(page, '产品版本轨迹').count()).toBe(0)
  const bare = await configured('/wel/index', { needShowUserDropDown: false }, id)
  await bare.getByRole('banner').getByText(realName).waitFor()
  expect(await userMenu(bare, realName).count()).toBe(0)
})

test('SHELL-01, SHELL-02 the top bar shows the name and the logo of the global configuration', async () => {
  const { id } = await createUser('/wel/index')
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const upload = await fixture.server.admin.call(file.uploadPicture, { file: { name: 'logo.png', bytes: png } })
  const page = await fixture.visitAs(id, '/wel/index')
  const brand = page.getByRole('banner').getByRole('link').first()
  await brand.getByText('统一身份认证与访问管理平台', { exact: true }).waitFor()
  expect(await brand.locator('img').count()).toBe(0)
  await configure(fixture, 'systemName', '浙江省认证平台')
  await configure(fixture, 'systemLogo', upload.fileId)
  await page.reload()
  await brand.getByText('浙江省认证平台', { exact: true }).waitFor()
  const logo = brand.locator('img')
  expect(await logo.getAttribute('src')).toContain(upload.fileId)
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await configure(fixture, 'systemName', '统一身份认证与访问管理平台')
  await configure(fixture, 'systemLogo', '')
})

test('SHELL-03, SHELL-28 the left menu is collapsed and expanded again', async () => {
  const { id } = await createUser('/wel/index')
  const page = await fixture.visitAs(id, '/wel/index')
  const width = () => sideMenu(page).evaluate(menu => menu.getBoundingClientRect().width)
  await sideMenu(page).getByText('首页', { exact: true }).waitFor()
  const open = await width()
  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect.poll(width).toBeLessThan(open / 2)
  await page.getByRole('button', { name: '展开菜单' }).click()
  await expect.poll(width).toBe(open)
})

test('SHELL-05, SHELL-06, SHELL-20 the breadcrumb shows the current page, and a button route has a back button', async () => {
  const { id } = await createUser('/organiz/org-list', '/organiz/index#add-user')
  const page = await fixture.visitAs(id, '/organiz/org-list')
  const crumbs = page.locator('.crumbs').getByRole('listitem')
  await expect.poll(() => crumbs.allInnerTexts()).toEqual(['组织机构管理', '机构管理'])
  const back = page.getByRole('button', { name: '返回', exact: true })
  expect(await back.count()).toBe(0)
  await page.goto('/organiz/user')
  await back.waitFor()
})

test('SHELL-15 to SHELL-18 layout=pure shows the page without the frame', async () => {
  const { id } = await createUser('/organiz/org-list')
  const page = await fixture.visitAs(id, '/organiz/org-list')
  const parts = [page.getByRole('banner'), sideMenu(page), page.locator('.crumbs'), page.getByRole('contentinfo')]
  await parts[0]!.waitFor()
  expect(await Promise.all(parts.map(part => part.count()))).toEqual([1, 1, 1, 1])
  await page.goto('/organiz/org-list?layout=pure')
  await page.getByRole('tree').waitFor()
  expect(await Promise.all(parts.map(part => part.count()))).toEqual([0, 0, 0, 0])
})

test('SHELL-07, SHELL-23, SHELL-27, ROUTE-11, LOGIN-26 the user menu leads to the personal centre and signs out', async () => {
  const { id, realName } = await createUser('/wel/index')
  const page = await fixture.visitAs(id, '/wel/index')
  const before = (await token(page))!
  await userMenu(page, realName).click()
  for (const name of ['个人中心', '修改密码', '退出登录']) await entry(page, name).waitFor()
  await entry(page, '个人中心').click()
  await page.waitForURL('**/account/settings')
  await expect.poll(() => page.getByLabel('姓名').inputValue()).toBe(realName)
  await page.getByRole('tab', { name: '安全设置' }).click()
  await page.getByRole('main').getByRole('button', { name: '修改密码' }).waitFor()
  await userMenu(page, realName).click()
  await entry(page, '退出登录').click()
  await page.waitForURL('**/login')
  expect(await token(page)).toBeNull()
  await fixture.server.withToken(before).refused('signInAgain', menus.mine)
})

test('SHELL-24, PERM-31, D-38, O-70 the built-in account has no personal centre, but can change its password', async () => {
  const page = await fixture.visitAs('1', '/account/settings')
  await page.waitForURL('**/wel/index')
  await userMenu(page, '系统管理员').click()
  await entry(page, '修改密码').waitFor()
  expect(await entry(page, '个人中心').count()).toBe(0)
})

test('SHELL-08, SHELL-09 文档下载 lists the home files if there are any, and a click downloads one', async () => {
  const { id } = await createUser('/wel/index')
  const page = await fixture.visitAs(id, '/wel/index')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText('文档下载').count()).toBe(0)
  const bytes = Buffer.from('用户手册的内容')
  const { fileId } = await fixture.server.admin.call(file.upload, { file: { name: '手册.txt', bytes } })
  await fixture.server.kernel.db.insertInto('notice').values({ id: 'n1', title: '用户手册', fileId, createBy: '1' }).execute()
  await page.reload()
  // The link cookie is set by signing in; visitAs gave this window only the token.
  await page.context().addCookies([await linkCookie(id)])
  await page.getByRole('banner').getByRole('button', { name: '文档下载' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('list', { name: '文档列表' }).getByRole('link', { name: '下载 用户手册' }).click()
  const got = await coming
  expect(got.suggestedFilename()).toBe('手册.txt')
  expect((await readFile((await got.path())!)).equals(bytes)).toBe(true)
})

async function linkCookie(userId: string) {
  const { startSession } = await import('../server/src/platform/access/session-lifecycle.ts')
  const { link } = await startSession(fixture.server.kernel.db, { userId, loginType: 'password', ip: '127.0.0.1', agent: 'test' })
  return { name: 'idaas-link', value: link, url: `${fixture.server.address}/api` }
}

test('CONF-18, ERR-37, O-56 the console waits as long as the configuration says', async () => {
  const { id } = await createUser('/wel/index', '/organiz/index')
  await configure(fixture, 'requestTimeout', '3000')
  await configure(fixture, 'requestTimeoutMessage', '服务器太忙，请稍候')
  const page = await fixture.visitAs(id, '/wel/index')
  // The request is never answered.
  await page.route('**/api/v3/user/page*', () => undefined)
  await sideMenu(page).getByRole('button', { name: '组织机构管理' }).click()
  await sideMenu(page).getByRole('link', { name: '组织机构', exact: true }).click()
  await page.locator('.toast', { hasText: '服务器太忙，请稍候' }).waitFor()
  await configure(fixture, 'requestTimeout', '30000')
  await configure(fixture, 'requestTimeoutMessage', '请求超时，请稍后重试')
})
