import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, phoneOf } from '../server/test/given.ts'
import { CAPTCHA } from '../server/test/settings.ts'
import { createUser, fillSignIn } from './sign-in-page.ts'
import { expectAccessible, openFixture, picture, type Fixture } from './browser.ts'

const CODE = '864209'
let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture({ settings: { HUFU_FIXED_SMS_CODE: CODE, HUFU_MOCK_PROVIDERS: '1' } })
})
afterAll(() => fixture.close())

test('D-32, AUTH-28 in the personal centre a user binds a telephone with the code sent to it, and unbinds it', async () => {
  const { id } = await createUser(fixture, '/wel/index')
  const phone = phoneOf(fixture.server.given.next() + 8_000_000)
  const page = await fixture.visitAs(id, '/account/settings?tab=security')
  await page.getByRole('button', { name: '绑定手机' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('手机号').fill(phone)
  await dialog.getByLabel('验证码', { exact: true }).fill(CAPTCHA)
  await picture(page, 'bind-phone')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('验证码已发送').waitFor()
  await dialog.getByLabel('短信验证码').fill('000000')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('验证码错误或已失效').waitFor()
  await dialog.getByLabel('短信验证码').fill(CODE)
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByText(`已绑定 ${phone.slice(0, 3)}****${phone.slice(-4)}`).waitFor()
  await picture(page, 'security')
  await expectAccessible(page)
  await page.getByRole('button', { name: '解绑' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '解绑' }).click()
  await page.getByRole('button', { name: '绑定手机' }).waitFor()
})

test('a user sees and ends a session on another device, which is sent to the sign-in page with the reason', async () => {
  const { id } = await createUser(fixture, '/wel/index')
  const elsewhere = await fixture.visitAs(id, '/wel/index')
  await elsewhere.getByRole('heading').first().waitFor()
  const page = await fixture.visitAs(id, '/account/settings?tab=sessions')
  await page.getByText('当前会话').waitFor()
  await picture(page, 'sessions')
  await expectAccessible(page)
  await page.getByRole('button', { name: '下线其他会话' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '下线其他会话' }).click()
  await page.getByText('已下线1个会话').waitFor()
  await elsewhere
    .getByRole('button', { name: /用户菜单|人员/ })
    .first()
    .click()
  await elsewhere.reload()
  await elsewhere.waitForURL('**/login')
  await elsewhere.getByText('您已被强制下线').waitFor()
})

test('after signing in a user is shown the last sign-in and the failed attempts since', async () => {
  const { userName } = await createUser(fixture, '/wel/index')
  const first = await fixture.visit('/login')
  await fillSignIn(first, userName, PASSWORD)
  await first.waitForURL('**/wel/index')
  await fixture.server.kernel.pool.query("update login_log set login_time = login_time - interval '2 hours' where user_name = $1", [
    userName,
  ])
  const page = await fixture.visit('/login')
  await fillSignIn(page, userName, 'Wrong#2026')
  await page.getByText('还可尝试4次').waitFor()
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('textbox', { name: '验证码' }).fill(CAPTCHA)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  const message = page.getByText(/上次登录：.*此后有1次失败的登录尝试/)
  await message.waitFor()
  const top = (await message.boundingBox())!.y
  const bar = (await page.getByRole('banner').boundingBox())!
  expect(top).toBeGreaterThanOrEqual(bar.y + bar.height)
  await picture(page, 'last-sign-in')
})
