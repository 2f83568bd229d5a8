import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeFile } from '../server/src/platform/files/files.ts'
import { openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

async function fill(): Promise<void> {
  const { kernel, given } = fixture.server
  const about = { contentType: 'application/pdf', ownerId: '1', temporary: true }
  const store = (fileName: string, size: number, purpose: 'upload' | 'picture' | 'taskResult') =>
    storeFile(kernel.db, { ...about, fileName, purpose }, (async function* () { yield Buffer.alloc(size) })()) // prettier-ignore
  await store('季度报告（定稿）.pdf', 1_572_864, 'upload')
  await store('用户导出结果.xlsx', 800, 'taskResult')
  const logo = await store('报销系统图标.png', 51_200, 'picture')
  await given.app({ name: '报销系统', logo })
}

test('N-07 an administrator finds and deletes unused files; a file in use cannot be chosen', async () => {
  const empty = await fixture.visitAs('1', '/devops/file')
  await empty.getByText('还没有文件').waitFor()
  await fill()
  const page = await fixture.visitAs('1', '/devops/file')
  await page.getByText('应用图标：报销系统').waitFor()
  await page.getByText('共 3 个文件').waitFor()
  expect(await page.getByRole('row', { name: /报销系统图标/ }).getByRole('button', { name: /删除/ }).isDisabled()).toBe(true) // prettier-ignore
  await page.getByLabel('使用情况').selectOption('false')
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await page.getByText('报销系统图标.png').waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /季度报告/ }).getByRole('button', { name: /删除/ }).click() // prettier-ignore
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await page.getByText('已删除 1 个文件').waitFor()
  await page.getByText('季度报告（定稿）.pdf').waitFor({ state: 'detached' })
})

test('D-65 a red bar names the active test switches, on the login page and inside the console', async () => {
  for (const page of [await fixture.visit('/login'), await fixture.visitAs('1', '/devops/file')])
    await page.getByRole('region', { name: '系统警告' }).getByText('HUFU_FIXED_CAPTCHA').waitFor()
})
