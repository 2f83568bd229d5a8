import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { org } from '@hufu/contract/directory/org'
import { orgRange } from '@hufu/contract/directory/org-range'
import { user } from '@hufu/contract/directory/user'
import { checkAccessibility, expectAccessible, hasFocus, openFixture, picture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const LIST = '/organiz/org-list'
const row = (page: Page, name: string): Locator => page.locator('.table tbody tr').filter({ hasText: name })
const tool = async (page: Page, name: string, label: string) => {
  // A closing question returns the focus, and a menu opened meanwhile would close.
  await expect.poll(() => page.locator('.ant-modal-wrap:visible').count()).toBe(0)
  await row(page, name)
    .getByRole('button', { name: `更多操作 ${name}` })
    .click()
  await page.getByRole('menuitem', { name: label }).click()
}
const dialog = (page: Page) => page.getByRole('dialog').last()
// A question is rendered before the dialog it covers, so the last one of that name is not always on top.
const submit = (page: Page, label = '确定') => page.getByRole('dialog').getByRole('button', { name: label, exact: true }).last().click()
const seeText = (page: Page, sentence: string | RegExp) => page.getByText(sentence).filter({ visible: true }).first().waitFor()
/**
 * Finds an organisation in the topmost dialog. A dialog that has just opened may take the focus from the field, so it tries again.
 */
async function choose(page: Page, name: string) {
  const hit = page.getByRole('listbox').getByRole('option').first()
  const sought = async () => {
    await dialog(page).getByRole('combobox').fill(name)
    return hit.waitFor({ timeout: 1500 }).then(
      () => true,
      () => false,
    )
  }
  await expect.poll(sought).toBe(true)
  await hit.click()
}
/** A parent with these children, in this order. */
async function family(name: string, ...children: string[]) {
  const { given, kernel } = fixture.server
  // The name must be free for each attempt.
  await kernel.db.updateTable('org').set({ name: `${name}${given.next()}` }).where('name', '=', name).execute() // prettier-ignore
  const parent = await given.org({ name })
  const ids: Record<string, string> = {}
  for (const child of children) ids[child] = await given.org({ parentId: parent, name: child })
  return { parent, ids }
}
const level = async (parentId: string) => (await fixture.server.admin.call(org.tree, { query: { parentId } })).map(node => node.name)

test('ENT-02, ROUTE-46 /organiz/org-list adds, edits and deletes an organisation, and v3/org/page shows each step', async () => {
  const page = await fixture.visitAs('1', LIST)
  const listed = page.waitForResponse(answer => answer.url().includes('/api/v3/org/page'))
  await page.getByRole('button', { name: '查询' }).click()
  await listed
  await page.getByText('该机构还没有下级').waitFor()
  await picture(page, 'org-list-empty')
  await page.getByRole('button', { name: '新增机构' }).click()
  await dialog(page).getByLabel('机构名称').fill('财务 部')
  await dialog(page).getByLabel('机构编码').fill('CW01')
  await submit(page)
  await row(page, '财务部').waitFor()
  await row(page, '财务部').getByRole('button', { name: '编辑 财务部' }).click()
  await dialog(page).getByLabel('机构名称').fill('财务管理部')
  await dialog(page).getByLabel('负责人').fill('王芳')
  await submit(page)
  await row(page, '财务管理部').getByText('王芳').waitFor()
  await tool(page, '财务管理部', '删除')
  await submit(page, '删除')
  await seeText(page, '删除成功')
  await row(page, '财务管理部').waitFor({ state: 'detached' })
})

test('adding is disabled until the root of the tree is loaded', async () => {
  const page = await fixture.show('/config.json')
  let tell = () => {}
  const requested = new Promise<void>(resolve => (tell = resolve))
  await page.route('**/api/v3/org/tree*', async route => {
    await requested
    await route.continue()
  })
  await page.goto(LIST)
  const add = page.getByRole('button', { name: '新增机构' })
  await add.waitFor()
  expect(await add.isDisabled()).toBe(true)
  tell()
  await add.click()
  await expect.poll(() => dialog(page).getByLabel('上级机构').inputValue()).not.toBe('')
})

test('X-ORG-11 to X-ORG-13 a value already in use is reported while typing; < and > with the characters found', async () => {
  const { given } = fixture.server
  // New names, because a retry finds what the first attempt left.
  const n = given.next()
  await given.org({ name: `已有${n}`, code: `TAKEN${n}`, originOrgId: `old-${n}` })
  const page = await fixture.show(LIST)
  await page.getByRole('button', { name: '新增机构' }).click()
  await dialog(page).getByLabel('机构名称').fill(`已有${n}`)
  await dialog(page).getByLabel('机构编码').fill(`taken${n}`)
  await dialog(page).getByLabel('原系统机构ID').fill(`old-${n}`)
  for (const sentence of ['名称已存在', '编码已存在', '原系统机构ID已存在']) await seeText(page, sentence)
  await dialog(page).getByLabel('简称').fill('a<b')
  await seeText(page, '存在非法字符：<')
})

test('C2 disabling shows the number of users and organisations below; an organisation with members cannot be deleted', async () => {
  const { parent, ids } = await family('有人处', '一科', '二科')
  await fixture.server.given.user({ org: ids.一科! })
  const page = await fixture.visitAs('1', LIST)
  await tool(page, '有人处', '停用')
  await seeText(page, /涉及 1 人、2 个下级机构/)
  await submit(page, '停用')
  await row(page, '有人处').locator('.status').getByText('停用').waitFor()
  expect((await fixture.server.admin.call(org.byId, { query: { id: parent } })).status).toBe(0)
  await tool(page, '有人处', '删除')
  await seeText(page, '它还有 1 人、2 个下级机构，请先迁移后再删除。')
})

test('an organisation moves by dialog, by buttons, to a place and by drag in the tree', async () => {
  const { parent, ids } = await family('移动处', '甲', '乙', '丙')
  const page = await fixture.visitAs('1', `${LIST}?parentId=${parent}`)
  await tool(page, '丙', '置顶')
  await expect.poll(() => level(parent)).toEqual(['丙', '甲', '乙'])
  await tool(page, '丙', '移动到第…位')
  await dialog(page).getByLabel('移动到第几位').fill('2')
  await submit(page)
  await expect.poll(() => level(parent)).toEqual(['甲', '丙', '乙'])
  await tool(page, '丙', '移动到…')
  await dialog(page)
    .getByRole('treeitem', { name: /^移动处/ })
    .waitFor()
  await choose(page, '乙')
  await submit(page, '移动到“乙”')
  await expect.poll(() => level(ids.乙!)).toEqual(['丙'])
  // A drop onto a node moves below it, after a question that names what moves along.
  const tree = page.getByRole('tree').first()
  const node = (name: string) => tree.locator('.ant-tree-node-content-wrapper', { hasText: name })
  await tree.locator('.ant-tree-treenode', { hasText: '移动处' }).locator('.ant-tree-switcher').click()
  // antd treats a drop to the right of the grip position as a drop into the node.
  await node('甲').dragTo(node('乙'), { sourcePosition: { x: 10, y: 16 }, targetPosition: { x: 90, y: 20 } })
  await seeText(page, '把“甲”移动到“乙”下？')
  await submit(page)
  await expect.poll(() => level(ids.乙!)).toEqual(['丙', '甲'])
})

test('X-ORGRANGE-01 to X-ORGRANGE-05 ranges are added, used and deleted; tree and list follow', async () => {
  const { ids } = await family('范围处', '试点一', '试点二')
  const name = `试点范围${fixture.server.given.next()}`
  const page = await fixture.visitAs('1', LIST)
  await page.getByRole('button', { name: '管理范围' }).click()
  await submit(page, '新增范围')
  await expect.poll(() => hasFocus(dialog(page).getByLabel('范围名称'))).toBe(true)
  await dialog(page).getByLabel('范围名称').fill(name)
  await choose(page, '试点一')
  await dialog(page).getByRole('button', { name: '移除 试点一' }).waitFor()
  await submit(page)
  await dialog(page).getByText('1 个机构').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await hasFocus(page.getByRole('button', { name: '管理范围' }))).toBe(true)
  await page.getByRole('combobox', { name: '机构范围' }).click()
  await page.locator('.ant-select-item-option', { hasText: name }).click()
  await page.waitForURL(/orgRangeId=.+&orgRangeName=/)
  await expect.poll(() => page.getByRole('treeitem').count()).toBe(1)
  const range = (await fixture.server.admin.call(orgRange.list)).find(one => one.name === name)
  expect(range).toMatchObject({ rootOrgIds: [ids.试点一] })
  await page.getByRole('button', { name: '管理范围' }).click()
  await page.getByRole('button', { name: `删除 ${name}` }).click()
  await submit(page, '删除')
  await page.waitForURL(url => !url.search.includes('orgRangeId'))
})

test('ROUTE-44, ROUTE-49, SHELL-22 orgDetail shows the organisation and returns to the page the user came from', async () => {
  const { parent } = await family('详情处', '下级科')
  const page = await fixture.visitAs('1', LIST)
  await row(page, '详情处').getByRole('link', { name: '详情处' }).click()
  await page.getByRole('heading', { name: '详情处' }).waitFor()
  await row(page, '下级科').waitFor()
  expect(await page.getByRole('navigation', { name: /面包屑|当前位置/ }).innerText()).toContain('机构管理')
  await page.getByRole('button', { name: '返回' }).click()
  await page.waitForURL(url => url.pathname === LIST)
  await page.goto(`/organiz/orgDetail?id=${parent}`)
  await page.getByRole('heading', { name: '详情处' }).waitFor()
  await page.locator('.crumbs').getByRole('link', { name: '组织机构', exact: true }).waitFor()
})

test('0137 机构管理 is a tab of 组织机构 and of its menu entry, each at its address and at the organisation chosen in the other', async () => {
  const { parent } = await family('页签处', '页签科')
  const page = await fixture.visitAs('1', `/organiz/index?orgId=${parent}`)
  const tabs = page.getByRole('tab')
  const selected = () => page.getByRole('tab', { selected: true }).innerText()
  await expect.poll(() => tabs.allInnerTexts()).toEqual(['用户', '机构信息', '机构管理'])
  const entry = page.locator('.side-menu').getByRole('link', { name: '组织机构', exact: true })
  const isLit = () => entry.getAttribute('aria-current')
  await expect.poll(isLit).toBe('page')
  expect(await page.locator('.side-menu').getByRole('link', { name: '机构管理', exact: true }).count()).toBe(0)
  await picture(page, 'org-tabs-users')
  await page.getByRole('tab', { name: '机构管理' }).click()
  await page.waitForURL(url => url.pathname === LIST && url.searchParams.get('parentId') === parent)
  await page.getByRole('heading', { name: '机构管理', level: 1 }).waitFor()
  await row(page, '页签科').waitFor()
  await expect.poll(isLit).toBe('page')
  await expect.poll(selected).toBe('机构管理')
  await picture(page, 'org-tabs-orgs')
  await expectAccessible(page)
  await page.getByRole('tab', { name: '机构信息' }).click()
  await page.waitForURL(url => url.pathname === '/organiz/index' && url.searchParams.get('orgId') === parent)
  await expect.poll(selected).toBe('机构信息')
  await expect.poll(isLit).toBe('page')
  const { given } = fixture.server
  const narrow = await given.user()
  await given.role(narrow, '/wel/index', LIST)
  const theirs = await fixture.visitAs(narrow, LIST)
  await theirs
    .locator('.side-menu')
    .getByRole('link', { name: '机构管理', exact: true })
    .and(theirs.locator('[aria-current=page]'))
    .waitFor()
  await theirs.getByRole('row').filter({ hasText: '页签处' }).waitFor()
  expect(await theirs.getByRole('tab').count()).toBe(0)
})

test('ROUTE-60 /organiz/org-list keeps orgRangeId and orgRangeName of the previous page', async () => {
  const { ids } = await family('保留处', '保留科')
  const { id } = await fixture.server.admin.call(orgRange.save, { body: { name: '保留', rootOrgIds: [ids.保留科!] } })
  const page = await fixture.visitAs('1', `${LIST}?orgRangeId=${id}&orgRangeName=X`)
  await page.getByRole('button', { name: '新增机构' }).waitFor()
  await page.getByRole('treeitem').getByText('保留科').waitFor()
  await page.goto(`/organiz/orgDetail?id=${ids.保留科}&from=org-list&orgRangeId=${id}&orgRangeName=X`)
  await page.getByRole('heading', { name: '保留科' }).waitFor()
  await page.locator('.crumbs').getByRole('link', { name: '机构管理', exact: true }).click()
  await page.waitForURL(
    url => url.pathname === LIST && url.searchParams.get('orgRangeId') === id && url.searchParams.get('orgRangeName') === 'X',
  )
})

test('ROUTE-47 /organiz/batch-add-org stores the good rows of the grid and keeps the others with their reasons', async () => {
  const { given } = fixture.server
  const n = given.next()
  const parent = await given.org({ name: `批量处${n}` })
  await given.org({ code: `USED${n}` })
  const page = await fixture.visitAs('1', `/organiz/batch-add-org?parentId=${parent}`)
  await page.getByLabel('机构名称 第 1 行').waitFor()
  await paste(page, '机构名称 第 1 行', `一科\tB1-${n}\n二科\tUSED${n}\n三科\tB3-${n}`)
  const saved = page.waitForRequest(request => request.url().includes('/api/v3/org/batchSave'))
  await page.getByRole('button', { name: '保存 3 行' }).click()
  await saved
  await seeText(page, /已保存 2 行/)
  await page.getByRole('cell', { name: '编码已存在' }).waitFor()
  expect(await level(parent)).toEqual(['一科', '三科'])
  await page.getByLabel('机构编码 第 1 行').fill(`B2-${n}`)
  await page.getByRole('button', { name: '保存 1 行' }).click()
  await expect.poll(() => level(parent)).toEqual(['一科', '三科', '二科'])
})

test('ROUTE-47 names alone are enough: codes come by pinyin in one click, and a lasting line leads to what was added', async () => {
  const { given, admin } = fixture.server
  const parent = await given.org({ name: '拼音处' })
  await given.org({ name: '占用编码', code: 'caiwuke' })
  const page = await fixture.visitAs('1', `/organiz/batch-add-org?parentId=${parent}`)
  const grid = page.getByRole('table', { name: '待新增的机构' })
  const first = grid.getByRole('row').nth(1)
  await page.getByLabel('机构名称 第 1 行').pressSequentially('人事科')
  // The row being typed has no code yet, which is neither right nor reported.
  expect(await first.getByText('✓').count()).toBe(0)
  await paste(page, '机构名称 第 1 行', '人事科\n财务科\n财务科二\n办公室\n审计科\n法务科\n宣传科\n后勤科\n信息科\n保卫科')
  await page.getByRole('button', { name: '按拼音生成编码' }).click()
  await expect.poll(() => page.getByLabel('机构编码 第 2 行').inputValue()).toBe('caiwuke1')
  await first.getByText('✓').waitFor()
  expect(await page.getByRole('button', { name: '按拼音生成编码' }).isDisabled()).toBe(true)
  await checkAccessibility(page, 'batch-add-org-codes')
  await page.getByRole('button', { name: '保存 10 行' }).click()
  await page.getByText('10 个机构已新增', { exact: true }).waitFor()
  await checkAccessibility(page, 'batch-add-org-saved')
  await page.getByRole('link', { name: '查看', exact: true }).click()
  await page.waitForURL(url => url.pathname === LIST && url.searchParams.get('parentId') === parent)
  await row(page, '保卫科').first().waitFor()
  expect((await admin.call(org.tree, { query: { parentId: parent } })).map(({ code }) => code)).toContain('renshike')
})

test('ROUTE-47 a branch is typed or pasted as an outline, and each row is stored below its parent', async () => {
  const { given, admin } = fixture.server
  const parent = await given.org({ name: '分支处' })
  await given.org({ name: '占用', code: 'TAKEN2' })
  const page = await fixture.visitAs('1', `/organiz/batch-add-org?parentId=${parent}`)
  await paste(page, '机构名称 第 1 行', '甲部\tK1\n  甲一组\tK11\n  甲二组\tTAKEN2\n乙部\tK2')
  await page.getByLabel('机构名称 第 5 行').fill('甲一组')
  await page.getByLabel('机构编码 第 5 行').fill('K21')
  await page.keyboard.press('Control+]')
  await picture(page, 'batch-add-org-branch')
  await expectAccessible(page)
  // The same name is allowed below another parent.
  await page.getByRole('button', { name: '保存 5 行' }).click()
  await seeText(page, /已保存 4 行/)
  const [first, second] = await admin.call(org.tree, { query: { parentId: parent } })
  expect([first!.name, second!.name]).toEqual(['甲部', '乙部'])
  expect(await level(first!.id)).toEqual(['甲一组'])
  expect(await level(second!.id)).toEqual(['甲一组'])
  // A refused row still belongs below the stored row, which has left the grid.
  await page.getByText('甲部 /').waitFor()
  await page.getByLabel('机构编码 第 1 行').fill('K12')
  await page.getByRole('button', { name: '保存 1 行' }).click()
  await expect.poll(() => level(first!.id)).toEqual(['甲一组', '甲二组'])
})

test('ROUTE-48 /organiz/deleted-org lists deleted organisations and restores them, elsewhere if the parent is gone', async () => {
  const { parent, ids } = await family('删除处', '删除科')
  await fixture.server.admin.call(org.remove, { body: { ids: [parent, ids.删除科!] } })
  const shelter = await fixture.server.given.org({ name: '收容处' })
  const page = await fixture.visitAs('1', LIST)
  const listed = page.waitForResponse(answer => answer.url().includes('/api/v3/org/pageDeletedOrg'))
  await page.getByRole('button', { name: '已删除机构' }).click()
  await listed
  await row(page, '删除科').getByRole('button', { name: '查看 删除科' }).click()
  await page.locator('.ant-drawer').getByText('原上级机构').waitFor()
  await picture(page, 'deleted-org-drawer')
  await page.keyboard.press('Escape')
  await row(page, '删除科').getByRole('button', { name: '恢复 删除科' }).click()
  await seeText(page, '原上级机构“删除处”已删除')
  await dialog(page).getByLabel('上级机构', { exact: true }).click()
  await choose(page, '收容处')
  await submit(page)
  await submit(page, '恢复')
  await seeText(page, '恢复成功')
  expect(await level(shelter)).toEqual(['删除科'])
})

test('PERM-01, PERM-06, PERM-07 without their codes the three pages are refused; with them they open', async () => {
  const { given } = fixture.server
  const id = await given.org({ name: '权限处' })
  const pages = [
    ['view-org', `/organiz/orgDetail?id=${id}`, '权限处'],
    ['batch-save', '/organiz/batch-add-user', '批量新增用户'],
    ['batch-save-org', '/organiz/batch-add-org', '批量新增机构'],
  ] as const
  const without = await given.user()
  await given.role(without, '/organiz/index', LIST)
  for (const [, path] of pages) {
    const page = await fixture.visitAs(without, path)
    await seeText(page, '访问失败，菜单权限不足，将自动跳转至有权访问的页面')
    await page.waitForURL(url => !path.startsWith(url.pathname))
  }
  const holder = await given.user()
  await given.role(holder, '/organiz/index', '/organiz/index#batch-save', LIST, `${LIST}#view-org`, `${LIST}#batch-save-org`)
  for (const [, path, title] of pages) await (await fixture.visitAs(holder, path)).getByRole('heading', { name: title }).waitFor()
  const page = await fixture.visitAs(without, LIST)
  await row(page, '权限处').waitFor()
  expect(await page.getByRole('button', { name: '批量新增' }).count()).toBe(0)
  expect(await row(page, '权限处').getByRole('link').count()).toBe(0)
})

test('ROUTE-43, FIELD-10 /organiz/batch-add-user generates accounts, flags two equal ones and stores the rest by v3/user/batchSave', async () => {
  const orgId = await fixture.server.given.org({ name: '录入处' })
  const page = await fixture.visitAs('1', `/organiz/batch-add-user?orgId=${orgId}`)
  await page.getByLabel('姓名 第 1 行').waitFor()
  await paste(page, '姓名 第 1 行', '张三丰\t\t13900001111\n李四光\n王五常')
  await expect.poll(() => page.getByLabel('用户名 第 3 行').inputValue()).toBe('wangwuchang')
  expect(await page.getByLabel('用户名 第 1 行').inputValue()).toBe('zhangsanfeng')
  await page.getByLabel('用户名 第 3 行').fill('LIsiguang')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('cell', { name: '用户名与其他行重复' }).count()).toBe(2)
  await picture(page, 'batch-add-user')
  const saved = page.waitForRequest(request => request.url().includes('/api/v3/user/batchSave'))
  await page.getByRole('button', { name: '保存 1 行' }).click()
  await saved
  await seeText(page, '已保存 1 行，其余 2 行请修改后再次保存')
  await seeText(page, '1 名用户已新增')
  const { records } = await fixture.server.admin.call(user.page, { query: { orgId } })
  expect(records.map(person => person.userName)).toEqual(['zhangsanfeng'])
  // Switching tabs loses nothing, and leaving with unsaved rows asks first.
  await page.getByRole('tab', { name: '表格导入' }).click()
  await page.getByText('把文件拖到这里，或点击选择').waitFor()
  await page.getByRole('tab', { name: '逐行录入' }).click()
  expect(await page.getByLabel('姓名 第 1 行').inputValue()).toBe('李四光')
  await page.locator('.side-menu').getByRole('link', { name: '组织机构', exact: true }).click()
  await seeText(page, '离开此页？')
  await page.getByRole('button', { name: '留在此页' }).click()
})

/** Pastes a block of cells, as a spreadsheet puts it on the clipboard. */
async function paste(page: Page, label: string, block: string) {
  await page.getByLabel(label).focus()
  await page.getByLabel(label).evaluate((input, data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', data)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, block)
}
