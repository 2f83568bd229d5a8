import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAccessibility, hasFocus, openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const TITLE = '帮助'

test('F1 or ? opens the guide of the page beside it, and the page stays usable', async () => {
  const page = await fixture.visitAs('1', '/organiz/org-list', { width: 1440 })
  await page.getByRole('heading', { name: '机构管理', level: 1 }).waitFor()
  const opener = page.getByRole('button', { name: TITLE, exact: true })
  await opener.waitFor()
  await page.keyboard.press('F1')
  const panel = page.getByRole('dialog', { name: TITLE })
  await panel.getByRole('heading', { name: '机构管理', level: 2 }).waitFor()
  expect(await opener.getAttribute('aria-expanded')).toBe('true')
  await checkAccessibility(page, 'help')

  // The page makes way and stays usable: none of it lies below the panel.
  const [beside, over] = await Promise.all([page.locator('main').boundingBox(), panel.boundingBox()])
  expect(beside!.x + beside!.width).toBeLessThanOrEqual(over!.x + 1)
  await page.getByRole('link', { name: '用户标签管理' }).click()
  await panel.getByRole('heading', { name: '用户标签', level: 2 }).waitFor()

  // A link of a guide leads to another guide; a new page shows its own again.
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

test('all guides are searched, by the keyboard alone, and nothing is remembered', async () => {
  const page = await fixture.visitAs('1', '/wel/index')
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

test('what is typed is no question, a page with keys of its own keeps ?, and a dialog is helped over', async () => {
  const page = await fixture.visitAs('1', '/examine/review-user')
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

test('a narrow window gets the guide as a full panel', async () => {
  const page = await fixture.visitAs('1', '/organiz/index', { width: 390 })
  await page.getByRole('button', { name: TITLE, exact: true }).click()
  const panel = page.getByRole('dialog', { name: TITLE })
  await panel.getByRole('heading', { name: '用户', level: 2 }).waitFor()
  expect(await panel.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await checkAccessibility(page, 'help-narrow')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
})
