import type { Page } from 'playwright-core'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choose, openFixture, picture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

const ORGS = '/organiz/org-list'
const dialog = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, name: string) => page.locator('.table tbody tr').filter({ hasText: name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const seeText = (page: Page, sentence: string | RegExp) => page.getByText(sentence).filter({ visible: true }).first().waitFor()
const tick = (page: Page, name: string) =>
  page.getByRole('list', { name: '菜单与按钮' }).getByRole('checkbox', { name, exact: true }).first()
const grantsOf = (userId: string) => fixture.server.admin.call(delegatedAdmin.byUser, { query: { userId } })

/** Three organisations and their users, with new names each time. */
async function createTwoBranches() {
  const { given } = fixture.server
  const n = given.next()
  const north = { id: await given.org({ name: `北局${n}` }), name: `北局${n}` }
  const office = { id: await given.org({ name: `北一科${n}`, parentId: north.id }), name: `北一科${n}` }
  const south = await given.org({ name: `南局${n}` })
  await given.user({ org: south, realName: `丙旁人${n}` })
  const [first, second] = [`甲主任${n}`, `乙科长${n}`]
  return {
    n, north, office, south,
    first: { id: await given.user({ org: north.id, realName: first }), name: first },
    second: { id: await given.user({ org: office.id, realName: second }), name: second },
  } // prettier-ignore
}

/** Opens the delegated administrators of an organisation from the list. */
async function openDelegations(page: Page, org: string) {
  await press(page, `更多操作 ${org}`)
  await page.getByRole('menuitem', { name: '分级管理员', exact: true }).click()
  await page.getByRole('heading', { name: `“${org}”的分级管理员` }).waitFor()
}
async function pick(page: Page, name: string) {
  await press(page, '请选择用户')
  await dialog(page).getByRole('textbox', { name: '姓名、拼音、账号、工号或手机号' }).fill(name)
  await dialog(page)
    .getByRole('checkbox', { name: new RegExp(name) })
    .check()
  await dialog(page).getByRole('button', { name: '确定（1 人）' }).click()
}

test('PERM-27, ROUTE-45, ROUTE-50 a third of the tree is delegated, delegated onward with less, and reduced after a warning', async () => {
  const { n, north, office, first, second } = await createTwoBranches()
  const admin = await fixture.visitAs('1', ORGS)
  await openDelegations(admin, north.name)
  await seeText(admin, '未设置，本机构由上级管理员管理')
  await press(admin, '新增分级管理员')
  await pick(admin, first.name)
  await admin.getByLabel('可转授').check()
  await choose(admin.getByLabel('套用预设'), '仅 组织机构管理')
  await admin.getByText(/新增 \d\d 项/).waitFor()
  await press(admin, '保存')
  await seeText(admin, '已新增 1 名分级管理员')
  await row(admin, first.name).getByText('生效中').waitFor()
  await press(admin, '返回')
  await admin.waitForURL(url => url.pathname === ORGS)

  // They see their third of the tree and only their own menus.
  const they = await fixture.visitAs(first.id, ORGS)
  await they.getByRole('treeitem', { name: new RegExp(`^${north.name}`) }).waitFor()
  expect(
    await they
      .getByRole('treeitem')
      .filter({ hasText: /南局|西局|组织机构/ })
      .count(),
  ).toBe(0)
  expect(await they.locator('.side-menu').getByText('系统管理').count()).toBe(0)
  await openDelegations(they, office.name)
  await row(they, first.name).getByText('上级设置').waitFor()
  expect(
    await row(they, first.name)
      .getByRole('button', { name: `续期 ${first.name}` })
      .getAttribute('title'),
  ).toBe('不能修改自己的授权')
  await press(they, '新增分级管理员')
  // Users of the other organisations are not even found.
  await press(they, '请选择用户')
  await dialog(they).getByRole('textbox', { name: '姓名、拼音、账号、工号或手机号' }).fill(`丙旁人${n}`)
  await dialog(they).getByText('没有符合条件的用户').waitFor()
  await dialog(they).getByRole('button', { name: '取消' }).click()
  await pick(they, second.name)
  expect(await tick(they, '管理员列表').count()).toBe(0)
  await tick(they, '组织机构').check()
  await press(they, '保存')
  await seeText(they, '已新增 1 名分级管理员')
  expect(await grantsOf(second.id)).toMatchObject([{ orgId: office.id, sourceName: first.name, state: 'live', hasHandOn: 0 }])

  // Taking a menu from the first administrator removes the second one's only right, which is shown before saving.
  await openDelegations(admin, north.name)
  await press(admin, `编辑 ${first.name}`)
  await tick(admin, '组织机构').uncheck()
  await seeText(admin, '移除 28 项')
  await press(admin, '保存')
  await seeText(admin, '将影响其下 1 项授权')
  await dialog(admin).getByText(second.name).waitFor()
  await dialog(admin).getByText('失去 1 个菜单、27 个按钮').waitFor()
  await picture(admin, 'grades-shrink')
  await dialog(admin).getByRole('button', { name: '取消' }).click()
  expect(await grantsOf(second.id)).toHaveLength(1)
  await press(admin, '保存')
  await dialog(admin).getByRole('button', { name: '保存并缩减' }).click()
  await seeText(admin, '保存成功')
  expect(await grantsOf(second.id)).toEqual([])
  expect((await grantsOf(first.id))[0]!.belowCount).toBe(0)
})

test('ROUTE-64, PERM-26 the list shows the delegation chain; disabling, extending or deleting one shows the effect on those below', async () => {
  const { given, admin } = fixture.server
  const { south } = await createTwoBranches()
  const [high, low] = [await given.user({ org: south, realName: '丁局长' }), await given.user({ org: south, realName: '戊科长' })]
  const nodes = { menuIds: ['organiz_index', 'system_gradeAdmins'], buttonIds: ['organiz_index-grade-auth'] }
  const body = { orgId: south, hasIncludeChild: 1 as const, hasHandOn: 1 as const, ...nodes }
  await admin.call(delegatedAdmin.save, { body: { ...body, userIds: [high] } })
  await (await fixture.server.as(high)).call(delegatedAdmin.save, { body: { ...body, userIds: [low] } })
  const page = await fixture.visitAs('1', `/system/gradeAdmins?orgId=${south}`)
  await row(page, '戊科长').waitFor()
  for (const tool of ['刷新', '密度', '列设置', '常用条件']) await page.getByRole('button', { name: tool, exact: true }).waitFor()
  for (const leave of [() => press(page, '返回列表'), () => page.goBack()]) {
    await press(page, '新增分级管理员')
    await page.getByRole('heading', { name: '新增分级管理员', exact: true }).waitFor()
    await leave()
    await row(page, '戊科长').waitFor()
  }
  await page.getByRole('tab', { name: '授权链' }).click()
  await page.getByRole('list', { name: '授权链' }).locator('li li').getByText('戊科长').waitFor()
  await page.getByRole('tab', { name: '列表' }).click()
  await press(page, '更多操作 丁局长')
  await page.getByRole('menuitem', { name: '停用' }).click()
  await dialog(page).getByText('由它转授的 1 项授权一并暂停').waitFor()
  await dialog(page).getByRole('button', { name: '停用' }).click()
  await row(page, '丁局长').getByText('已停用').waitFor()
  await row(page, '戊科长').getByText('暂停').first().waitFor()
  await seeText(page, '转授人“丁局长”的授权未生效，或已不覆盖该机构')
  await press(page, '续期 戊科长')
  await dialog(page).getByLabel('有效期至').fill('2090-06-30')
  // Enter would choose the day and then also submit the form.
  await page.keyboard.press('Tab')
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await row(page, '戊科长').getByText('至 2090-06-30').waitFor()
  await press(page, '更多操作 丁局长')
  await page.getByRole('menuitem', { name: '删除' }).click()
  await dialog(page).getByText('由它转授的 1 项授权将一并删除').waitFor()
  await dialog(page).getByRole('button', { name: '删除' }).click()
  await seeText(page, '没有符合条件的数据')
})

test('PERM-25 while delegated administration is off its tools are hidden, and an open page says so instead of failing', async () => {
  const set = (value: string) =>
    fixture.server.kernel.db.updateTable('config').set({ configValue: value }).where('configKey', '=', 'openGradeAdmin').execute()
  const { north } = await createTwoBranches()
  const page = await fixture.visitAs('1', '/wel/index')
  await page.locator('.side-menu').getByText('系统管理').click()
  await set('false')
  // Other nodes of the server apply it within a second.
  await expect.poll(async () => (await fixture.server.admin.send(delegatedAdmin.page)).envelope.message).toBe('未开启分级管理')
  await page.locator('.side-menu').getByRole('link', { name: '分级管理员列表' }).click()
  await page.getByRole('alert').getByText('未开启分级管理').waitFor()
  await page.goto(ORGS)
  await press(page, `更多操作 ${north.name}`)
  await page.getByRole('menuitem', { name: '移动到…' }).waitFor()
  expect(await page.getByRole('menuitem', { name: '分级管理员' }).count()).toBe(0)
  await set('true')
})
