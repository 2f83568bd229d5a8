import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScanWaiting } from '@hufu/contract/credentials/scan'
import { PASSWORD } from '../server/test/given.ts'
import { configure as set, openProviders, type Providers } from '../server/test/providers.ts'
import { createUser, token } from './sign-in-page.ts'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
let providers: Providers
beforeAll(async () => {
  fixture = await openFixture({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  providers = await openProviders(fixture.server)
})
afterAll(async () => {
  await providers.close()
  await fixture.close()
})

/** The sign-in page by scan, and the address its QR code leads to. */
async function visited(type: 'wx' | 'zfb', options?: { width?: number; dark?: boolean }) {
  const page = await fixture.visit('/config.json', options)
  const answered = page.waitForResponse('**/thirdlogin/doLogin*')
  await page.goto(`/login?method=${type}`)
  const { data } = (await (await answered).json()) as { data: ScanWaiting }
  return { page, qrUrl: data.qrUrl }
}
const bindOnPage = async (page: Page, userName: string) => {
  await page.getByLabel('账号').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '绑定并登录' }).click()
}

test('LOGIN-03 the WeChat page is shown in a frame; the first scan binds, the second opens the console', async () => {
  const { userName } = await createUser(fixture, '/wel/index')
  const person = { openid: 'oAnn', unionid: 'uAnn', nickname: '安妮' }
  const first = await visited('wx')
  await first.page.frameLocator('iframe[title="微信登录二维码"]').getByText('使用微信扫一扫登录').waitFor()
  await first.page.getByText('请使用微信扫一扫登录').waitFor()
  await expectAccessible(first.page)
  await picture(first.page, 'scan-wx')
  await fetch(providers.wx.agree(first.qrUrl, person))
  await first.page.getByRole('heading', { name: '该微信未绑定账号' }).waitFor()
  await expectAccessible(first.page)
  await picture(first.page, 'scan-bind')
  await first.page.getByRole('button', { name: '绑定并登录' }).click()
  await first.page.getByText('请输入账号').waitFor()
  await bindOnPage(first.page, userName)
  await first.page.waitForURL('**/wel/index')

  const second = await visited('wx')
  await fetch(providers.wx.agree(second.qrUrl, person))
  await second.page.waitForURL('**/wel/index')
  expect(await token(second.page)).toMatch(/^[\w-]{43}$/)
})

test('LOGIN-03 WeChat returns inside the frame, and the window stays where it is', async () => {
  await createUser(fixture)
  const { page, qrUrl } = await visited('wx')
  const back = providers.wx.agree(qrUrl, { openid: 'oBen', nickname: '本' })
  await page.frameLocator('iframe').getByText('使用微信扫一扫登录').waitFor()
  const frame = page.frame({ url: /qrconnect/ })!
  await frame.goto(back)
  await page.getByRole('heading', { name: '该微信未绑定账号' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
})

test('LOGIN-04 Alipay: a QR code is scanned, the page shows that it was, and the console opens', async () => {
  const { userName } = await createUser(fixture, '/wel/index')
  const person = { user_id: '2088102150477652', nick_name: '安妮' }
  const first = await visited('zfb', { dark: true })
  await first.page.getByRole('img', { name: '支付宝登录二维码' }).waitFor()
  expect(await first.page.getByRole('link', { name: '打开支付宝登录页面' }).getAttribute('href')).toBe(first.qrUrl)
  await expectAccessible(first.page)
  await picture(first.page, 'scan-zfb-dark')
  const phone = await fixture.visit(providers.zfb.agree(first.qrUrl, person), { width: 390 })
  await phone.getByRole('heading', { name: '扫码成功，请返回电脑' }).waitFor()
  await expectAccessible(phone)
  await picture(phone, 'scan-phone')
  await first.page.getByRole('heading', { name: '该支付宝未绑定账号' }).waitFor()
  await bindOnPage(first.page, userName)
  await first.page.waitForURL('**/wel/index')
  const second = await visited('zfb')
  await fetch(providers.zfb.agree(second.qrUrl, person))
  await second.page.waitForURL('**/wel/index')
})

test('D-29 an expired QR code says so and can be renewed', async () => {
  const { page } = await visited('zfb')
  await fixture.server.kernel.db.updateTable('scanLogin').set({ expiresAt: '2026-01-01 00:00:00' }).execute()
  await page.getByRole('status').getByText('二维码已失效，请刷新').waitFor()
  await picture(page, 'scan-over')
  await expectAccessible(page)
  await page.getByRole('button', { name: '刷新二维码' }).click()
  await page.getByRole('img', { name: '支付宝登录二维码' }).waitFor()
})

test('D-29 a user who leaves the tab of scanning is not polled for any more', async () => {
  const page = await fixture.visit('/config.json')
  await page.clock.install()
  let polls = 0
  page.on('request', request => (polls += request.url().includes('doLogin') ? 1 : 0))
  await page.goto('/login?method=zfb')
  await page.getByRole('img', { name: '支付宝登录二维码' }).waitFor()
  await page.clock.runFor(4000)
  await expect.poll(() => polls).toBeGreaterThan(1)
  await page.getByRole('tab', { name: '密码登录' }).click()
  await quiet(page)
  polls = 0
  await page.clock.runFor(20_000)
  await quiet(page)
  expect(polls).toBe(0)
})

test('X-LOGINX-07, D-65 without keys, with mocked providers: the QR code, confirmed by mockConfirm instead of a telephone', async () => {
  await set(fixture.server, { 'wx.appId': '' })
  const { userName } = await createUser(fixture, '/wel/index')
  const page = await fixture.visit('/config.json')
  const request = page.waitForRequest('**/thirdlogin/doLogin*')
  await page.goto('/login?method=wx')
  const loginId = new URL((await request).url()).searchParams.get('loginId')
  await page.getByRole('img', { name: '微信登录二维码' }).waitFor()
  const body = JSON.stringify({ loginId, openId: 'mock-1', nickName: '模拟' })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${fixture.server.address}/api/thirdlogin/mockConfirm`, { method: 'POST', headers, body })
  await page.getByRole('heading', { name: '该微信未绑定账号' }).waitFor()
  await bindOnPage(page, userName)
  await page.waitForURL('**/wel/index')
  await set(fixture.server, { 'wx.appId': providers.wx.appId })
})

test('D-29, D-24 a method that is not configured is not offered, and its address leads to the password', async () => {
  const bare = await openFixture()
  await set(bare.server, { openZfb: 'true' })
  const page = await bare.visit('/login?method=zfb')
  await page.getByLabel('密码', { exact: true }).waitFor()
  expect(await page.getByText('支付宝').count()).toBe(0)
  await bare.close()
})
