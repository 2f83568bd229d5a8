import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAccessibility, openFixture, type Fixture } from './browser.ts'
import { changedParts, noteChanges } from './changes.ts'

// Tests of the accessibility checks: they leave out only what was checked before and has not changed.

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

/** The violated rules, and the theme in which they were found. */
const found = (page: Page, name: string) =>
  checkAccessibility(page, name).then(
    () => [],
    (error: Error) => [error.message.split(':')[0], ...(error.cause as { actual: { id: string }[] }).actual.map(({ id }) => id)],
  )
const put = (html: string) => `document.querySelector('h1').insertAdjacentHTML('afterend', ${JSON.stringify(html)})`
const UNLABELLED_INPUT = '<input id="nameless">'
const UNREADABLE_IN_DARK_THEME = '<p id="pale" style="color: #111; background: light-dark(#fff, #222)">看不清</p>'

test('a second accessibility check finds violations in what was added, in the light and the dark theme', async () => {
  const page = await fixture.visit('/404', { withoutPolicy: true })
  await page.locator('h1').waitFor()
  await checkAccessibility(page, 'before')
  await page.evaluate(put(UNLABELLED_INPUT))
  expect(await found(page, 'added')).toEqual(['added, light', 'label'])
  await page.evaluate(`document.querySelector('#nameless').remove(); document.documentElement.style.colorScheme = 'light dark'`)
  await checkAccessibility(page, 'without')
  await page.evaluate(put(UNREADABLE_IN_DARK_THEME))
  expect(await found(page, 'pale')).toEqual(['pale, dark', 'color-contrast'])
})

test('a second accessibility check finds what was valid before and is not any more', async () => {
  const page = await fixture.visit('/login')
  const name = page.getByLabel('账号')
  await name.waitFor()
  await checkAccessibility(page, 'before')
  await name.evaluate(field => field.setAttribute('role', 'nothing'))
  expect(await found(page, 'attribute')).toEqual(['attribute, light', 'aria-roles'])
})

test('the check looks again only at what changed, and at everything on a page newly loaded', async () => {
  const page = await fixture.visit('/404', { withoutPolicy: true })
  await page.locator('h1').waitFor()
  const looked = async () => (await changedParts(page)).evaluate(parts => parts.map(part => part.localName))
  expect(await looked()).toEqual(['html'])
  await noteChanges(page)
  await page.evaluate(put('<section><p>新的</p></section>'))
  await page.evaluate(() => document.querySelector('section p')!.append('更新'))
  expect(await looked()).toEqual(['section'])
  await noteChanges(page)
  await page.reload()
  await page.locator('h1').waitFor()
  expect(await looked()).toEqual(['html'])
})
