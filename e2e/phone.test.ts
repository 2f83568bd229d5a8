import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, phoneOf } from '../server/test/given.ts'
import { CAPTCHA } from '../server/test/settings.ts'
import { configure, token, fillSignIn } from './sign-in-page.ts'
import { expectAccessible, hasFocus, openFixture, picture, type Fixture } from './browser.ts'

const CODE = '135790'
let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture({ settings: { HUFU_FIXED_SMS_CODE: CODE, HUFU_MOCK_PROVIDERS: '1' } })
  await configure(fixture, 'openPhone', 'true')
})
afterAll(() => fixture.close())

async function createUser() {
  const { given, kernel } = fixture.server
  const phone = phoneOf(given.next() + 6_000_000)
  const id = await given.user({ phone })
  await given.role(id, '/wel/index')
  const { userName } = (await kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirst())!
  return { id, phone, userName }
}
async function askForCode(page: Page, phone: string) {
  await page.getByLabel('手机号').fill(phone)
  await page.getByRole('textbox', { name: '验证码', exact: true }).fill(CAPTCHA)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('验证码已发送').waitFor()
}

test('LOGIN-02, LOGIN-10, LOGIN-11 a telephone and the six digits sent to it open the console', async () => {
  const { phone } = await createUser()
  const page = await fixture.visit('/login?method=phone')
  await page.getByRole('tab', { name: '手机验证码登录', selected: true }).waitFor()
  await picture(page, 'phone')
  await expectAccessible(page)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('请输入手机号').first().waitFor()
  expect(await hasFocus(page.getByLabel('手机号'))).toBe(true)
  await askForCode(page, phone)
  expect(await hasFocus(page.getByLabel('短信验证码'))).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: /秒后可重新获取/ }).isDisabled()).toBe(true)
  await picture(page, 'phone-sent')
  await page.getByLabel('短信验证码').fill('000000')
  await page.getByText('验证码错误或已失效').waitFor()
  expect(await token(page)).toBeNull()
  await page.getByLabel('短信验证码').fill(CODE)
  await page.waitForURL('**/wel/index')
  expect(await token(page)).toMatch(/^[\w-]{43}$/)
})

test('console.md 6.2 arrow keys change the sign-in method, and the last used one is selected again', async () => {
  const page = await fixture.visit('/login')
  await page.getByRole('tab', { name: '密码登录', selected: true }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tab', { name: '手机验证码登录', selected: true }).waitFor()
  await page.reload()
  await page.getByRole('tab', { name: '手机验证码登录', selected: true }).waitFor()
})

test('D-32 needPhoneVerify: after the password a second step signs in with the SMS code', async () => {
  const { phone, userName } = await createUser()
  await configure(fixture, 'needPhoneVerify', 'true')
  const page = await fixture.visit('/login')
  await fillSignIn(page, userName, PASSWORD)
  await page.getByRole('heading', { name: '请完成手机验证' }).waitFor()
  await page.getByText(`${phone.slice(0, 3)}****${phone.slice(-4)}`).waitFor()
  await picture(page, 'second-step')
  await expectAccessible(page)
  await askForCode(page, phone)
  await page.getByLabel('短信验证码').fill(CODE)
  await page.waitForURL('**/wel/index')
  await configure(fixture, 'needPhoneVerify', 'false')
})

test('D-27, ROUTE-02 /retrieve: telephone, account, new password; then back on the sign-in page with a message', async () => {
  const { phone, userName } = await createUser()
  const page = await fixture.visit('/login')
  await page.getByRole('link', { name: '忘记密码' }).click()
  await page.getByRole('heading', { name: '找回密码' }).waitFor()
  await picture(page, 'retrieve')
  await expectAccessible(page)
  await askForCode(page, phone)
  await page.getByLabel('短信验证码').fill(CODE)
  await page.getByRole('radio').waitFor()
  await picture(page, 'retrieve-account')
  await expectAccessible(page)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('新密码', { exact: true }).fill('short')
  await page.getByLabel('确认密码').fill('other')
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('至少8个字符长度').waitFor()
  await page.getByLabel('新密码', { exact: true }).fill('Fresh#2026')
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('两次密码不相同').waitFor()
  await picture(page, 'retrieve-password')
  await expectAccessible(page)
  await page.getByLabel('确认密码').fill('Fresh#2026')
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('密码修改成功，请重新登录！').waitFor()
  await page.waitForURL('**/login')
  await page.getByRole('tab', { name: '密码登录' }).click()
  await fillSignIn(page, userName, 'Fresh#2026')
  await page.waitForURL('**/wel/index')
})
