import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userLabel } from '@hufu/contract/directory/label'
import { orgSetting } from '@hufu/contract/directory/org-setting'
import { positionAttribute } from '@hufu/contract/directory/position-attribute'
import { choose, openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
let office = ''
let attempt = 0
beforeAll(async () => {
  fixture = await openFixture()
  const { given } = fixture.server
  office = await given.org({ name: '信息科' })
  for (const realName of ['高远', '高近', '马力']) await given.user({ org: office, realName })
})
afterAll(() => fixture.close())

const row = (page: Page, name: string) => page.getByRole('main').getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const mainHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test('ROUTE-54 to ROUTE-58 the settings link to four dictionaries: a rank is added, a standard adopted, a used one is kept', async () => {
  const { admin, given } = fixture.server
  const page = await fixture.visitAs('1', '/organiz/setting')
  for (const [name, call] of [['职级', positionAttribute.rank], ['职称', positionAttribute.title], ['职务', positionAttribute.duty], ['岗位', positionAttribute.post]] as const) {
    const listed = page.waitForResponse(answer => answer.url().includes(`/api${call.page.path}`))
    await page.getByRole('link', { name: new RegExp(`^${name}`) }).click()
    await mainHeading(page, name)
    expect((await listed).ok()).toBe(true)
    await page.getByText(`还没有${name}`).waitFor()
    await page.goBack()
    await mainHeading(page, '组织设置')
  } // prettier-ignore
  await page.getByRole('link', { name: /^职级/ }).click()
  await page.getByRole('button', { name: '新增职级' }).first().click()
  await dialog(page).getByLabel('名称', { exact: true }).fill('特级')
  await dialog(page).getByLabel('编码', { exact: true }).fill('T 级')
  await dialog(page).getByText('编码格式不正确').waitFor()
  await dialog(page).getByLabel('编码', { exact: true }).fill('T1')
  await press(page, '确定')
  await row(page, '特级').waitFor()
  await page.getByRole('button', { name: '采用国家标准代码' }).click()
  await dialog(page).getByText('将新增以下 32 项').waitFor()
  await press(page, '新增 32 项')
  await toast(page, '已新增 32 项')
  await row(page, '厅局级正职').waitFor()
  const { records } = await admin.call(positionAttribute.rank.page, { query: { code: 'T1' } })
  await given.user({ jobs: [{ orgId: office, jobType: 1, rankId: records[0]!.id }], realName: '带级者' })
  await page.reload()
  expect(await row(page, '特级').getByRole('button', { name: '删除 特级' }).isDisabled()).toBe(true)
  await row(page, '特级').getByRole('link', { name: '1', exact: true }).click()
  await row(page, '带级者').waitFor()
})

test('ROUTE-57 a copied table of duties is pasted, reviewed and adopted; its faulty rows are listed first', async () => {
  const page = await fixture.visitAs('1', '/organiz/position')
  await page.getByRole('button', { name: '导入代码表' }).first().click()
  expect(await dialog(page).getByRole('button', { name: '检查' }).isDisabled()).toBe(true)
  await dialog(page).getByLabel('代码表名称').fill('市直机关职务代码')
  await dialog(page).getByLabel('编码和名称').fill('代码\t名称\n0101\t书记\n0102\t副书记\n0102\t副书记（兼）\n委员\n')
  await dialog(page).getByText('已输入 4 项').waitFor()
  await press(page, '检查')
  await dialog(page).getByText('将新增 2 项；2 项有误，不会导入').waitFor()
  await dialog(page).getByText('编码重复').waitFor()
  await press(page, '修改')
  await dialog(page).getByLabel('编码和名称').fill('0101,书记\n0102,副书记\n委员,0103\n')
  await press(page, '检查')
  await dialog(page).getByText('将新增 3 项').waitFor()
  await press(page, '新增 3 项')
  await toast(page, '已新增 3 项')
  await row(page, '委员').getByText('0103').waitFor()
  await row(page, '书记').first().getByText('市直机关职务代码').waitFor()
})

test('ROUTE-54, X-ORGSET-03 the rule of user names is set with its example shown, and takes effect at once', async () => {
  const page = await fixture.show('/organiz/setting')
  await page.getByText('姓名拼音').waitFor()
  await page.getByLabel('工号', { exact: true }).last().click()
  await page.getByText(/张伟，工号 A1001 → A1001/).waitFor()
  await page.getByRole('button', { name: '保存' }).click()
  await toast(page, '保存成功，已立即生效')
  expect((await fixture.server.admin.call(orgSetting.get)).userNameRule).toBe('employeeNumber')
  await page.goto(`/organiz/user?orgId=${office}`)
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByLabel('工号', { exact: true }).fill('K7001')
  await page.getByLabel('姓名', { exact: true }).fill('新来的')
  await page.getByLabel('姓名', { exact: true }).blur()
  await expect.poll(() => page.getByLabel('用户名', { exact: true }).inputValue()).toBe('K7001')
})

test('ROUTE-59 users are picked for a manual label; a label by rule finds them while the rule is edited, and keeps them', async () => {
  const { admin, given } = fixture.server
  const page = await fixture.visitAs('1', '/organiz/user-label')
  // The names differ at each attempt, because a retry finds what the first attempt left.
  const [manual, byRule] = [`骨干${++attempt}`, `高家人${attempt}`]
  await page.getByRole('button', { name: '新增标签' }).first().click()
  await dialog(page).getByLabel('标签名称').fill(manual)
  await dialog(page).getByText('红', { exact: true }).click()
  await press(page, '确定')
  await row(page, manual)
    .getByRole('button', { name: `成员 ${manual}`, exact: true })
    .click()
  await page.getByRole('button', { name: '添加用户' }).click()
  await dialog(page).getByRole('searchbox').or(dialog(page).getByRole('textbox')).first().fill('高远')
  await dialog(page)
    .getByRole('checkbox', { name: /高远/ })
    .or(dialog(page).getByRole('option', { name: /高远/ }))
    .first()
    .click()
  await dialog(page).getByRole('button', { name: /^确定/ }).click()
  await toast(page, '已添加 1 人')
  await page.locator('.ant-drawer').getByRole('row').filter({ hasText: '高远' }).waitFor()
  await page.locator('.ant-drawer').getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: `成员 ${manual} 1` }).waitFor()

  await page.getByRole('button', { name: '新增标签' }).first().click()
  await dialog(page).getByLabel('标签名称').fill(byRule)
  await dialog(page).getByText('规则：符合条件的用户自动带有').click()
  await dialog(page).getByText('完善条件后，这里显示符合的人数。').waitFor()
  await choose(dialog(page).getByLabel('条件 1 的项目'), '姓名')
  await dialog(page).getByLabel('条件 1 的值').fill('高')
  await dialog(page)
    .getByText(/符合 [2-9] 人/)
    .waitFor()
  await dialog(page).getByText('姓名包含“高”的用户').waitFor()
  await dialog(page)
    .getByRole('list', { name: /前 [2-9] 人/ })
    .getByText('高近')
    .waitFor()
  await press(page, '确定')
  await page.getByRole('button', { name: new RegExp(`成员 ${byRule} [2-9]`) }).waitFor()
  const before = (await admin.call(userLabel.page, { query: { name: byRule } })).records[0]!
  await given.user({ org: office, realName: '高中' })
  await expect.poll(async () => (await admin.call(userLabel.byId, { query: { id: before.id } })).userCount).toBe(before.userCount + 1)
  await row(page, byRule)
    .getByRole('button', { name: `成员 ${byRule}`, exact: true })
    .click()
  await page.getByText('成员按规则自动维护，不能手工添加或移除。').waitFor()
  expect(await page.locator('.ant-drawer').getByRole('button', { name: '添加用户' }).count()).toBe(0)
})
