import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dict } from '@hufu/contract/operations/dict'
import { apiItem } from '@hufu/contract/federation/api-item'
import { keptNotice } from '@hufu/contract/operations/kept-notice'
import { choose, checkAccessibility, openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const row = (page: Page, name: string) => page.getByRole('main').getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

test(
  'ROUTE-74 types at the left, items at the right: an item is added, moved by keyboard, and then offered for an organisation',
  { tags: 'golden' },
  async () => {
    const page = await fixture.visitAs('1', '/devops/dict')
    await page.getByRole('heading', { name: '机构类型' }).waitFor()
    await checkAccessibility(page, 'dictionary')
    await page.getByRole('button', { name: '新增字典项' }).click()
    await dialog(page).getByLabel('名称', { exact: true }).fill('管委会')
    await dialog(page).getByLabel('编码', { exact: true }).fill('team')
    await dialog(page).getByText('编码已存在').waitFor()
    await dialog(page).getByLabel('编码', { exact: true }).fill('committee')
    await checkAccessibility(page, 'item of a dictionary')
    await press(page, '确定')
    await row(page, '管委会').waitFor()
    await page.getByRole('button', { name: /^移动 管委会/ }).press('Alt+ArrowUp')
    await toast(page, '排序已保存')
    const { admin } = fixture.server
    expect((await admin.call(dict.list, { query: { type: 'orgType' } })).map(({ code }) => code).slice(-2)).toEqual([
      'committee',
      'virtual',
    ])
    await page.getByRole('button', { name: /^性别/ }).click()
    await row(page, '女').waitFor()
    expect(await page.getByRole('button', { name: '新增字典项' }).count()).toBe(0)
    await page.goto('/organiz/org-list')
    await page.getByRole('button', { name: '新增机构' }).first().click()
    await choose(dialog(page).getByLabel('机构类型'), '管委会')
    await dialog(page).getByLabel('机构名称').fill('高新区')
    await dialog(page).getByLabel('机构编码').fill('GXQ')
    await press(page, '确定')
    await page.setViewportSize({ width: 1600, height: 900 })
    await row(page, '高新区').getByText('管委会').waitFor()
    await page.goto('/devops/dict')
    expect(await row(page, '管委会').getByRole('button', { name: '删除 管委会' }).isDisabled()).toBe(true)
  },
)

test('ROUTE-81, ENT-11, SHELL-09 a file is published on the home page, and removed again', async () => {
  const page = await fixture.visitAs('1', '/devops/notice')
  await page.getByText('还没有首页文件').waitFor()
  await page.getByRole('button', { name: '新增文件' }).first().click()
  await dialog(page).locator('input[type=file]').setInputFiles({ name: '使用手册.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') }) // prettier-ignore
  await expect.poll(() => dialog(page).getByLabel('标题').inputValue()).toBe('使用手册')
  await checkAccessibility(page, 'file of the home page')
  await press(page, '确定')
  await row(page, '使用手册').waitFor()
  await checkAccessibility(page, 'files of the home page')
  await page.getByLabel('排序号 使用手册').fill('7')
  await page.getByLabel('排序号 使用手册').press('Enter')
  await toast(page, '排序已保存')
  const { admin } = fixture.server
  expect((await admin.call(keptNotice.page)).records).toMatchObject([{ title: '使用手册', sortNum: 7 }])
  await page.goto('/wel/index')
  await page.getByRole('heading', { name: '文档下载' }).waitFor()
  const link = page.getByRole('main').getByRole('link', { name: /使用手册/ })
  const [saved] = (await admin.call(keptNotice.page)).records
  expect(await link.getAttribute('href')).toContain(`/v3/file/download?fileId=${saved!.fileId}`)
  await page.goto('/devops/notice')
  await row(page, '使用手册').getByRole('button', { name: '删除 使用手册' }).click()
  await press(page, '删除')
  await page.getByText('还没有首页文件').waitFor()
  await page.goto('/wel/index')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await page.getByRole('heading', { name: '文档下载' }).count()).toBe(0)
})

test('ROUTE-81 a picture is previewed before it is saved, and files are ordered by keyboard', async () => {
  const { admin } = fixture.server
  const page = await fixture.visitAs('1', '/devops/notice')
  const buffer = await page.screenshot()
  for (const title of ['甲图', '乙图']) {
    await page.getByRole('button', { name: '新增文件' }).first().click()
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name: `${title}.png`, mimeType: 'image/png', buffer })
    const preview = dialog(page).getByRole('img', { name: `预览 ${title}.png` })
    await expect.poll(() => preview.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    await press(page, '确定')
    await row(page, title).waitFor()
  }
  const titles = async () => (await admin.call(keptNotice.page)).records.map(({ title }) => title)
  expect(await titles()).toEqual(['甲图', '乙图'])
  await page.getByRole('button', { name: /^移动 乙图/ }).press('Alt+ArrowUp')
  await toast(page, '排序已保存')
  expect(await titles()).toEqual(['乙图', '甲图'])
})

test('ROUTE-71 calls by group: an external one is added, a server call is closed and opened, a protected one cannot be closed', async () => {
  const page = await fixture.visitAs('1', '/devops/api-manage')
  await page.getByRole('heading', { level: 1, name: '接口管理' }).waitFor()
  await page.getByRole('switch').first().waitFor()
  await checkAccessibility(page, 'calls')
  await page.getByRole('button', { name: '新增接口' }).click()
  await dialog(page).getByLabel('分组').fill('报表')
  await dialog(page).getByLabel('接口名称').fill('查询报表')
  await dialog(page).getByLabel('路径').fill('/v3/user/page')
  await dialog(page).getByText('接口已存在').waitFor()
  await dialog(page).getByLabel('路径').fill('/reports')
  await checkAccessibility(page, 'a call of others')
  await press(page, '确定')
  await row(page, '/reports').waitFor()
  await page.goto('/devops/api-manage?path=%2Fv3%2Fuser%2Fpage')
  await page.getByRole('switch', { name: /\/v3\/user\/page$/ }).click()
  await press(page, '停用')
  await toast(page, '操作成功')
  const { admin } = fixture.server
  const closed = async () => (await admin.call(apiItem.page, { query: { status: 0 } })).records.map(({ path }) => path)
  expect(await closed()).toEqual(['/v3/user/page'])
  await page.goto('/devops/api-manage?path=%2FuserLogin%2Flogin')
  const fixed = page.getByRole('switch', { name: /\/userLogin\/login$/ })
  await fixed.waitFor()
  expect(await fixed.isDisabled()).toBe(true)
})

test('ROUTE-70, ROUTE-73 the overview links to what it counts; a custom setting is added and deleted', async () => {
  const page = await fixture.visitAs('1', '/devops')
  await page.getByRole('region', { name: '运行情况' }).getByText('数据库大小').waitFor()
  await page
    .getByRole('region', { name: /^运行中的节点（[1-9]/ })
    .getByRole('row')
    .nth(1)
    .waitFor()
  await checkAccessibility(page, 'overview')
  await page.getByRole('link', { name: /^已停用的接口/ }).click()
  await page.waitForURL('**/devops/api-manage?status=0')
  await page.goto('/devops/config')
  await page.getByRole('button', { name: '新增配置' }).click()
  await dialog(page).getByLabel('名称', { exact: true }).fill('报表服务')
  await dialog(page).getByLabel('键', { exact: true }).fill('report.options')
  await dialog(page).getByLabel('分组').fill('报表')
  await dialog(page).getByLabel('值类型').selectOption('json')
  await dialog(page).getByLabel('值', { exact: true }).fill('{')
  await dialog(page).getByText('请输入合法的 JSON').waitFor()
  await dialog(page).getByLabel('值', { exact: true }).fill('{"a":1}')
  await checkAccessibility(page, 'own setting')
  await press(page, '确定')
  await toast(page, '保存成功，已立即生效')
  await page.goto('/devops/config?configKey=report.options')
  await row(page, '报表服务').getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await press(page, '删除')
  await toast(page, '删除成功')
})
