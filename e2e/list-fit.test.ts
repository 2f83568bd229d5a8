import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quiet, type Fixture } from './browser.ts'
import { openWorld } from './tour/world.ts'

// How a list shares the window with what stands beside it.

let fixture: Fixture
beforeAll(async () => {
  fixture = await openWorld()
})
afterAll(() => fixture?.close())

const warningOf = async (page: Page) => (await page.locator('.danger-bar').boundingBox())?.height ?? 0

test('the tree beside a list reaches to the bottom of the window and never makes the page longer', async () => {
  const page = await fixture.visitAs('1', '/organiz/index', { width: 1440 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.locator('tbody tr.ant-table-row').first().waitFor()
  await quiet(page)
  const warning = await warningOf(page)
  const room = (await page.locator('.split-room').boundingBox())!
  expect(room.y + room.height - warning).toBeGreaterThan(870)
  expect(room.y + room.height - warning).toBeLessThanOrEqual(900)
  await page.goto('/organiz/index?searchKey=查无此人')
  await page.getByText('没有符合条件的数据').waitFor()
  await quiet(page)
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(warning)
})

test('the tree beside a list makes room when the window gets narrower, unless its width was chosen', async () => {
  const page = await fixture.visitAs('1', '/organiz/index', { width: 1440 })
  const bar = page.getByRole('separator')
  const widthOf = () => bar.getAttribute('aria-valuenow')
  await expect.poll(widthOf).toBe('248')
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(widthOf).toBe('200')
  await bar.press('ArrowRight')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(widthOf).toBe('216')
})

test('the details of a work group do not overlap the tabs below', async () => {
  const page = await fixture.visitAs('1', '/organiz/work-group', { width: 1280 })
  await page.locator('.group-head ~ .tabs').waitFor()
  await quiet(page)
  const facts = (await page.locator('.group-head + .facts').boundingBox())!
  const tabs = (await page.locator('.group-head ~ .tabs > .tab-list').boundingBox())!
  expect(tabs.y).toBeGreaterThanOrEqual(facts.y + facts.height)
})
