import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logAttempts } from '../server/test/logins.ts'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

const PAGE = '/devops/data-clean'
const dialog = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('ROUTE-76, X-CLEAN-02 keeping fewer days than the law requires is warned of and confirmed twice', async () => {
  const page = await fixture.visitAs('1', PAGE)
  await row(page, '同步日志').getByText('90 天').waitFor()
  await expectAccessible(page)
  await picture(page, 'data-clean')
  await page.getByRole('button', { name: '设置 登录日志' }).click()
  await dialog(page).getByLabel('保留天数').fill('6')
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await dialog(page).getByText('保留天数须在 7 到 3650 之间').waitFor()
  await dialog(page).getByLabel('保留天数').fill('30')
  await dialog(page).getByText('网络安全法第二十一条').waitFor()
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await dialog(page).getByText('请确认已知晓留存要求').waitFor()
  await expectAccessible(page)
  await picture(page, 'data-clean-rule')
  await dialog(page).getByLabel('已知晓上述要求，仍按此天数保留').check()
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await page.getByText('保存成功').waitFor()
  await row(page, '登录日志').getByText('少于 180 天').waitFor()
  await page.getByRole('button', { name: '设置 临时文件' }).click()
  await dialog(page).getByText('1 到 3650 天').waitFor()
})

test('ROUTE-76, X-CLEAN-03 to X-CLEAN-05 rows are counted before they are deleted, a typed word confirms, the log shows the result', async () => {
  const { kernel } = fixture.server
  await kernel.db.updateTable('dataClean').set({ keepDays: 180 }).where('objectType', '=', 'loginLog').execute()
  await logAttempts(kernel.db, { time: '2026-01-02 10:00:00' }, { time: '2026-01-03 10:00:00' })
  const page = await fixture.visitAs('1', PAGE, { width: 1440 })
  for (const name of ['登录日志', '操作日志', '已删除用户']) await page.getByRole('checkbox', { name: `选择 ${name}` }).check()
  await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '立即清理' }).click()
  await dialog(page).getByText('登录日志：2 条').waitFor()
  await dialog(page).getByText('操作日志只清理到已签名的检查点').waitFor()
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'data-clean-confirm')
  await dialog(page).getByRole('button', { name: '开始清理' }).click()
  await dialog(page).getByText('请输入“清理”', { exact: true }).waitFor()
  await dialog(page).getByLabel('请输入“清理”以确认').fill('清理')
  await dialog(page).getByRole('button', { name: '开始清理' }).click()
  await page.getByText('已清理：登录日志 2 条，操作日志 0 条，已删除用户 0 条').waitFor()
  expect(await kernel.db.selectFrom('loginLog').select('id').where('userName', '=', 'somebody').execute()).toEqual([])
  await page.getByRole('button', { name: '清理记录' }).click()
  await dialog(page).getByRole('row').filter({ hasText: '登录日志' }).getByText('完成').waitFor()
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'data-clean-log')
})

test('ROUTE-76 the page is readable in the dark theme', async () => {
  const page = await fixture.visitAs('1', PAGE, { dark: true })
  await row(page, '数据历史').waitFor()
  await expectAccessible(page)
  await picture(page, 'data-clean-dark')
})
