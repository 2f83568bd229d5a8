import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone } from '@hufu/contract/credentials/phone'
import type { FakeSms } from '../server/test/fakes/sms-fake.ts'
import { openHttpFake } from '../server/test/fakes/sms-http.ts'
import { phoneOf } from '../server/test/given.ts'
import { CAPTCHA } from '../server/test/settings.ts'
import { table } from '../server/test/sheets.ts'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
let gateway: FakeSms
let office = ''
let attempt = 0
beforeAll(async () => {
  gateway = await openHttpFake()
  fixture = await openFixture({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  const { given, kernel } = fixture.server
  office = await given.org({ name: '短信科' })
  await set({
    captchaMode: '0',
    'sms.gateway': 'http',
    'sms.address': gateway.address,
    'sms.accessKeySecret': kernel.keys.encrypt('config', gateway.account.secret),
  })
})
afterAll(async () => {
  await fixture.close()
  await gateway.close()
})

async function set(values: Record<string, string>) {
  const { kernel } = fixture.server
  for (const [configKey, configValue] of Object.entries(values))
    await kernel.db.updateTable('config').set({ configValue }).where('configKey', '=', configKey).execute()
  await kernel.config.refresh()
}
const someNumber = () => phoneOf(fixture.server.given.next() + 9_000_000)
let pictures = 0
async function sendCode(telephone: string) {
  const id = `e2e-sms-${pictures++}`
  await fixture.server.nobody.send(phone.image, { query: { id } })
  await fixture.server.nobody.call(phone.sendCode, { query: { telephone, nonce: id, captcha: CAPTCHA } })
}
const dialog = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, text: string) => page.getByRole('main').getByRole('row').filter({ hasText: text })
const tail = (telephone: string) => `****${telephone.slice(-4)}`

test('ROUTE-37, X-AUDIT-13 to X-AUDIT-15 /audit/sms lists a sent code without the code, counts the day, filters, opens and exports', async () => {
  const { given } = fixture.server
  const [good, bad] = [someNumber(), someNumber()]
  const realName = `收信人${++attempt}`
  await given.user({ org: office, realName, phone: good })
  await sendCode(good)
  await expect.poll(() => gateway.sent.at(-1)?.telephone).toBe(good)
  const code = gateway.sent.at(-1)!.values[0]!
  gateway.next('blocked')
  await sendCode(bad)
  const page = await fixture.visitAs('1', '/audit/sms', { width: 1440 })
  await page.getByRole('heading', { level: 1, name: '短信记录' }).waitFor()
  await row(page, tail(good)).getByText('成功', { exact: true }).waitFor()
  await row(page, tail(bad)).getByText('失败', { exact: true }).waitFor()
  expect(await row(page, tail(good)).innerText()).toContain(realName)
  expect(await row(page, tail(bad)).innerText()).toContain('未绑定用户')
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'sms-list')
  await page.getByRole('button', { name: /^今日失败 \d+ 条/ }).click()
  await row(page, tail(good)).waitFor({ state: 'detached' })
  await row(page, tail(bad)).getByText('blocked 繁忙').waitFor()
  await page.getByRole('button', { name: '重置' }).click()
  await page.getByLabel('手机号').fill(good.slice(-4))
  await page.getByRole('button', { name: '查询' }).click()
  await row(page, tail(bad)).waitFor({ state: 'detached' })
  await row(page, tail(good)).first().getByRole('button', { name: /详情/ }).click()
  await dialog(page).getByText('您的验证码为******，5分钟内有效，请勿告知他人。').waitFor()
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'sms-detail')
  expect(await page.content()).not.toContain(code)
  expect(await page.content()).not.toContain(good)
  await dialog(page).getByRole('button', { name: '关闭' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe('短信记录.xlsx')
  const { rows } = await table(readFileSync(await download.path()))
  expect(rows.map(cells => cells.slice(2, 5))).toEqual([[expect.any(String), realName, '登录验证']])
})

test('ROUTE-37 in the dark theme tiles and table stay readable, and an empty list says so', async () => {
  const lonely = await openFixture()
  try {
    const page = await lonely.visitAs('1', '/audit/sms', { dark: true })
    await page.getByText('还没有短信记录').waitFor()
    await quiet(page)
    await expectAccessible(page)
    await picture(page, 'sms-empty-dark')
  } finally {
    await lonely.close()
  }
  const page = await fixture.visitAs('1', '/audit/sms', { dark: true })
  await row(page, '成功').first().waitFor()
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'sms-list-dark')
})

test('USER-39, ENT-25 the reset dialog sends the new passwords by SMS; those of users without a telephone are shown', async () => {
  const { given } = fixture.server
  const telephone = someNumber()
  const name = `重置者${++attempt}`
  await given.user({ org: office, realName: `${name}甲`, phone: telephone })
  await given.user({ org: office, realName: `${name}乙` })
  const page = await fixture.visitAs('1', `/organiz/index?orgId=${office}&searchKey=${name}`)
  await page.getByLabel('选择本页全部').click()
  await page.locator('.batch-bar').getByRole('button', { name: '重置密码' }).click()
  await dialog(page).getByText('未开启时，密码由您转交本人').waitFor()
  await dialog(page).getByRole('switch', { name: '短信通知' }).click()
  await dialog(page).getByText('新密码以短信发给有手机号的人').waitFor()
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'sms-reset')
  await dialog(page).getByRole('button', { name: '重置' }).click()
  await page.getByText('已重置 2 人的密码，1 人将收到短信').waitFor()
  await dialog(page).getByText('密码仅显示这一次').waitFor()
  expect(await dialog(page).getByRole('row').count()).toBe(2)
  await expect.poll(() => gateway.sent.at(-1)).toMatchObject({ telephone, template: 'password' })
})

test('USER-39, D-66 without a gateway the reset dialog says why no SMS can be sent', async () => {
  await set({ 'sms.gateway': 'aliyun' })
  try {
    const name = `无网关${++attempt}`
    await fixture.server.given.user({ org: office, realName: name, phone: someNumber() })
    const page = await fixture.visitAs('1', `/organiz/index?orgId=${office}&searchKey=${name}`)
    await page.getByLabel(`选择 ${name}`).click()
    await page.locator('.batch-bar').getByRole('button', { name: '重置密码' }).click()
    await dialog(page).getByText('尚未配置短信网关').waitFor()
    expect(await dialog(page).getByRole('switch', { name: '短信通知' }).isDisabled()).toBe(true)
    await quiet(page)
    await expectAccessible(page)
  } finally {
    await set({ 'sms.gateway': 'http' })
  }
})
