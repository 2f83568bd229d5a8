import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userLabel } from '@hufu/contract/directory/label'
import { businessLine } from '@hufu/contract/directory/business-line'
import { workGroup } from '@hufu/contract/directory/work-group'
import { choose, expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
const at = { finance: '', audit: '' }
let ann = ''
beforeAll(async () => {
  fixture = await openFixture()
  const { given } = fixture.server
  at.finance = await given.org({ name: '财务处' })
  at.audit = await given.org({ name: '审计处' })
  ann = await given.user({ org: at.finance, realName: '安会计' })
  for (const realName of ['鲍出纳', '蔡审核']) await given.user({ org: at.finance, realName })
  await given.user({ org: at.audit, realName: '丁审计' })
})
afterAll(() => fixture?.close())

const dialog = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, name: string) => page.getByRole('main').getByRole('row').filter({ hasText: name })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const seeText = (page: Page, sentence: string | RegExp) => page.getByText(sentence).filter({ visible: true }).first().waitFor()

/** Takes pictures on a wide light and on a narrow dark screen. */
async function checkAndPicture(page: Page, name: string): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await quiet(page)
    await expectAccessible(page)
    await picture(page, `${name}-${width}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('ROUTE-52, console.md 43 the tabs of a business line list its users and administrators, for all or one of its organisations', async () => {
  const { admin, given } = fixture.server
  const { id } = await admin.call(businessLine.save, { body: { name: '基金监管', code: 'JJ' } })
  await admin.call(businessLine.addOrg, { body: { stripeId: id, orgIds: [at.finance, at.audit] } })
  await given.gradeAdmin(await given.user({ realName: '总管理员' }), '1', 1, '/organiz/index')
  await given.gradeAdmin(ann, at.finance, 0, '/organiz/index')
  const page = await fixture.visitAs('1', `/organiz/stripe?stripeId=${id}&stripeName=基金监管`)
  await page.getByRole('tab', { name: '用户' }).click()
  await row(page, '丁审计').waitFor()
  await row(page, '安会计').waitFor()
  await checkAndPicture(page, 'line-people')
  await page
    .getByRole('treeitem', { name: /^审计处/ })
    .first()
    .click()
  await row(page, '安会计').waitFor({ state: 'detached' })
  await row(page, '丁审计').waitFor()
  await page.getByRole('tab', { name: '管理员' }).click()
  await row(page, '总管理员').waitFor()
  await row(page, '安会计').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '全部机构' }).click()
  await row(page, '安会计').waitFor()
  await row(page, '总管理员').getByText('全部', { exact: true }).waitFor()
  await checkAndPicture(page, 'line-admins')
  await page.getByPlaceholder('姓名、用户名').fill('安')
  await page.getByPlaceholder('姓名、用户名').press('Enter')
  await row(page, '总管理员').waitFor({ state: 'detached' })
  await page.reload()
  await row(page, '安会计').waitFor()
  await page.getByRole('link', { name: '设置分级管理员' }).click()
  await page.getByRole('heading', { level: 1, name: '分级管理员列表' }).waitFor()
})

test('ROUTE-53, console.md 44 a dynamic group is previewed, saved and filled by its rule, not by hand; it may have a leader', async () => {
  const page = await fixture.visitAs('1', '/organiz/work-group')
  await page.getByRole('button', { name: '新增工作组' }).first().click()
  await dialog(page).getByLabel('工作组名称').fill('财务专班')
  await dialog(page).getByLabel('工作组编码').fill('CWZB')
  await dialog(page).getByText('动态：符合条件的用户自动加入').click()
  await choose(dialog(page).getByLabel('条件 1 的项目'), '姓名')
  await dialog(page).getByText('完善条件后，这里显示符合的人数。').waitFor()
  await press(page, '确定')
  await dialog(page).getByText('请完善规则').waitFor()
  await dialog(page).getByLabel('条件 1 的值').fill('安会')
  await dialog(page).getByText('符合 1 人').waitFor()
  await checkAndPicture(page, 'group-rule')
  await press(page, '确定')
  await seeText(page, '保存成功，正在后台计算成员')
  await row(page, '安会计').waitFor()
  await seeText(page, '成员按规则自动维护')
  expect(await page.getByRole('button', { name: '添加成员' }).count()).toBe(0)
  expect(await page.getByRole('checkbox', { name: /安会计/ }).count()).toBe(0)
  await page.getByRole('button', { name: '设为组长 安会计' }).click()
  await press(page, '确定')
  await row(page, '安会计').getByText('组长', { exact: true }).waitFor()
  await checkAndPicture(page, 'group-dynamic')
  await fixture.server.given.user({ org: at.audit, realName: '安会计二' })
  await expect
    .poll(async () => (await fixture.server.admin.call(workGroup.page, { query: { name: '财务专班' } })).records[0]?.userCount)
    .toBe(2)
  await page.reload()
  await row(page, '安会计二').waitFor()
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  await dialog(page).getByText('新增后不能更改').waitFor()
})

test('ROUTE-55, console.md 50 labels are merged into one that stays, after the effect was shown', async () => {
  const { admin } = fixture.server
  const [stays, gone] = [
    (await admin.call(userLabel.save, { body: { name: '骨干', color: 'blue' } })).id,
    (await admin.call(userLabel.save, { body: { name: '业务骨干', color: 'gold' } })).id,
  ]
  await admin.call(userLabel.addUser, { body: { labelId: gone, userIds: [ann] } })
  const page = await fixture.visitAs('1', '/organiz/user-label')
  await page.getByRole('checkbox', { name: /选择 骨干$/ }).check()
  expect(await page.getByRole('button', { name: '合并', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: /选择 业务骨干$/ }).check()
  await page.getByRole('button', { name: '合并', exact: true }).click()
  await dialog(page).getByText('“骨干”的 0 名用户并入“业务骨干”').waitFor()
  await dialog(page).getByRole('radio', { name: /^骨干/ }).check()
  await dialog(page).getByText('“业务骨干”的 1 名用户并入“骨干”（其中新增 1 名）').waitFor()
  await checkAndPicture(page, 'label-merge')
  await press(page, '合并')
  await seeText(page, '合并成功，新增 1 名用户')
  await row(page, '业务骨干').waitFor({ state: 'detached' })
  expect((await admin.call(userLabel.byId, { query: { id: stays } })).userCount).toBe(1)
})

test('ROUTE-50, console.md 54 the list of delegated administrators is exported as a workbook', async () => {
  const page = await fixture.visitAs('1', '/system/gradeAdmins')
  await row(page, '总管理员').waitFor()
  await checkAndPicture(page, 'grades-export')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('分级管理员.xlsx')
})
