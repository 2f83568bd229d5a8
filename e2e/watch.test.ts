import type { Page } from 'playwright-core'
import { online } from '@hufu/contract/online'
import { self } from '@hufu/contract/sign-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attempt, lockOut } from '../server/test/attempts.ts'
import { PASSWORD } from '../server/test/given.ts'
import { someone, typeIn } from './at-the-door.ts'
import { openStage, quiet, type Stage } from './browser.ts'

// Who came to the door, who is inside, and whom it is shut to.

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, 120_000)
afterAll(() => stage?.close())

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).first().click() // prettier-ignore
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const tool = async (page: Page, name: string, label: string) => {
  await press(page, new RegExp(`^更多操作 ${name}`))
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}

test('ROUTE-36, X-UNLOCK-02 an administrator sees the failed sign-ins of somebody and unlocks him; he comes in at once', async () => {
  const his = await someone(stage, '/wel/index')
  const page = await stage.visitAs('1', '/audit/loginLog')
  const door = await stage.visit('/login')
  await typeIn(door, his.userName, 'Wrong#2026')
  await door.getByText('还可尝试4次').waitFor()
  await lockOut(stage.house, his.userName)
  await page.getByLabel('账号', { exact: true }).fill(his.userName)
  await page.getByLabel('结果', { exact: true }).selectOption('失败')
  await press(page, '查询')
  await row(page, '账号已锁定').first().waitFor()
  expect(new URL(page.url()).searchParams.get('result')).toBe('0')
  await press(page, `详情 ${his.userName}`)
  await page.getByRole('dialog').getByText('127.0.0.1').waitFor()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `解锁该账号 ${his.userName}` })
    .click()
  await dialog(page).getByText('可立即重新登录').waitFor()
  await inDialog(page, '解锁')
  await page.getByRole('button', { name: /^解锁该账号/ }).first().waitFor({ state: 'detached' }) // prettier-ignore
  const again = await stage.visit('/login')
  await typeIn(again, his.userName, PASSWORD)
  await again.getByRole('navigation', { name: '主菜单' }).waitFor()
})

test('ROUTE-34, X-AUDIT-06 somebody is thrown out while he works: he stands before the door and reads why; he may come back', async () => {
  const his = await someone(stage, '/wel/index', '/organiz/org-list')
  const theirs = await stage.visit('/login')
  await typeIn(theirs, his.userName, PASSWORD)
  await theirs.getByRole('navigation', { name: '主菜单' }).waitFor()
  const page = await stage.visitAs('1', `/audit/getPage?searchKey=${his.userName}`)
  await row(page, his.realName).waitFor()
  await press(page, new RegExp(`^强制下线 ${his.realName}`))
  await dialog(page).getByText('对方仍可重新登录').waitFor()
  await inDialog(page, '强制下线')
  await page.getByText('已强制下线 1 个会话').waitFor()
  await row(page, his.realName).waitFor({ state: 'detached' })
  await new Promise(resolve => setTimeout(resolve, 1000))
  await theirs.getByRole('button', { name: '组织机构管理' }).click()
  await theirs.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '机构管理' }).click()
  await theirs.waitForURL('**/login**')
  await theirs.getByText('您已被强制下线').waitFor()
  await typeIn(theirs, his.userName, PASSWORD)
  await theirs.getByRole('heading', { name: '机构管理', level: 1 }).waitFor()
})

test('X-AUDIT-05 his own session is marked and cannot be chosen; refreshing rests while somebody else’s is', async () => {
  const his = await someone(stage)
  await stage.house.as(his.id)
  const page = await stage.visitAs('1', '/audit/getPage')
  const own = row(page, '本人')
  await own.waitFor()
  expect(await own.getByRole('checkbox').isDisabled()).toBe(true)
  expect(await own.getByRole('button', { name: /^强制下线/ }).getAttribute('title')).toBe('当前会话不能在此下线，请使用退出登录')
  await page.getByText('每 30 秒自动刷新').waitFor()
  await row(page, his.realName).getByRole('checkbox').check()
  await page.getByText('已选择会话，暂停自动刷新').waitFor()
  await press(page, '清空')
  await press(page, '暂停')
  await page.getByText('自动刷新已暂停').waitFor()
  await press(page, '继续')
  await page.getByText('每 30 秒自动刷新').waitFor()
})

test('X-AUDIT-05 every half minute the list is asked for again, not while a question stands open, and not for ever unattended', async () => {
  const page = await stage.visit('/config.json')
  await page.clock.install()
  const { token } = await stage.house.as('1')
  await page.evaluate(value => localStorage.setItem('idaas-token', value), token!)
  await page.goto('/audit/getPage')
  await row(page, '本人').waitFor()
  await quiet(page)
  let asked = 0
  page.on('request', request => request.url().includes('/v3/online/page') && asked++)
  await page.clock.runFor(31_000)
  await expect.poll(() => asked).toBe(1)
  const his = await someone(stage)
  await stage.house.as(his.id)
  await page.clock.runFor(31_000)
  await row(page, his.realName).waitFor()
  await press(page, new RegExp(`^强制下线 ${his.realName}`))
  await dialog(page).getByText('对方仍可重新登录').waitFor()
  asked = 0
  await page.clock.runFor(61_000)
  await inDialog(page, '取消')
  expect(asked).toBe(0)
  await page.clock.runFor(11 * 60_000)
  await page.getByText('长时间无操作，自动刷新已停止').waitFor()
  await quiet(page)
  asked = 0
  await page.clock.runFor(120_000)
  expect(asked).toBe(0)
  await page.mouse.move(300, 300)
  await page.getByText('每 30 秒自动刷新').waitFor()
})

test('ROUTE-68 thrown out and locked: the name is typed and the reason told; the lock shows it and a new password comes with its lifting', async () => {
  const his = await someone(stage)
  const he = await stage.house.as(his.id)
  const page = await stage.visitAs('1', `/audit/getPage?searchKey=${his.userName}`)
  await tool(page, `${his.realName} 127.0.0.1`, '下线并锁定')
  await inDialog(page, '下线并锁定')
  await dialog(page).getByText('请输入原因').waitFor()
  await dialog(page).getByLabel('原因').fill('账号疑似被盗用')
  await dialog(page).getByLabel(`请输入账号 ${his.userName} 以确认`).fill('somebody')
  await inDialog(page, '下线并锁定')
  await dialog(page).getByText('与账号不一致').waitFor()
  await dialog(page).getByLabel(`请输入账号 ${his.userName} 以确认`).fill(his.userName)
  await inDialog(page, '下线并锁定')
  await page.getByText('已锁定 1 个账号').waitFor()
  await he.refused('forcedOut', self.isAdmin)
  expect((await attempt(stage.house, his.userName, PASSWORD)).envelope.code).toBe('7')

  await page.goto(`/system/incorrectLoginIndex?searchKey=${his.userName}`)
  await row(page, '系统管理员 手动锁定：账号疑似被盗用').waitFor()
  await tool(page, his.userName, '解锁并重置密码')
  await inDialog(page, '重置')
  const password = (await dialog(page).locator('td code').innerText()).trim()
  await inDialog(page, '我已保存')
  await page.getByText('没有符合条件的数据').waitFor()
  expect((await attempt(stage.house, his.userName, password)).envelope.code).toBe('0')
})

test('X-UNLOCK-02 eleven accounts that failed from one address are not unlocked without a warning; the empty list says that is well', async () => {
  const names = await Promise.all(Array.from({ length: 11 }, async () => (await someone(stage)).userName))
  for (const name of names) await lockOut(stage.house, name)
  const page = await stage.visitAs('1', '/system/incorrectLoginIndex?size=50')
  await row(page, names[0]!).waitFor()
  await page.getByLabel('选择本页全部').check()
  await page.locator('.batch-bar').getByRole('button', { name: '解锁' }).click()
  await dialog(page).getByText('其中 11 个账号的失败来自同一地址 127.0.0.1').waitFor()
  await inDialog(page, '解锁')
  await page.getByText('当前没有被锁定的账号').waitFor()
  for (const name of names.slice(0, 2)) expect((await attempt(stage.house, name, PASSWORD)).envelope.code).toBe('0')
})

test('X-AUDIT-12 what the list has found is exported; from a locked account one step leads to its failures', async () => {
  await lockOut(stage.house, 'prober.one')
  const page = await stage.visitAs('1', '/system/incorrectLoginIndex?searchKey=prober')
  await press(page, '查看失败记录 prober.one')
  await page.getByRole('heading', { name: '登录日志', level: 1 }).waitFor()
  await page.getByText('共 5 条', { exact: true }).waitFor()
  await press(page, '导出')
  await dialog(page).getByText('5 条记录').waitFor()
  const file = page.waitForEvent('download')
  await inDialog(page, '开始导出')
  expect((await file).suggestedFilename()).toBe('登录日志.xlsx')
})

test('T13 who has one of the pages has no way into the others', async () => {
  const { id, userName } = await someone(stage, '/audit/getPage')
  await stage.house.as((await someone(stage)).id)
  const page = await stage.visitAs(id, '/audit/getPage')
  await row(page, '本人').waitFor()
  expect(await page.getByRole('button', { name: /^登录日志/ }).count()).toBe(0)
  const above = row(page, '系统管理员').first()
  expect(await above.getByRole('button', { name: /^强制下线/ }).getAttribute('title')).toBe('该用户的权限高于您')
  expect((await stage.house.admin.call(online.page, { query: { searchKey: userName } })).total).toBe(1)
  await page.goto('/audit/loginLog')
  await page.getByRole('heading', { name: '登录日志', level: 1 }).waitFor({ state: 'detached' })
  await page.waitForURL(url => !url.pathname.startsWith('/audit/loginLog'))
})
