import type { Page } from 'playwright-core'
import { appResource } from '@hufu/contract/apps/app-resource'
import { appRole } from '@hufu/contract/apps/app-role'
import { appUser } from '@hufu/contract/apps/app-user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choose, openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

const row = (page: Page, name: string) => page.locator('.table tbody tr').filter({ hasText: name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const dialog = (page: Page) => page.getByRole('dialog').last()
const inDialog = (page: Page, name: string | RegExp) =>
  dialog(page).getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).click() // prettier-ignore
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
async function pickUser(page: Page, typed: string, realName: string) {
  await dialog(page).getByLabel('姓名、拼音、账号、工号或手机号').fill(typed)
  await dialog(page).getByLabel(new RegExp(`^${realName} `)).check() // prettier-ignore
  await inDialog(page, /^确定（1 人）/)
}
const more = async (page: Page, name: string, label: string) => {
  await page.getByRole('button', { name: `更多操作 ${name}` }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}
/** A name that is new at each attempt, because a retry finds what the first attempt left. */
const uniqueName = (name: string) => name + fixture.server.given.next()

test('ROUTE-19, X-APPRES-09 a role of an application is created, given resources with the gains shown, and granted', async () => {
  const { given, admin } = fixture.server
  const [appName, roleName] = [uniqueName('公文应用'), uniqueName('经办人')]
  const appId = await given.app({ name: appName })
  const [userName, realName] = [uniqueName('handler'), uniqueName('柳经办')]
  const userId = await given.user({ userName, realName })
  const page = await fixture.visitAs('1', `/app/authority?appId=${appId}`)
  await press(page, '新增角色')
  await dialog(page).getByLabel('角色名称').fill(roleName)
  await dialog(page).getByLabel('角色编码').fill('handler')
  await inDialog(page, '确定')
  await page.getByRole('heading', { name: roleName, level: 2 }).waitFor()
  await press(page, '维护资源')
  for (const [name, code] of [['收文', 'in'], ['发文', 'out']] as const) {
    await press(page, '新增资源')
    await dialog(page).getByLabel('名称').fill(name)
    await dialog(page).getByLabel('编码').fill(code)
    await inDialog(page, '确定')
    await row(page, name).waitFor()
  } // prettier-ignore
  await press(page, '新增下级 收文')
  await dialog(page).getByLabel('名称').fill('收文登记')
  await dialog(page).getByLabel('编码').fill('IN')
  await dialog(page).getByText('编码已存在').waitFor()
  await dialog(page).getByLabel('编码').fill('in.write')
  await dialog(page).getByLabel('类型').selectOption('button')
  await inDialog(page, '确定')
  await row(page, '收文登记').waitFor()
  await page.getByRole('button', { name: '关闭' }).last().click()
  await box(page, '收文').check()
  await page.getByRole('complementary', { name: '变更摘要' }).getByText('新增 2 项').waitFor()
  await press(page, '保存')
  await dialog(page).getByText('新增 2 项，移除 0 项，影响 0 名持有人').waitFor()
  await inDialog(page, '保存')
  await page.getByText('勾选或取消后在此查看变化').waitFor()
  const [role] = (await admin.call(appRole.page, { query: { appId } })).records
  expect(role).toMatchObject({ name: roleName, resourceCount: 2 })

  await page.getByRole('tab', { name: '授权用户' }).click()
  await press(page, '添加用户')
  await pickUser(page, userName, realName)
  await row(page, userName).getByText('直接授权').waitFor()
  await page.getByRole('tab', { name: '资源' }).click()
  await box(page, '收文登记').uncheck()
  await press(page, '保存')
  await dialog(page).getByText('移除 1 项，影响 1 名持有人').waitFor()
  await dialog(page).getByText('将失去：收文登记').waitFor()
  await inDialog(page, '保存')
  await page.getByText('勾选或取消后在此查看变化').waitFor()
  const resources = await admin.call(appResource.tree, { query: { appId } })
  expect((await admin.call(appRole.byId, { query: { id: role!.id } })).resourceIds).toEqual([
    resources.find(({ code }) => code === 'in')!.id,
  ])
  await press(page, '删除')
  await page.getByText('它仍授予 1 人，请先收回').waitFor()
  expect((await admin.call(appRole.pageUser, { query: { appId, roleId: role!.id } })).records[0]!.userId).toBe(userId)
})

test('ROUTE-20, ROUTE-21 the address names the role; users by an organisation cannot be removed; without the button it is refused', async () => {
  const { given, admin } = fixture.server
  const appId = await given.app({ name: uniqueName('档案应用') })
  const roleId = await given.appRole(appId, { name: uniqueName('查阅') })
  const orgId = await given.org()
  const [own, inherited] = [uniqueName('本人者'), uniqueName('机构者')]
  const userId = await given.user({ realName: own })
  await given.user({ realName: inherited, org: orgId })
  await admin.call(appRole.addUser, { body: { roleIds: [roleId], userData: [{ userId }] } })
  await given.grant({ subjectType: 'org', subjectId: orgId, appId, roleId })
  const address = `/app/relatedUser?appId=${appId}&roleId=${roleId}`
  const clerk = await given.user()
  await given.role(clerk, '/app/authority', '/wel/index')
  const without = await fixture.visitAs(clerk, address)
  await without.getByText('访问失败，菜单权限不足').first().waitFor()

  await given.role(clerk, '/app/authority#refUser', '/app/authority#grant-role')
  const page = await fixture.visitAs(clerk, address)
  await page.getByRole('heading', { name: '授权用户', level: 1 }).waitFor()
  await row(page, inherited).getByText('机构、权限组等').waitFor()
  expect(await page.getByRole('button', { name: `收回 ${inherited}` }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: `收回 ${own}` }).click()
  await inDialog(page, '收回')
  await row(page, own).waitFor({ state: 'detached' })
  expect((await admin.call(appRole.pageUser, { query: { appId, roleId } })).total).toBe(1)
  await page.goto('/app/relatedUser')
  await page.getByText('没有指定角色').waitFor()
})

test('ROUTE-22 choosing another application shows its users at once, and a user who is added is added to that one', async () => {
  const { given, admin } = fixture.server
  const [first, second] = [uniqueName('甲应用'), uniqueName('乙应用')]
  const [firstId, secondId] = [await given.app({ name: first }), await given.app({ name: second })]
  const [userName, realName] = [uniqueName('chosen'), uniqueName('柳选定')]
  const userId = await given.user({ userName, realName })
  const page = await fixture.visitAs('1', `/app/user?appId=${firstId}`)
  await choose(page.getByLabel('应用', { exact: true }), second)
  await page.waitForURL(`**/app/user?**appId=${secondId}**`)
  await press(page, '添加用户')
  await dialog(page).getByText(`把“${second}”授权给用户`).waitFor()
  await pickUser(page, userName, realName)
  await row(page, realName).waitFor()
  expect((await admin.call(appUser.page, { query: { appId: firstId } })).total).toBe(0)
  expect((await admin.call(appUser.page, { query: { appId: secondId } })).records.map(one => one.userId)).toEqual([userId])
})

test('ROUTE-22, X-APPUSER-02 to X-APPUSER-06 users get access to an application, an account, roles, and lose the access', async () => {
  const { given, admin } = fixture.server
  const appId = await given.app({ name: uniqueName('门户应用') })
  const [reader, writer] = [await given.appRole(appId, { name: '读者' }), await given.appRole(appId, { name: '作者' })]
  const [userName, realName] = [uniqueName('member'), uniqueName('桑成员')]
  const userId = await given.user({ userName, realName })
  const page = await fixture.visitAs('1', `/app/user?appId=${appId}`)
  await press(page, '添加用户')
  await pickUser(page, userName, realName)
  await row(page, realName).getByText('直接授权').waitFor()
  const mine = async () => (await admin.call(appUser.page, { query: { appId } })).records.find(one => one.userId === userId)!

  await press(page, `应用账号 ${realName}`)
  await dialog(page).getByLabel('应用账号').fill('P-001')
  await inDialog(page, '确定')
  await row(page, realName).getByText('P-001').waitFor()
  await press(page, `角色 ${realName}`)
  await dialog(page).getByRole('checkbox', { name: '读者' }).check()
  await inDialog(page, '确定')
  await row(page, realName).getByText('读者').waitFor()

  await press(page, `角色 ${realName}`)
  await dialog(page).getByRole('radio', { name: '覆盖' }).check()
  await dialog(page).getByRole('checkbox', { name: '读者' }).uncheck()
  await dialog(page).getByRole('checkbox', { name: '作者' }).check()
  await inDialog(page, '确定')
  await page.getByText(`${realName}：读者`).waitFor()
  await inDialog(page, '覆盖')
  await row(page, realName).getByText('作者').waitFor()
  expect((await mine()).roles.map(role => role.id)).toEqual([writer])
  expect(reader).not.toBe(writer)

  await more(page, realName, '停用')
  await inDialog(page, '停用')
  await row(page, realName).getByText('停用', { exact: true }).waitFor()
  expect(await mine()).toMatchObject({ status: 0, isOpen: false, account: 'P-001' })
  await more(page, realName, '收回授权')
  await inDialog(page, '收回授权')
  await row(page, realName).getByText('机构、权限组等').waitFor()
  expect(await mine()).toMatchObject({ source: 'group' })
})
