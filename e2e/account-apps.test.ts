import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/given.ts'
import { createUser, fillSignIn } from './sign-in-page.ts'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'
import { casSite, openOtherSite } from './other-site.ts'

let fixture: Fixture
let otherSite: Awaited<ReturnType<typeof openOtherSite>>
/** An external CAS application, on another host as far as the browser can tell. */
let site: string
let theirs: Awaited<ReturnType<typeof worker>>
beforeAll(async () => {
  otherSite = await openOtherSite(
    '公文',
    casSite(
      () => fixture.server.address,
      '/docs/',
      answer => `来自${/<cas:actingOrgName>([^<]*)</.exec(answer)?.[1] ?? '无处'}`,
    ),
  )
  site = otherSite.address
  fixture = await openFixture()
  theirs = await worker()
})
afterAll(async () => {
  await fixture.close()
  otherSite.close()
})

/** Checks accessibility in the light and the dark theme. */
async function checkAccessibility(page: Page, name: string) {
  await quiet(page)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await picture(page, `${name}-${theme}`)
    await expectAccessible(page)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** A user with jobs in two organisations and with applications, but without a menu. */
async function worker() {
  const { given } = fixture.server
  const [main, other] = [await given.org({ name: '市公安局' }), await given.org({ name: '城北派出所' })]
  const userId = await given.user({ org: main, others: [other], realName: '王丽', userName: `wangli${given.next()}` })
  const app = async (parts: Parameters<typeof given.app>[0]) => {
    const appId = await given.app(parts)
    await given.grant({ subjectType: 'user', subjectId: userId, appId })
    return appId
  }
  const docs = { protocol: 'cas', redirectUris: [`${site}/docs/`], asksJob: 1 } satisfies Parameters<typeof given.app>[0]
  const appGroupId = await app({ name: '公文流转', remark: '发文、收文与归档', ...docs })
  await app({ name: '邮箱', homeUrl: 'https://mail.example.com/', appGroupId })
  await app({ name: '移动警务', redirectUris: ['com.example.police:/cb'], appGroupId })
  const remark = '重点事项的交办、催办与反馈，办结后归档，超期自动提醒'
  await app({ name: '督查督办平台（市政府办公室专用，名称很长很长）', homeUrl: 'https://ducha.example.com/', remark })
  const { userName } = await fixture.server.kernel.db
    .selectFrom('users')
    .select('userName')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { userId, userName }
}

test('CAS-13 a user with applications but no menu lands at 我的应用, opens one in a chosen job and changes the job there', async () => {
  const page = await fixture.visit('/login', { width: 1440 })
  await fillSignIn(page, theirs.userName, PASSWORD)
  await page.waitForURL('**/account/apps')
  await page.getByRole('heading', { name: '我的应用' }).waitFor()
  await page.getByText('请从该应用的客户端打开').waitFor()
  await checkAccessibility(page, 'account-apps')
  // Their own pages are available too, but nothing that needs a menu.
  expect(await page.getByRole('navigation', { name: '主菜单' }).count()).toBe(0)
  await page.getByRole('button', { name: /^外观/ }).click()
  await page.getByRole('menuitem', { name: '更多外观…' }).click()
  const switches = page.getByRole('dialog').getByRole('switch')
  await switches.first().waitFor()
  expect(await switches.evaluateAll(all => all.map(one => one.ariaLabel))).toEqual(['色弱模式'])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByLabel('查找应用').fill('归档')
  expect(await page.getByRole('link', { name: '（新窗口打开）' }).count()).toBe(2)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: /^公文流转/ }).click()
  const other = await opened
  await other.getByRole('heading', { name: '以哪个任职进入“公文流转”？' }).waitFor()
  await picture(other, 'acting-job-light')
  const jobs = await other.locator('button.job').allInnerTexts()
  expect(jobs.map(words => words.replaceAll(/\s+/g, ' ').trim())).toEqual(['市公安局 主职', '城北派出所 兼职'])
  await other.getByRole('button', { name: /城北派出所/ }).click()
  await other.getByRole('heading', { name: '来自城北派出所' }).waitFor()
  await page.reload()
  const job = page.getByLabel('进入“公文流转”的任职')
  expect(await job.locator('option:checked').textContent()).toBe('城北派出所 · 兼职')
  await job.selectOption({ label: '市公安局 · 主职' })
  await page.getByText('已更改，应用下次核对身份时生效').waitFor()
  await other.goto(`${site}/docs/`)
  await other.getByRole('heading', { name: '来自市公安局' }).waitFor()
  await page.getByRole('button', { name: '王丽' }).click()
  await page.getByRole('menuitem', { name: '个人中心' }).click()
  await page.waitForURL('**/account/settings')
})

test('LOGIN-20, ERR-09 a user without menu and application ends at /unauth; once one is granted, 重新加载权限 leads on', async () => {
  const { id } = await createUser(fixture)
  const page = await fixture.visitAs(id, '/account/apps')
  await page.waitForURL('**/unauth')
  const appId = await fixture.server.given.app({ homeUrl: 'https://one.example.com/' })
  await fixture.server.given.grant({ subjectType: 'user', subjectId: id, appId })
  await page.getByRole('button', { name: '重新加载权限' }).click()
  await page.waitForURL('**/account/apps')
  await page.getByRole('link', { name: /新窗口打开/ }).waitFor()
})

test('a user with menus reaches 我的应用 from the user menu and by its name in the palette', async () => {
  const { id, realName } = await createUser(fixture, '/wel/index')
  const page = await fixture.visitAs(id, '/wel/index')
  await page.getByRole('button', { name: realName }).click()
  await page.getByRole('menuitem', { name: '我的应用' }).click()
  await page.waitForURL('**/account/apps')
  await page.getByText('还没有可以打开的应用').waitFor()
  await page.goto('/wel/index')
  await page.getByRole('button', { name: realName }).waitFor()
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox').fill('wdyy')
  await page.getByRole('option', { name: '我的应用' }).click()
  await page.waitForURL('**/account/apps')
})

test('USER-41 the details of a user list the applications they may open, and the paths of access', async () => {
  const page = await fixture.visitAs('1', `/organiz/detail?id=${theirs.userId}&tab=apps`, { width: 1440 })
  await page.getByText('直接授权').first().waitFor()
  await checkAccessibility(page, 'user-apps')
})

test('the applications tab of a user leads to 授权 with the user chosen, also if the user has none', async () => {
  const nobody = await fixture.server.given.user({ realName: '尚无应用' })
  for (const [id, name] of [
    [theirs.userId, '王丽'],
    [nobody, '尚无应用'],
  ] as const) {
    const page = await fixture.visitAs('1', `/organiz/detail?id=${id}&tab=apps`)
    await page.getByRole('tabpanel').getByRole('button', { name: '授权', exact: true }).click()
    await page.getByRole('dialog').getByRole('status').filter({ hasText: name }).waitFor()
  }
})
