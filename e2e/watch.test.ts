import type { Page } from 'playwright-core'
import { online } from '@hufu/contract/audit/online'
import { self } from '@hufu/contract/sign-in/sign-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attempt, lockOut } from '../server/test/attempts.ts'
import { PASSWORD } from '../server/test/given.ts'
import { fillSignIn, fillSignInAgain, createUser, token } from './sign-in-page.ts'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

// Sign-in attempts, live sessions and locked accounts, watched by an administrator.

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
}, 120_000)
afterAll(() => fixture?.close())

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).first().click() // prettier-ignore
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const tool = async (page: Page, name: string, label: string) => {
  await press(page, new RegExp(`^更多操作 ${name}`))
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}

test(
  'ROUTE-36, X-UNLOCK-02 an administrator sees the failed sign-ins of a user and unlocks them; they can sign in at once',
  { tags: 'golden' },
  async () => {
    const worker = await createUser(fixture, '/wel/index')
    const page = await fixture.visitAs('1', '/audit/loginLog')
    const signInPage = await fixture.visit('/login')
    await fillSignIn(signInPage, worker.userName, 'Wrong#2026')
    await signInPage.getByText('还可尝试4次').waitFor()
    await lockOut(fixture.server, worker.userName)
    await page.getByLabel('账号', { exact: true }).fill(worker.userName)
    await page.getByLabel('结果', { exact: true }).selectOption('失败')
    await press(page, '查询')
    await row(page, '账号已锁定').first().waitFor()
    expect(new URL(page.url()).searchParams.get('result')).toBe('0')
    await press(page, `详情 ${worker.userName}`)
    await page.getByRole('dialog').getByText('127.0.0.1').waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `解锁该账号 ${worker.userName}` })
      .click()
    await dialog(page).getByText('可立即重新登录').waitFor()
    await inDialog(page, '解锁')
    await page.getByRole('button', { name: /^解锁该账号/ }).first().waitFor({ state: 'detached' }) // prettier-ignore
    const again = await fixture.visit('/login')
    await fillSignIn(again, worker.userName, PASSWORD)
    await again.getByRole('navigation', { name: '主菜单' }).waitFor()
  },
)

test('ROUTE-36, D-60 a login record links to the session it began, and says when that session has ended', async () => {
  const worker = await createUser(fixture, '/wel/index')
  const theirs = await fixture.visit('/login')
  await fillSignIn(theirs, worker.userName, PASSWORD)
  await theirs.getByRole('navigation', { name: '主菜单' }).waitFor()
  const page = await fixture.visitAs('1', `/audit/loginLog?userName=${worker.userName}`, { width: 1440 })
  await press(page, `详情 ${worker.userName}`)
  await page.getByRole('dialog').getByText('在线', { exact: true }).waitFor()
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'login-session')
  await page.getByRole('dialog').getByRole('link', { name: '查看在线会话' }).click()
  await page.getByRole('heading', { name: '在线用户', level: 1 }).waitFor()
  await row(page, worker.realName).waitFor()
  expect(await page.getByRole('table').getByRole('row').filter({ hasText: '127.0.0.1' }).count()).toBe(1)
  await theirs.getByRole('button', { name: new RegExp(worker.realName) }).click()
  await theirs.getByRole('menuitem', { name: '退出登录' }).click()
  await theirs.waitForURL('**/login**')
  await page.goto(`/audit/loginLog?userName=${worker.userName}`)
  await press(page, `详情 ${worker.userName}`)
  await page.getByRole('dialog').getByText('会话已结束').waitFor()
  expect(await page.getByRole('dialog').getByRole('link').count()).toBe(0)
})

test('ROUTE-34, X-AUDIT-06 a user whose session is ended while they work is shown the reason, and may sign in again', async () => {
  const worker = await createUser(fixture, '/wel/index', '/organiz/org-list')
  const theirs = await fixture.visit('/login')
  await fillSignIn(theirs, worker.userName, PASSWORD)
  await theirs.getByRole('navigation', { name: '主菜单' }).getByRole('button', { name: '组织机构管理' }).click()
  const page = await fixture.visitAs('1', `/audit/getPage?searchKey=${worker.userName}`)
  await row(page, worker.realName).waitFor()
  await press(page, new RegExp(`^强制下线 ${worker.realName}`))
  await dialog(page).getByText('对方仍可重新登录').waitFor()
  await inDialog(page, '强制下线')
  await page.getByText('已强制下线 1 个会话').waitFor()
  await row(page, worker.realName).waitFor({ state: 'detached' })
  const ended = fixture.server.withToken((await token(theirs))!)
  await expect.poll(async () => (await ended.send(self.isAdmin)).envelope.code).not.toBe('success')
  await theirs.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '机构管理' }).dispatchEvent('click')
  await theirs.getByRole('dialog', { name: '重新登录' }).getByText('您已被强制下线').waitFor()
  await fillSignInAgain(theirs, PASSWORD)
  await theirs.getByRole('heading', { name: '机构管理', level: 1 }).waitFor()
})

test('X-AUDIT-05 the own session is marked and cannot be chosen; refreshing pauses while another session is chosen', async () => {
  const worker = await createUser(fixture)
  await fixture.server.as(worker.id)
  const page = await fixture.visitAs('1', '/audit/getPage')
  const own = row(page, '本人')
  await own.waitFor()
  expect(await own.getByRole('checkbox').isDisabled()).toBe(true)
  expect(await own.getByRole('button', { name: /^强制下线/ }).getAttribute('title')).toBe('当前会话不能在此下线，请使用退出登录')
  await page.getByText('每 30 秒自动刷新').waitFor()
  await row(page, worker.realName).getByRole('checkbox').check()
  await page.getByText('已选择会话，暂停自动刷新').waitFor()
  await press(page, '清空')
  await press(page, '暂停')
  await page.getByText('自动刷新已暂停').waitFor()
  await press(page, '继续')
  await page.getByText('每 30 秒自动刷新').waitFor()
})

test('X-AUDIT-05 the list refreshes every 30 seconds, but not while a question is open, and stops when unattended', async () => {
  const page = await fixture.visit('/config.json')
  await page.clock.install()
  const { token } = await fixture.server.as('1')
  await page.evaluate(value => localStorage.setItem('idaas-token', value), token!)
  await page.goto('/audit/getPage')
  await row(page, '本人').waitFor()
  await quiet(page)
  let requestCount = 0
  page.on('request', request => request.url().includes('/v3/online/page') && requestCount++)
  await page.clock.runFor(31_000)
  await expect.poll(() => requestCount).toBe(1)
  const worker = await createUser(fixture)
  await fixture.server.as(worker.id)
  await page.clock.runFor(31_000)
  await row(page, worker.realName).waitFor()
  await press(page, new RegExp(`^强制下线 ${worker.realName}`))
  await dialog(page).getByText('对方仍可重新登录').waitFor()
  requestCount = 0
  await page.clock.runFor(61_000)
  await inDialog(page, '取消')
  expect(requestCount).toBe(0)
  await page.clock.runFor(11 * 60_000)
  await page.getByText('长时间无操作，自动刷新已停止').waitFor()
  await quiet(page)
  requestCount = 0
  await page.clock.runFor(120_000)
  expect(requestCount).toBe(0)
  await page.mouse.move(300, 300)
  await page.getByText('每 30 秒自动刷新').waitFor()
})

test('ROUTE-68 ending sessions and locking needs the name and a reason; the lock shows it, and unlocking can reset the password', async () => {
  const worker = await createUser(fixture)
  const they = await fixture.server.as(worker.id)
  const page = await fixture.visitAs('1', `/audit/getPage?searchKey=${worker.userName}`)
  await tool(page, `${worker.realName} 127.0.0.1`, '下线并锁定')
  await inDialog(page, '下线并锁定')
  await dialog(page).getByText('请输入原因').waitFor()
  await dialog(page).getByLabel('原因').fill('账号疑似被盗用')
  await dialog(page).getByLabel(`请输入账号 ${worker.userName} 以确认`).fill('somebody')
  await inDialog(page, '下线并锁定')
  await dialog(page).getByText('与账号不一致').waitFor()
  await dialog(page).getByLabel(`请输入账号 ${worker.userName} 以确认`).fill(worker.userName)
  await inDialog(page, '下线并锁定')
  await page.getByText('已锁定 1 个账号').waitFor()
  await they.refused('forcedOut', self.isAdmin)
  expect((await attempt(fixture.server, worker.userName, PASSWORD)).envelope.code).toBe('7')

  await page.goto(`/system/incorrectLoginIndex?searchKey=${worker.userName}`)
  await row(page, '系统管理员 手动锁定：账号疑似被盗用').waitFor()
  await tool(page, worker.userName, '解锁并重置密码')
  await inDialog(page, '重置')
  const password = (await dialog(page).locator('td code').innerText()).trim()
  await inDialog(page, '我已保存')
  await page.getByText('没有符合条件的数据').waitFor()
  expect((await attempt(fixture.server, worker.userName, password)).envelope.code).toBe('0')
})

test('X-UNLOCK-02 unlocking eleven accounts that failed from one address shows a warning; an empty list says all is well', async () => {
  const names = await Promise.all(Array.from({ length: 11 }, async () => (await createUser(fixture)).userName))
  for (const name of names) await lockOut(fixture.server, name)
  const page = await fixture.visitAs('1', '/system/incorrectLoginIndex?size=50')
  await row(page, names[0]!).waitFor()
  await page.getByLabel('选择本页全部').check()
  await page.locator('.batch-bar').getByRole('button', { name: '解锁' }).click()
  await dialog(page).getByText('其中 11 个账号的失败来自同一地址 127.0.0.1').waitFor()
  await inDialog(page, '解锁')
  await page.getByText('当前没有被锁定的账号').waitFor()
  for (const name of names.slice(0, 2)) expect((await attempt(fixture.server, name, PASSWORD)).envelope.code).toBe('0')
})

test('X-AUDIT-12 the filtered list is exported; a locked account links to its failed sign-ins', async () => {
  await lockOut(fixture.server, 'prober.one')
  const page = await fixture.visitAs('1', '/system/incorrectLoginIndex?searchKey=prober')
  await press(page, '查看失败记录 prober.one')
  await page.getByRole('heading', { name: '登录日志', level: 1 }).waitFor()
  await page.getByText('共 5 条', { exact: true }).waitFor()
  await press(page, '导出')
  await dialog(page).getByText('5 条记录').waitFor()
  const file = page.waitForEvent('download')
  await inDialog(page, '开始导出')
  expect((await file).suggestedFilename()).toBe('登录日志.xlsx')
})

test('T13 a user with one of the pages can open none of the others', async () => {
  const { id, userName } = await createUser(fixture, '/audit/getPage#*')
  await fixture.server.as((await createUser(fixture)).id)
  const page = await fixture.visitAs(id, '/audit/getPage')
  await row(page, '本人').waitFor()
  expect(await page.getByRole('button', { name: /^登录日志/ }).count()).toBe(0)
  const above = row(page, '系统管理员').first()
  expect(await above.getByRole('button', { name: /^强制下线/ }).getAttribute('title')).toBe('该用户的权限高于您')
  expect((await fixture.server.admin.call(online.page, { query: { searchKey: userName } })).total).toBe(1)
  await page.goto('/audit/loginLog')
  await page.getByRole('heading', { name: '登录日志', level: 1 }).waitFor({ state: 'detached' })
  await page.waitForURL(url => !url.pathname.startsWith('/audit/loginLog'))
})
