import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSession } from '../server/src/platform/access/session-lifecycle.ts'
import { PASSWORD } from '../server/test/given.ts'
import { CLIENT_ID, CLIENT_SECRET, openUpstream, registerOidc, type Upstream } from '../server/test/upstream.ts'
import { fillSignIn, createUser } from './sign-in-page.ts'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

// Decision 0090: signing in by a company's identity provider, from setting it up to unlinking it.

let fixture: Fixture
let upstream: Upstream
beforeAll(async () => {
  fixture = await openFixture({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  upstream = await openUpstream()
})
afterAll(async () => {
  await upstream?.close()
  await fixture?.close()
})

/** A page as after a sign-in in this browser: with the session cookie for the server's own pages, too. */
async function signedIn(userId: string, path: string): Promise<Page> {
  const { kernel, address } = fixture.server
  const { token, link } = await startSession(kernel.db, { userId, loginType: 'password', ip: '127.0.0.1', agent: 'test' })
  const page = await fixture.visit('/config.json', { width: 1440 })
  await page
    .context()
    .addCookies([
      { name: 'idaas-link', value: link, domain: new URL(address).hostname, path: '/protocols', httpOnly: true, sameSite: 'Lax' },
    ])
  await page.evaluate(value => localStorage.setItem('idaas-token', value), token)
  await page.goto(path)
  return page
}

const TAB = '/system/securityConfig?tab=providers'
const dialog = (page: Page) => page.getByRole('dialog').last()
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })

/** Takes pictures of the page in light and dark, wide and narrow. */
async function pictures(page: Page, name: string) {
  for (const width of [1440, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await picture(page, `${name}-${width}-${colorScheme}`)
    }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

test('decision 0090 an administrator configures a provider, and a new colleague signs in through it', async () => {
  const orgId = await fixture.server.given.org()
  const { name: orgName } = await fixture.server.kernel.db
    .selectFrom('org')
    .select('name')
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()
  const appId = await fixture.server.given.app({ name: `公文系统${fixture.server.given.next()}` })
  await fixture.server.given.grant({ subjectType: 'org', subjectId: orgId, appId })
  const page = await signedIn('1', TAB)
  await page.getByText('还没有上游身份提供方').waitFor()
  await quiet(page)
  await expectAccessible(page)
  await pictures(page, 'providers-none')
  await page.getByRole('button', { name: '新增提供方' }).click()
  await field(page, '名称').fill('集团统一身份')
  await field(page, '编码').fill('group')
  await dialog(page).getByText('/protocols/upstream/group/callback').waitFor()
  await field(page, '颁发者（issuer）').fill(upstream.issuer)
  await field(page, '客户端ID').fill(CLIENT_ID)
  await field(page, '客户端密钥').fill(CLIENT_SECRET)
  await field(page, '首次登录时如何找到账号').selectOption('email')
  await field(page, '找不到账号时自动创建').click()
  await quiet(page)
  await pictures(page, 'provider-form')
  await field(page, '视为二次验证的认证级别').fill('urn:example:mfa')
  await field(page, '找不到账号时自动创建').scrollIntoViewIfNeeded()
  await pictures(page, 'provider-form-rules')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: '新账号所在机构' }).or(field(page, '新账号所在机构')).first().click()
  await dialog(page).getByText(orgName).click()
  await dialog(page).getByRole('button', { name: '确定', exact: true }).click()
  await dialog(page).getByRole('button', { name: '确定', exact: true }).click()
  await page.getByText('集团统一身份').first().waitFor()
  upstream.register(`${fixture.server.address}/protocols/upstream/group/callback`)

  upstream.become('boss-1', {
    name: '王新',
    preferred_username: 'wangxin',
    email: 'wx@example.com',
    email_verified: true,
    phone_number: '13912345678',
  })
  const other = page.context().waitForEvent('page')
  await page.getByRole('button', { name: /^测试登录/ }).click()
  await dialog(page).getByRole('button', { name: '测试登录', exact: true }).click()
  const shown = await other
  await shown.getByText('“集团统一身份”测试登录成功').waitFor()
  await shown.getByText('登录时将创建新账号').waitFor()
  await shown.getByText('139****5678').waitFor()
  await picture(shown, 'provider-tested')
  await shown.close()

  await registerOidc(fixture.server, upstream.issuer, { name: '省厅政务身份', sortNum: 2 })
  await registerOidc(fixture.server, upstream.issuer, { name: '旧门户', isShown: 0, status: 0, sortNum: 3 })
  await page.goto(TAB)
  await page.getByText('旧门户').waitFor()
  await quiet(page)
  await expectAccessible(page)
  await pictures(page, 'providers-three')

  const signIn = await fixture.visit('/login', { width: 1440 })
  await signIn.getByRole('link', { name: '集团统一身份' }).waitFor()
  await quiet(signIn)
  await expectAccessible(signIn)
  await pictures(signIn, 'sign-in-providers')
  expect(await signIn.getByRole('link', { name: '旧门户' }).count()).toBe(0)
  await signIn.getByRole('link', { name: '集团统一身份' }).click()
  await signIn
    .getByText(/公文系统/)
    .first()
    .waitFor()
  expect(new URL(signIn.url()).pathname).toBe('/account/apps')
  const made = await fixture.server.kernel.db
    .selectFrom('users')
    .select(['realName', 'passwordHash'])
    .where('userName', '=', 'wangxin')
    .executeTakeFirst()
  expect(made).toEqual({ realName: '王新', passwordHash: null })
})

test('decision 0111 an administrator enables sign-out at the provider, and a user who came through it is sent there and back', async () => {
  const { server } = fixture
  const n = server.given.next()
  const name = `分部身份${n}`
  const orgId = await server.given.org()
  await server.given.grant({ subjectType: 'org', subjectId: orgId, appId: await server.given.app() })
  const provider = await registerOidc(server, upstream.issuer, { name, orgId, rules: { makes: true } })
  upstream.register(provider.callback)
  const admin = await signedIn('1', TAB)
  const row = admin.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: '编辑' }).click()
  await field(admin, '退出本系统时一并到对方退出').click()
  await dialog(admin).getByText(`${server.address}/login`).waitFor()
  await quiet(admin)
  await expectAccessible(admin)
  await pictures(admin, 'provider-signs-out')
  await dialog(admin).getByRole('button', { name: '确定', exact: true }).click()
  await dialog(admin).waitFor({ state: 'detached' })

  upstream.become(`leaver-${n}`, { name: '赵离', preferred_username: `zhaoli${n}` })
  const page = await fixture.visit('/login', { width: 1280 })
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: '赵离' }).click()
  await page.getByRole('menuitem', { name: '退出登录', exact: true }).click()
  await page.waitForURL(`${upstream.issuer}/session/end?**`)
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await page.waitForURL(`${server.address}/login`)
  await page.getByRole('link', { name }).waitFor()
})

test('decision 0090 a user links an identity in the personal centre, an administrator sees and removes it', async () => {
  const provider = await registerOidc(fixture.server, upstream.issuer, { name: '上级单位' })
  upstream.register(provider.callback)
  const { id, userName } = await createUser(fixture, '/wel/index')
  const page = await fixture.visit('/login', { width: 1440 })
  await fillSignIn(page, userName, PASSWORD)
  await page.waitForURL('**/wel/index')
  await page.goto('/account/settings?tab=bindings')
  const own = page.getByRole('region', { name: '上级单位', exact: true })
  await own.getByText('未绑定').waitFor()
  upstream.become(`link-${id}`, { name: '安妮' })
  await own.getByRole('button', { name: '绑定', exact: true }).click()
  await own.getByText('已绑定 安妮').waitFor()
  await quiet(page)
  await expectAccessible(page)
  await pictures(page, 'bindings-identity')

  const admin = await fixture.visitAs('1', `/organiz/detail?id=${id}`, { width: 1440 })
  await admin.getByText('上游身份绑定').waitFor()
  await quiet(admin)
  await expectAccessible(admin)
  await pictures(admin, 'detail-identity')
  await admin.getByRole('button', { name: '解除绑定', exact: true }).click()
  await dialog(admin).getByRole('button', { name: '解除绑定', exact: true }).click()
  await admin.getByText('上游身份绑定').waitFor({ state: 'detached' })

  // A user who is not linked is told what to do, and can go back.
  const signIn = await fixture.visit(`/login?provider=${provider.code}`, { width: 1280 })
  await signIn.getByText('该身份没有对应的账号').waitFor()
  await picture(signIn, 'provider-refused')
  await signIn.getByRole('link', { name: '返回登录页' }).click()
  await signIn.getByRole('link', { name: '上级单位' }).waitFor()
})
