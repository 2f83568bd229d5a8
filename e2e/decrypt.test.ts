import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeConfig } from '../server/src/platform/config/config.ts'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

const PAGE = '/devops/decrypt'
const SECRET = '绝密：13900001111 的开户信息'
const result = (page: Page) => page.getByRole('textbox', { name: '结果' })
const run = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The page with a text encrypted, ready to be decrypted. */
async function encrypted(page: Page): Promise<string> {
  await page.getByRole('radio', { name: '加密' }).check()
  await page.getByLabel('内容').fill(SECRET)
  await run(page, '加密')
  await expect.poll(() => result(page).inputValue()).toMatch(/^v2\./)
  return result(page).inputValue()
}
async function decrypted(page: Page): Promise<void> {
  const cipher = await encrypted(page)
  await page.getByRole('radio', { name: '解密' }).check()
  await page.getByLabel('内容').fill(cipher)
  await page.getByLabel('原因').fill('核对开户信息')
  await run(page, '解密')
  await expect.poll(() => result(page).inputValue()).toBe(SECRET)
}

test('ROUTE-77, USER-25 a text is encrypted and decrypted, its use is listed below, and a reason is required', async () => {
  const page = await fixture.visitAs('1', PAGE)
  const cipher = await encrypted(page)
  await page.getByRole('radio', { name: '解密' }).check()
  expect(await result(page).count()).toBe(0)
  await page.getByLabel('内容').fill(cipher)
  await run(page, '解密')
  await page.getByText('请输入原因').waitFor()
  await page.getByLabel('原因').fill('核对开户信息')
  await run(page, '解密')
  await expect.poll(() => result(page).inputValue()).toBe(SECRET)
  await page.getByRole('row').filter({ hasText: '核对开户信息' }).getByText('解密文本').waitFor()
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'decrypt')
  expect(page.url()).not.toContain('v2')
})

test('T8, ROUTE-77 a decrypted text disappears after a minute, on changing the tab and on leaving; no cache or address keeps it', async () => {
  const page = await fixture.visitAs('1', PAGE)
  await page.clock.install()
  await decrypted(page)
  await page.clock.runFor(59_000)
  expect(await result(page).inputValue()).toBe(SECRET)
  await page.clock.runFor(2000)
  await result(page).waitFor({ state: 'detached' })

  await decrypted(page)
  await page.getByRole('tab', { name: '配置密文（RSA）' }).click()
  await page.getByRole('tab', { name: '文本（SM4）' }).click()
  expect(await result(page).count()).toBe(0)
  expect(await page.getByLabel('内容').inputValue()).toBe('')

  await decrypted(page)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await result(page).waitFor({ state: 'detached' })
  await page.getByLabel('内容').fill('')
  const stored = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, location.href, history.state, document.body.innerHTML]),
  )
  expect(stored).not.toContain('绝密')
})

test('ROUTE-77, CONF-12 a setting is decrypted from its ciphertext; other text is answered with 解密失败', async () => {
  const { kernel } = fixture.server
  const rsaPwd = kernel.keys.encrypt('config', 'Initial#2026')
  await writeConfig(kernel.db, { defaultPassword: rsaPwd })
  const page = await fixture.visitAs('1', PAGE, { width: 1440, dark: true })
  await page.getByRole('tab', { name: '配置密文（RSA）' }).click()
  await page.getByRole('textbox', { name: '配置密文' }).fill('rubbish')
  await page.getByLabel('原因').fill('入职核对')
  await run(page, '解密')
  await page.getByText('解密失败').first().waitFor()
  await page.getByRole('button', { name: '知道了' }).click()
  await page.getByRole('textbox', { name: '配置密文' }).fill(rsaPwd)
  await run(page, '解密')
  await expect.poll(() => result(page).inputValue()).toBe('Initial#2026')
  await page.getByRole('row').filter({ hasText: '解密配置：' }).first().waitFor()
  await expectAccessible(page)
  await picture(page, 'decrypt-config')
  await page.getByRole('region', { name: '使用记录' }).scrollIntoViewIfNeeded()
  await picture(page, 'decrypt-uses')
})
