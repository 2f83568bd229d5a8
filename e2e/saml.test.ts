import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { samlKey } from '@hufu/contract/federation/saml'
import { SAML } from '@node-saml/node-saml'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/given.ts'
import { idpCertificates, metadataOf, newPair, signedXml } from '../server/test/saml.ts'
import { fingerprintOf, pemOf } from '../server/src/domains/federation/saml/xml/certificate.ts'
import { expectAccessible, type Fixture, openFixture, picture, quiet } from './browser.ts'
import { createUser } from './sign-in-page.ts'

const pair = newPair('档案系统')
let fixture: Fixture
let otherSite: Server
let saml: SAML
/** An external service provider; behind its assertion consumer service it redirects to another host name. */
let site = ''
beforeAll(async () => {
  fixture = await openFixture({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  otherSite = createServer((message, answer) => {
    let body = ''
    message.on('data', piece => (body += String(piece)))
    message.on('end', () => void serve(message.url ?? '/', body).then(({ to, html }) => (to ? answer.writeHead(303, { location: to }).end() : answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)))) // prettier-ignore
  })
  await new Promise<void>(done => otherSite.listen(0, '127.0.0.1', done))
  const { port } = otherSite.address() as AddressInfo
  site = `http://localhost:${port}`
  const own = `${fixture.server.address}/protocols/saml`
  saml = new SAML({
    entryPoint: `${own}/sso`,
    logoutUrl: `${own}/slo`,
    callbackUrl: `${site}/acs`,
    logoutCallbackUrl: `${site}/slo`,
    issuer: `${site}/metadata`,
    idpCert: await idpCertificates(fixture.server),
    privateKey: pair.privatePem,
    publicCert: pemOf(pair.certificate),
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
  })
})
afterAll(async () => {
  otherSite.close()
  await fixture.close()
})

let greeted = ''
/** The metadata published at an address of the application. */
let published = ''
let signOuts = 0

/** Validates the logout request and answers it. */
async function answerLogout(url: URL): Promise<string> {
  const { profile } = await saml.validateRedirectAsync(Object.fromEntries(url.searchParams), url.search.slice(1))
  signOuts++
  return saml.getLogoutResponseUrlAsync(profile!, '', {}, true)
}

async function serve(path: string, body: string): Promise<{ to?: string; html?: string }> {
  if (path.startsWith('/acs')) {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: new URLSearchParams(body).get('SAMLResponse') ?? '' })
    greeted = String((profile!.attributes as Record<string, unknown>)['urn:oid:2.16.840.1.113730.3.1.241'])
    return { to: `http://127.0.0.1:${new URL(site).port}/home` }
  }
  if (path.startsWith('/slo')) return { to: await answerLogout(new URL(path, site)) }
  if (path.startsWith('/signed.xml')) return { html: published }
  if (path.startsWith('/home')) return { html: `<!doctype html><title>档案室</title><h1>欢迎，${greeted}</h1>` }
  return { to: await saml.getAuthorizeUrlAsync('', undefined, {}) }
}

const looked = async (page: Page, name: string) => {
  // A switch under the pointer is paler.
  await page.mouse.move(0, 0)
  await quiet(page)
  await picture(page, name)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, `${name}-dark`)
  await expectAccessible(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
}
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

test('SAML-40 an application is added by pasting its metadata, and signs users in from then on', async () => {
  const { given, kernel } = fixture.server
  await given.app({ name: '占位' })
  const page = await fixture.visitAs('1', '/app/list')
  await page.getByRole('button', { name: '新增应用' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新增应用' })
  await dialog.getByText('SAML 2.0', { exact: true }).click()
  await dialog.getByLabel('应用的元数据').fill('<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"/>')
  await dialog.getByLabel('应用名称').click()
  await dialog.getByText('元数据中有多个实体，请只保留这个应用自己的 EntityDescriptor').waitFor()
  await dialog.getByLabel('应用的元数据').fill(saml.generateServiceProviderMetadata(null, pemOf(pair.certificate)))
  await dialog.getByLabel('应用名称').fill('档案系统')
  await dialog.getByLabel('应用编码').fill('records')
  await dialog.getByRole('region', { name: '读取到的内容' }).getByText(`${site}/acs`).waitFor()
  await looked(page, 'saml-add')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.waitForURL('**/app/detail?*tab=connect*')
  await tab(page, '协议配置')
  await page.getByText(`${fixture.server.address}/protocols/saml/metadata`).waitFor()
  await looked(page, 'saml-own')
  await tab(page, '账号映射')
  await page.getByRole('button', { name: '填入常用属性' }).click()
  await looked(page, 'saml-claims')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('已保存').or(page.getByText('保存成功')).first().waitFor()

  const { id } = await kernel.db.selectFrom('app').select('id').where('code', '=', 'records').executeTakeFirstOrThrow()
  const { id: userId, userName, realName } = await createUser(fixture, '/wel/index')
  await given.grant({ subjectType: 'user', subjectId: userId, appId: id })
  const visitor = await fixture.visit('/config.json')
  await visitor.goto(site)
  await visitor.waitForURL('**/login')
  await visitor.getByLabel('账号').fill(userName)
  await visitor.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await visitor.getByRole('button', { name: '登录', exact: true }).click()
  await visitor.getByRole('heading', { name: `欢迎，${realName}` }).waitFor()
})

test('SAML-41 the page of an application shows the service provider, its trust, its logout and its refused requests', async () => {
  const { kernel } = fixture.server
  const { id } = await kernel.db.selectFrom('app').select('id').where('code', '=', 'records').executeTakeFirstOrThrow()
  const bad = await saml.getAuthorizeUrlAsync('', undefined, {})
  expect((await fetch(bad.replace('&Signature=', '&Signature=AAAA'))).status).toBe(400)
  const page = await fixture.visitAs('1', `/app/detail?id=${id}&tab=samlPeer`)
  await page.getByText(`${site}/metadata`).waitFor()
  await looked(page, 'saml-peer')
  await tab(page, '签名与加密')
  await page.getByLabel('要求登录请求签名').click()
  await page.getByText('不要求签名会降低安全性').waitFor()
  await page.getByLabel('允许由本系统发起登录').click()
  await looked(page, 'saml-security')
  await page.getByLabel('加密断言').selectOption({ label: '始终加密' })
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('该应用的元数据中没有加密证书，不能要求加密').waitFor()
  await page.getByRole('button', { name: '知道了' }).click()
  await page.getByLabel('加密断言').selectOption({ label: '明文断言' })
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(() => kernel.db.selectFrom('samlSp').select(['wantsSignedRequest', 'allowUnsolicited']).where('appId', '=', id).execute()).toEqual([{ wantsSignedRequest: 0, allowUnsolicited: 1 }]) // prettier-ignore
  await tab(page, '注销')
  await page.getByText('此应用不能被动注销').waitFor()
  await looked(page, 'saml-logout')
  await tab(page, '最近被拒绝的请求')
  await page.getByText('签名与已登记的证书不符').waitFor()
  await looked(page, 'saml-refusals')
  await tab(page, '对方')
  await page.getByRole('button', { name: '更新元数据' }).click()
  const dialog = page.getByRole('dialog', { name: '更新元数据' })
  const moved = saml
    .generateServiceProviderMetadata(null, pemOf(pair.certificate))
    .replace(`${site}/acs`, 'https://elsewhere.example.com/acs')
  await dialog.getByLabel('应用的元数据').fill(moved)
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByText('登录结果将发往新的主机：elsewhere.example.com').waitFor()
  await page.getByRole('button', { name: '取消' }).last().click()
  expect(await kernel.db.selectFrom('samlSp').select('version').where('appId', '=', id).execute()).toEqual([{ version: 2 }])
})

test('SAML-42 a sign-in is tested for a user, and the assertion is shown', async () => {
  const { given, kernel } = fixture.server
  const { id } = await kernel.db.selectFrom('app').select('id').where('code', '=', 'records').executeTakeFirstOrThrow()
  const person = await given.user({ realName: '高远', userName: 'gaoyuan' })
  await given.grant({ subjectType: 'user', subjectId: person, appId: id })
  const page = await fixture.visitAs('1', `/app/detail?id=${id}&tab=rehearsal`)
  await page.getByRole('button', { name: '选择用户' }).click()
  const dialog = page.getByRole('dialog', { name: '选择用户' })
  await dialog.getByText('高远').first().click()
  await dialog.getByRole('button', { name: '确定（1 人）' }).click()
  await page.getByRole('button', { name: '测试', exact: true }).click()
  await page.getByText('可以登录', { exact: true }).waitFor()
  expect(await page.getByLabel('断言（未签名）', { exact: true }).textContent()).toContain('高远')
  await looked(page, 'saml-rehearsal')
})

test('SAML-44 metadata are read from an address, one signer is pinned, and pending metadata are reviewed and accepted', async () => {
  const entityId = 'https://by-address.example.com'
  const signer = newPair('联盟签名者')
  const publish = (...parts: [from: string, to: string][]) => {
    const plain = metadataOf(entityId, pair.certificate).replace('<md:EntityDescriptor', '<md:EntityDescriptor ID="_m"')
    published = signedXml(
      parts.reduce((xml, [from, to]) => xml.replace(from, to), plain),
      signer,
    )
  }
  publish()
  const page = await fixture.visitAs('1', '/app/list')
  await page.getByRole('button', { name: '新增应用' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新增应用' })
  await dialog.getByText('SAML 2.0', { exact: true }).click()
  await dialog.getByText('按地址读取').click()
  await dialog.getByLabel('元数据地址').fill(`${site.replace('localhost', '127.0.0.1')}/signed.xml`)
  await dialog.getByLabel('应用名称').fill('按地址的应用')
  await dialog.getByLabel('应用编码').fill('byaddress')
  await dialog.getByRole('button', { name: '只接受此签名者' }).click()
  await looked(page, 'saml-add-address')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.waitForURL('**/app/detail?*tab=connect*')
  await tab(page, '对方')
  await page.getByText(fingerprintOf(signer.certificate)).waitFor()
  await looked(page, 'saml-peer-address')
  publish([`${entityId}/acs`, 'https://elsewhere.example.com/acs'])
  await page.getByRole('button', { name: '立即更新' }).click()
  await page.getByText('新的元数据更换了登录返回的主机，等待确认').waitFor()
  await looked(page, 'saml-proposal')
  await page.goto(`${fixture.server.address}/wel/index`)
  await page.getByText('应用按地址的应用有新的 SAML 元数据等待确认').waitFor()
  await looked(page, 'saml-today')
  await page.getByRole('link', { name: '查看改动' }).click()
  await page.getByRole('button', { name: '查看并采用' }).click()
  await page.getByText('新增 https://elsewhere.example.com/acs').waitFor()
  await looked(page, 'saml-accept')
  await page.getByRole('dialog').getByRole('button', { name: '采用', exact: true }).click()
  await page.getByText('https://elsewhere.example.com/acs').first().waitFor()
  published = '<html/>'
  await page.getByRole('button', { name: '立即更新' }).click()
  await page.getByText('最近一次读取失败').waitFor()
  await looked(page, 'saml-fault')
})

test('SAML-45 a user who signs out of the console is sent to the application they used, and back to the sign-in page', async () => {
  const { given, kernel } = fixture.server
  const { id } = await kernel.db.selectFrom('app').select('id').where('code', '=', 'records').executeTakeFirstOrThrow()
  const slo = JSON.stringify([{ binding: 'redirect', url: `${site}/slo`, responseUrl: null }])
  await kernel.db.updateTable('samlSp').set({ slo, encrypt: 'never' }).where('appId', '=', id).execute()
  const { id: userId, userName, realName } = await createUser(fixture, '/wel/index')
  await given.grant({ subjectType: 'user', subjectId: userId, appId: id })
  const page = await fixture.visit('/login')
  await page.getByLabel('账号').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/wel/index')
  await page.goto(site)
  await page.getByRole('heading', { name: `欢迎，${realName}` }).waitFor()
  await page.goto(`${fixture.server.address}/wel/index`)
  await page.getByRole('button', { name: realName }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('heading', { name: '已退出登录' }).waitFor()
  await page.getByText('已一并退出：档案系统').waitFor()
  await looked(page, 'saml-left')
  expect(signOuts).toBe(1)
  await page.getByRole('link', { name: '返回登录页' }).click()
  await page.getByLabel('账号').waitFor()
})

test('SAML-43 a new key is published, each application is moved to it, and then the old key is removed', async () => {
  const page = await fixture.visitAs('1', '/app/appSetting')
  await page.getByRole('button', { name: '新增密钥' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '新增密钥' }).click()
  await page.getByRole('button', { name: '已换证书 档案系统' }).waitFor()
  expect(await idpCertificates(fixture.server)).toHaveLength(2)
  await looked(page, 'saml-keys')
  // The second click comes while the first application is still being moved.
  let answer!: () => void
  const held = new Promise<void>(resolve => (answer = resolve))
  await page.route(`**${samlKey.moveApp.path}`, route => held.then(() => route.continue()), { times: 1 })
  await page.getByRole('button', { name: '已换证书 档案系统' }).click()
  await page.getByRole('button', { name: '已换证书 按地址的应用' }).click()
  answer()
  await page.getByText('所有应用都已换证').waitFor()
  await page.getByRole('region', { name: '尚未换证的应用' }).getByRole('button', { name: '停用' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
  await expect.poll(() => idpCertificates(fixture.server)).toHaveLength(1)
})
