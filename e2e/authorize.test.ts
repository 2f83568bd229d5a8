import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authGroup } from '@hufu/contract/apps/auth-group'
import { authorize } from '@hufu/contract/apps/authorize'
import { user } from '@hufu/contract/directory/user'
import { expectAccessible, openFixture, picture, type Fixture } from './browser.ts'

let fixture: Fixture
let [office, person, appId] = ['', '', '']
beforeAll(async () => {
  fixture = await openFixture()
  const { given } = fixture.server
  office = await given.org({ name: '信息科' })
  person = await given.user({ org: office, realName: '高远' })
  appId = await given.app({ name: '办公系统' })
  await given.appRole(appId, { name: '公文管理员', code: 'docs' })
  await given.appRole(appId, { name: '督办员', code: 'track' })
  await given.app({ name: '档案系统' })
})
afterAll(() => fixture.close())

const row = (page: Page, name: string) => page.getByRole('main').getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name, exact: true }).click()
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const apps = async () => (await fixture.server.admin.call(user.rights, { query: { userId: person } })).apps

test(
  'ROUTE-25, ROUTE-27, ROUTE-28, ENT-07 a permission group is created, filled, granted to an organisation, and revoked',
  { tags: 'golden' },
  async () => {
    const page = await fixture.visitAs('1', '/authorize/auth-group')
    await page.getByText('还没有权限组').waitFor()
    await page.getByRole('button', { name: '新增权限组' }).first().click()
    await dialog(page).getByLabel('名称', { exact: true }).fill('一线人员')
    await dialog(page).getByLabel('编码', { exact: true }).fill('一线')
    await dialog(page).getByText('编码由字母、数字、下划线、点或横线组成').waitFor()
    await dialog(page).getByLabel('编码', { exact: true }).fill('front')
    await press(page, '确定')
    await row(page, '一线人员').waitFor()

    await row(page, '一线人员')
      .getByRole('link', { name: '授权 一线人员' })
      .or(row(page, '一线人员').getByRole('button', { name: '授权 一线人员' }))
      .click()
    await page.getByRole('heading', { level: 1, name: '权限组“一线人员”的授权' }).waitFor()
    await page.getByRole('checkbox', { name: '公文管理员' }).check()
    expect(await page.getByRole('checkbox', { name: '办公系统' }).isChecked()).toBe(true)
    await page.getByText('新增 2 项').first().waitFor()
    await expectAccessible(page)
    await picture(page, 'auth-group-contents')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await press(page, '保存')
    await toast(page, '保存成功')

    await page.getByRole('tab', { name: '授权对象' }).click()
    await page.getByText('机构', { exact: true }).first().click()
    await page.getByText('还没有这类授权对象').waitFor()
    await page.getByRole('button', { name: '添加授权对象' }).first().click()
    await dialog(page).getByText('信息科').click()
    await picture(page, 'auth-group-subject')
    await press(page, '确定（1）')
    await toast(page, '已添加 1 个授权对象')
    await row(page, '信息科').getByText('含下级机构').waitFor()
    await picture(page, 'auth-group-targets')
    expect(await apps()).toMatchObject([{ appId, roles: ['公文管理员'] }])

    await page.goto('/authorize/auth-group')
    await row(page, '一线人员').getByText('1 应用 · 1 角色').waitFor()
    await row(page, '一线人员').getByText('1 人').waitFor()
    await expectAccessible(page)
    await picture(page, 'auth-group-list')
    await row(page, '一线人员').getByRole('button', { name: /更多/ }).click()
    await page.getByRole('menuitem', { name: '停用' }).click()
    await dialog(page)
      .getByText(/1 人立即失去/)
      .waitFor()
    await press(page, '停用')
    await row(page, '一线人员').getByText('停用', { exact: true }).first().waitFor()
    expect(await apps()).toEqual([])
    expect((await fixture.server.admin.call(authGroup.list)).length).toBe(0)
  },
)

test(
  'ROUTE-24, X-AUTHZ-01 to X-AUTHZ-05 rights are granted to a user, changed with the loss shown, explained and revoked',
  { tags: 'golden' },
  async () => {
    const page = await fixture.visitAs('1', '/authorize/index')
    await page.getByText('还没有这类授权').waitFor()
    await page.getByRole('button', { name: '授权', exact: true }).first().click()
    await press(page, '选择授权对象')
    await dialog(page).getByRole('checkbox', { name: /高远/ }).check()
    await press(page, '确定（1 人）')
    await dialog(page).getByText('已选 1 个').waitFor()
    await dialog(page).getByRole('checkbox', { name: '公文管理员' }).check()
    await dialog(page).getByRole('checkbox', { name: '督办员' }).check()
    await expectAccessible(page)
    await picture(page, 'authorize-order')
    await press(page, '授权')
    await toast(page, '授权成功，已立即生效')
    await row(page, '高远').getByText('公文管理员').waitFor()
    await expectAccessible(page)
    await picture(page, 'authorize-list')
    expect(await apps()).toMatchObject([{ appId, roles: ['公文管理员', '督办员'], source: '直接授权' }])

    // Adjusting a grant keeps its begin time.
    await fixture.server.kernel.db
      .updateTable('appGrant')
      .set({ beginTime: '2026-01-01T00:00:00+08:00' })
      .where('subjectId', '=', person)
      .execute()
    await page.reload()
    await row(page, '高远').getByRole('button', { name: /^调整/ }).click()
    await dialog(page).getByRole('checkbox', { name: '督办员' }).uncheck()
    await press(page, '授权')
    await dialog(page).getByText('高远：办公系统 / 督办员').waitFor()
    await press(page, '仍要保存')
    await toast(page, '授权成功，已立即生效')
    await expect.poll(async () => (await apps())[0]?.roles).toEqual(['公文管理员'])
    const [grant] = await fixture.server.admin.call(authorize.byTarget, { query: { targetType: 'user', targetId: person } })
    expect(grant?.beginTime).toBe('2026-01-01 00:00:00')

    await page.getByRole('main').getByRole('button', { name: '访问诊断', exact: true }).first().click()
    await press(page, '选择用户')
    await dialog(page).getByRole('radio', { name: /高远/ }).check()
    await press(page, '确定（1 人）')
    const chooseApp = async (name: string) => {
      await dialog(page).getByLabel('应用', { exact: true }).click()
      await page.getByTitle(name, { exact: true }).last().click()
    }
    await chooseApp('办公系统')
    await dialog(page).getByText('可以打开“办公系统”').waitFor()
    await dialog(page).getByText('直接授权').first().waitFor()
    await expectAccessible(page)
    await picture(page, 'authorize-why')
    await chooseApp('档案系统')
    await dialog(page).getByText('没有得到该应用的授权').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: '更多操作 高远' }).first().click()
    await page.getByRole('menuitem', { name: '收回' }).click()
    await press(page, '收回')
    await toast(page, '已收回')
    expect(await apps()).toEqual([])
    expect((await fixture.server.admin.call(authorize.page, { query: { targetType: 'user' } })).total).toBe(0)
  },
)
