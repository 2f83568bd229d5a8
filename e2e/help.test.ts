import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAccessibility, hasFocus, openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const TITLE = '帮助'

test('F1 or ? opens the guide of the page beside it, and the page stays usable', async () => {
  const page = await fixture.show('/organiz/org-list', 1440)
  await page.getByRole('heading', { name: '机构管理', level: 1 }).waitFor()
  const opener = page.getByRole('button', { name: TITLE, exact: true })
  await opener.waitFor()
  await page.keyboard.press('F1')
  const panel = page.getByRole('dialog', { name: TITLE })
  await panel.getByRole('heading', { name: '机构管理', level: 2 }).waitFor()
  expect(await opener.getAttribute('aria-expanded')).toBe('true')
  await checkAccessibility(page, 'help')

  // The page becomes narrower and stays usable: the panel covers none of it.
  const [beside, over] = await Promise.all([page.locator('main').boundingBox(), panel.boundingBox()])
  expect(beside!.x + beside!.width).toBeLessThanOrEqual(over!.x + 1)
  await page.getByRole('link', { name: '用户标签管理' }).click()
  await panel.getByRole('heading', { name: '用户标签', level: 2 }).waitFor()

  // A link in a guide opens another guide; navigating to a page shows that page's guide again.
  await panel.getByRole('button', { name: '应用授权' }).first().click()
  await panel.getByRole('heading', { name: '应用授权', level: 2 }).waitFor()
  await panel.getByRole('link', { name: '打开“应用授权”' }).click()
  await page.getByRole('heading', { name: '应用授权', level: 1 }).waitFor()

  await panel.getByRole('searchbox').focus()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await page.locator('main').focus()
  await page.keyboard.press('F1')
  await panel.getByRole('heading', { name: '应用授权', level: 2 }).waitFor()
  expect(await hasFocus(panel.getByRole('searchbox'))).toBe(true)
  await page.keyboard.press('F1')
  await panel.waitFor({ state: 'hidden' })
  await expect.poll(() => hasFocus(page.locator('main'))).toBe(true)
})

test('all guides can be searched with the keyboard alone, and nothing is stored', async () => {
  const page = await fixture.show('/wel/index')
  const opener = page.getByRole('button', { name: TITLE, exact: true })
  await opener.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: TITLE })
  await panel.getByRole('searchbox').fill('没有这种说法')
  await panel.getByText('没有找到，请换一个说法').waitFor()
  await panel.getByRole('searchbox').fill('恢复码')
  await panel.getByText(/^找到 \d+ 篇$/).waitFor()
  await panel.getByRole('button', { name: '个人中心' }).focus()
  await page.keyboard.press('Enter')
  await panel.getByRole('heading', { name: '个人中心', level: 2 }).waitFor()
  await panel.getByRole('button', { name: '全部指南' }).click()
  expect(await panel.getByRole('list', { name: '指南列表' }).getByRole('listitem').count()).toBeGreaterThan(35)
  await checkAccessibility(page, 'help-all')
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toMatch(/help|恢复码|guide/)
  await panel.getByRole('button', { name: '关闭' }).click()
  await panel.waitFor({ state: 'hidden' })
  await expect.poll(() => hasFocus(opener)).toBe(true)
  await opener.click()
  await panel.getByRole('heading', { name: '首页', level: 2 }).waitFor()
})

test('? typed into a field opens no guide, a page with its own keys keeps ?, and a dialog gets its guide on top', async () => {
  const page = await fixture.show('/examine/review-user')
  await page.getByRole('button', { name: TITLE, exact: true }).waitFor()
  const panel = page.getByRole('dialog', { name: TITLE })
  await page.getByRole('textbox', { name: '姓名' }).click()
  await page.keyboard.type('?')
  expect(await page.getByRole('textbox', { name: '姓名' }).inputValue()).toBe('?')
  expect(await panel.count()).toBe(0)

  await page.goto('/organiz/org-list')
  await page.getByRole('button', { name: '新增机构' }).click()
  await page.getByRole('dialog').getByText('机构编码').first().waitFor()
  await page.keyboard.press('F1')
  await panel.getByRole('heading', { name: '机构管理', level: 2 }).waitFor()
  expect(await hasFocus(panel.getByRole('searchbox'))).toBe(true)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await page.getByRole('dialog').getByText('机构编码').first().waitFor()
})

test('a narrow window shows the guide as a full panel', async () => {
  const page = await fixture.show('/organiz/index', 390)
  await page.getByRole('button', { name: TITLE, exact: true }).click()
  const panel = page.getByRole('dialog', { name: TITLE })
  await panel.getByRole('heading', { name: '用户', level: 2 }).waitFor()
  expect(await panel.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await checkAccessibility(page, 'help-narrow')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
})

test('0137 a user is shown the guides of the pages they may open, and no link to another guide', async () => {
  const { given } = fixture.server
  const id = await given.user()
  await given.role(id, '/wel/index', '/organiz/user-label', '/organiz/index')
  const page = await fixture.visitAs(id, '/organiz/user-label', { width: 1440 })
  await page.getByRole('button', { name: TITLE, exact: true }).click()
  const panel = page.getByRole('dialog', { name: TITLE })
  await panel.getByText('见应用授权').waitFor()
  expect(await panel.getByRole('button', { name: '应用授权' }).count()).toBe(0)
  await panel.getByRole('button', { name: '全部指南' }).click()
  const listed = panel.getByRole('list', { name: '指南列表' }).getByRole('listitem')
  await expect.poll(() => listed.allInnerTexts()).toEqual(['首页', '个人中心', '用户', '已删除用户', '用户标签', '审核'])
  await panel.getByRole('searchbox').fill('加解密')
  await panel.getByText('没有找到，请换一个说法').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '查找页面、应用、用户与机构' }).fill('用户标签')
  await page.getByRole('option', { name: /用户标签.*使用指南/ }).waitFor()
  await page.getByRole('combobox', { name: '查找页面、应用、用户与机构' }).fill('敏感数据加解密')
  await page.getByText('没有找到').first().waitFor()
  await page.goto('/account/guide')
  const articles = page.getByRole('article').getByRole('heading', { level: 2 })
  await expect.poll(() => articles.allInnerTexts()).toEqual(['首页', '个人中心', '用户', '已删除用户', '用户标签', '审核'])
  expect(await page.getByRole('navigation', { name: '目录' }).getByRole('heading').allInnerTexts()).toEqual([
    '开始',
    '组织机构',
    '审核与同步',
  ])
})

test('the whole guide opens from the console, with contents and search, and requests nothing from any other server', async () => {
  const page = await fixture.visitAs('1', '/organiz/index', { width: 1440 })
  await page.getByRole('button', { name: TITLE, exact: true }).click()
  await page.getByRole('dialog', { name: TITLE }).getByRole('link', { name: '打开完整指南' }).click()
  await page.waitForURL('**/account/guide#users')
  await page.getByRole('heading', { name: '使用指南', level: 1 }).waitFor()
  await page.getByRole('dialog', { name: TITLE }).getByRole('button', { name: '关闭' }).click()
  const contents = page.getByRole('navigation', { name: '目录' })
  expect(await contents.getByRole('button').count()).toBe(await page.getByRole('article').count())
  await contents.getByRole('button', { name: '工作流' }).click()
  await expect.poll(() => hasFocus(page.getByRole('article', { name: '工作流' }))).toBe(true)
  await checkAccessibility(page, 'guide')
  await contents.getByRole('searchbox').fill('恢复码')
  await contents.getByText(/^找到 \d+ 篇$/).waitFor()
  await page.getByRole('article', { name: '个人中心' }).waitFor()
  expect(await page.getByRole('article', { name: '工作流' }).count()).toBe(0)
  const origins = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin))
  expect(new Set(origins)).toEqual(new Set([fixture.server.address]))
})
