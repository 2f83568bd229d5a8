import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRegistry, type CertificateAuthority } from '../server/test/certificates.ts'
import { PASSWORD } from '../server/test/given.ts'
import { configure as set, openProviders, type Providers } from '../server/test/providers.ts'
import type { ScanWaiting } from '@hufu/contract/credentials/scan'
import { createUser } from './sign-in-page.ts'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

// Other ways to sign in, WeChat, Alipay and a certificate, are bound and unbound in the personal centre.

let fixture: Fixture
let providers: Providers
let registry: Awaited<ReturnType<typeof openRegistry>>
let root: CertificateAuthority
beforeAll(async () => {
  fixture = await openFixture({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  providers = await openProviders(fixture.server)
  registry = await openRegistry()
  root = await registry.authority('根', { kind: 'sm2' })
  await set(fixture.server, { openCa: 'true', 'ca.trustCerts': root.pem })
})
afterAll(async () => {
  await registry?.close()
  await providers?.close()
  await fixture?.close()
})

const BINDINGS = '/account/settings?tab=bindings'
const dialog = (page: Page) => page.getByRole('dialog').last()
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const of = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const press = (page: Page, name: string, button: string) => of(page, name).getByRole('button', { name: button, exact: true }).click()
/** Makes the last proof as old as in a session left open. */
const stale = (userId: string) =>
  fixture.server.kernel.db.updateTable('session').set({ provenAt: '2026-01-01 00:00:00' }).where('userId', '=', userId).execute()
/** The step-up dialog, shown over the dialog whose call requires it. */
const proof = (page: Page) => page.getByRole('dialog').filter({ hasText: '验证身份' })
async function confirmIdentity(page: Page) {
  await proof(page).getByLabel('登录密码').fill(PASSWORD)
  await proof(page).getByRole('button', { name: '验证', exact: true }).click()
}

test('X-LOGINX-05, AUTH-15, AUTH-17 Alipay is bound by a scan after the user has proven their identity, and unbound again', async () => {
  const { id } = await createUser(fixture, '/wel/index')
  const page = await fixture.visitAs(id, BINDINGS, { width: 1440 })
  await of(page, '支付宝').getByText('未绑定').waitFor()
  await expectAccessible(page)
  await picture(page, 'bindings-none')
  await stale(id)
  await press(page, '支付宝', '绑定')
  const answered = page.waitForResponse(
    async response => response.url().endsWith('/thirdlogin/bind') && (await response.text()).includes('10004'),
  )
  await proof(page).getByLabel('登录密码').waitFor()
  await picture(page, 'bindings-step-up')
  await confirmIdentity(page)
  const { data } = (await (await answered).json()) as { data: ScanWaiting }
  await dialog(page).getByRole('img', { name: '支付宝登录二维码' }).waitFor()
  await dialog(page).getByText('请使用支付宝扫一扫绑定').waitFor()
  await expectAccessible(page)
  await picture(page, 'bindings-scan')
  await fetch(providers.zfb.agree(data.qrUrl, { user_id: '2088102150470001', nick_name: '安妮' }))
  await page.getByText('绑定成功').waitFor()
  await of(page, '支付宝').getByText('已绑定 安妮').waitFor()
  await picture(page, 'bindings-bound')
  await stale(id)
  await press(page, '支付宝', '解除绑定')
  await dialog(page).getByText('解除后不能再用支付宝登录本账号').waitFor()
  await inDialog(page, '解除绑定')
  await confirmIdentity(page)
  await of(page, '支付宝').getByText('未绑定').waitFor()
})

test('X-LOGINX-05 the WeChat page is shown in a frame; a WeChat account bound to another user is refused with a message', async () => {
  const person = { openid: 'oEve', unionid: 'uEve', nickname: '伊芙' }
  for (const [n, sentence] of ['绑定成功', '已绑定其他账号，请先在该账号中解绑'].entries()) {
    const { id } = await createUser(fixture, '/wel/index')
    const page = await fixture.visitAs(id, BINDINGS, { dark: true })
    const answered = page.waitForResponse('**/thirdlogin/bind')
    await press(page, '微信', '绑定')
    const { data } = (await (await answered).json()) as { data: ScanWaiting }
    await dialog(page).frameLocator('iframe').getByText('使用微信扫一扫登录').waitFor()
    if (n === 0) await picture(page, 'bindings-wx-dark')
    await fetch(providers.wx.agree(data.qrUrl, person))
    await page.getByText(sentence).first().waitFor()
    if (n === 1) {
      await picture(page, 'bindings-taken')
      await inDialog(page, '知道了')
      await page.getByRole('button', { name: '刷新二维码' }).waitFor()
    }
  }
})

test('AUTH-22, AUTH-23 a certificate is bound by the agent, shown by its name, replaced by hand with a renewed one, and unbound', async () => {
  const { id } = await createUser(fixture, '/wel/index')
  const [first, renewed] = [await root.issue('张三'), await root.issue('张三新')]
  const page = await fixture.visitAs(id, BINDINGS)
  await page.exposeFunction('signHere', (nonce: string) => first.sign(nonce))
  await page.evaluate(cert => {
    const here = window as unknown as { signHere(nonce: string): Promise<string>; hufuCertificate: unknown }
    here.hufuCertificate = { sign: async (nonce: string) => ({ cert, sign: await here.signHere(nonce) }) }
    window.dispatchEvent(new Event('hufucertificateready'))
  }, first.cert)
  await stale(id)
  await press(page, '数字证书', '绑定')
  await dialog(page).getByText('请插入证书介质').waitFor()
  await expectAccessible(page)
  await picture(page, 'bindings-certificate')
  await inDialog(page, '使用证书绑定')
  await confirmIdentity(page)
  await page.getByText('绑定成功').waitFor()
  await of(page, '数字证书')
    .getByText(/已绑定 .*张三/)
    .waitFor()
  await press(page, '数字证书', '更换证书')
  await inDialog(page, '改用签名工具')
  await inDialog(page, '绑定')
  await dialog(page).getByText('请先获取随机数').waitFor()
  await inDialog(page, '获取随机数')
  const nonce = dialog(page).getByLabel('待签名的随机数')
  await expect.poll(() => nonce.inputValue()).toMatch(/^[\w-]{43}$/)
  await dialog(page).getByLabel('证书', { exact: true }).fill(renewed.pem)
  await dialog(page)
    .getByLabel('签名值')
    .fill(await renewed.sign('something else'))
  const old = await nonce.inputValue()
  await inDialog(page, '绑定')
  await dialog(page).getByRole('alert').getByText('证书验证失败').waitFor()
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'bindings-by-hand')
  await expect.poll(() => nonce.inputValue()).not.toBe(old)
  await dialog(page)
    .getByLabel('签名值')
    .fill(await renewed.sign(await nonce.inputValue()))
  await inDialog(page, '绑定')
  await of(page, '数字证书')
    .getByText(/已绑定 .*张三新/)
    .waitFor()
  await press(page, '数字证书', '解除绑定')
  await inDialog(page, '解除绑定')
  await of(page, '数字证书').getByText('未绑定').waitFor()
})

test('a disabled sign-in method cannot be bound, but an existing binding can be removed; if there is none the page says so', async () => {
  const { id } = await createUser(fixture, '/wel/index')
  await fixture.server.kernel.db
    .insertInto('loginBinding')
    .values({ id: `b${id}`.slice(0, 30), userId: id, kind: 'wx', subjectHash: id, name: '旧微信' })
    .execute()
  await set(fixture.server, { openWx: 'false', openZfb: 'false', openCa: 'false' })
  const page = await fixture.visitAs(id, BINDINGS, { dark: true })
  await of(page, '微信').getByText('该登录方式未开启').waitFor()
  await expectAccessible(page)
  await picture(page, 'bindings-closed')
  expect(await page.getByRole('tabpanel').getByRole('button').allInnerTexts()).toEqual(['解除绑定'])
  await press(page, '微信', '解除绑定')
  await inDialog(page, '解除绑定')
  await page.getByText('没有可绑定的登录方式').waitFor()
  await picture(page, 'bindings-empty')
  await set(fixture.server, { openWx: 'true', openZfb: 'true', openCa: 'true' })
})

test('AUTH-28 in a session left open a telephone is bound only after the user has proven their identity', async () => {
  const { id } = await createUser(fixture, '/wel/index')
  const page = await fixture.visitAs(id, '/account/settings?tab=security')
  await page.getByRole('button', { name: '绑定手机' }).click()
  await stale(id)
  await dialog(page).getByLabel('手机号').fill('13912345678')
  await dialog(page).getByLabel('验证码', { exact: true }).fill('ABCD')
  await dialog(page).getByLabel('短信验证码').fill('000000')
  await inDialog(page, '确定')
  await confirmIdentity(page)
  await dialog(page).getByText('验证码错误或已失效').waitFor()
})
