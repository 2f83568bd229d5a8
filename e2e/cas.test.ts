import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/given.ts'
import { createUser } from './sign-in-page.ts'
import { openFixture, type Fixture } from './browser.ts'
import { casSite, openOtherSite } from './other-site.ts'

let fixture: Fixture
let otherSite: Awaited<ReturnType<typeof openOtherSite>>
/** An external CAS application, as mod_auth_cas would be, on another host as far as the browser can tell. */
let site: string
beforeAll(async () => {
  otherSite = await openOtherSite(
    '档案室',
    casSite(
      () => fixture.server.address,
      '/records/',
      answer => `欢迎，${/<cas:realName>([^<]*)</.exec(answer)?.[1] ?? '无人'}`,
    ),
  )
  site = otherSite.address
  fixture = await openFixture()
})
afterAll(async () => {
  await fixture.close()
  otherSite.close()
})

test('CAS-11 a CAS application sends a user to sign in and greets them; signing out there also signs out of the console', async () => {
  const { id, userName, realName } = await createUser(fixture, '/wel/index')
  const appId = await fixture.server.given.app({ protocol: 'cas', redirectUris: [`${site}/records/`] })
  await fixture.server.given.grant({ subjectType: 'user', subjectId: id, appId })
  const page = await fixture.visit('/config.json')
  await page.goto(`${site}/records/`)
  await page.waitForURL('**/login')
  await page.getByLabel('账号').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('heading', { name: `欢迎，${realName}` }).waitFor()
  // The second visit asks for nothing.
  await page.goto(`${site}/records/`)
  await page.getByRole('heading', { name: `欢迎，${realName}` }).waitFor()
  await page.goto(`${fixture.server.address}/protocols/cas/logout`)
  await page.getByRole('heading', { name: '已退出登录' }).waitFor()
  await page.goto(`${fixture.server.address}/wel/index`)
  await page.waitForURL('**/login')
  await page.getByLabel('账号').waitFor()
})

test('CAS-12 a user who may not open the application is shown whom to ask', async () => {
  const { userName } = await createUser(fixture, '/wel/index')
  await fixture.server.kernel.db.updateTable('app').set({ name: '档案系统' }).where('protocol', '=', 'cas').execute()
  const page = await fixture.visit('/config.json')
  await page.goto(`${site}/records/`)
  await page.waitForURL('**/login')
  await page.getByLabel('账号').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('heading', { name: '您没有打开“档案系统”的权限' }).waitFor()
  expect(await page.getByText('如需使用，请联系管理员').count()).toBe(1)
  const other = await page.getByRole('link', { name: '使用其他账号' }).getAttribute('href')
  expect(new URLSearchParams(other!.split('?')[1]).get('uri')).toBe(
    `/protocols/cas/login?${new URLSearchParams({ service: `${site}/records/` }).toString()}`,
  )
  await page.getByRole('link', { name: '使用其他账号' }).click()
  await page.getByLabel('账号').waitFor()
})
