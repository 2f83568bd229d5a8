import * as client from 'openid-client'
import type { Page } from 'playwright-core'
import { appVisit } from '@hufu/contract/apps/app-visit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/given.ts'
import { application } from '../server/test/oidc.ts'
import { createUser, token } from './sign-in-page.ts'
import { expectAccessible, openFixture, picture, type Fixture } from './browser.ts'
import { openOtherSite } from './other-site.ts'

let fixture: Fixture
let otherSite: Awaited<ReturnType<typeof openOtherSite>>
/** An external application, on another host as far as the browser can tell. */
let site: string
let config: client.Configuration
beforeAll(async () => {
  otherSite = await openOtherSite('会议室', serve)
  site = otherSite.address
  fixture = await openFixture()
})
afterAll(async () => {
  await fixture.close()
  otherSite.close()
})

/** The application of a test: `/` requests a sign-in, `/callback` greets the user by name. */
const requests = new Map<string, string>()
async function serve(url: URL): Promise<{ to?: string; body?: string }> {
  const redirect_uri = `${site}/callback`
  if (url.pathname === '/callback') {
    const state = url.searchParams.get('state') ?? ''
    if (url.searchParams.has('error')) return { body: url.searchParams.get('error')! }
    const tokens = await client.authorizationCodeGrant(config, url, { pkceCodeVerifier: requests.get(state)!, expectedState: state })
    return { body: `欢迎，${String(tokens.claims()?.name)}` }
  }
  if (url.pathname !== '/') return { body: '' }
  const [state, verifier] = [client.randomState(), client.randomPKCECodeVerifier()]
  requests.set(state, verifier)
  const code_challenge = await client.calculatePKCECodeChallenge(verifier)
  const prompt = url.searchParams.get('prompt')
  return {
    to: client.buildAuthorizationUrl(config, {
      redirect_uri,
      scope: 'openid profile',
      code_challenge,
      code_challenge_method: 'S256',
      state,
      ...(prompt && { prompt }),
    }).href,
  }
}

/** Fills in the sign-in form. The answer leads away from the page at once. */
async function enter(page: Page, userName: string) {
  await page.getByLabel('账号').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

test('OP-02, OP-55 an application sends a user to sign in and greets them; signing out of the console requires a new sign-in', async () => {
  const { id, userName, realName } = await createUser(fixture, '/wel/index')
  const appName = '会议室预订'
  config = (await application(fixture.server, id, { name: appName, redirectUris: [`${site}/callback`] })).config
  const page = await fixture.visit('/config.json')
  await page.goto(`${site}/`)
  await page.waitForURL('**/login')
  await page.getByText(`登录后前往“${appName}”`).waitFor()
  await page.locator('.destination .letter').waitFor()
  await expectAccessible(page)
  await picture(page, 'oidc-destination')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByText(`Next: “${appName}”`).waitFor()
  await page.getByRole('button', { name: '中文' }).click()
  await enter(page, userName)
  await page.getByRole('heading', { name: `欢迎，${realName}` }).waitFor()
  // A second visit to the application or to the console asks for nothing.
  await page.goto(`${site}/`)
  await page.getByRole('heading', { name: `欢迎，${realName}` }).waitFor()
  await page.goto(`${fixture.server.address}/wel/index`)
  await page.getByRole('button', { name: realName }).click()
  await page.getByRole('menuitem', { name: '退出登录', exact: true }).click()
  await page.waitForURL('**/login')
  await page.goto(`${site}/`)
  await page.waitForURL(url => url.pathname === '/login')
  await page.getByLabel('账号').waitFor()
  // A sign-in page opened directly does not request a destination.
  const other = await fixture.visit('/config.json')
  const requests: string[] = []
  other.on('request', request => requests.push(request.url()))
  await other.goto(`${fixture.server.address}/login`)
  await other.getByLabel('账号').waitFor()
  expect(requests.filter(url => url.includes('getDestination'))).toEqual([])
})

test('OP-03 an application that requires a new sign-in gets one, though the console is open', async () => {
  const { id, userName, realName } = await createUser(fixture, '/wel/index')
  config = (await application(fixture.server, id, { redirectUris: [`${site}/callback`] })).config
  const page = await fixture.visit('/login')
  await enter(page, userName)
  await page.waitForURL('**/wel/index')
  const before = await token(page)
  await page.goto(`${site}/?prompt=login`)
  await page.waitForURL('**/login')
  await enter(page, userName)
  await page.getByRole('heading', { name: `欢迎，${realName}` }).waitFor()
  await page.goto(`${fixture.server.address}/wel/index`)
  expect(await token(page)).not.toBe(before)
})

test('ROUTE-18 the visits of an application list what happened there, filtered by user and by result', async () => {
  const { admin, given, kernel } = fixture.server
  const appId = await given.app({ name: '来访登记' })
  const [they, another] = [await given.user({ realName: '常来' }), await given.user({ realName: '不速' })]
  const visit = { appId, sessionId: 's', protocol: 'oauth2', ip: '10.1.1.1', browser: 'Chrome 140', os: 'Windows 11' }
  await kernel.db.insertInto('appVisit').values([{ ...visit, id: 'visit1', userId: they }, { ...visit, id: 'visit2', userId: another, fault: 'noAccess' }]).execute() // prettier-ignore
  expect(await admin.call(appVisit.page, { query: { appId } })).toMatchObject({ total: 2 })
  const page = await fixture.visitAs('1', `/app/detail?id=${appId}`)
  await page.getByRole('tab', { name: '访问记录' }).click()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('不速').getByText('被拒绝：无权访问').waitFor()
  await page.getByLabel('用户', { exact: true }).fill('常来')
  await page.getByRole('button', { name: '查询' }).click()
  await row('不速').waitFor({ state: 'hidden' })
  await row('常来').getByText('登录成功').waitFor()
  await page.getByRole('tab', { name: '角色与资源' }).click()
  await page.getByText('这个应用还没有角色').waitFor()
  await page.getByRole('link', { name: '维护角色与资源' }).click()
  await page.waitForURL(/\/app\/authority\?appId=/)
})

test('OP-21 a user who may not open the application is shown whom to ask, and returns to it', async () => {
  const { userName } = await createUser(fixture)
  config = (
    await application(fixture.server, undefined, { redirectUris: [`${site}/callback`], name: `会议室预订${fixture.server.given.next()}` })
  ).config
  const page = await fixture.visit('/config.json')
  await page.goto(`${site}/`)
  await page.waitForURL('**/login')
  await enter(page, userName)
  await page.getByRole('heading', { name: /^您没有打开“会议室预订\d+”的权限$/ }).waitFor()
  await expectAccessible(page)
  await picture(page, 'oidc-no-access')
  await page.getByRole('link', { name: '返回应用' }).click()
  await page.getByRole('heading', { name: 'access_denied' }).waitFor()
})

test('OP-21 a user who may not open the application continues with another account that may', async () => {
  const { given } = fixture.server
  const [refused, welcome] = [await createUser(fixture), await createUser(fixture)]
  const made = await application(fixture.server, undefined, { redirectUris: [`${site}/callback`], name: `换人预订${given.next()}` })
  config = made.config
  await given.grant({ subjectType: 'user', subjectId: welcome.id, appId: made.appId })
  const page = await fixture.visit('/config.json')
  await page.goto(`${site}/`)
  await page.waitForURL('**/login')
  await enter(page, refused.userName)
  await page.getByRole('heading', { name: /^您没有打开“换人预订\d+”的权限$/ }).waitFor()
  await page.getByRole('link', { name: '使用其他账号' }).click()
  await page.waitForURL('**/login')
  await enter(page, welcome.userName)
  await page.getByRole('heading', { name: `欢迎，${welcome.realName}` }).waitFor()
})
