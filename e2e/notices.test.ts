import { user } from '@hufu/contract/directory/user'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configure } from './sign-in-page.ts'
import { openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
let head: string
beforeAll(async () => {
  fixture = await openFixture()
  head = await fixture.server.given.org({ name: '提示处' })
})
afterAll(() => fixture?.close())

/** Opens the page with a clock controlled by the test; it runs until it is paused. */
async function withClock(path: string): Promise<Page> {
  const page = await fixture.visitAs('1', '/config.json')
  await page.clock.install()
  await page.goto(path)
  return page
}
const now = (page: Page) => page.evaluate(() => Date.now())
const SLACK_MS = 1000
/** Expects the sentence to be shown for this long by the page's clock, and then to disappear. */
async function expectShownFor(page: Page, act: () => Promise<void>, sentence: Locator, ms: number) {
  const before = await now(page)
  await act()
  await sentence.waitFor()
  const shown = await now(page)
  await page.clock.pauseAt(Math.max(before + ms - SLACK_MS, shown))
  expect(await sentence.count()).toBe(1)
  await page.clock.runFor(shown + ms - (await now(page)))
  await sentence.waitFor({ state: 'detached' })
}

test('CONST-14 ERR-08 a warning stays for 8 seconds', async () => {
  const { given } = fixture.server
  const id = await given.user()
  await given.role(id, '/wel/index')
  const page = await fixture.visitAs(id, '/config.json')
  await page.clock.install()
  const warning = page.getByText('访问失败，菜单权限不足，将自动跳转至有权访问的页面', { exact: true })
  await expectShownFor(page, async () => void (await page.goto('/sync/config')), warning, 8000)
})

test('CONST-15 ERR-36 an error stays for 5 seconds', async () => {
  const page = await withClock(`/organiz/index?orgId=${head}`)
  await page.getByRole('button', { name: '查询', exact: true }).waitFor()
  await quiet(page)
  await page.route('**/api/v3/user/page**', route => route.abort())
  const act = async () => {
    await page.getByLabel('关键字', { exact: true }).fill('谁')
    await page.getByRole('button', { name: '查询', exact: true }).click()
  }
  await expectShownFor(page, act, page.locator('.toast').filter({ hasText: '网络异常，请稍后重试' }), 5000)
})

test('CONST-16 a success message stays for 3 seconds', async () => {
  const { given, admin } = fixture.server
  const id = await given.user({ org: head, realName: '三秒' })
  await admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  const page = await withClock(`/organiz/index?orgId=${head}`)
  await page.getByRole('button', { name: '更多操作 三秒' }).click()
  await page.getByRole('menuitem', { name: '启用', exact: true }).click()
  const enable = page.getByRole('dialog').getByRole('button', { name: '启用', exact: true })
  await enable.waitFor()
  await expectShownFor(page, () => enable.click(), page.locator('.toast'), 3000)
})

describe('a success message with 撤销', () => {
  /** Opens the list and asks whether to disable the user; answers are for the caller. */
  async function askToDisable(realName: string) {
    await fixture.server.given.user({ org: head, realName })
    const page = await withClock(`/organiz/index?orgId=${head}`)
    await page.getByRole('button', { name: `更多操作 ${realName}` }).click()
    await page.getByRole('menuitem', { name: '停用', exact: true }).click()
    const button = page.getByRole('dialog').getByRole('button', { name: '停用', exact: true })
    await button.waitFor()
    return { page, toast: page.getByRole('status').filter({ hasText: '操作成功' }), disable: () => button.click() }
  }

  test('stays for 10 seconds', async () => {
    const { page, toast, disable } = await askToDisable('十秒')
    await expectShownFor(page, disable, toast, 10_000)
  })

  test('stays as long as the mouse or the focus is on it', async () => {
    const { page, toast, disable } = await askToDisable('停留')
    await disable()
    await toast.waitFor()
    const search = page.getByRole('button', { name: '查询', exact: true })
    for (const [hold, leave] of [
      [() => toast.hover(), () => page.mouse.move(0, 0)],
      [() => toast.getByRole('button', { name: '撤销' }).focus(), () => search.focus()],
    ] as const) {
      await hold()
      await page.clock.fastForward(60_000)
      expect(await toast.count()).toBe(1)
      await leave()
    }
    await page.clock.fastForward(10_000)
    await toast.waitFor({ state: 'detached' })
  })
})

test.each([
  ['30 seconds as shipped', '30000'],
  ['as long as the settings say', '5000'],
])('CONST-17 ERR-37 the page waits %s for an answer, and then shows the timeout message', async (_how, ms) => {
  await configure(fixture, 'requestTimeout', ms)
  const page = await withClock(`/organiz/index?orgId=${head}`)
  const search = page.getByRole('button', { name: '查询', exact: true })
  await search.waitFor()
  await quiet(page)
  // The answer never comes.
  const requested = new Promise<void>(resolve => void page.route('**/api/v3/user/page**', () => resolve()))
  await page.getByLabel('关键字', { exact: true }).fill('谁')
  await page.clock.pauseAt((await now(page)) + SLACK_MS)
  await search.click()
  await requested
  const toast = page.locator('.toast').filter({ hasText: '请求超时，请稍后重试' })
  await page.clock.runFor(Number(ms) - 1)
  expect(await toast.count()).toBe(0)
  await page.clock.runFor(1)
  await toast.waitFor()
  await configure(fixture, 'requestTimeout', '30000')
})

test('CONST-19 text typed into a search is requested once, 300 ms after the last key', async () => {
  const page = await withClock('/organiz/org-list')
  const find = page.getByRole('combobox', { name: /查找机构/ })
  await find.waitFor()
  await quiet(page)
  const requests: string[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.pathname === '/api/v3/org/searchByName') requests.push(url.searchParams.get('name') ?? '')
  })
  await page.clock.pauseAt((await now(page)) + SLACK_MS)
  await find.pressSequentially('提')
  await page.clock.runFor(299)
  await find.pressSequentially('示')
  await page.clock.runFor(299)
  await quiet(page)
  expect(requests).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => requests).toEqual(['提示'])
})

test('D-01 an error that a page shows in place of a record is not repeated in a dialog', async () => {
  for (const path of [
    '/organiz/detail?id=nobody',
    '/organiz/orgDetail?id=nowhere',
    '/app/detail?id=nothing',
    '/organiz/user/nobody',
    '/system/authSystemRole?id=none',
    '/organiz/stripe?stripeId=none',
  ]) {
    const page = await fixture.show(path)
    await page.getByRole('alert').filter({ visible: true }).first().waitFor()
    await quiet(page)
    expect([path, await page.getByRole('alert').filter({ visible: true }).count(), await page.getByRole('dialog').count()]).toEqual([
      path,
      1,
      0,
    ])
    await picture(page, `told-once${path.split('?')[0]!.replaceAll('/', '-')}`)
  }
})

test('a page whose file is gone after an update says so and offers to reload, when opened by address or from the menu', async () => {
  const page = await fixture.visitAs('1', '/wel/index')
  const missing = /\/assets\/label-page-/
  await page.route(missing, route => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('button', { name: '组织机构管理' }).click()
  await page.getByRole('link', { name: '用户标签管理' }).click()
  await page.getByText('系统已更新，请刷新页面后继续。').waitFor()
  await page.goto('/organiz/user-label')
  await page.getByText('系统已更新，请刷新页面后继续。').waitFor()
  await page.unroute(missing)
  await page.getByRole('button', { name: '刷新页面' }).click()
  await page.getByRole('button', { name: '新增标签' }).waitFor()
})
