import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAccessibility, picture, quiet, type Fixture } from './browser.ts'
import { NARROW, stillHidden, ZOOMED } from './tour/room.ts'
import { ids, openWorld } from './tour/world.ts'

const LINE = 60
let fixture: Fixture
beforeAll(async () => {
  fixture = await openWorld()
})
afterAll(() => fixture?.close())

/** Text outside the right edge of the window that is not inside a scrolling element. */
const overflowing = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const scrolls = (element: Element | null): boolean =>
      element !== null && (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const all = [...document.querySelectorAll('main h1, main button, main label, main input, main p')]
    const out = all.filter(element => element.getBoundingClientRect().width > 0 && !scrolls(element))
    return {
      by: document.documentElement.scrollWidth - width,
      out: out.filter(element => element.getBoundingClientRect().right > width || element.scrollWidth > element.clientWidth + 1).length,
    }
  })
const NOTHING = { by: 0, out: 0 }

/** The horizontal distance between each menu and its first button; 0 if the buttons are aligned below it. */
const misalignment = (page: Page) =>
  page.locator('.rights-body:has(.rights-buttons)').evaluateAll(rows =>
    rows.map(row => {
      const left = (part: string) => row.querySelector(part)!.getBoundingClientRect().left
      return Math.round(left('.rights-buttons .right') - left('.right'))
    }),
  )

test('in a narrow window the tabs of a record stay on one line and scroll within it', async () => {
  const page = await fixture.visitAs('1', `/app/detail?id=${ids.app}`, { width: NARROW })
  await page.getByRole('tab').first().waitFor()
  await quiet(page)
  for (const tab of await page.getByRole('tab').all()) expect((await tab.boundingBox())!.height).toBeLessThan(LINE)
  expect(await overflowing(page)).toEqual(NOTHING)
  await page.getByRole('tab').last().click()
  await page.getByRole('tab', { selected: true }).waitFor()
  expect(await page.getByRole('tab').last().getAttribute('aria-selected')).toBe('true')
  await quiet(page)
  await checkAccessibility(page, 'narrow-app')
})

test('without room beside the rights their summary is below them, and buttons are below the name of their menu', async () => {
  for (const path of [`/system/authSystemRole?id=${ids.role}`, `/organiz/grade-admin?orgId=${ids.org}&grade=new`]) {
    const page = await fixture.visitAs('1', path, { width: NARROW })
    await page.locator('.rights-diff').waitFor()
    await quiet(page)
    const tree = (await page.locator('.rights-tree').first().boundingBox())!
    const summary = (await page.locator('.rights-diff').boundingBox())!
    expect(summary.y).toBeGreaterThanOrEqual(tree.y + tree.height)
    expect(await overflowing(page)).toEqual(NOTHING)
    expect(new Set(await misalignment(page))).toEqual(new Set([0]))
    for (const control of await page.locator('.rights-tools').locator('input, select, button').all())
      if (await control.isVisible()) expect((await control.boundingBox())!.height).toBeLessThan(LINE)
    await picture(page, `narrow${path.split('?')[0]!.replaceAll('/', '-')}`)
  }
})

test('one click on a row shows all its columns and actions beside the list', async () => {
  const page = await fixture.visitAs('1', '/organiz/work-group', { width: NARROW })
  for (const address of ['/authorize/auth-group', '/system/systemRoleIndex', '/devops/quartz', '/organiz/stripe-org']) {
    await page.goto(address)
    const row = page.locator('main .table tr.ant-table-row').first()
    const { tools, switches } = await row.evaluate(element => ({
      tools: element.querySelectorAll('.row-tools button').length,
      switches: element.querySelectorAll('[role=switch]').length,
    }))
    await row.click({ position: { x: 2, y: 2 } })
    await page.locator('.peek').waitFor()
    expect(await page.locator('.peek .row-tools button').count(), address).toBe(tools)
    expect(await page.locator('.peek [role=switch]').count(), address).toBe(switches)
    expect(await stillHidden(page), address).toEqual([])
  }
})

test('at 200 % a tree becomes a field, and the list beside it begins on the second screen at the latest', async () => {
  const page = await fixture.visitAs('1', '/config.json', { width: ZOOMED.width })
  await page.setViewportSize(ZOOMED)
  for (const [address, tree] of [
    [`/organiz/index?orgId=${ids.org}`, 'tree'],
    ['/organiz/org-list', 'tree'],
    ['/organiz/work-group', 'list'],
  ] as const) {
    await page.goto(address)
    const field = page.locator('.split-field')
    await field.waitFor()
    expect(await field.getAttribute('aria-expanded'), address).toBe('false')
    expect(await page.locator('.split-side').isVisible(), address).toBe(false)
    const row = page.locator('tbody tr.ant-table-row').first()
    await row.waitFor()
    const warning = (await page.locator('.danger-bar').boundingBox())?.height ?? 0
    expect((await row.boundingBox())!.y - warning, address).toBeLessThan(2 * ZOOMED.height)
    await field.click()
    if (tree === 'tree') await page.getByRole('tree').first().waitFor()
    expect(await page.locator('.split-side').isVisible(), address).toBe(true)
    expect(await stillHidden(page), address).toEqual([])
  }
})

const dialog = (page: Page) => page.getByRole('dialog').last()
const fitsWidth = async (page: Page) => {
  await quiet(page)
  expect((await dialog(page).boundingBox())!.width).toBeLessThanOrEqual(NARROW)
  expect(await stillHidden(page)).toEqual([])
}

test(`in a window of ${NARROW} px an account is unlocked and a password is reset`, async () => {
  const page = await fixture.visitAs('1', '/system/incorrectLoginIndex', { width: NARROW })
  await page.getByRole('button', { name: /^解锁 guess\.er/ }).click()
  await fitsWidth(page)
  await dialog(page).getByRole('button', { name: '解锁' }).click()
  await page.getByText('已解锁').first().waitFor()
  await page.goto(`/organiz/index?orgId=${ids.org}&searchKey=普通人`)
  await page.getByRole('button', { name: '更多操作 普通人' }).click()
  await page.getByRole('menuitem', { name: '重置密码' }).click()
  await fitsWidth(page)
  await picture(page, 'narrow-reset')
  await dialog(page).getByRole('button', { name: '重置', exact: true }).click()
  await page.getByRole('dialog', { name: '新密码' }).waitFor()
  await fitsWidth(page)
  await dialog(page).getByRole('button', { name: '我已保存' }).click()
})
