import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture, quiet, type Fixture } from './browser.ts'
import { everyAddress } from './screens/addresses.ts'
import { ids, openWorld } from './screens/world.ts'

const WIDTH = 390
let fixture: Fixture
beforeAll(async () => {
  fixture = await openWorld()
}, 240_000)
afterAll(() => fixture?.close())

/** What a narrow window does not show: elements outside it that cannot be scrolled to, and texts one letter wide. */
const hidden = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const nameOf = (element: Element) =>
      `${element.localName}.${element.classList[0] ?? ''} “${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 24)}”`
    const scrolls = (element: Element | null): boolean =>
      element !== null && (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const isForScreenReaders = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath === 'inset(50%)' || isForScreenReaders(element.parentElement))
    const seen = [...document.querySelectorAll('body *')].filter(element => {
      const { width: wide, height } = element.getBoundingClientRect()
      return (
        wide > 1 &&
        height > 1 &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest('svg') &&
        !isForScreenReaders(element)
      )
    })
    const acts = seen.filter(element =>
      element.matches('button, a, input, select, textarea, label, h1, h2, h3, p, td, th, dd, dt, [role=dialog]'),
    )
    const out = acts
      .filter(element => !scrolls(element))
      .filter(element => element.getBoundingClientRect().right > width + 1 || element.getBoundingClientRect().left < -1)
    const thin = acts.filter(element => {
      const words = [...element.childNodes]
        .filter(node => node.nodeType === Node.TEXT_NODE)
        .map(node => node.textContent!.trim())
        .join('')
      const { height, width: wide } = element.getBoundingClientRect()
      return words.length > 3 && wide < 40 && height > 60
    })
    const by = document.documentElement.scrollWidth - width
    return [
      ...(by > 0 ? [`the page is ${by} px too wide`] : []),
      ...out.map(element => `out of sight: ${nameOf(element)}`),
      ...thin.map(element => `one letter wide: ${nameOf(element)}`),
    ]
  })

/** Row actions that can only be reached by scrolling the list sideways. */
const unreachableButtons = (page: Page): Promise<string[]> =>
  page.locator('main .table .row-tools button:visible').evaluateAll(acts =>
    acts
      .filter(act => {
        const { left, right } = act.getBoundingClientRect()
        const list = act.closest('.ant-table-content')!.getBoundingClientRect()
        return left < Math.max(list.left, 0) || right > Math.min(list.right, innerWidth)
      })
      .map(act => `out of reach: ${act.getAttribute('aria-label')}`),
  )

/** A part that loads later may change the layout, so what is hidden is polled for a moment. */
const stillHidden = async (page: Page): Promise<string[]> => {
  await expect
    .poll(() => hidden(page), { timeout: 2000 })
    .toEqual([])
    .catch(() => undefined)
  return hidden(page)
}

for (const language of ['zh', 'en'])
  test(`every screen fits a window of ${WIDTH} px, with the actions of a row in reach, in ${language}`, { timeout: 300_000 }, async () => {
    const page = await fixture.visitAs('1', '/config.json', { width: WIDTH })
    await page.setViewportSize({ width: WIDTH, height: 844 })
    if (language === 'en') await page.evaluate(() => void (document.cookie = 'hufu-language=en; path=/'))
    const problems: Record<string, string[]> = {}
    let lists = 0
    for (const { screen, address } of everyAddress()) {
      await page.goto(address)
      await page.locator('main, h1').first().waitFor()
      await quiet(page)
      await picture(page, `narrow-${language}${screen.replaceAll(/[/:]/g, '-')}`)
      const found = [...(await stillHidden(page)), ...(await unreachableButtons(page))]
      if ((await page.locator('main .table .row-tools button:visible').count()) > 0) lists++
      const first = page.locator('.page-actions .ant-btn-primary:enabled')
      if ((await first.count()) > 0) {
        await first.first().click()
        await quiet(page)
        await picture(page, `narrow-${language}${screen.replaceAll(/[/:]/g, '-')}-act`)
        found.push(...(await stillHidden(page)).map(name => `after its first act: ${name}`))
      }
      if (found.length > 0) problems[screen] = found.slice(0, 12)
    }
    expect(problems).toEqual({})
    expect(lists).toBeGreaterThan(20)
  })

test('one click on a row shows all its columns and actions beside the list', async () => {
  const page = await fixture.visitAs('1', '/organiz/work-group', { width: WIDTH })
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

/** A window of 1440 by 900 at 200 %. */
const ZOOMED = { width: 720, height: 450 }

test('every screen fits a window at 200 %, and nothing is cut', { timeout: 300_000 }, async () => {
  const page = await fixture.visitAs('1', '/config.json', { width: ZOOMED.width })
  await page.setViewportSize(ZOOMED)
  const problems: Record<string, string[]> = {}
  for (const { screen, address } of everyAddress()) {
    await page.goto(address)
    await page.locator('main, h1').first().waitFor()
    await quiet(page)
    await picture(page, `zoomed${screen.replaceAll(/[/:]/g, '-')}`)
    const found = await stillHidden(page)
    if (found.length > 0) problems[screen] = found.slice(0, 12)
  }
  expect(problems).toEqual({})
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
  expect((await dialog(page).boundingBox())!.width).toBeLessThanOrEqual(WIDTH)
  expect(await stillHidden(page)).toEqual([])
}

test(`in a window of ${WIDTH} px an account is unlocked and a password is reset`, async () => {
  const page = await fixture.visitAs('1', '/system/incorrectLoginIndex', { width: WIDTH })
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
