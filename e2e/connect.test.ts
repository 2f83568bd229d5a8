import { existsSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appGroup } from '@hufu/contract/apps/app'
import { pemOf } from '../server/src/domains/federation/saml/xml/certificate.ts'
import { addressAt, type Apache, freePort, startApache } from '../server/test/counterparts/apache.ts'
import { Visitor } from '../server/test/counterparts/visitor.ts'
import { PASSWORD } from '../server/test/given.ts'
import { newPair } from '../server/test/saml.ts'
import { needs } from '../tools/test/needs.ts'
import { checkAccessibility, type Fixture, openFixture } from './browser.ts'
import { createUser } from './sign-in-page.ts'

let fixture: Fixture
const running: Apache[] = []
beforeAll(async () => {
  fixture = await openFixture({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  await fixture.server.admin.call(appGroup.save, { body: { name: '办公' } })
})
afterAll(async () => {
  for (const apache of running) await apache.stop()
  await fixture.close()
})

const side = (page: Page) => page.getByRole('complementary', { name: '接入进度' })
const config = (page: Page, file: string) => page.getByRole('region', { name: file }).locator('pre').innerText()
const CONF = '/etc/apache2/conf-available/hufu.conf'

interface Added {
  name: string
  code: string
  address?: string
  metadata?: string
}
/** Adds an application by the dialog of the list; the page then shows the values to paste. */
async function add(page: Page, protocol: string, { name, code, address, metadata }: Added): Promise<string> {
  await page.goto('/app/list')
  await page.getByRole('button', { name: '新增应用' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新增应用' })
  await dialog.getByText(protocol, { exact: true }).click()
  if (metadata !== undefined) await dialog.getByLabel('应用的元数据').fill(metadata)
  await dialog.getByLabel('应用名称').fill(name)
  await dialog.getByLabel('应用编码').fill(code)
  if (address !== undefined) await dialog.getByLabel(protocol === 'CAS' ? '服务地址' : '回调地址').fill(address)
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.waitForURL(/tab=connect$/)
  return new URL(page.url()).searchParams.get('id')!
}

async function allowed(appId: string) {
  const them = await createUser(fixture, '/wel/index')
  await fixture.server.given.grant({ subjectType: 'user', subjectId: them.id, appId })
  return them
}

/** A user who may open the application visits it in a browser of their own. */
async function signInAtSite(appId: string, site: string): Promise<Page> {
  const { userName } = await allowed(appId)
  const page = await fixture.visit('/config.json')
  await page.goto(site)
  await page.getByLabel('账号').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  return page
}
const waitForSiteHome = (page: Page) => page.getByRole('heading', { name: '档案系统首页' }).waitFor()

test('a wrong request of an application is shown as it arrives, beside what is registered, until it is right', async () => {
  const page = await fixture.visitAs('1', '/app/list', { width: 1440 })
  const appId = await add(page, 'OpenID Connect', { name: '看板', code: 'board', address: 'https://board.example.com/cb' })
  await side(page).getByText('等待第一次登录…').waitFor()
  await checkAccessibility(page, 'connect-waiting')
  const clientId = /OIDC_CLIENT_ID=(\w+)/.exec(await config(page, '通用配置项'))![1]!
  const ask = new URL(`${fixture.server.address}/protocols/oidc/auth`)
  const parameters = {
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'https://board.example.com/cb/',
    code_challenge_method: 'S256',
  }
  ask.search = new URLSearchParams({ client_id: clientId, code_challenge: 'c'.repeat(43), ...parameters }).toString()
  await fetch(ask, { redirect: 'manual' })
  const wrong = side(page).getByRole('listitem').filter({ hasText: '回调地址（redirect_uri）与登记的不一致' })
  await wrong.getByText('https://board.example.com/cb/', { exact: true }).waitFor()
  await wrong.getByText('https://board.example.com/cb', { exact: true }).waitFor()
  await wrong.getByText('只差末尾的斜杠 /').waitFor()
  const basic = `Basic ${Buffer.from(`${clientId}:wrong`).toString('base64')}`
  const body = new URLSearchParams({ grant_type: 'authorization_code', code: 'none', redirect_uri: 'https://board.example.com/cb' })
  await fetch(`${fixture.server.address}/protocols/oidc/token`, { method: 'POST', body, headers: { authorization: basic } })
  await side(page).getByText('客户端密钥（client_secret）不正确', { exact: false }).waitFor()
  await checkAccessibility(page, 'connect-refused')
  // Other software uses another address, which is registered by one click.
  await page.getByRole('button', { name: 'Grafana', exact: true }).click()
  await page.getByText('https://board.example.com/login/generic_oauth', { exact: false }).waitFor()
  await page.getByRole('button', { name: '登记这个地址' }).click()
  await page.getByRole('button', { name: '登记这个地址' }).waitFor({ state: 'detached' })
  expect(await config(page, '/etc/grafana/grafana.ini')).toContain('root_url = https://board.example.com/\n')
  await page.getByRole('button', { name: '我已保存' }).click()
  await side(page).getByRole('link', { name: '授权' }).click()
  await page.getByRole('dialog', { name: '授权给机构' }).getByRole('tree').waitFor()
  expect(new URL(page.url()).searchParams.get('appId')).toBe(appId)
})

test('leaving the page before the new secret was saved must be confirmed', async () => {
  const page = await fixture.show('/app/list')
  await add(page, 'OpenID Connect', { name: '密钥', code: 'kept', address: 'https://kept.example.com/cb' })
  await page.getByRole('note').filter({ hasText: '密钥只显示这一次' }).waitFor()
  await page.getByRole('link', { name: '应用列表' }).first().click()
  await page.getByRole('dialog', { name: '离开此页？' }).getByRole('button', { name: '留在此页' }).click()
  await page.getByRole('button', { name: '我已保存' }).click()
  await page.getByText('密钥只在新增或更换时显示一次', { exact: false }).waitFor()
})

// Pastes what the screen shows; only folders are replaced by those of this machine.
describe.skipIf(!needs.apache.there())('Apache, configured with the values on the screen', () => {
  test('mod_auth_openidc signs a user in and shows the protected page', async () => {
    const page = await fixture.visitAs('1', '/app/list')
    const port = await freePort()
    const site = addressAt(port)
    const appId = await add(page, 'OpenID Connect', { name: '档案 OIDC', code: 'oidc', address: `${site}/in/callback` })
    await page.getByRole('button', { name: 'Apache mod_auth_openidc' }).click()
    const pasted = await config(page, CONF)
    running.push(await startApache({ port, module: 'auth_openidc', configure: () => pasted, says: ['REMOTE_USER'] }))
    await waitForSiteHome(await signInAtSite(appId, `${site}/in/`))
    await side(page).getByText('接入成功').waitFor()
    await checkAccessibility(page, 'connect-done')
  })

  test('mod_auth_cas signs a user in and shows the protected page', async () => {
    const page = await fixture.visitAs('1', '/app/list')
    const port = await freePort()
    const site = addressAt(port)
    const appId = await add(page, 'CAS', { name: '档案 CAS', code: 'cas', address: `${site}/in/` })
    await page.getByRole('button', { name: 'Apache mod_auth_cas' }).click()
    const pasted = await config(page, CONF)
    const configure = (folder: string) => pasted.replace('/var/cache/apache2/mod_auth_cas/', `${folder}/cookies/`)
    running.push(await startApache({ port, module: 'auth_cas', configure, says: ['REMOTE_USER'] }))
    await waitForSiteHome(await signInAtSite(appId, `${site}/in/`))
    await side(page).getByText('接入成功').waitFor()
  })

  test('mod_auth_mellon signs a user in and shows the protected page', async () => {
    const page = await fixture.visitAs('1', '/app/list')
    const port = await freePort()
    const site = addressAt(port)
    const pair = newPair('mellon')
    const certificate = pemOf(pair.certificate)
    const metadata = metadataOf(site, certificate)
    const appId = await add(page, 'SAML 2.0', { name: '档案 SAML', code: 'saml', metadata })
    await page.getByRole('button', { name: 'Apache mod_auth_mellon' }).click()
    await expect.poll(() => config(page, '在应用服务器上执行')).toContain(`${site}/mellon`)
    const pasted = await config(page, CONF)
    const script = await config(page, '在应用服务器上执行')
    const idp = await (await fetch(/\S+\/protocols\/saml\/metadata/.exec(script)![0])).text()
    const configure = (folder: string) => {
      const files = { 'sp.key': pair.privatePem, 'sp.cert': certificate, 'sp.xml': metadata, 'idp.xml': idp }
      for (const [name, content] of Object.entries(files)) writeFileSync(`${folder}/${name}`, content)
      expect(existsSync(`${folder}/sp.key`)).toBe(true)
      return `MellonLockFile ${folder}/mellon.lock\n${pasted.replaceAll('/etc/apache2/mellon', folder)}`
    }
    const apache = await startApache({ port, module: 'auth_mellon', configure, says: ['REMOTE_USER'] })
    running.push(apache)
    // The module's cookie has SameSite=None, which Chromium accepts over https only.
    const { userName } = await allowed(appId)
    const shown = await new Visitor(fixture.server).signInAt(`${site}/in/`, userName)
    expect(shown.text, await apache.errors()).toContain('<h1>档案系统首页</h1>')
    await side(page).getByText('接入成功').waitFor()
  })
})

/** Metadata as mellon_create_metadata writes them. */
const metadataOf = (site: string, certificate: string): string => {
  const bare = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '')
  return `<EntityDescriptor entityID="${site}/mellon/metadata" xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
  <SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bare}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>
    <AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${site}/mellon/postResponse"/>
  </SPSSODescriptor>
</EntityDescriptor>`
}
