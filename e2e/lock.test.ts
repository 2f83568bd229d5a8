import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashSecret } from '../server/src/platform/secrets/password-hash.ts'
import { PASSWORD } from '../server/test/given.ts'
import { checkAccessibility, openFixture, type Fixture } from './browser.ts'
import { fillSignInAgain, createUser } from './sign-in-page.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const GRANTS = ['/wel/index', '/organiz/work-group', '/organiz/work-group#add-group'] as const
const heading = (page: Page) => page.getByRole('heading', { name: '已锁屏' })
const group = (page: Page) => page.getByRole('dialog', { name: '新增工作组' })
async function typing() {
  const who = await createUser(fixture, ...GRANTS)
  const page = await fixture.visitAs(who.id, '/organiz/work-group')
  await page.getByRole('button', { name: '新增工作组' }).click()
  await group(page).getByLabel('工作组名称').fill('锁屏前填写')
  return { who, page }
}
async function open(page: Page, password = PASSWORD) {
  await page.getByLabel('登录密码').fill(password)
  await page.getByRole('button', { name: '验证', exact: true }).click()
}
/** Everything that can be read, on the screen or by a screen reader. */
const readable = (page: Page) => page.locator('body').ariaSnapshot()

test('锁屏 covers the page, forms and reloads included, until its user has proven their identity', async () => {
  const { page } = await typing()
  await page.keyboard.press('Control+Alt+l')
  await heading(page).waitFor()
  await checkAccessibility(page, 'lock')
  for (const words of ['锁屏前填写', '新增工作组', '主菜单']) expect(await readable(page)).not.toContain(words)
  expect(await page.title()).toBe('已锁屏')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+s')
  await open(page, 'Wrong#2026')
  await page.getByRole('alert').waitFor()
  await open(page)
  await heading(page).waitFor({ state: 'detached' })
  expect(await group(page).getByLabel('工作组名称').inputValue()).toBe('锁屏前填写')
  expect(await page.locator('dialog[open]').count()).toBe(0)
  await page.keyboard.press('Control+Alt+l')
  await heading(page).waitFor()
  await page.reload()
  await heading(page).waitFor()
  expect(await readable(page)).not.toContain('主菜单')
  const second = await page.context().newPage()
  await second.goto('/organiz/work-group')
  await heading(second).waitFor()
  await open(page)
  for (const tab of [page, second]) {
    await heading(tab).waitFor({ state: 'detached' })
    await tab.getByRole('button', { name: '新增工作组' }).waitFor()
  }
})

test('锁屏 is in the user menu and the palette, and 换个账号 signs out', async () => {
  const who = await createUser(fixture, ...GRANTS)
  const page = await fixture.visitAs(who.id, '/organiz/work-group')
  await page.getByRole('banner').getByRole('button', { name: who.realName }).click()
  await page.getByRole('menuitem', { name: '锁屏' }).click()
  await heading(page).waitFor()
  await open(page)
  await heading(page).waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('suoping')
  await page.getByRole('option', { name: '锁屏', exact: true }).click()
  await heading(page).waitFor()
  await page.getByRole('button', { name: '换个账号' }).click()
  await page.waitForURL('**/login')
  await page.getByLabel('账号').waitFor()
})

test('自动锁屏 is off until the user enables it, and counts from the last activity', async () => {
  const who = await createUser(fixture, ...GRANTS)
  const page = await fixture.visitAs(who.id, '/config.json')
  await page.clock.install()
  await page.goto('/account/settings?tab=security')
  await page.getByRole('combobox', { name: '自动锁屏' }).waitFor()
  await page.clock.fastForward('59:00')
  expect(await heading(page).count()).toBe(0)
  await page.getByRole('combobox', { name: '自动锁屏' }).selectOption({ label: '5 分钟' })
  await page.clock.fastForward('04:00')
  await page.mouse.move(10, 10)
  await page.clock.fastForward('04:00')
  expect(await heading(page).count()).toBe(0)
  await page.clock.fastForward('02:00')
  await heading(page).waitFor()
  await open(page)
  await heading(page).waitFor({ state: 'detached' })
})

test('a session that ends while the screen is locked is renewed over the lock, and the form is still there', async () => {
  const { who, page } = await typing()
  await page.keyboard.press('Control+Alt+l')
  await heading(page).waitFor()
  await fixture.server.kernel.db.updateTable('session').set({ endedBy: 'forced' }).where('userId', '=', who.id).execute()
  fixture.server.kernel.sessions.forget()
  await open(page)
  const again = page.getByRole('dialog', { name: '重新登录' })
  await again.waitFor()
  await fillSignInAgain(page, PASSWORD)
  await again.waitFor({ state: 'detached' })
  await heading(page).waitFor({ state: 'detached' })
  expect(await group(page).getByLabel('工作组名称').inputValue()).toBe('锁屏前填写')
})

test('O-32 the lock takes the present password as it is typed, up to the longest that sign-in takes', async () => {
  // With blanks at its ends, markup and characters of a later plane, as another profile allows.
  const present = ` <b>${'密'.repeat(20)} 😀 a ${'x'.repeat(97)} `
  expect(present).toHaveLength(128)
  const { who, page } = await typing()
  const passwordHash = await hashSecret('none', present)
  await fixture.server.kernel.db.updateTable('users').set({ passwordHash }).where('id', '=', who.id).execute()
  await page.keyboard.press('Control+Alt+l')
  await heading(page).waitFor()
  await open(page, present)
  await heading(page).waitFor({ state: 'detached' })
})
