import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { businessLine } from '@hufu/contract/directory/business-line'
import { user } from '@hufu/contract/directory/user'
import { workGroup } from '@hufu/contract/directory/work-group'
import { openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const row = (page: Page, name: string) => page.locator('.table tbody tr').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog').last()
const submit = (page: Page, label: string | RegExp = '确定') =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: label, exact: typeof label === 'string' })
    .last()
    .click()
const seeText = (page: Page, sentence: string | RegExp) => page.getByText(sentence).filter({ visible: true }).first().waitFor()
const noDialog = (page: Page) => expect.poll(() => page.locator('.ant-modal-wrap:visible').count()).toBe(0)
const tool = async (page: Page, name: string, label: string) => {
  await noDialog(page)
  await page.getByRole('button', { name: `更多操作 ${name}` }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}
const level = async (stripeId: string, parentId?: string) =>
  (await fixture.server.admin.call(businessLine.tree, { query: { stripeId, parentId } })).map(node => node.name)

test('ROUTE-51, X-STRIPE-04 to X-STRIPE-07 a business line is added, copied, disabled and deleted in the list of business lines', async () => {
  const page = await fixture.visitAs('1', '/organiz/stripe-org')
  await page.getByText('还没有条线').waitFor()
  await page.getByRole('button', { name: '新增条线' }).first().click()
  await dialog(page).getByLabel('条线名称').fill('财务 线')
  await dialog(page).getByLabel('条线编码').fill('CW')
  await submit(page)
  await row(page, '财务线').waitFor()
  await tool(page, '财务线', '复制')
  await dialog(page).getByLabel('条线编码').fill('cw')
  await seeText(page, '编码已存在')
  await dialog(page).getByLabel('条线编码').fill('CW2')
  await submit(page)
  await row(page, '财务线副本').waitFor()
  await tool(page, '财务线副本', '停用')
  await submit(page, '停用')
  await row(page, '财务线副本').getByText('停用', { exact: true }).waitFor()
  await tool(page, '财务线副本', '删除')
  await seeText(page, '0 个机构将离开该条线')
  await submit(page, '删除')
  await row(page, '财务线副本').waitFor({ state: 'detached' })
})

test('ROUTE-52, X-STRIPE-10 to X-STRIPE-15 organisations join a business line with those below, move, and leave it', async () => {
  const { given, admin } = fixture.server
  const top = await given.org({ name: '浙江省局' })
  const city = await given.org({ name: '杭州市局', parentId: top })
  await given.org({ name: '监察司' })
  const { id } = await admin.call(businessLine.save, { body: { name: '基金监管', code: 'JJ' } })
  const page = await fixture.visitAs('1', `/organiz/stripe?stripeId=${id}&stripeName=基金监管`)
  await page.getByRole('heading', { name: '基金监管' }).waitFor()
  await page.getByText('条线中还没有机构').waitFor()
  await page.getByRole('button', { name: '添加机构' }).first().click()
  await dialog(page)
    .getByRole('treeitem', { name: /^浙江省局/ })
    .click()
  await dialog(page)
    .getByRole('checkbox', { name: /连同其全部下级/ })
    .check()
  await submit(page, /^添加（1）/)
  await seeText(page, '已添加 2 个机构')
  expect(await level(id, top)).toEqual(['杭州市局'])
  await noDialog(page)
  await page.getByRole('button', { name: '添加机构' }).first().click()
  await dialog(page)
    .getByRole('treeitem', { name: /^监察司/ })
    .click()
  await submit(page, /^添加（1）/)
  await row(page, '监察司').waitFor()
  await noDialog(page)
  // Everything that can be dragged can also be chosen in a menu.
  await page.getByRole('button', { name: '移动到… 杭州市局' }).click()
  await dialog(page)
    .getByRole('treeitem', { name: /^监察司/ })
    .click()
  await submit(page, '移动到“监察司”')
  await expect.poll(async () => level(id, top)).toEqual([])
  await tool(page, '监察司', '设置排序号')
  await dialog(page).getByLabel('排序号').fill('1')
  await submit(page)
  await expect.poll(() => level(id)).toEqual(['监察司', '浙江省局'])
  await tool(page, '监察司', '移出条线')
  await submit(page, '移出条线')
  await seeText(page, '已移出条线')
  expect(new Set(await level(id))).toEqual(new Set(['浙江省局', '杭州市局']))
  // In a wide window there is room for the path from the root.
  await page.setViewportSize({ width: 1720, height: 900 })
  await row(page, '杭州市局').getByText('组织机构 / 浙江省局 / 杭州市局').waitFor()
  expect((await admin.call(businessLine.pageOrg, { query: { stripeId: id } })).records.find(one => one.orgId === city)).toMatchObject({
    parentId: '0',
  })
})

test('X-STRIPE-13 an organisation is dragged below another of its business line', async () => {
  const { given, admin } = fixture.server
  // New names for each attempt.
  const parentId = await given.org()
  const [one, other] = [await given.org({ parentId, name: '拖动处' }), await given.org({ parentId, name: '接收处' })]
  const n = given.next()
  const { id } = await admin.call(businessLine.save, { body: { name: `拖动线${n}`, code: `TD${n}` } })
  await admin.call(businessLine.addOrg, { body: { stripeId: id, orgIds: [one, other] } })
  const page = await fixture.visitAs('1', `/organiz/stripe?stripeId=${id}`)
  const node = (name: string) => page.getByRole('tree').locator('.ant-tree-node-content-wrapper', { hasText: name })
  // antd treats a drop to the right of the grip position as a drop into the node.
  await node('拖动处').dragTo(node('接收处'), { sourcePosition: { x: 10, y: 16 }, targetPosition: { x: 90, y: 20 } })
  await seeText(page, '把“拖动处”移动到“接收处”下？')
  await submit(page)
  await expect.poll(() => level(id, other)).toEqual(['拖动处'])
})

test('ROUTE-53, X-WORKGROUP-04, X-WORKGROUP-10, USER-02, USER-06 a group is created, gets members and a leader, and loses one', async () => {
  const { given, admin } = fixture.server
  const [ann, bob] = [await given.user({ realName: '安组员' }), await given.user({ realName: '博组长' })]
  const page = await fixture.visitAs('1', '/organiz/work-group')
  await page.getByText('还没有工作组').waitFor()
  await page.getByRole('button', { name: '新增工作组' }).click()
  await dialog(page).getByLabel('工作组名称').fill('国产化专班')
  await dialog(page).getByLabel('工作组编码').fill('GCH')
  await submit(page)
  await page.getByRole('heading', { name: '国产化专班' }).waitFor()
  await noDialog(page)
  await page.getByRole('button', { name: '添加成员' }).first().click()
  for (const name of ['安组员', '博组长'])
    await dialog(page)
      .getByRole('checkbox', { name: new RegExp(name) })
      .check()
  await submit(page, /^确定（2 人）/)
  await row(page, '安组员').waitFor()
  await noDialog(page)
  await page.getByRole('button', { name: '设为组长 博组长' }).click()
  await submit(page)
  await row(page, '博组长').getByText('组长', { exact: true }).waitFor()
  await noDialog(page)
  await page.getByRole('button', { name: '移出 安组员' }).click()
  await submit(page, '移出')
  await row(page, '安组员').waitFor({ state: 'detached' })
  const [group] = (await admin.call(workGroup.page)).records
  expect(group).toMatchObject({ leaderId: bob, userCount: 1 })
  expect((await admin.call(user.byId, { query: { id: ann } })).workGroups).toEqual([])
  // Shown in the list of users, and on the user's own page.
  await page.goto(`/organiz/index?workGroupId=${group!.id}&hasIncludeChild=true`)
  await row(page, '博组长').waitFor()
  expect(await row(page, '安组员').count()).toBe(0)
  await page.goto(`/organiz/detail?id=${bob}`)
  await page.getByText('国产化专班').waitFor()
})

test('D-34, X-STRIPE-01 a delegated administrator is shown why a business line beyond their scope cannot be changed', async () => {
  const { given, admin } = fixture.server
  const [mine, foreign] = [await given.org({ name: '辖内处' }), await given.org({ name: '辖外处' })]
  const { id } = await admin.call(businessLine.save, { body: { name: '跨界线', code: 'KJ' } })
  await admin.call(businessLine.addOrg, { body: { stripeId: id, orgIds: [mine, foreign] } })
  const boss = await given.user({ org: mine })
  await given.gradeAdmin(boss, mine, 1, '/organiz/stripe-org')
  const page = await fixture.visitAs(boss, '/organiz/stripe-org')
  expect(await page.getByRole('button', { name: '编辑 跨界线' }).isDisabled()).toBe(true)
  await page.getByRole('link', { name: '跨界线' }).click()
  await row(page, '辖内处').waitFor()
  expect(await page.getByText('辖外处').count()).toBe(0)
})
