import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { writeTable } from '../server/src/sheets/xlsx/index.ts'
import { configure } from './sign-in-page.ts'
import { checkAccessibility, expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const seeText = (page: Page, sentence: string | RegExp) => page.getByText(sentence).filter({ visible: true }).first().waitFor()
const chip = (page: Page, name: string) => page.getByRole('group', { name: '按校验结果筛选' }).getByRole('button', { name })

async function workbook(titles: string[], ...rows: string[][]): Promise<Buffer> {
  async function* batches() {
    yield rows
  }
  const parts: Uint8Array[] = []
  for await (const part of writeTable(titles.map(title => ({ title })), batches())) parts.push(part) // prettier-ignore
  return Buffer.concat(parts)
}
const upload = async (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').filter({ visible: true }).setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
const sizes = async (file: { path(): Promise<string> }) => (await readFile(await file.path())).subarray(0, 2).toString()

test('ENT-16, beyond 1 a workbook of users is checked in a dry run, reviewed row by row, and written only by 导入', async () => {
  const { given, admin } = fixture.server
  const orgId = await given.org({ name: '导入处', code: 'IMP' })
  await given.user({ org: orgId, userName: 'taken1', realName: '占用者' })
  const page = await fixture.visitAs('1', '/organiz/batch-add-user?tab=sheet', { width: 1440 })
  const [template] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载“新增用户”模板' }).click()])
  expect(template.suggestedFilename()).toMatch(/\.xlsx$/)
  expect(await sizes(template)).toBe('PK')
  await upload(page, 'people.xls', Buffer.from('a,b'))
  await seeText(page, '仅支持 .xlsx 和 .csv，请另存为 .xlsx 后再上传')
  const titles = ['用户名', '姓名', '手机号', '机构编码']
  await upload(
    page,
    'people.xlsx',
    await workbook(
      titles,
      ['new1', '新人一', '13900010001', 'IMP'],
      ['new2', '新人二', '', 'IMP'],
      ['taken1', '重名者', '', 'IMP'],
      ['bad', '坏号', '123', 'NOPE'],
    ),
  )
  await seeText(page, 'people.xlsx 校验完成，尚未写入任何数据。')
  for (const name of ['全部 4', '新增 2', '更新 0', '未变化 0', '有误 2']) await chip(page, name).waitFor()
  await expect.poll(() => page.locator('.mend-cell').count()).toBe(2)
  // A faulty cell shows what was in the sheet.
  expect(await page.getByRole('row').filter({ hasText: '坏号' }).getByLabel('手机号').inputValue()).toBe('123')
  // Also in a narrower window the input lies within its cell.
  await page.setViewportSize({ width: 1280, height: 900 })
  const cut = () =>
    page.locator('.mend-cell').evaluateAll(all => all.filter(one => one.scrollWidth > one.closest('td')!.clientWidth - 8).length)
  await expect.poll(cut).toBe(0)
  await picture(page, 'import-checked')
  await expectAccessible(page)
  expect((await admin.call(user.page, { query: { orgId } })).total).toBe(1)
  const [faulty] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载问题数据' }).click()])
  expect(faulty.suggestedFilename()).toBe('people-错误数据.xlsx')
  await chip(page, '新增').click()
  await page.getByRole('cell', { name: 'new1' }).waitFor()
  await page.getByRole('button', { name: '导入 2 行' }).click()
  await seeText(page, '成功2条，失败2条')
  await picture(page, 'import-done')
  await expectAccessible(page)
  const [result] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载结果' }).click()])
  expect(result.suggestedFilename()).toBe('people-导入结果.xlsx')
  expect((await admin.call(user.page, { query: { orgId } })).records.map(person => person.userName).sort()).toEqual([
    'new1',
    'new2',
    'taken1',
  ])
})

test('a refused cell is as wide as its text, its suggestion is a chip under it, and the reasons take no more than their text', async () => {
  const { given } = fixture.server
  await given.org({ name: '修表处', code: 'REPAIR' })
  const page = await fixture.visitAs('1', '/organiz/batch-add-user?tab=sheet')
  const titles = ['用户名', '姓名', '手机号', '机构编码', '邮箱']
  const long = 'a.rather.long.account.of.somebody@example。com'
  await upload(
    page,
    'slips.xlsx',
    await workbook(titles, ['slip1', '换位人', '', 'REPIAR', 'a@example.com'], ['slip2', '长址人', '', 'REPAIR', long]),
  )
  const code = page.getByRole('row').filter({ hasText: '换位人' }).getByRole('textbox', { name: '机构编码' })
  const offer = page.getByRole('button', { name: /采用建议 REPAIR$/ })
  const [field, offered] = [(await code.boundingBox())!, (await offer.boundingBox())!]
  expect(offered.y).toBeGreaterThanOrEqual(field.y + field.height)
  const email = page.getByRole('row').filter({ hasText: '长址人' }).getByRole('textbox', { name: '邮箱' })
  const isWhole = (input: Element) => input.scrollWidth <= input.clientWidth
  expect(await email.evaluate(isWhole)).toBe(true)
  const { width: before } = (await code.boundingBox())!
  await code.fill('REPAIR-OF-ALL-THE-HOUSES')
  expect(await code.evaluate(isWhole)).toBe(true)
  expect((await code.boundingBox())!.width).toBeGreaterThan(before)
  const reasons = await page.locator('.plan-reasons').evaluateAll(all =>
    all.map(list => {
      const range = document.createRange()
      range.selectNodeContents(list)
      return list.closest('td')!.clientWidth - range.getBoundingClientRect().width
    }),
  )
  expect(Math.min(...reasons)).toBeLessThan(40)
  // Each is one line high, and only the table scrolls sideways.
  expect(await page.locator('.plan-reasons').evaluateAll(all => all.map(list => list.getBoundingClientRect().height < 40))).toEqual([
    true,
    true,
  ])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await checkAccessibility(page, 'import-repair')
  await page.setViewportSize({ width: 1440, height: 900 })
  await picture(page, 'import-repair-wide')
  await offer.click()
  expect(await code.inputValue()).toBe('REPAIR')
})

test('beyond 1 a workbook of changes shows the old value and the new one', async () => {
  const { given, admin } = fixture.server
  const id = await given.org({ name: '旧名', code: 'UPD1', leader: '王芳' })
  await given.org({ name: '不变', code: 'UPD2' })
  const page = await fixture.visitAs('1', '/organiz/batch-add-org?tab=sheet', { dark: true })
  await page.getByText('更新机构', { exact: true }).click()
  await upload(page, 'orgs.xlsx', await workbook(['机构编码', '机构名称', '负责人'], ['UPD1', '新名', '李雷'], ['UPD2', '不变', '']))
  for (const name of ['更新 1', '未变化 1']) await chip(page, name).waitFor()
  const changed = page.getByRole('row').filter({ hasText: 'UPD1' })
  expect(await changed.locator('del').allInnerTexts()).toEqual([expect.stringContaining('旧名'), expect.stringContaining('王芳')])
  expect(await changed.locator('ins').allInnerTexts()).toEqual([expect.stringContaining('新名'), expect.stringContaining('李雷')])
  await picture(page, 'import-changed-dark')
  await expectAccessible(page)
  await page.getByRole('button', { name: '导入 1 行' }).click()
  await seeText(page, '成功2条，失败0条')
  expect(await admin.call(org.byId, { query: { id } })).toMatchObject({ name: '新名', leader: '李雷' })
})

test('X-ORG-22 a tree of organisations is imported from one workbook, parents and children in any order', async () => {
  const { given, admin } = fixture.server
  const parent = await given.org({ name: '树根处', code: 'TREE' })
  const page = await fixture.visitAs('1', '/organiz/batch-add-org?tab=sheet')
  const titles = ['机构编码', '机构名称', '上级机构编码']
  await upload(page, 'tree.xlsx', await workbook(titles, ['T11', '孙科', 'T1'], ['T1', '子处', 'TREE']))
  await page.getByRole('button', { name: '导入 2 行' }).click()
  await seeText(page, '成功2条，失败0条')
  const [child] = await admin.call(org.tree, { query: { parentId: parent } })
  expect(child).toMatchObject({ name: '子处', hasChildren: true })
})

test('a file that is no workbook is refused with its reason, and the page accepts the next file', async () => {
  const page = await fixture.show('/organiz/batch-add-user?tab=sheet')
  await upload(page, 'not.xlsx', Buffer.from('nothing of the kind'))
  await seeText(page, '文件格式不正确')
  await page.getByRole('button', { name: '知道了' }).click()
  await page.getByText('把文件拖到这里，或点击选择').waitFor()
})

test('ENT-16 an import can be left running, reopened and cancelled; rows not yet written stay unwritten', async () => {
  const { given, admin, kernel } = fixture.server
  const parent = await given.org({ code: 'WAIT' })
  const page = await fixture.visitAs('1', '/organiz/batch-add-org?tab=sheet')
  await upload(page, 'wait.xlsx', await workbook(['机构编码', '机构名称', '上级机构编码'], ['W1', '等一', 'WAIT']))
  await page.getByRole('button', { name: '导入 1 行' }).waitFor()
  // A lock on the parent keeps the task waiting as long as the test needs.
  await kernel.db.transaction().execute(async trx => {
    await trx.selectFrom('org').select('id').where('id', '=', parent).forUpdate().execute()
    await page.getByRole('button', { name: '导入 1 行' }).click()
    await page.getByRole('button', { name: '转入后台' }).click()
    await seeText(page, '导入正在后台进行')
    await page.getByRole('button', { name: '查看进度' }).click()
    await page.getByRole('button', { name: '取消任务' }).click()
    await seeText(page, '任务取消成功')
    await seeText(page, '导入已取消')
  })
  await page.getByRole('cell', { name: 'W1' }).waitFor()
  expect(await admin.call(org.tree, { query: { parentId: parent } })).toEqual([])
})

test('X-ORG-25 the list is exported by a task whose file downloads by itself', async () => {
  const page = await fixture.visitAs('1', '/organiz/org-list')
  await page.getByRole('button', { name: '导出' }).click()
  await page.getByRole('radio', { name: '全部机构' }).check()
  await page.getByRole('checkbox', { name: '地址' }).uncheck()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '开始导出' }).click()])
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  expect(await sizes(file)).toBe('PK')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('without an initial password the import says before and after that those users cannot sign in, and where to set one', async () => {
  const { given, admin } = fixture.server
  await given.org({ name: '无密处', code: 'NOPW' })
  const page = await fixture.visitAs('1', '/organiz/batch-add-user?tab=sheet', { width: 1440 })
  await seeText(page, '初始密码：未设置。导入的用户须重置密码后才能登录。')
  await page.getByRole('link', { name: '去设置' }).waitFor()
  await picture(page, 'import-no-password')
  await upload(
    page,
    'people.xlsx',
    await workbook(['用户名', '姓名', '机构编码'], ['nopw1', '无密一', 'NOPW'], ['nopw2', '无密二', 'NOPW']),
  )
  await seeText(page, '初始密码：未设置。导入的用户须重置密码后才能登录。')
  await page.getByRole('button', { name: '导入 2 行' }).click()
  await seeText(page, '2 人还没有密码，不能登录')
  await checkAccessibility(page, 'import-set-passwords')
  await page.getByRole('link', { name: '查看这 2 人并设置密码' }).click()
  for (const name of ['无密一', '无密二']) await page.getByRole('row').filter({ hasText: name }).waitFor()
  await page.getByRole('checkbox', { name: '选择本页全部' }).click()
  await page.locator('.batch-bar').getByRole('button', { name: '重置密码' }).click()
  await page.getByRole('dialog').getByText('显示').first().waitFor()
  await page.keyboard.press('Escape')
  await configure(fixture, 'defaultPassword', fixture.server.kernel.keys.encrypt('config', 'Initial#2026'))
  await page.goto('/organiz/batch-add-user?tab=sheet')
  await page.getByText('把文件拖到这里，或点击选择').waitFor()
  await quiet(page)
  expect(await page.getByText('初始密码：未设置', { exact: false }).count()).toBe(0)
  await configure(fixture, 'defaultPassword', '')
  expect((await admin.call(user.page, { query: { searchKey: 'nopw' } })).total).toBe(2)
})
