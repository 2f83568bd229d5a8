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
})
afterAll(() => fixture?.close())

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const soon = <T>(look: () => T | Promise<T>) => expect.poll(look)
/** Waits until the palette has closed, because it would handle a key pressed earlier. */
const leave = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.locator('dialog.palette').waitFor({ state: 'detached' })
}
const palette = (page: Page) => page.getByRole('combobox', { name: '查找页面、应用、用户与机构' })

test('Ctrl+K opens a page by pinyin, a user and an organisation; Escape returns the focus', async () => {
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

test('the palette resets a password in two clicks: → lists the actions for the user found', async () => {
  const page = await fixture.visitAs('1', '/wel/index')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await palette(page).fill('ouyang')
  await page.getByRole('option', { name: /欧阳明/ }).waitFor()
  await page.keyboard.press('ArrowRight')
  const acts = page.getByRole('group', { name: '欧阳明 的操作' })
  await acts.getByRole('option', { name: '重置密码' }).waitFor()
  await picture(page, 'palette-acts')
  await page.keyboard.press('ArrowLeft')
  await acts.waitFor({ state: 'detached' })
  await palette(page).fill('ouyang')
  await page.getByRole('option', { name: /欧阳明/ }).waitFor()
  await page.keyboard.press('ArrowRight')
  await palette(page).fill('重置')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: /重置/ }).getByRole('button', { name: '重置', exact: true }).click()
  await page.getByRole('dialog').getByRole('cell', { name: 'ouyangming', exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('act')).toBeNull()
  await page.reload()
  await page.getByRole('heading', { name: '欧阳明' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('the palette finds applications, actions and settings tabs, and remembers what was chosen', async () => {
  const { given } = fixture.server
  const application = await given.app({ name: '协同平台' })
  const page = await fixture.show('/wel/index')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const find = async (typed: string, name: RegExp) => {
    await page.keyboard.press('Control+k')
    await palette(page).fill(typed)
    await page.getByRole('option', { name }).first().waitFor()
    await page.keyboard.press('Enter')
  }
  await find('协同', /协同平台/)
  await page.waitForURL(`**/app/detail?id=${application}`)
  await find('密码有效期', /密码设置/)
  await page.waitForURL('**/system/securityConfig?tab=password')
  await page.getByRole('tab', { name: '密码', selected: true }).waitFor()
  await find('主题', /外观：浅色/)
  await find('深色', /外观：深色/)
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  await find('kjj', /键盘快捷键/)
  await page.getByRole('dialog', { name: '键盘快捷键' }).getByText('到查询框').waitFor()
  await picture(page, 'keys')
  await leave(page)
  await page.keyboard.press('Control+k')
  const recent = page.getByRole('group', { name: '最近' }).getByRole('option')
  await soon(() => recent.allTextContents()).toEqual(['密码设置', expect.stringContaining('协同平台')])
  await leave(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '键盘快捷键' }).waitFor()
  await expectAccessible(page)
  await leave(page)
})

test('重置密码 in the palette asks for the user and opens the dialog for them', async () => {
  const page = await fixture.visitAs('1', '/wel/index')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await palette(page).fill('重置密码')
  await page.getByRole('group', { name: '操作' }).getByRole('option', { name: '重置密码' }).waitFor()
  await page.keyboard.press('Enter')
  await soon(() => palette(page).getAttribute('placeholder')).toMatch(/^重置密码：/)
  await page.keyboard.press('Backspace')
  await soon(() => palette(page).getAttribute('placeholder')).toMatch(/^页面/)
  await palette(page).fill('czmm')
  await page.keyboard.press('Enter')
  await palette(page).fill('工作台')
  await page.getByText('没有找到').waitFor()
  await palette(page).fill('ouyang')
  await page.getByRole('option', { name: /欧阳明/ }).waitFor()
  await picture(page, 'palette-reset')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: /重置/ }).getByText('欧阳明').waitFor()
})

test('the palette runs the create and import actions of the main lists, and links to all organisations found', async () => {
  const { given } = fixture.server
  for (let n = 0; n < 8; n++) await given.org({ name: `多机构${n}` })
  const page = await fixture.visitAs('1', '/wel/index')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const choose = async (typed: string, name: string) => {
    await page.keyboard.press('Control+k')
    await palette(page).fill(typed)
    await page.getByRole('option', { name, exact: true }).click()
  }
  await choose('新增应用', '新增应用')
  await page.getByRole('dialog', { name: '新增应用' }).waitFor()
  await page.keyboard.press('Escape')
  await choose('新增部门', '新增机构')
  await page.getByRole('dialog', { name: '新增机构' }).waitFor()
  await page.keyboard.press('Escape')
  await choose('新建用户', '新增用户')
  await page.waitForURL('**/organiz/user')
  await choose('导入', '导入用户')
  await page.waitForURL('**/organiz/batch-add-user?tab=sheet')
  await choose('导入', '导入机构')
  await page.waitForURL('**/organiz/batch-add-org?tab=sheet')
  await choose('多机构', '查看全部机构')
  await page.waitForURL(url => url.pathname === '/organiz/org-list' && url.searchParams.get('name') === '多机构')
  await page.getByRole('row', { name: /多机构7/ }).waitFor()
})

test('a user who may neither add nor reset is offered neither', async () => {
  const { given } = fixture.server
  const id = await given.user()
  await given.role(id, '/wel/index', '/organiz/index', '/organiz/org-list', '/app/list')
  const page = await fixture.visitAs(id, '/wel/index')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  for (const typed of ['重置密码', '新增', '导入']) {
    await palette(page).fill(typed)
    await page.getByText('正在查找…').waitFor({ state: 'detached' })
    expect(await page.getByRole('group', { name: '操作', exact: true }).count()).toBe(0)
    expect(await page.getByRole('option', { name: /^(?:新增|导入)(?:用户|应用)/ }).allInnerTexts()).toEqual([])
  }
})

test('every tab and page in the palette opens the page it names', async () => {
  const page = await fixture.visitAs('1', '/wel/index')
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const [typed, tab] of [
    ['密码设置', '密码'],
    ['白名单', 'IP'],
    ['登录设置', '登录'],
    ['三员分立', '三员分立'],
    ['审核统计', '统计'],
    ['审核代理', '代理'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await palette(page).fill(typed)
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: tab, selected: true }).waitFor()
  }
})

test('the palette shows only what the user may open, and is a way out of a page that does not exist', async () => {
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

test('/ focuses the query field, but is a plain character while typing', async () => {
  const page = await fixture.show(`/organiz/index?orgId=${org}`)
  const field = page.getByLabel('关键字')
  await field.waitFor()
  await page.keyboard.press('/')
  await soon(() => hasFocus(field)).toBe(true)
  await page.keyboard.press('/')
  expect(await field.inputValue()).toBe('/')
})

test('ENT-16 an export left running is found in the top bar, after a reload too, with its file', async () => {
  const page = await fixture.visitAs('1', `/organiz/index?orgId=${org}`)
  await page.getByRole('row').filter({ hasText: '欧阳明' }).or(page.getByText('共 31 条')).first().waitFor()
  // The file of so few users would be ready before anybody sees the progress.
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

test('going back restores the scroll position of the list', async () => {
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

test('the page says so while the network is down', async () => {
  const page = await fixture.visitAs('1', '/wel/index')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.context().setOffline(true)
  await page.getByText('网络已断开，恢复后可继续操作。').waitFor()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.getByText('网络已断开').waitFor({ state: 'hidden' })
})

test('the user form names missing and changed fields, accepts a picture, and Ctrl+S saves it', async () => {
  const { given, admin } = fixture.server
  const page = await fixture.visitAs('1', `/organiz/user?orgId=${org}`)
  const summary = page.getByRole('navigation', { name: '填写情况' })
  await summary.getByRole('button', { name: '还有 2 项必填 基本信息' }).waitFor()
  await summary.getByRole('button', { name: /账号与密码/ }).click()
  await soon(() => hasFocus(page.getByLabel('随机密码'))).toBe(true)
  const id = await given.user({ org, realName: '有像者' })
  await page.goto(`/organiz/user/${id}`)
  await page.getByRole('button', { name: '更多', exact: true }).click()
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

test('a user without grants can check again without signing out', async () => {
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
  // A change of rights takes effect within a second (T29), so the test retries, if the button is still there.
  await soon(async () => {
    const again = page.getByRole('button', { name: '重新加载权限' })
    await again.evaluateAll(buttons => (buttons[0] as HTMLElement | undefined)?.click())
    return new URL(page.url()).pathname
  }).toBe('/wel/index')
})
