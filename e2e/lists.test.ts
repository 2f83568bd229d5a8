import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, hasFocus, openFixture, picture, type Fixture } from './browser.ts'

let fixture: Fixture
let org: string
const NAMES = ['一号', '二号', '三号']
beforeAll(async () => {
  fixture = await openFixture()
  const { given } = fixture.server
  org = await given.org({ name: '列表处' })
  for (const realName of NAMES) await given.user({ org, realName })
  for (let n = 0; n < 30; n++) await given.user({ org })
}, 120_000)
afterAll(() => fixture?.close())

const list = async (options = {}) => {
  const page = await fixture.visitAs('1', `/organiz/index?orgId=${org}`, options)
  await row(page, '一号').waitFor()
  return page
}
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const rowHeight = (page: Page) => row(page, '一号').evaluate(element => Math.round(element.getBoundingClientRect().height))

test('rows are 32, 44 or 55 px high, as somebody likes them, on every page', async () => {
  const page = await list()
  expect(await rowHeight(page)).toBe(44)
  for (const [name, height] of [['紧凑', 32], ['宽松', 55], ['紧凑', 32]] as const) {
    await press(page, '行高')
    await page.getByRole('menuitemradio', { name }).click()
    await expect.poll(() => rowHeight(page)).toBe(height)
  }
  await picture(page, 'list-compact')
  await expectAccessible(page)
  await page.goto('/organiz/org-list')
  await expect.poll(async () => Math.round((await row(page, '列表处').boundingBox())!.height)).toBe(32)
}) // prettier-ignore

test('the query form is put away and brought back; how far it was unfolded is remembered', async () => {
  const page = await list()
  const form = page.getByRole('form', { name: '查询条件' })
  await press(page, '展开')
  await page.getByLabel('标签').waitFor()
  await press(page, '隐藏搜索')
  await form.waitFor({ state: 'hidden' })
  await press(page, '显示搜索')
  await page.reload()
  await page.getByLabel('标签').waitFor()
  await press(page, '收起')
  await page.reload()
  await form.waitFor()
  expect(await page.getByLabel('标签').count()).toBe(0)
})

test('the tree is put away and brought back, and stays as it was left', async () => {
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

test('the next page is a click away and one far away its number; the order stays', async () => {
  const page = await list()
  const names = () => page.locator('.ant-table-row .person').allInnerTexts()
  await page.getByRole('columnheader', { name: '姓名' }).click()
  await page.waitForURL(/orderBy=realName/)
  await page.locator('.ant-pagination-next').click()
  await page.waitForURL(/current=2/)
  await expect.poll(async () => (await names()).length).toBe(13)
  expect(new URL(page.url()).searchParams.get('orderBy')).toBe('realName')
  await page.getByLabel('页', { exact: true }).fill('1')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await names()).length).toBe(20)
  expect(new URL(page.url()).searchParams.has('current')).toBe(false)
})

test('the list alone fills the screen, and the frame comes back with Escape', async () => {
  const page = await list()
  await press(page, '全屏')
  await page.locator('.top-bar').waitFor({ state: 'hidden' })
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'hidden' })
  await press(page, '全屏')
  await page.locator('.top-bar').waitFor()
})

test('a column of organisations that was put away stays away', async () => {
  const page = await fixture.visitAs('1', '/organiz/org-list')
  await row(page, '列表处').waitFor()
  await press(page, '列设置')
  await page.getByRole('checkbox', { name: '负责人' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '完成' }).click()
  await expect.poll(() => hasFocus(page.getByRole('button', { name: '列设置' }))).toBe(true)
  await page.reload()
  await row(page, '列表处').waitFor()
  expect(await page.getByRole('columnheader', { name: '负责人' }).count()).toBe(0)
})

test('a time says how long ago it was to whoever points at it', async () => {
  const page = await list()
  await press(page, '列设置')
  await page.getByRole('checkbox', { name: '创建时间' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '完成' }).click()
  expect(await row(page, '一号').locator('time').last().getAttribute('title')).toMatch(/^\d+(秒|秒钟|分钟)前$/)
})

test('WCAG 1.4.10 on a window of 320 px, as at 400 %, nothing but the table itself scrolls sideways', async () => {
  for (const path of ['/wel/index', `/organiz/index?orgId=${org}`, '/organiz/org-list', '/organiz/user', '/login']) {
    const page = await fixture.visitAs('1', path, { width: 320 })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('正在加载').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path }).toBeLessThanOrEqual(320)
    await page.context().close()
  }
  const page = await list({ width: 320 })
  // The menu is icons; what stands below one of them stands beside it.
  await page.getByRole('button', { name: '组织机构管理' }).click()
  await page.getByRole('link', { name: '机构管理', exact: true }).click()
  await page.waitForURL('**/organiz/org-list')
  await expectAccessible(page)
})
