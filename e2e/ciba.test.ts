import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oidcClient } from '@hufu/contract/federation/oidc-client'
import { cibaIn } from '../server/test/ciba.ts'
import { PASSWORD } from '../server/test/given.ts'
import { application } from '../server/test/oidc.ts'
import { checkAccessibility, openFixture, picture, type Fixture } from './browser.ts'
import { fillSignIn } from './sign-in-page.ts'

let fixture: Fixture
let ciba: ReturnType<typeof cibaIn>
beforeAll(async () => {
  fixture = await openFixture()
  ciba = cibaIn(fixture.server)
})
afterAll(() => fixture.close())

/** The title of the step-up dialog, shown over the page whose call requires it. */
const PROOF = '请先验证身份'

test('CIBA-11 an administrator allows an application to send requests to users, and finds its endpoint', async () => {
  const { server } = fixture
  const { appId } = await application(server)
  const page = await fixture.visitAs('1', `/app/detail?id=${appId}`)
  await page.getByRole('tab', { name: '授权与安全' }).click()
  const ask = page.getByRole('switch', { name: '可向用户发起请求（CIBA）' })
  await ask.click()
  await picture(page, 'ciba-switch')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(async () => (await server.admin.call(oidcClient.get, { query: { appId } })).ciba).toBe(1)
  await page.getByRole('tab', { name: '协议配置' }).click()
  await page.getByText(`${server.address}/protocols/oidc/backchannel`).waitFor()
})

test('CIBA-11 a user with applications but no menu is notified, reads the request, proves their identity and agrees', async () => {
  const { server } = fixture
  const { config, userId, userName } = await ciba.asking({}, { name: '呼叫中心', homeUrl: 'https://call.example.com/' })
  const page = await fixture.visit('/login', { width: 1440 })
  await fillSignIn(page, userName, PASSWORD)
  await page.waitForURL('**/account/apps')
  await page.getByRole('heading', { name: '我的应用' }).waitFor()
  expect(await page.getByRole('heading', { name: '待我确认的请求' }).count()).toBe(0)
  const backchannel = await client.initiateBackchannelAuthentication(config, {
    scope: 'openid profile offline_access',
    login_hint: userName,
    binding_message: '工单 7Q-21',
  })
  await page.reload()
  await page.getByRole('button', { name: '消息中心，1 条未读' }).click()
  await page.getByRole('link', { name: '应用“呼叫中心”向您发起了请求，待您确认' }).click()
  const request = page.getByRole('listitem', { name: '“呼叫中心”的请求' })
  await request.getByText('“呼叫中心”请求以您的身份登录').waitFor()
  await request.getByText('工单 7Q-21').waitFor()
  await request.getByText('姓名、账号与工号').waitFor()
  await request.getByText('在您退出登录后继续访问，最长30天').waitFor()
  await checkAccessibility(page, 'ciba-request')
  const tokens = client.pollBackchannelAuthenticationGrant(config, backchannel)
  await request.getByRole('button', { name: '同意' }).click()
  const proof = page.getByRole('dialog').filter({ hasText: PROOF })
  await proof.getByLabel('登录密码').fill(PASSWORD)
  await picture(page, 'ciba-proof')
  await proof.getByRole('button', { name: '验证', exact: true }).click()
  await page.getByText('已同意，请回到应用继续').waitFor()
  await request.waitFor({ state: 'detached' })
  expect((await tokens).claims()).toMatchObject({ sub: userId, acr: 'urn:hufu:acr:one' })
  expect(await server.kernel.db.selectFrom('inbox').select('readTime').where('userId', '=', userId).execute()).not.toContainEqual({
    readTime: null,
  })
})

test('CIBA-04 a user declines a request they did not begin, without proving their identity', async () => {
  const { clientId, userId, userName } = await ciba.asking({}, { name: '自助终端' })
  const id = await ciba.idOf(clientId, { login_hint: userName })
  const page = await fixture.visitAs(userId, '/account/apps')
  await page.getByRole('listitem', { name: '“自助终端”的请求' }).getByRole('button', { name: '拒绝' }).click()
  await page.getByText('已拒绝').waitFor()
  await expect.poll(async () => (await ciba.poll(clientId, id)).body.error).toBe('access_denied')
})

test('CIBA-11 a user with no application in their list can still answer a request', async () => {
  const { clientId, userId, userName } = await ciba.asking({}, { name: '后台坐席', isListed: 0 })
  const id = await ciba.idOf(clientId, { login_hint: userName })
  const page = await fixture.visitAs(userId, '/account/apps')
  await page.waitForURL('**/unauth')
  const request = page.getByRole('listitem', { name: '“后台坐席”的请求' })
  await request.waitFor()
  await checkAccessibility(page, 'ciba-unauth')
  await request.getByRole('button', { name: '同意' }).click()
  await page.getByText('已同意，请回到应用继续').waitFor()
  expect((await ciba.poll(clientId, id)).status).toBe(200)
})
