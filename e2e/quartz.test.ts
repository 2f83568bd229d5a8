import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

const dialog = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('ROUTE-80 a job is scheduled by preset and by expression, run at once by keyboard, and its run is in the log', async () => {
  const page = await fixture.visitAs('1', '/devops/quartz')
  await row(page, '清理过期数据').getByText('0 10 3 * * ?').waitFor()
  await expectAccessible(page)
  await picture(page, 'quartz')
  await page.getByRole('button', { name: '新增任务' }).click()
  await dialog(page).getByLabel('任务名称').fill('每周清理会话')
  await dialog(page).getByLabel('任务类型').selectOption('cleanSession')
  await dialog(page).getByLabel('执行时间').selectOption('weekly')
  await dialog(page).getByLabel('星期').selectOption({ label: '星期日' })
  await dialog(page).getByLabel('时间', { exact: true }).fill('04:20')
  await expect.poll(() => dialog(page).getByRole('listitem').filter({ hasText: '04:20:00' }).count()).toBe(5)
  await expectAccessible(page)
  await picture(page, 'quartz-dialog')
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await page.getByText('保存成功').waitFor()
  await row(page, '每周清理会话').getByText('0 20 4 ? * 1').waitFor()

  await page.getByRole('button', { name: '立即执行 每周清理会话' }).focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByText('将删除一天前已失效的会话记录。').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('已开始执行').waitFor()
  await page.getByRole('button', { name: '执行记录 每周清理会话' }).click()
  await dialog(page)
    .getByText(/清理 \d+ 个过期会话/)
    .waitFor()
  await dialog(page).getByText('手动（admin）').waitFor()
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'quartz-log')
})

test('ROUTE-80, X-QUARTZ-04 an unusable expression is reported while typing, and not saved', async () => {
  const page = await fixture.visitAs('1', '/devops/quartz', { dark: true, width: 1440 })
  await row(page, '清理过期会话').getByText('内置').waitFor()
  await expectAccessible(page)
  await picture(page, 'quartz-dark')
  await page.getByRole('button', { name: '新增任务' }).click()
  await dialog(page).getByLabel('任务名称').fill('太频繁')
  await dialog(page).getByLabel('任务类型').selectOption('unlockUser')
  await dialog(page).getByLabel('执行时间').selectOption('custom')
  for (const [cron, sentence] of [
    ['*/30 * * * * ?', '执行间隔不能小于1分钟'],
    ['0 0 3 31 2 ?', '按此 Cron 表达式永远不会执行'],
    ['0 0 3 1 * 1', '日和星期只能指定一个，另一个用 ?'],
  ] as const) {
    await dialog(page).getByLabel('Cron 表达式').fill(cron)
    await dialog(page).getByText(sentence).first().waitFor()
  }
  await picture(page, 'quartz-fault')
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await page.getByText('日和星期只能指定一个，另一个用 ?').nth(1).waitFor()
  expect(await page.getByRole('dialog').filter({ hasText: '新增任务' }).getByLabel('任务名称').inputValue()).toBe('太频繁')
})

test('ROUTE-80, X-QUARTZ-08 pausing a built-in job shows the consequence, and it cannot be deleted', async () => {
  // The job is enabled again, in case this is a retry.
  await fixture.server.kernel.db.updateTable('quartz').set({ status: 1 }).where('id', '=', 'unlockUser').execute()
  const page = await fixture.visitAs('1', '/devops/quartz')
  await page.getByRole('switch', { name: '启用 解除到期的登录锁定' }).click()
  await dialog(page).getByText('暂停后不再按时间执行').waitFor()
  await dialog(page).getByRole('button', { name: '暂停', exact: true }).click()
  await row(page, '解除到期的登录锁定').getByText('已暂停').waitFor()
  await page.getByRole('button', { name: '更多操作 解除到期的登录锁定' }).click()
  expect(await page.getByRole('menuitem', { name: '删除' }).getAttribute('aria-disabled')).toBe('true')
})
