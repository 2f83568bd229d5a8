import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { menus } from '@hufu/contract/permission/menu'
import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, hasFocus, openFixture, picture, type Fixture } from './browser.ts'

let fixture: Fixture
let org: string
beforeAll(async () => {
  fixture = await openFixture()
  const { given } = fixture.server
  org = await given.org({ name: '工作台处' })
  for (let n = 0; n < 30; n++) await given.user({ org })
  await given.user({ org, realName: '欧阳明', userName: 'ouyangming' })
}, 120_000)
afterAll(() => fixture?.close())

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const soon = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 10_000 })
const palette = (page: Page) => page.getByRole('combobox', { name: '查找页面、人员与机构' })

test('Ctrl+K leads to a page by pinyin, to a person and to an organisation; Escape gives the focus back', async () => {
  const page = await fixture.visitAs('1', '/wel/index')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await palette(page).fill('cdgl')
  await page.getByRole('option', { name: /菜单管理/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/devops/menu')
  await page.keyboard.press('Control+k')
  await palette(page).fill('ouyang')
  await page.getByRole('option', { name: /欧阳明/ }).waitFor()
  await picture(page, 'palette')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/organiz\/detail\?id=/)
  await page.getByRole('heading', { name: '欧阳明' }).waitFor()
  await press(page, '查找')
  await palette(page).fill('工作台')
  await page.getByRole('option', { name: /工作台处/ }).click()
  await page.waitForURL(url => url.searchParams.get('orgId') === org)
  await page.getByRole('treeitem', { name: /^工作台处/ }).waitFor()
  await press(page, '查找')
  await soon(() => hasFocus(palette(page))).toBe(true)
  await page.keyboard.press('Escape')
  await soon(() => hasFocus(page.getByRole('button', { name: '查找', exact: true }))).toBe(true)
})

test('the palette shows nobody what they may not open, and is the way out of a page that is not there', async () => {
  const { given } = fixture.server
  const id = await given.user()
  await given.role(id, '/wel/index')
  const page = await fixture.visitAs(id, '/nothing-here')
  await press(page, '查找页面')
  await page.getByRole('option', { name: /首页/ }).waitFor()
  await palette(page).fill('ouyang')
  await page.getByText('没有找到').waitFor()
  expect(await page.getByRole('option').count()).toBe(0)
})

test('/ goes to the query field, but is a character where somebody types', async () => {
  const page = await fixture.visitAs('1', `/organiz/index?orgId=${org}`)
  const field = page.getByLabel('关键字')
  await field.waitFor()
  await page.keyboard.press('/')
  await soon(() => hasFocus(field)).toBe(true)
  await page.keyboard.press('/')
  expect(await field.inputValue()).toBe('/')
})

test('ENT-16 an export left to itself is found again in the top bar, after a reload too, with its file', async () => {
  const page = await fixture.visitAs('1', `/organiz/index?orgId=${org}`)
  await page.getByRole('row').filter({ hasText: '欧阳明' }).or(page.getByText('共 31 条')).first().waitFor()
  // So few people are in the file before anybody has seen how far it is.
  const hold = { on: true }
  await page.route(/asyncTask\/progress/, async route => {
    if (hold.on) return route.fulfill({ json: { code: 'success', message: '', data: running(route.request().url()) } })
    return route.continue()
  })
  await press(page, '导出')
  await press(page, '开始导出')
  await press(page, '转入后台')
  await page.getByRole('button', { name: '1 个任务进行中' }).waitFor()
  await page.reload()
  await press(page, '1 个任务进行中')
  await page
    .getByRole('list', { name: '我的任务' })
    .getByText(/正在处理 40%/)
    .waitFor()
  await expectAccessible(page)
  await picture(page, 'tasks')
  hold.on = false
  await page.getByText('“导出用户”已完成，可在右上角“我的任务”中查看').waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, '下载 导出用户')])
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
  await press(page, '清除已结束的任务')
  await soon(() => page.getByRole('button', { name: '我的任务' }).count()).toBe(0)
})
const running = (address: string) => ({
  taskId: new URL(address).searchParams.get('taskId'),
  stage: '正在处理', status: 'RUNNING', progress: 40, total: 100, message: '', percentage: 40, fileId: null,
}) // prettier-ignore

test('going back finds the list where it was left', async () => {
  const page = await fixture.visitAs('1', `/organiz/index?orgId=${org}`)
  const last = page.locator('.ant-table-row .person a').last()
  await last.waitFor()
  await last.scrollIntoViewIfNeeded()
  const depth = await page.evaluate(() => scrollY)
  expect(depth).toBeGreaterThan(0)
  await last.click()
  await page.waitForURL(/\/organiz\/detail/)
  await soon(() => page.evaluate(() => scrollY)).toBe(0)
  await press(page, '返回')
  await page.waitForURL(/\/organiz\/index/)
  await soon(() => page.evaluate(() => scrollY)).toBe(depth)
})

test('as long as there is no line it is said', async () => {
  const page = await fixture.visitAs('1', '/wel/index')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.context().setOffline(true)
  await page.getByText('网络已断开，恢复后可继续操作。').waitFor()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.getByText('网络已断开').waitFor({ state: 'hidden' })
})

test('the form of a person says what is missing and what was changed, takes a picture, and Ctrl+S stores it', async () => {
  const { given, admin } = fixture.server
  const page = await fixture.visitAs('1', `/organiz/user?orgId=${org}`)
  const summary = page.getByRole('navigation', { name: '填写情况' })
  await summary.getByRole('button', { name: '还有 2 项必填 基本信息' }).waitFor()
  await summary.getByRole('button', { name: /账号与密码/ }).click()
  await soon(() => hasFocus(page.getByLabel('随机密码'))).toBe(true)
  const id = await given.user({ org, realName: '有像者' })
  await page.goto(`/organiz/user/${id}`)
  await page.getByLabel('邮箱').fill('face@example.com')
  await page.locator('input[type=file]').setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') })
  await page.locator('img.avatar-large').waitFor()
  await summary.getByText('邮箱、头像').waitFor()
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/organiz\/index/)
  const { avatar, email } = await admin.call(user.byId, { query: { id } })
  expect(email).toBe('face@example.com')
  expect(avatar).toMatch(/\w+/)
})
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('where nothing is granted yet it can be asked again, without signing out', async () => {
  const { given, admin } = fixture.server
  const { records } = await admin.call(menus.page, { query: { size: 500 } })
  const { id: menuId } = records.find(node => node.menu_uri === '/wel/index')!
  const id = await given.user({ userName: 'waiting.one' })
  await given.role(id, '/wel/index')
  await admin.call(menus.setStatus, { body: { id: menuId, status: 0 } })
  const page = await fixture.visitAs(id, '/')
  await page.waitForURL('**/unauth')
  await page.getByText('当前账号：waiting.one').waitFor()
  await press(page, '重新加载权限')
  await page.getByText('仍未获得任何菜单权限').waitFor()
  await admin.call(menus.setStatus, { body: { id: menuId, status: 1 } })
  // A change of rights holds within a second (T29): whoever is too early asks once more.
  await soon(async () => {
    const again = page.getByRole('button', { name: '重新加载权限' })
    if (await again.count()) await again.click()
    return new URL(page.url()).pathname
  }).toBe('/wel/index')
})
