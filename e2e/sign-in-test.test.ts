import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
let [oidc, cas, person] = ['', '', '']
beforeAll(async () => {
  fixture = await openFixture()
  const { given } = fixture.server
  person = await given.user({ org: await given.org({ name: '信息科' }), realName: '高远', userName: 'gaoyuan', email: 'gy@example.com' })
  oidc = await given.app({ name: '办公系统', redirectUris: ['https://oa.example.com/cb'], claims: JSON.stringify([{ claim: 'department', from: 'orgName' }, { claim: 'jobNumber', from: 'employeeNumber' }]) }) // prettier-ignore
  cas = await given.app({ name: '督办平台', protocol: 'cas', redirectUris: ['https://db.example.com/'] })
})
afterAll(() => fixture?.close())

async function choose(page: Page, name: string) {
  await page.getByRole('button', { name: '选择用户' }).click()
  const dialog = page.getByRole('dialog', { name: '选择用户' })
  await dialog.getByText(name).first().click()
  await dialog.getByRole('button', { name: '确定（1 人）' }).click()
}
const looked = async (page: Page, name: string) => {
  await quiet(page)
  await picture(page, name)
  await expectAccessible(page)
}

test('a sign-in is tested for a user: first the blockers are shown, then what the application would receive', async () => {
  const page = await fixture.visitAs('1', `/app/detail?id=${oidc}&tab=rehearsal`)
  await page.getByText('选择用户后点击“测试”').waitFor()
  await looked(page, 'rehearsal-empty')
  await choose(page, '高远')
  await page.getByRole('button', { name: '测试', exact: true }).click()
  await page.getByText('没有打开该应用的权限，原因见下方途径').waitFor()
  await page.getByText('没有任何途径').waitFor()
  expect(await page.getByLabel('浏览器前往', { exact: true }).textContent()).toContain('error=access_denied')
  await looked(page, 'rehearsal-refused')

  await fixture.server.given.grant({ subjectType: 'user', subjectId: person, appId: oidc })
  await page.getByRole('button', { name: '测试', exact: true }).click()
  await page.getByText('可以登录', { exact: true }).waitFor()
  await page.getByText('以下属性没有值，不会发送：jobNumber').waitFor()
  await page.getByText('没有签名').waitFor()
  const claims = JSON.parse((await page.getByLabel('ID 令牌：声明', { exact: true }).textContent())!) as object
  expect(claims).toMatchObject({ sub: person, name: '高远', department: '信息科', nonce: '<nonce>' })
  expect(await page.getByLabel('浏览器前往', { exact: true }).textContent()).toContain(
    'https://oa.example.com/cb?code=<code>&state=<state>',
  )
  await page.getByLabel('邮箱（email）').uncheck()
  await page.getByRole('button', { name: '测试', exact: true }).click()
  await expect.poll(async () => page.getByLabel('ID 令牌：声明', { exact: true }).textContent()).not.toContain('gy@example.com')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: '复制 ID 令牌：声明' }).click()
  await page.getByText('已复制').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('"高远"')
  await looked(page, 'rehearsal-oidc')
})

test('the test of a CAS sign-in shows all three answers, also for a page below the registered address', async () => {
  await fixture.server.given.grant({ subjectType: 'user', subjectId: person, appId: cas })
  const page = await fixture.visitAs('1', `/app/detail?id=${cas}&tab=rehearsal`)
  await page.getByLabel('服务地址').fill('https://db.example.com/task?id=7')
  await choose(page, '高远')
  await page.getByRole('button', { name: '测试', exact: true }).click()
  expect(await page.getByLabel('CAS 3.0：/p3/serviceValidate', { exact: true }).textContent()).toContain(
    '<cas:realName>高远</cas:realName>',
  )
  expect(await page.getByLabel('CAS 1.0：/validate', { exact: true }).textContent()).toBe('yes\ngaoyuan\n')
  await page.getByText('https://db.example.com/task?id=7&ticket=ST-<ticket>').waitFor()
  await looked(page, 'rehearsal-cas')
  await page.getByLabel('服务地址').fill('https://elsewhere.example.com/')
  await page.getByRole('button', { name: '测试', exact: true }).click()
  await page.getByText('地址未登记，登录请求会被拒绝：https://elsewhere.example.com/').waitFor()
  await looked(page, 'rehearsal-cas-refused')
})
