import { userLabel } from '@hufu/contract/directory/label'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAccessibility, openFixture, picture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

const toastOf = (page: Page, sentence: string) => page.getByRole('status').filter({ hasText: sentence })
const undo = (page: Page, sentence: string) => toastOf(page, sentence).getByRole('button', { name: '撤销' }).click()
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const statusOf = async (id: string) => (await fixture.server.admin.call(user.byId, { query: { id } })).status
const orgOf = async (id: string) => (await fixture.server.admin.call(user.byId, { query: { id } })).orgId
async function tool(page: Page, name: string, act: string) {
  await page.getByRole('button', { name: `更多操作 ${name}` }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

test('after disabling users 撤销 enables those whom this act has disabled, and no others', async () => {
  const { given, admin } = fixture.server
  const at = await given.org({ name: '停用处' })
  const [before, one, two] = [
    await given.user({ org: at, realName: '早停甲' }),
    await given.user({ org: at, realName: '停乙' }),
    await given.user({ org: at, realName: '停丙' }),
  ]
  await admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [before] } })
  const page = await fixture.visitAs('1', `/organiz/index?orgId=${at}`)
  await page.getByRole('checkbox', { name: '选择本页全部' }).click()
  await page.locator('.batch-bar').getByRole('button', { name: '停用' }).click()
  await inDialog(page, '停用')
  await toastOf(page, '操作成功，共 2 人').waitFor()
  expect(await toastOf(page, '操作成功').locator('span').innerText()).toBe('操作成功，共 2 人')
  expect(await Promise.all([before, one, two].map(statusOf))).toEqual([0, 0, 0])
  await checkAccessibility(page, 'toast-undo')
  await picture(page, 'undo-disabled')
  await undo(page, '操作成功')
  await page.getByText('已撤销', { exact: true }).waitFor()
  expect(await Promise.all([before, one, two].map(statusOf))).toEqual([0, 1, 1])
  await page.getByRole('row').filter({ hasText: '停乙' }).getByText('启用').waitFor()
  await picture(page, 'undo-done')
})

test('after moving main jobs 撤销 moves them back; not where another job was merged with the main job', async () => {
  const { given } = fixture.server
  const [from, to] = [await given.org({ name: '调出处' }), await given.org({ name: '调入处' })]
  const id = await given.user({ org: from, realName: '调甲' })
  const page = await fixture.visitAs('1', `/organiz/index?orgId=${from}`, { dark: true, width: 1440 })
  const move = async (who: string) => {
    await page.getByRole('checkbox', { name: `选择 ${who}` }).click()
    await page.locator('.batch-bar').getByRole('button', { name: '调主职' }).click()
    await page.getByRole('dialog').getByLabel('新机构').click()
    await page
      .getByRole('dialog')
      .last()
      .getByRole('treeitem', { name: /^调入处/ })
      .click()
    await page.getByRole('dialog').last().getByRole('button', { name: '确定' }).click()
    await inDialog(page, '确定')
  }
  await move('调甲')
  await toastOf(page, '已调整').waitFor()
  await picture(page, 'undo-moved')
  expect(await orgOf(id)).toBe(to)
  await undo(page, '已调整')
  await page.getByText('已撤销', { exact: true }).waitFor()
  expect(await orgOf(id)).toBe(from)
  await page.getByRole('checkbox', { name: '选择 调甲' }).waitFor()
  const merged = await given.user({ org: from, others: [to], realName: '兼调乙' })
  await page.reload()
  await move('兼调乙')
  const told = page.locator('.toast').filter({ hasText: '已调整' })
  await told.waitFor()
  expect(await told.getByRole('button').count()).toBe(0)
  expect(await orgOf(merged)).toBe(to)
})

test('after deleting users and organisations 撤销 recovers them', async () => {
  const { given, admin } = fixture.server
  const at = await given.org({ name: '删除处' })
  const below = await given.org({ name: '待删处', parentId: at })
  const id = await given.user({ org: at, realName: '删甲' })
  const page = await fixture.visitAs('1', `/organiz/index?orgId=${at}`)
  await tool(page, '删甲', '删除')
  await inDialog(page, '删除')
  await toastOf(page, '删除成功').waitFor()
  await page.getByRole('row').filter({ hasText: '删甲' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await page.getByText('已撤销', { exact: true }).waitFor()
  expect(await orgOf(id)).toBe(at)
  await page.getByRole('row').filter({ hasText: '删甲' }).waitFor()
  await page.goto(`/organiz/org-list?parentId=${at}`)
  await tool(page, '待删处', '删除')
  await inDialog(page, '删除')
  await undo(page, '删除成功')
  await page.getByText('已撤销', { exact: true }).waitFor()
  expect((await admin.call(org.byId, { query: { id: below } })).parentId).toBe(at)
})

test('撤销 is offered only to who may make the call that takes back', async () => {
  const { given } = fixture.server
  const at = await given.org({ name: '少权处' })
  await given.user({ org: at, realName: '少权甲' })
  const clerk = await given.user()
  await given.role(clerk, '/organiz/index#delete-user')
  const page = await fixture.visitAs(clerk, `/organiz/index?orgId=${at}`)
  await page.getByRole('checkbox', { name: '选择本页全部' }).click()
  await page.locator('.batch-bar').getByRole('button', { name: '删除' }).click()
  await inDialog(page, '删除')
  const told = page.locator('.toast').filter({ hasText: '删除成功' })
  await told.waitFor()
  expect(await told.getByRole('button').count()).toBe(0)
})

test('a grant just given is removed by 撤销, a revoked one is given again', async () => {
  const { given, admin } = fixture.server
  const person = await given.user({ realName: '授甲' })
  await given.app({ name: '撤销系统' })
  const page = await fixture.visitAs('1', '/authorize/index')
  const appsOf = async () => (await admin.call(user.rights, { query: { userId: person } })).apps.map(({ appName }) => appName)
  const dialog = page.getByRole('dialog').last()
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  const give = async () => {
    await page.getByRole('button', { name: '授权', exact: true }).first().click()
    await press('选择授权对象')
    await dialog.getByRole('checkbox', { name: /授甲/ }).check()
    await press('确定（1 人）')
    await dialog.getByRole('checkbox', { name: '撤销系统' }).check()
    await press('授权')
    await toastOf(page, '授权成功，已立即生效').waitFor()
  }
  await give()
  expect(await appsOf()).toEqual(['撤销系统'])
  await undo(page, '授权成功')
  await page.getByText('已撤销', { exact: true }).waitFor()
  expect(await appsOf()).toEqual([])
  await page.getByText('已撤销', { exact: true }).waitFor({ state: 'detached' })
  await give()
  await tool(page, '授甲 撤销系统', '收回')
  await press('收回')
  await toastOf(page, '已收回').waitFor()
  expect(await appsOf()).toEqual([])
  await undo(page, '已收回')
  await page.getByText('已撤销', { exact: true }).waitFor()
  expect(await appsOf()).toEqual(['撤销系统'])
})

test('a disabled label is enabled again, a user taken from it gets it again, over its open drawer', async () => {
  const { given, admin } = fixture.server
  const person = await given.user({ realName: '签甲' })
  const { id: labelId } = await admin.call(userLabel.save, { body: { name: '撤销标签' } })
  await admin.call(userLabel.addUser, { body: { labelId, userIds: [person] } })
  const label = () => admin.call(userLabel.byId, { query: { id: labelId } })
  const page = await fixture.visitAs('1', '/organiz/user-label')
  await page.getByRole('checkbox', { name: '选择 撤销标签' }).click()
  await page.locator('.batch-bar').getByRole('button', { name: '停用' }).click()
  await inDialog(page, '停用')
  await toastOf(page, '操作成功').waitFor()
  expect((await label()).status).toBe(0)
  await undo(page, '操作成功')
  await page.getByText('已撤销', { exact: true }).waitFor()
  expect((await label()).status).toBe(1)
  await page.getByText('已撤销', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '成员 撤销标签', exact: true }).click()
  await page.getByRole('row').filter({ hasText: '签甲' }).getByRole('button').click()
  await page.getByRole('dialog').last().getByRole('button', { name: '移除', exact: true }).click()
  await toastOf(page, '已移除 1').waitFor()
  expect((await label()).userCount).toBe(0)
  await picture(page, 'undo-over-drawer')
  await undo(page, '已移除 1')
  await page.getByText('已撤销', { exact: true }).waitFor()
  expect((await label()).userCount).toBe(1)
})
