import { security } from '@hufu/contract/operations/security'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/given.ts'
import { createUser, fillSignIn } from './sign-in-page.ts'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
let org: string
let person: string
beforeAll(async () => {
  fixture = await openFixture()
  const { given } = fixture.server
  org = await given.org({ name: '外观处' })
  person = await given.user({ org, realName: '看样子' })
  await given.user({ org, realName: '另一人' })
})
afterAll(() => fixture?.close())

const open = async (page: Page) => {
  await page.getByRole('button', { name: /^外观/ }).click()
  await page.getByRole('menuitem', { name: '更多外观…' }).click()
  await page.getByRole('dialog').getByText('主题色').waitFor()
}
const colourOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim())

test('each accent colour is readable in the light and the dark theme, and is stored in the browser', async () => {
  const page = await fixture.show(`/organiz/index?orgId=${org}`, 1440)
  await page.getByRole('row').filter({ hasText: '看样子' }).getByRole('checkbox').check()
  await open(page)
  const seen = new Set<string>()
  for (const name of ['青', '绿', '紫', '铜', '蓝']) {
    await page.getByRole('dialog').getByRole('radio', { name }).check()
    await page.keyboard.press('Escape')
    await quiet(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, ['color-contrast'])
      await picture(page, `accent-${name}-${colorScheme}`)
      if (colorScheme === 'light') seen.add(await colourOf(page))
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await open(page)
  }
  expect(seen.size).toBe(5)
  await page.getByRole('dialog').getByRole('radio', { name: '绿' }).check()
  await expectAccessible(page)
  await picture(page, 'appearance')
  await page.reload()
  await page.getByRole('row').filter({ hasText: '看样子' }).waitFor()
  expect(await colourOf(page)).toBe('#237804')
})

test('the user can choose large letters and colours safe for the colour-blind', async () => {
  const page = await fixture.show(`/organiz/index?orgId=${org}`, 1280)
  await open(page)
  await page.getByRole('dialog').getByText('大', { exact: true }).click()
  await page.getByRole('switch', { name: '色弱模式' }).click()
  await page.keyboard.press('Escape')
  const size = () =>
    page
      .getByRole('row')
      .filter({ hasText: '看样子' })
      .evaluate(row => getComputedStyle(row.querySelector('td a')!).fontSize)
  expect(await size()).toBe('16px')
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'appearance-large')
})

test('opened pages become tabs that are named by their record, keep their state, and can be closed', async () => {
  const page = await fixture.visitAs('1', '/organiz/org-list')
  await open(page)
  await page.getByRole('switch', { name: '多标签页' }).click()
  await page.keyboard.press('Escape')
  const tabs = page.getByRole('navigation', { name: '打开过的页面' })
  await tabs.getByRole('link', { name: '机构管理' }).waitFor()
  await page.goto(`/organiz/index?orgId=${org}`)
  await page.getByRole('link', { name: '看样子' }).click()
  await tabs.getByRole('link', { name: '看样子' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'page-tabs')
  await tabs.getByRole('link', { name: '组织机构' }).click()
  await page.waitForURL(url => url.searchParams.get('orgId') === org)
  await tabs.getByRole('button', { name: '关闭 组织机构' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('id')).toBe(person)
  await expect.poll(() => tabs.getByRole('link').allInnerTexts()).toEqual(['机构管理', '看样子'])
})

test('LOGIN-28 the tabs and the dialog that a user left open are not shown to the next one in the same browser tab', async () => {
  const { userName } = await createUser(fixture, '/wel/index')
  const page = await fixture.visitAs('1', '/organiz/org-list')
  await page.evaluate(() => localStorage.setItem('hufu-appearance', JSON.stringify({ hasTabs: true })))
  await page.goto(`/organiz/detail?id=${person}`)
  const tabs = page.getByRole('navigation', { name: '打开过的页面' })
  await tabs.getByRole('link', { name: '看样子' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '键盘快捷键' }).waitFor()
  // As when the same session is signed out in another browser tab.
  await page.evaluate(() => {
    localStorage.removeItem('idaas-token')
    dispatchEvent(new StorageEvent('storage', { key: null }))
  })
  await page.waitForURL('**/login')
  await fillSignIn(page, userName, PASSWORD)
  await tabs.getByRole('link', { name: '首页' }).waitFor()
  expect(await tabs.getByRole('link').allInnerTexts()).toEqual(['首页'])
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('with the watermark on, the name of the user covers every page and does not take clicks', async () => {
  const base = { systemName: '统一身份认证与访问管理平台', openGradeAdmin: true }
  await fixture.server.admin.call(security.updateBase, { body: { ...base, openWatermark: true } })
  const page = await fixture.show('/organiz/org-list')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const watermark = page.locator('.watermark')
  await watermark.waitFor()
  expect(decodeURIComponent(await watermark.evaluate(element => element.style.backgroundImage))).toContain('系统管理员 admin')
  await expectAccessible(page)
  await picture(page, 'watermark')
  await page.getByRole('button', { name: '新增机构' }).first().click()
  await page.getByRole('dialog').getByLabel('机构名称').waitFor()
  await fixture.server.admin.call(security.updateBase, { body: { ...base, openWatermark: false } })
  await page.goto('/organiz/index')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await watermark.count()).toBe(0)
})

test('a page older than the version of the server offers to reload when the user returns to it', async () => {
  const page = await fixture.visitAs('1', '/organiz/org-list')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await quiet(page)
  await page.clock.install()
  // The page of a newer server: the same with other scripts.
  await page.route(
    url => url.pathname === '/',
    async route => {
      const body = await (await route.fetch()).text()
      await route.fulfill({ contentType: 'text/html', body: body.replaceAll(/base-[\w-]+\.js/g, 'base-newer00.js') })
    },
  )
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await quiet(page)
  await page.clock.fastForward('00:11:00')
  await page.getByText('系统有新版本').waitFor()
  await expectAccessible(page)
  await picture(page, 'new-version')
})
