import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFixture, checkAccessibility, picture, quiet, type Fixture } from './browser.ts'

const NARROW = 390
const LINE = 60
let fixture: Fixture
let orgId: string, appId: string, roleId: string
beforeAll(async () => {
  fixture = await openFixture()
  const { given } = fixture.server
  orgId = await given.org({ name: '窄屏处' })
  appId = await given.app()
  roleId = await given.role(await given.user({ org: orgId }), '/wel/index')
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
  const page = await fixture.visitAs('1', `/app/detail?id=${appId}`, { width: NARROW })
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
  for (const path of [`/system/authSystemRole?id=${roleId}`, `/organiz/grade-admin?orgId=${orgId}&grade=new`]) {
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
