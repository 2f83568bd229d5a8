import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAccessibility, expectAccessible, hasFocus, openFixture, picture, type Fixture } from './browser.ts'

let fixture: Fixture
let org: string
const NAMES = ['一号', '二号', '三号']
beforeAll(async () => {
  fixture = await openFixture()
  const { given } = fixture.server
  org = await given.org({ name: '列表处' })
  for (const realName of NAMES) await given.user({ org, realName })
  for (let n = 0; n < 30; n++) await given.user({ org })
})
afterAll(() => fixture?.close())

const place = () => `/organiz/index?orgId=${org}`
const list = async (width?: number) => {
  const page = await fixture.show(place(), width)
  await row(page, '一号').waitFor()
  return page
}
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const rowHeight = (page: Page) => row(page, '一号').evaluate(element => Math.round(element.getBoundingClientRect().height))

test('rows are 32, 38 or 48 px high, as the user chooses, on every page', async () => {
  const page = await list()
  expect(await rowHeight(page)).toBe(38)
  for (const [name, height] of [['紧凑', 32], ['宽松', 48], ['紧凑', 32]] as const) {
    await press(page, '密度')
    await page.getByRole('menuitemradio', { name }).click()
    await expect.poll(() => rowHeight(page)).toBe(height)
  }
  await picture(page, 'list-compact')
  await expectAccessible(page)
  await page.goto('/organiz/org-list')
  await expect.poll(async () => Math.round((await row(page, '列表处').boundingBox())!.height)).toBe(32)
}) // prettier-ignore

test('the tools of a list are 刷新, 密度, 列设置 and 常用条件', async () => {
  const page = await list()
  const tools = page.locator('.list-tools').getByRole('button')
  await expect.poll(() => tools.evaluateAll(all => all.map(one => one.ariaLabel))).toEqual(['刷新', '密度', '列设置', '常用条件'])
})

test('whether the query form was expanded is remembered', async () => {
  const page = await list()
  const form = page.getByRole('form', { name: '查询条件' })
  await press(page, '展开')
  await page.getByLabel('标签').waitFor()
  await page.reload()
  await page.getByLabel('标签').waitFor()
  await press(page, '收起')
  await page.reload()
  await form.waitFor()
  expect(await page.getByLabel('标签').count()).toBe(0)
})

test('the tree can be hidden and shown again, and stays so after a reload', async () => {
  const page = await list()
  await press(page, '收起左栏')
  await page.getByRole('tree').waitFor({ state: 'hidden' })
  await expectAccessible(page)
  await page.reload()
  await row(page, '一号').waitFor()
  expect(await page.getByRole('tree').count()).toBe(0)
  await press(page, '展开左栏')
  await page.getByRole('tree').waitFor()
})

test('going to the next page before the list has been sorted keeps the new order', async () => {
  const page = await list()
  // Clicks after the address has changed and before the list has.
  await page.getByRole('button', { name: '下一页' }).evaluate((next: HTMLElement) => {
    const replace = history.replaceState.bind(history)
    history.replaceState = (...given) => {
      history.replaceState = replace
      replace(...given)
      queueMicrotask(() => next.click())
    }
  })
  await page.getByRole('columnheader', { name: '姓名' }).click()
  await page.waitForURL(/current=2/)
  expect(new URL(page.url()).searchParams.get('orderBy')).toBe('realName')
})

test('the next page is one click away and a distant one its number; the order stays', async () => {
  const page = await list()
  const names = () => page.locator('.ant-table-row .person').allInnerTexts()
  await page.getByRole('columnheader', { name: '姓名' }).click()
  await page.waitForURL(/orderBy=realName/)
  await page.getByRole('button', { name: '下一页' }).click()
  await page.waitForURL(/current=2/)
  await expect.poll(async () => (await names()).length).toBe(13)
  expect(new URL(page.url()).searchParams.get('orderBy')).toBe('realName')
  await page.getByLabel('跳至').fill('1')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await names()).length).toBe(20)
  expect(new URL(page.url()).searchParams.has('current')).toBe(false)
})

test('columns are hidden, moved and pinned, per user and not per browser', async () => {
  const id = await fixture.server.given.user()
  await fixture.server.given.role(id, '/organiz/index')
  const heads = (page: Page) => page.getByRole('columnheader').filter({ hasText: /./ }).allInnerTexts()
  const page = await fixture.visitAs(id, place())
  await row(page, '一号').waitFor()
  const before = await heads(page)
  await press(page, '列设置')
  const choice = page.getByRole('dialog')
  await choice.getByRole('checkbox', { name: '手机号' }).uncheck()
  await choice.getByRole('checkbox', { name: '性别' }).check()
  await choice.getByRole('button', { name: '上移 状态' }).click()
  await choice.getByRole('button', { name: '固定 状态' }).click()
  await expectAccessible(page)
  await picture(page, 'columns')
  const saved = page.waitForResponse('**/v3/listPreference/saveColumns')
  await choice.getByRole('button', { name: '完成' }).click()
  await saved
  expect(before).toContain('手机号')
  const other = await fixture.visitAs(id, place())
  await row(other, '一号').waitFor()
  await expect.poll(() => heads(other)).toEqual(expect.arrayContaining(['姓名', '状态', '性别']))
  const after = await heads(other)
  expect(after).not.toContain('手机号')
  expect(after.indexOf('状态')).toBe(after.indexOf('姓名') + 1)
  await press(other, '列设置')
  await other.getByRole('dialog').getByRole('button', { name: '恢复默认' }).click()
  await other.getByRole('dialog').getByRole('button', { name: '完成' }).click()
  await expect.poll(() => heads(other)).toEqual(before)
})

test('columns changed faster than the table draws are all kept; before the stored layout is known nothing can be changed', async () => {
  const id = await fixture.server.given.user()
  await fixture.server.given.role(id, '/organiz/index')
  const page = await fixture.visitAs(id, '/home')
  const answered = Promise.withResolvers<void>()
  await page.route('**/v3/listPreference/get*', async route => {
    await answered.promise
    await route.continue()
  })
  await page.goto(new URL(place(), page.url()).href)
  await row(page, '一号').waitFor()
  await expect.poll(() => page.getByRole('button', { name: '列设置' }).isDisabled()).toBe(true)
  await press(page, '常用条件')
  expect(await page.getByRole('menuitem', { name: '保存与管理' }).isDisabled()).toBe(true)
  answered.resolve()
  await press(page, '列设置')
  const boxes = page.getByRole('dialog').getByRole('checkbox')
  await page.getByRole('dialog').getByRole('checkbox', { name: '手机号' }).waitFor()
  const ticks = () => boxes.evaluateAll(all => all.map(one => (one as HTMLInputElement).checked))
  const before = await ticks()
  await boxes.evaluateAll(all => all.slice(-2).forEach(one => (one as HTMLInputElement).click()))
  await expect.poll(ticks).toEqual(before.map((isTicked, at) => (at < before.length - 2 ? isTicked : !isTicked)))
})

test('a search is saved under a name, found again in another browser, and deleted', async () => {
  const id = await fixture.server.given.user()
  await fixture.server.given.role(id, '/organiz/index')
  const page = await fixture.visitAs(id, `${place()}&status=0&current=1`)
  await page.getByText('没有符合条件的数据').waitFor()
  await press(page, '常用条件')
  await page.getByRole('menuitem', { name: '保存与管理' }).click()
  await page.getByRole('dialog').getByLabel('名称').fill('停用的人')
  await page.keyboard.press('Enter')
  await page.getByText('保存成功').first().waitFor()
  const other = await fixture.visitAs(id, place())
  await row(other, '一号').waitFor()
  await press(other, '常用条件')
  await other.getByRole('menuitem', { name: '停用的人' }).click()
  await other.waitForURL(/status=0/)
  await press(other, '常用条件')
  await other.getByRole('menuitem', { name: '保存与管理' }).click()
  await expectAccessible(other)
  await other.getByRole('button', { name: '删除 停用的人' }).click()
  await expect.poll(() => other.getByText('停用的人').count()).toBe(0)
})

test('in a window too narrow for all columns none is cut: the last are hidden until the user chooses', async () => {
  const page = await list()
  await page.setViewportSize({ width: 1280, height: 800 })
  const isCut = () => page.locator('.ant-table-content').evaluate(element => element.scrollWidth > element.clientWidth + 1)
  await expect.poll(isCut).toBe(false)
  await page.getByRole('button', { name: '列设置' }).hover()
  expect(await page.getByRole('button', { name: '列设置' }).getAttribute('title')).toContain('列未显示')
})

test('a list shows its number of rows beside its title, and cut text in full on hover', async () => {
  const page = await list(1440)
  const count = page.locator('.page-count')
  expect(await count.innerText()).toBe('33')
  await page.getByLabel('关键字', { exact: true }).fill('一号')
  await page.keyboard.press('Enter')
  await expect.poll(() => count.innerText()).toBe('1')
  const { given, kernel } = fixture.server
  const id = await given.user({ org, realName: '长号' })
  const userName = `long.${'name'.repeat(12)}`
  await kernel.db.updateTable('users').set({ userName }).where('id', '=', id).execute()
  await page.goto(`${place()}&searchKey=长号`)
  const cell = row(page, '长号').getByRole('cell', { name: userName })
  const isCut = await cell.evaluate(
    element => element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis',
  )
  expect(isCut).toBe(true)
  await cell.hover()
  expect(await cell.getAttribute('title')).toBe(userName)
})

test('a hidden column of organisations stays hidden', async () => {
  const page = await fixture.show('/organiz/org-list')
  await row(page, '列表处').waitFor()
  await press(page, '列设置')
  await page.getByRole('checkbox', { name: '负责人' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '完成' }).click()
  await expect.poll(() => hasFocus(page.getByRole('button', { name: '列设置' }))).toBe(true)
  await page.reload()
  await row(page, '列表处').waitFor()
  expect(await page.getByRole('columnheader', { name: '负责人' }).count()).toBe(0)
})

test('hovering over a time shows how long ago it was', async () => {
  const page = await list()
  await press(page, '列设置')
  await page.getByRole('checkbox', { name: '创建时间' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '完成' }).click()
  expect(await row(page, '一号').locator('time').last().getAttribute('title')).toMatch(/^(刚刚|\d+分钟前)$/)
})

test('WCAG 1.4.10 in a window of 320 px, as at 400 %, only the table itself scrolls sideways', async () => {
  for (const path of ['/wel/index', `/organiz/index?orgId=${org}`, '/organiz/org-list', '/organiz/user', '/login']) {
    const page = await fixture.visitAs('1', path, { width: 320 })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('正在加载').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path }).toBeLessThanOrEqual(320)
    await page.context().close()
  }
  const page = await list(320)
  // The menu shows icons only; entries below one are shown beside it.
  await page.getByRole('button', { name: '组织机构管理' }).click()
  await page.getByRole('link', { name: '工作组管理', exact: true }).click()
  await page.waitForURL('**/organiz/work-group')
  await expectAccessible(page)
})

test('Space previews a row beside the list, arrows move on, and Escape returns to the row', async () => {
  const page = await list(1440)
  await row(page, '一号').focus()
  await page.keyboard.press('Space')
  const peek = page.getByRole('complementary', { name: /^速览/ })
  await page.getByRole('complementary', { name: '速览 一号' }).getByText('身份证号').waitFor()
  await checkAccessibility(page, 'list-peek')
  await page.keyboard.press('ArrowDown')
  const second = await page.locator(':focus').getAttribute('data-row')
  expect(second).not.toBe(await row(page, '一号').getAttribute('data-row'))
  expect(await peek.count()).toBe(1)
  expect(await page.getByRole('complementary', { name: '速览 一号' }).count()).toBe(0)
  await peek.getByRole('button', { name: '上一条' }).click()
  await page.getByRole('complementary', { name: '速览 一号' }).waitFor()
  await page.keyboard.press('Escape')
  await peek.waitFor({ state: 'detached' })
  expect(await hasFocus(row(page, '一号'))).toBe(true)
  await row(page, '二号').getByRole('cell').nth(4).click()
  await page.getByRole('complementary', { name: '速览 二号' }).waitFor()
  await row(page, '二号').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/organiz\/detail/)
})

test('a record links to the one before and after it in the list, and back to the list', async () => {
  const page = await list()
  await page.getByRole('link', { name: '一号' }).click()
  const beside = page.getByRole('navigation', { name: '列表中的前后' })
  await beside.waitFor()
  const [at, of] = (await beside.innerText()).trim().split(' / ').map(Number)
  expect(of).toBe(20)
  const before = page.url()
  await beside.getByRole('button', { name: at === of ? '上一个' : '下一个' }).click()
  await expect.poll(() => page.url()).not.toBe(before)
  await beside.getByText(`${at === of ? at! - 1 : at! + 1} / ${of}`).waitFor()
  await picture(page, 'neighbours')
  await expectAccessible(page)
  await page.getByRole('button', { name: '返回' }).click()
  await row(page, '一号').waitFor()
})
