import type { Page } from 'playwright-core'
import { admin } from '@hufu/contract/permission/admin'
import { menus } from '@hufu/contract/permission/menu'
import { role } from '@hufu/contract/permission/role'
import { self } from '@hufu/contract/sign-in/sign-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/given.ts'
import { fillSignIn } from './sign-in-page.ts'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

const ROLES = '/system/systemRoleIndex'
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog').last()
const inDialog = (page: Page, name: string | RegExp) =>
  dialog(page).getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).click() // prettier-ignore
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
async function pickUser(page: Page, typed: string, realName: string) {
  await dialog(page).getByLabel('姓名、拼音、账号、工号或手机号').fill(typed)
  await dialog(page).getByLabel(new RegExp(`^${realName} `)).check() // prettier-ignore
  await inDialog(page, /^确定（1 人）/)
}
const linksIn = (page: Page) => page.getByRole('navigation', { name: '主菜单' }).getByRole('link').allInnerTexts()
/** A name that is new at each attempt, because a retry finds what the first attempt left. */
const uniqueName = (name: string) => name + fixture.server.given.next()
const named = async (name: string) => (await fixture.server.admin.call(role.page, { query: { name } })).records[0]!

test('ENT-05, ROUTE-65, ROUTE-66 a role is created, given rights with the gains shown, and granted; its holder sees these menus', async () => {
  const [userName, realName, name] = [uniqueName('clerk'), uniqueName('林窗口'), uniqueName('窗口人员')]
  const id = await fixture.server.given.user({ userName, realName })
  const page = await fixture.visitAs('1', ROLES)
  await press(page, '新增角色')
  await dialog(page).getByLabel('名称').fill(name)
  await dialog(page).getByLabel('编码').fill('auditor')
  await dialog(page).getByText('编码已存在').waitFor()
  await dialog(page).getByLabel('编码').fill(uniqueName('front.desk'))
  await inDialog(page, '确定')
  await row(page, name).waitFor()
  await press(page, `权限 ${name}`)
  await page.waitForURL('**/system/authSystemRole**')
  await box(page, '机构管理').check()
  await box(page, '批量新增机构').uncheck()
  await box(page, '角色管理').check()
  await page.getByRole('complementary', { name: '变更摘要' }).getByText('新增 21 项').waitFor()
  await press(page, '保存')
  await dialog(page).getByText('新增 21 项，移除 0 项，影响 0 名用户').waitFor()
  await inDialog(page, '保存')
  await page.getByText('尚无变化').waitFor()
  const auth = await fixture.server.admin.call(role.auth, { query: { id: (await named(name)).id } })
  expect(auth.buttonIds).toContain('organiz_org-list-view-org')
  expect(auth.buttonIds).not.toContain('organiz_org-list-batch-save-org')
  await page.goto(ROLES)
  await press(page, `用户 ${name}`)
  await press(page, '添加用户')
  await pickUser(page, userName, realName)
  await row(page, userName).waitFor()
  expect((await named(name)).userCount).toBe(1)

  const theirs = await fixture.visit('/login')
  await fillSignIn(theirs, userName, PASSWORD)
  await theirs.getByRole('heading', { name: '机构管理', level: 1 }).waitFor()
  await theirs.getByRole('navigation', { name: '主菜单' }).getByRole('button', { name: '系统管理' }).click()
  expect((await linksIn(theirs)).map(text => text.trim())).toEqual(['机构管理', '角色管理'])
  expect((await (await fixture.server.as(id)).call(menus.granted)).menus.map(node => node.menu_uri).sort()).toEqual([
    '/organiz', '/organiz/org-list', '/system', ROLES,
  ]) // prettier-ignore
})

test('X-SYSROLE-11 lost rights are shown in red with the users affected; of two who change one role the second is warned', async () => {
  const { id } = await fixture.server.admin.call(role.save, { body: { name: uniqueName('两人同改'), code: uniqueName('both') } })
  await fixture.server.admin.call(role.saveAuth, { body: { id, menuIds: ['audit_sms', 'audit_loginLog'], buttonIds: [] } })
  await fixture.server.admin.call(role.addUser, {
    body: { id, userIds: [await fixture.server.given.user(), await fixture.server.given.user()] },
  })
  const page = await fixture.visitAs('1', `/system/authSystemRole?id=${id}`)
  await box(page, '短信记录').uncheck()
  const summary = page.getByRole('complementary', { name: '变更摘要' })
  await summary.getByText('移除 1 项').waitFor()
  await summary.getByText('影响 2 名用户').waitFor()
  await summary.getByRole('list', { name: '移除 1 项' }).getByText('审计管理 / 短信记录').waitFor()
  await fixture.server.admin.call(role.saveAuth, { body: { id, menuIds: ['audit_loginLog'], buttonIds: [] } })
  await press(page, '保存')
  await inDialog(page, '保存')
  await page.getByText('该角色的权限已被他人修改').waitFor()
})

test('a page without a role, or with an application that does not exist, says so once and offers no action', async () => {
  const page = await fixture.visitAs('1', '/system/authSystemRole')
  await page.getByText('请选择角色', { exact: true }).waitFor()
  await page.getByRole('button', { name: '返回角色列表' }).waitFor()
  await fixture.server.given.app()
  await page.goto('/app/authority?appId=gone')
  await page.locator('.empty-title').getByText('已停用或不存在').waitFor()
  expect(await page.getByRole('button', { name: '新增角色' }).count()).toBe(0)
  await page.goto('/app/appSetting?appId=gone')
  await page.getByRole('button', { name: '重试' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('ROUTE-63, X-ADMIN-04 to X-ADMIN-06 a user becomes an administrator, is given another role and is removed again', async () => {
  const [userName, realName] = [uniqueName('boss'), uniqueName('高管理')]
  const id = await fixture.server.given.user({ userName, realName })
  const page = await fixture.visitAs('1', '/system/manage')
  await press(page, '添加管理员')
  await inDialog(page, '确定')
  await dialog(page).getByText('请选择用户').waitFor()
  await inDialog(page, '选择用户')
  await pickUser(page, userName, realName)
  await box(page, '审计员').check()
  await inDialog(page, '确定')
  await row(page, realName).getByText('审计员').waitFor()
  await press(page, `分配角色 ${realName}`)
  await dialog(page).getByRole('checkbox', { name: '审核员' }).check()
  await dialog(page).getByText('新增：审核员').waitFor()
  await inDialog(page, '确定')
  await row(page, realName).getByText('审核员').waitFor()
  await press(page, `停用 ${realName}`)
  await dialog(page).getByText('不能再进入控制台').waitFor()
  await inDialog(page, '停用')
  await page.getByRole('button', { name: `启用 ${realName}` }).waitFor()
  expect(await (await fixture.server.as(id)).call(menus.granted)).toEqual({ menus: [], buttons: [] })
  await page.getByRole('button', { name: `更多操作 ${realName}` }).click()
  await page.getByRole('menuitem', { name: '移除' }).click()
  await inDialog(page, '移除')
  await row(page, realName).waitFor({ state: 'detached' })
  await fixture.server.admin.refused('adminMissing', admin.byId, { query: { id } })
})

test('D-38, X-SYSROLE-11 granting all rights must be confirmed; what must stay cannot be changed, and says why', async () => {
  const [userName, realName] = [uniqueName('second'), uniqueName('副主管')]
  const id = await fixture.server.given.user({ userName, realName })
  const page = await fixture.visitAs('1', ROLES)
  const rights = page.getByRole('button', { name: '权限 超级管理员' })
  await rights.waitFor()
  expect([await rights.isDisabled(), await rights.getAttribute('title')]).toEqual([true, '超级管理员拥有全部权限，不能修改'])
  await press(page, '用户 超级管理员')
  await press(page, '添加用户')
  await pickUser(page, userName, realName)
  await page.getByText('超级管理员拥有全部权限，包括运维管理').waitFor()
  await inDialog(page, '设为超级管理员')
  await row(page, userName).waitFor()
  expect(await (await fixture.server.as(id)).call(self.isAdmin)).toBe(true)
  await press(page, '移出 系统管理员')
  await inDialog(page, '移出')
  await page.getByText('不能变更自己的角色').waitFor()
  await page.goto('/system/manage')
  const disable = page.getByRole('button', { name: '停用 系统管理员' })
  await disable.waitFor()
  expect([await disable.isDisabled(), await disable.getAttribute('title')]).toEqual([true, '内置账号不允许此操作'])
})

test('T14 rights that an administrator lacks are locked, a role above them is read-only, and the server refuses, too', async () => {
  const { server } = fixture
  const [id, name] = [await server.given.user(), uniqueName('有限岗')]
  await server.given.role(id, `${ROLES}#*`, '/organiz/org-list#view-org')
  const { id: own } = await server.admin.call(role.save, { body: { name, code: uniqueName('limited') } })
  const page = await fixture.visitAs(id, `/system/authSystemRole?id=${own}`)
  await box(page, '机构管理').check()
  await page.getByText('新增 2 项').first().waitFor()
  for (const locked of ['短信记录', '批量新增机构', '审计管理'])
    expect([locked, await box(page, locked).isDisabled()]).toEqual([locked, true])
  await press(page, '保存')
  await inDialog(page, '保存')
  await page.getByText('尚无变化').waitFor()
  await page.goto('/system/authSystemRole?id=auditor')
  await page.getByText('只能查看，不能修改').waitFor()
  expect(await page.getByLabel('从角色复制').count()).toBe(0)
  await quiet(page)
  await picture(page, 'role-rights-locked')
  await expectAccessible(page)
  expect(await box(page, '机构管理').isDisabled()).toBe(true)
  await page.goto(`${ROLES}?name=${encodeURIComponent('审计员')}`)
  await page.getByRole('button', { name: '更多操作 审计员' }).click()
  await page.getByRole('menuitem', { name: '停用' }).click()
  await inDialog(page, '停用')
  await dialog(page).getByText('不能授予或收回您未持有的权限').waitFor()
})
