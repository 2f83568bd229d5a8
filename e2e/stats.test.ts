import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { stats } from '@hufu/contract/audit/stats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logAttempts } from '../server/test/logins.ts'
import { PASSWORD } from '../server/test/given.ts'
import { createUser, token, fillSignIn } from './sign-in-page.ts'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
/** The rows of a chart's table as displayed. */
async function tableOf(page: Page, title: string): Promise<string[][]> {
  const numbers = page.getByRole('region', { name: `${title}数据表` })
  if (!(await numbers.isVisible())) await card(page, title).getByRole('button', { name: '查看数据表' }).press('Enter')
  await numbers.waitFor()
  const rows = await numbers.getByRole('row').all()
  return Promise.all(rows.map(row => row.locator('th, td').allInnerTexts()))
}

test('ROUTE-35 sign-ins appear in the charts, tables and files of the day, which link to the log', async () => {
  const { admin } = fixture.server
  const period = { query: { beginTime: today(), endTime: today() } }
  const before = (await admin.call(stats.loginTrend, period))[0]!
  const { userName } = await createUser(fixture, '/wel/index')
  // Uses the right password first: after a failure the form asks for the captcha, and an attempt without it would count, too.
  for (const password of [PASSWORD, 'Wrong#2026']) {
    const page = await fixture.visit('/login')
    await fillSignIn(page, userName, password)
    if (password === PASSWORD) await expect.poll(() => token(page)).toBeTruthy()
    else await page.getByText('用户名或密码错误').first().waitFor()
  }
  const { success, fail } = (await admin.call(stats.loginTrend, period))[0]!
  expect(success).toBe(before.success + 1)
  expect(fail).toBeGreaterThan(before.fail)
  const page = await fixture.visitAs('1', '/audit/stats')
  await page.getByRole('button', { name: '今天' }).click()
  await page.getByRole('img', { name: `所选时间内登录成功 ${success} 次，失败 ${fail} 次` }).waitFor()
  await picture(page, 'stats-today')
  expect(await tableOf(page, '登录趋势')).toEqual([
    ['日期', '成功', '失败'],
    [today(), String(success), String(fail)],
  ])
  expect(await tableOf(page, '登录方式')).toEqual([
    ['方式', '次数', '占比'],
    ['账号密码', String(success), '100%'],
  ])
  const reasons = await tableOf(page, '失败原因')
  expect(reasons.slice(1).map(([name]) => name)).toContain('用户名或密码错误')
  expect(reasons.slice(1).reduce((sum, [, count]) => sum + Number(count), 0)).toBe(fail)
  const { count } = (await admin.call(stats.activeUser, period))[0]!
  expect((await tableOf(page, '活跃用户'))[1]).toEqual([today(), String(count)])
  const hours = (await tableOf(page, '登录时段')).slice(1).map(row => row.slice(1).map(Number))
  expect([hours.length, hours[0]!.length, hours.flat().reduce((sum, each) => sum + each, 0)]).toEqual([7, 24, success])

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出登录趋势' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('登录趋势.csv')
  expect(await readFile(await file.path(), 'utf8')).toBe(`\ufeff日期,成功,失败\r\n${today()},${success},${fail}\r\n`)

  await page.getByRole('region', { name: '登录趋势数据表' }).getByRole('link').last().click()
  await page.waitForURL('**/audit/loginLog?*')
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    beginTime: `${today()} 00:00:00`,
    endTime: `${today()} 23:59:59`,
    result: '0',
  })
})

test('range and unit are in the address; weeks add up their days, and a range that is too long is cut', async () => {
  for (const time of ['2024-03-04 09:00:00', '2024-03-10 09:00:00', '2024-03-11 09:00:00'])
    await logAttempts(fixture.server.kernel.db, { time })
  const range = 'beginTime=2024-03-01+00%3A00%3A00&endTime=2024-03-12+23%3A59%3A59'
  const page = await fixture.show(`/audit/stats?${range}`)
  await page.getByRole('button', { name: '按周' }).click()
  await quiet(page)
  expect(new URL(page.url()).searchParams.get('unit')).toBe('week')
  expect(await tableOf(page, '登录趋势')).toEqual([
    ['日期', '成功', '失败'],
    ['2024-03-01 至 2024-03-03', '0', '0'],
    ['2024-03-04 至 2024-03-10', '2', '0'],
    ['2024-03-11 至 2024-03-12', '1', '0'],
  ])
  await page.goto('/audit/stats?beginTime=2020-01-01+00%3A00%3A00&endTime=2024-03-12+23%3A59%3A59')
  await page.getByText('已从 2023-03-13 起统计').waitFor()
})

test('organisations are ranked level by level, and the parent level can be reopened', async () => {
  const { given } = fixture.server
  const top = await given.org({ name: '统计局' })
  await given.user({ org: await given.org({ name: '统计处', parentId: top }) })
  const page = await fixture.visitAs('1', '/audit/stats')
  await tableOf(page, '机构人数排行')
  await page.getByRole('button', { name: '查看统计局的下级' }).click()
  await expect.poll(() => tableOf(page, '机构人数排行')).toEqual([
    ['机构', '人数'],
    ['统计处', '1'],
  ]) // prettier-ignore
  await card(page, '机构人数排行').getByRole('button', { name: '返回上级' }).click()
  await page.getByRole('button', { name: '查看统计局的下级' }).waitFor()
})

test.each([false, true])('statistics have no violation of WCAG 2.2 AA, as charts, as tables and empty (dark: %s)', async dark => {
  await logAttempts(fixture.server.kernel.db, { time: '2024-05-06 09:00:00' }, { time: '2024-05-07 09:00:00', result: 0 })
  const page = await fixture.visitAs('1', '/audit/stats?beginTime=2024-05-01+00%3A00%3A00&endTime=2024-05-31+23%3A59%3A59', { dark, width: dark ? 1280 : 1440 }) // prettier-ignore
  await page.getByRole('img', { name: /登录最多的是周一9时/ }).waitFor()
  await quiet(page)
  await expectAccessible(page)
  for (const title of ['登录趋势', '登录时段', '机构人数排行']) await tableOf(page, title)
  await expectAccessible(page)
  await page.goto('/audit/stats?beginTime=2019-05-01+00%3A00%3A00&endTime=2019-05-31+23%3A59%3A59')
  await page.getByText('所选时间内没有失败的登录').waitFor()
  await quiet(page)
  await expectAccessible(page)
  expect(await card(page, '登录趋势').getByRole('img').count()).toBe(0)
})
