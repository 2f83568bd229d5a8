import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificate } from '../contract/src/credentials/certificate.ts'
import { PASSWORD } from '../server/test/given.ts'
import { openRegistry, type CertificateAuthority, type CertificateHolder } from '../server/test/certificates.ts'
import { configure, token } from './sign-in-page.ts'
import { expectAccessible, hasFocus, openFixture, picture, type Fixture } from './browser.ts'

let fixture: Fixture
let registry: Awaited<ReturnType<typeof openRegistry>>
let root: CertificateAuthority
beforeAll(async () => {
  fixture = await openFixture()
  registry = await openRegistry()
  root = await registry.authority('根', { kind: 'sm2' })
  await configure(fixture, 'openCa', 'true')
  await configure(fixture, 'ca.trustCerts', root.pem)
})
afterAll(async () => {
  await registry.close()
  await fixture.close()
})

/** A user of the welcome page with a certificate bound to them. */
async function createUser(): Promise<CertificateHolder> {
  const { given, as, nobody } = fixture.server
  const id = await given.user()
  await given.role(id, '/wel/index')
  const holder = await root.issue(`人${id}`)
  const { nonce } = await nobody.call(certificate.nonce)
  await (await as(id)).call(certificate.bind, { body: { nonce, cert: holder.cert, sign: await holder.sign(nonce) } })
  return holder
}
/** The sign-in page at its certificate form, with the agent that an issuer's extension adds to the page. */
async function visitWithAgent(holder: CertificateHolder, options?: Parameters<Fixture['visit']>[1]): Promise<Page> {
  const page = await fixture.visit('/login?method=certificate', options)
  await page.exposeFunction('signHere', (nonce: string) => holder.sign(nonce))
  await page.addInitScript(cert => {
    const here = window as unknown as { signHere(nonce: string): Promise<string>; hufuCertificate: unknown }
    here.hufuCertificate = { sign: async (nonce: string) => ({ cert, sign: await here.signHere(nonce) }) }
  }, holder.cert)
  await page.reload()
  return page
}
const agentButton = (page: Page) => page.getByRole('button', { name: '使用证书登录' })

test('LOGIN-05 the extension of the issuer signs, and the console opens', async () => {
  const page = await visitWithAgent(await createUser(), { width: 1440 })
  await page.getByRole('tab', { name: '证书登录', selected: true }).waitFor()
  await agentButton(page).waitFor()
  await picture(page, 'certificate-agent')
  await expectAccessible(page)
  await agentButton(page).click()
  await page.waitForURL('**/wel/index')
  expect(await token(page)).toMatch(/^[\w-]{43}$/)
})

test('console.md 6.7 an extension that loads late is detected, and its problems are shown', async () => {
  const page = await fixture.visit('/login?method=certificate', { dark: true })
  await page.getByText('未检测到证书控件').waitFor()
  await picture(page, 'certificate-none')
  await expectAccessible(page)
  await page.evaluate(() => {
    const codes = ['noDevice', 'wrongPin', 'pinLocked', 'cancelled', 'somethingElse']
    const here = window as unknown as { hufuCertificate: unknown }
    here.hufuCertificate = { sign: async () => Promise.reject(Object.assign(new Error('no'), { code: codes.shift() })) }
    window.dispatchEvent(new Event('hufucertificateready'))
  })
  const sentences = ['未检测到证书介质，请插入后重试', 'PIN 不正确，请重试', 'PIN 已锁定', '已取消证书登录', '证书控件未能完成签名']
  for (const sentence of sentences) {
    await agentButton(page).click()
    await page.getByRole('alert').getByText(sentence).waitFor()
  }
  await picture(page, 'certificate-agent-fault')
  expect(await token(page)).toBeNull()
})

test('AUTH-19 a certificate that is not trusted keeps the user on the sign-in page with a message', async () => {
  const stranger = await (await registry.authority('外', { kind: 'rsa' })).issue('张三')
  const page = await visitWithAgent(stranger)
  await agentButton(page).click()
  await page.getByRole('alert').getByText('证书验证失败').waitFor()
  await page.getByText('常见原因').waitFor()
  await picture(page, 'certificate-refused')
  await expectAccessible(page)
})

test('X-LOGINX-04 a certificate bound to no user is bound by user name and password, and signs in from then on', async () => {
  const { given, kernel } = fixture.server
  const id = await given.user()
  await given.role(id, '/wel/index')
  const { userName } = (await kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirst())!
  const holder = await root.issue('无主')
  const page = await visitWithAgent(holder)
  await agentButton(page).click()
  await page.getByRole('heading', { name: '该证书未绑定账号' }).waitFor()
  await picture(page, 'certificate-bind')
  await expectAccessible(page)
  await page.getByRole('button', { name: '重新选择证书' }).click()
  await agentButton(page).click()
  await page.getByLabel('账号').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '绑定并登录' }).click()
  await page.waitForURL('**/wel/index')
  const again = await visitWithAgent(holder)
  await agentButton(again).click()
  await again.waitForURL('**/wel/index')
})

test('LOGIN-05 by hand: the nonce is copied, certificate and signature are pasted', async () => {
  const holder = await createUser()
  const page = await fixture.visit('/login?method=certificate', { width: 1440 })
  await page.getByRole('button', { name: '用签名工具登录' }).click()
  await page.getByRole('button', { name: '获取随机数' }).click()
  const nonce = page.getByLabel('待签名的随机数')
  await nonce.waitFor()
  await page.getByText(/请在 \d+ 秒内/).waitFor()
  await picture(page, 'certificate-by-hand')
  await expectAccessible(page)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('请粘贴签名值').waitFor()
  expect(await hasFocus(page.getByLabel('证书', { exact: true }))).toBe(true)
  await picture(page, 'certificate-by-hand-empty')
  const first = await nonce.inputValue()
  await page.getByLabel('证书', { exact: true }).fill(holder.pem)
  await page.getByLabel('签名值').fill(await holder.sign('something else'))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('alert').getByText('证书验证失败').waitFor()
  // A nonce is used up by an attempt, so another one is shown, and a new signature is needed.
  await expect.poll(() => nonce.inputValue()).not.toBe(first)
  expect(await page.getByLabel('签名值').inputValue()).toBe('')
  await page.getByLabel('签名值').fill(await holder.sign(await nonce.inputValue()))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/wel/index')
})

test('T10 behind a proxy that requests the certificate one click signs in, and without a certificate none does', async () => {
  const holder = await createUser()
  await configure(fixture, 'ca.proxyHeader', 'X-Client-Cert')
  await configure(fixture, 'ca.proxyAddresses', '["127.0.0.1"]')
  const page = await fixture.visit('/login?method=certificate', { dark: true })
  const enter = page.getByRole('button', { name: '使用浏览器中的证书登录' })
  await enter.waitFor()
  await picture(page, 'certificate-proxy')
  await expectAccessible(page)
  await enter.click()
  await page.getByRole('alert').getByText('未收到客户端证书').waitFor()
  expect(await page.getByText('常见原因').count()).toBe(0)
  await page.setExtraHTTPHeaders({ 'x-client-cert': encodeURIComponent(holder.pem) })
  await enter.click()
  await page.waitForURL('**/wel/index')
})
