import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { userLabel } from '@hufu/contract/directory/label'
import { positionAttribute } from '@hufu/contract/directory/position-attribute'
import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillLoginPhones } from '../server/src/domains/directory/user/edit/login-phone.ts'
import { idCardOf, PASSWORD, phoneOf } from '../server/test/given.ts'
import { checkAccessibility, hasFocus, openFixture, picture, type Fixture } from './browser.ts'

let fixture: Fixture
/** 总部 with 财务部 below it, and beside it 分部. */
let head: string, finance: string, branch: string

beforeAll(async () => {
  fixture = await openFixture()
  const { given } = fixture.server
  head = await given.org({ name: '总部', code: 'HQ' })
  finance = await given.org({ name: '财务部', code: 'FIN', parentId: head })
  branch = await given.org({ name: '分部', code: 'BR' })
})
afterAll(() => fixture?.close())

const list = (orgId: string, more = '') => `/organiz/index?orgId=${orgId}${more}`
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
/** Waits for the dialog's button with the colour of a warning. */
const isRed = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).and(page.locator('.ant-btn-dangerous')).waitFor()
/** Opens 更多 of a row and chooses a tool. */
async function more(page: Page, name: string, tool: string) {
  await page.getByRole('button', { name: `更多操作 ${name}` }).click()
  await page.getByRole('menuitem', { name: tool, exact: true }).click()
}
const namesIn = async (page: Page) => (await page.locator('.ant-table-row .person').allInnerTexts()).map(name => name.split('\n').at(-1))
/** Polls what the page shows. */
const soon = <T>(look: () => T | Promise<T>) => expect.poll(look)
const problem = (page: Page, label: string) =>
  page
    .locator('.ant-form-item')
    .filter({ has: page.getByLabel(label, { exact: true }) })
    .locator('.ant-form-item-explain-error')

describe('the list', () => {
  test('ROUTE-38 the tree is at the left, the users of the chosen organisation at the right', async () => {
    const { given } = fixture.server
    await given.user({ org: head, realName: '甲总部' })
    await given.user({ org: finance, realName: '乙财务' })
    const page = await fixture.visitAs('1', '/organiz/index')
    // Hardly anybody has a job at the top, so its list includes those below by default.
    await row(page, '乙财务').waitFor()
    expect(await page.getByLabel('含下级机构').isChecked()).toBe(true)
    await page.getByRole('treeitem', { name: /^总部/ }).click()
    await row(page, '甲总部').waitFor()
    expect(new URL(page.url()).searchParams.get('orgId')).toBe(head)
    // The former list of all users stays until the new one is loaded.
    await soon(() => row(page, '乙财务').count()).toBe(0)
    await page.getByLabel('含下级机构').click()
    await row(page, '乙财务').waitFor()
    await page.reload()
    await row(page, '乙财务').waitFor()
    await picture(page, 'users')
  })

  test('ROUTE-38 the search finds an organisation by pinyin and expands the path to it', async () => {
    const page = await fixture.visitAs('1', '/organiz/index')
    await page.getByRole('combobox', { name: /查找机构/ }).fill('caiwu')
    await page.getByRole('option').or(page.locator('.org-hit')).filter({ hasText: '财务部' }).first().click()
    await page.getByRole('treeitem', { name: /^财务部/ }).waitFor()
    expect(await page.getByRole('treeitem', { name: /^财务部/ }).getAttribute('aria-level')).toBe('3')
    expect(new URL(page.url()).searchParams.get('orgId')).toBe(finance)
  })

  test('the tree and the rows can be used by keyboard', async () => {
    await fixture.server.given.user({ org: finance, realName: '丁键盘' })
    const page = await fixture.show('/organiz/index')
    const tree = page.getByRole('tree', { name: '组织机构树' })
    await page.getByRole('treeitem', { name: /^总部/ }).waitFor()
    await tree.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('treeitem', { name: /^财务部/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await soon(() => new URL(page.url()).searchParams.get('orgId')).toBe(finance)
    await soon(() => page.getByRole('treeitem', { name: /^财务部/ }).getAttribute('aria-selected')).toBe('true')
    await row(page, '丁键盘').waitFor()
    const tools = page.getByRole('button', { name: '更多操作 丁键盘' })
    await tools.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: '停用' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem')
  })

  test('CONST-24 a row with more than two tools shows two and 更多', async () => {
    await fixture.server.given.user({ org: head, realName: '戊三项' })
    const page = await fixture.show(list(head))
    await row(page, '戊三项').waitFor()
    const tools = await row(page, '戊三项').locator('.row-tools').getByRole('button').all()
    expect(await Promise.all(tools.map(tool => tool.getAttribute('aria-label')))).toEqual([
      '编辑 戊三项',
      '重置密码 戊三项',
      '更多操作 戊三项',
    ])
  })

  test('USER-55 disabling a user calls updateStatus with status 0', async () => {
    const id = await fixture.server.given.user({ org: head, realName: '丙停用' })
    const page = await fixture.visitAs('1', list(head))
    const request = page.waitForRequest(request => request.url().includes('/api/v3/user/updateStatus'))
    await more(page, '丙停用', '停用')
    await isRed(page, '停用')
    await inDialog(page, '停用')
    expect(new URL((await request).url()).searchParams.get('status')).toBe('0')
    await row(page, '丙停用').getByText('停用', { exact: true }).waitFor()
    expect((await fixture.server.admin.call(user.byId, { query: { id } })).status).toBe(0)
  })

  test('all users that match the filters can be chosen over all pages, more than fifty only by typing the number', async () => {
    const { given, admin } = fixture.server
    const org = await given.org({ name: '众人' })
    for (let n = 0; n < 53; n++) await given.user({ org })
    const page = await fixture.visitAs('1', list(org))
    await page.getByRole('checkbox', { name: '选择本页全部' }).click()
    await press(page, '选择全部 53 条查询结果')
    await page.getByText('已选 53 项').waitFor()
    await page.locator('.batch-bar').getByRole('button', { name: '停用' }).click()
    await isRed(page, '停用')
    await checkAccessibility(page, 'users-disable-many')
    await page.getByRole('dialog').getByRole('textbox').fill('52')
    await inDialog(page, '停用')
    await page.getByText('输入的人数不一致').waitFor()
    await page.getByRole('dialog').getByRole('textbox').fill('53')
    await inDialog(page, '停用')
    await page.getByText('操作成功，共 53 人').waitFor()
    expect((await admin.call(user.page, { query: { orgId: org, status: 1 } })).total).toBe(0)
  })

  test('rows are reordered by their grips and by the tools, and the order is stored', async () => {
    const { given, admin } = fixture.server
    const org = await given.org({ name: '排序' })
    for (const realName of ['一号', '二号', '三号']) await given.user({ org, realName })
    const page = await fixture.visitAs('1', list(org))
    await row(page, '三号').waitFor()
    const target = row(page, '一号')
    await row(page, '三号')
      .locator('.grip')
      .dragTo(target, { targetPosition: { x: 60, y: 4 } })
    await soon(() => namesIn(page)).toEqual(['三号', '一号', '二号'])
    await more(page, '二号', '置顶')
    await soon(() => namesIn(page)).toEqual(['二号', '三号', '一号'])
    await more(page, '二号', '移动到第…位')
    await page.getByRole('dialog').getByRole('spinbutton').fill('3')
    await inDialog(page, '确定')
    await soon(() => namesIn(page)).toEqual(['三号', '一号', '二号'])
    expect((await admin.call(user.page, { query: { orgId: org } })).records.map(one => one.realName)).toEqual(['三号', '一号', '二号'])
  })

  test('the columns a user has chosen are still chosen after a reload', async () => {
    const page = await fixture.visitAs('1', list(head))
    await press(page, '列设置')
    await page.getByRole('checkbox', { name: '邮箱' }).click()
    await page.getByRole('checkbox', { name: '手机号' }).click()
    await inDialog(page, '完成')
    await page.reload()
    await page.getByRole('columnheader', { name: '邮箱' }).waitFor()
    expect(await page.getByRole('columnheader', { name: '手机号' }).count()).toBe(0)
  })

  test('SHELL-19 SHELL-20 button routes have a back button, and hideBack decides elsewhere', async () => {
    const back = (page: Page) => page.getByRole('button', { name: '返回', exact: true })
    const form = await fixture.show('/organiz/user')
    await back(form).waitFor()
    await form.goto('/organiz/user?hideBack=true')
    await form.getByRole('heading', { name: '新增用户' }).waitFor()
    expect(await back(form).count()).toBe(0)
    await form.goto('/organiz/index')
    await form.getByRole('tree').waitFor()
    expect(await back(form).count()).toBe(0)
    await form.goto('/organiz/index?hideBack=false')
    await back(form).waitFor()
  })
})

describe('jobs', () => {
  test('the main job of the chosen users is moved to another organisation', async () => {
    const { given, admin } = fixture.server
    const from = await given.org({ name: '旧处' })
    const moved = await given.user({ org: from, realName: '调动人' })
    const page = await fixture.visitAs('1', list(from))
    await page.getByRole('checkbox', { name: '选择 调动人' }).click()
    await press(page, '调主职')
    await page.getByRole('dialog').getByLabel('新机构').click()
    await page.getByRole('dialog').last().getByRole('treeitem', { name: /^分部/ }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: '确定' }).click()
    await inDialog(page, '确定')
    await page.getByText('已调整 1 人').waitFor()
    expect((await admin.call(user.byId, { query: { id: moved } })).orgId).toBe(branch)
  })

  test('users found across organisations are moved to one, and the dialog shows who leaves which', async () => {
    const { given, admin } = fixture.server
    const top = await given.org({ name: '调动总处' })
    const [one, two] = [await given.org({ name: '调动一科', parentId: top }), await given.org({ name: '调动二科', parentId: top })]
    const moved = [await given.user({ org: one, realName: '一科人' }), await given.user({ org: two, realName: '二科人' })]
    const page = await fixture.visitAs('1', `${list(top)}&hasIncludeChild=true`)
    await page.getByRole('checkbox', { name: '选择 一科人' }).click()
    await page.getByRole('checkbox', { name: '选择 二科人' }).click()
    await page.getByText('移除兼职按机构进行，请先取消“含下级机构”').waitFor()
    expect(await page.getByRole('button', { name: '移除兼职' }).isDisabled()).toBe(true)
    await press(page, '调主职')
    const leaving = page.getByRole('dialog').getByRole('table', { name: '将调整的主职' })
    await leaving.getByRole('row', { name: /一科人.*调动一科/ }).waitFor()
    await leaving.getByRole('row', { name: /二科人.*调动二科/ }).waitFor()
    await picture(page, 'users-transfer-across')
    await page.getByRole('dialog').getByLabel('新机构').click()
    await page.getByRole('dialog').last().getByRole('treeitem', { name: /^分部/ }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: '确定' }).click()
    await inDialog(page, '确定')
    await page.getByText('已调整 2 人').waitFor()
    for (const id of moved) expect((await admin.call(user.byId, { query: { id } })).orgId).toBe(branch)
  })

  test('other jobs are shown before they are removed', async () => {
    const { given, admin } = fixture.server
    const org = await given.org({ name: '兼处' })
    const id = await given.user({ org: head, others: [org], realName: '兼职人' })
    await given.user({ org, realName: '主职人' })
    const page = await fixture.visitAs('1', list(org))
    await page.getByRole('checkbox', { name: '选择 兼职人' }).click()
    await page.getByRole('checkbox', { name: '选择 主职人' }).click()
    await press(page, '移除兼职')
    await page.getByRole('dialog').getByRole('cell', { name: '兼职人' }).waitFor()
    expect(await page.getByRole('dialog').getByRole('cell', { name: '主职人' }).count()).toBe(0)
    await inDialog(page, '移除 1 人的兼职')
    await soon(async () => (await admin.call(user.byId, { query: { id } })).jobs.length).toBe(1)
  })
})

describe('the form', () => {
  test('ROUTE-39 ENT-03 FIELD-02 FIELD-03 a user is added; blanks and emoji are removed, a user name is generated from the name', async () => {
    const page = await fixture.visitAs('1', `/organiz/user?orgId=${head}`)
    await field(page, '姓名').fill(' 欧 阳娜😀 ')
    await field(page, '姓名').blur()
    await soon(() => field(page, '姓名').inputValue()).toBe('欧阳娜')
    await soon(() => field(page, '用户名').inputValue()).toBe('ouyangna')
    expect(await field(page, '主职机构').inputValue()).toContain('总部')
    await field(page, '手机号').fill('13700000001')
    await press(page, '保存')
    const dialog = page.getByRole('dialog', { name: '新密码' })
    expect(await dialog.locator('code').innerText()).toHaveLength(12)
    await dialog.getByRole('button', { name: '我已保存' }).click()
    await page.waitForURL(/\/organiz\/index/)
    const { records } = await fixture.server.admin.call(user.page, { query: { searchKey: 'ouyangna' } })
    expect(records).toMatchObject([{ realName: '欧阳娜', orgId: head, phone: '137****0001' }])
  })

  test('a user needs name, phone and organisation; 更多 has the rest, is remembered, and opens for what must be seen', async () => {
    const page = await fixture.visitAs('1', '/organiz/index')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '查找页面、应用、用户与机构' }).fill('新增用户')
    await page.getByRole('option', { name: '新增用户', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/organiz/user')
    await soon(() => hasFocus(field(page, '姓名'))).toBe(true)
    const more = page.getByRole('button', { name: '更多', exact: true })
    const isShown = (label: string) => field(page, label).isVisible()
    for (const label of ['姓名', '用户名', '手机号', '主职机构']) expect([label, await isShown(label)]).toEqual([label, true])
    for (const label of ['邮箱', '工号', '职级', '随机密码']) expect([label, await isShown(label)]).toEqual([label, false])
    await checkAccessibility(page, 'user-form-folded')
    await more.press('Enter')
    await soon(() => isShown('邮箱')).toBe(true)
    await checkAccessibility(page, 'user-form-more')
    await page.setViewportSize({ width: 1440, height: 900 })
    await picture(page, 'user-form-more-wide')
    await page.reload()
    await soon(() => isShown('邮箱')).toBe(true)
    await field(page, '邮箱').fill('wrong')
    await press(page, '收起')
    expect(await isShown('邮箱')).toBe(false)
    await field(page, '用户名').fill('folded.one')
    await field(page, '姓名').fill('折叠者')
    await press(page, '保存')
    await soon(() => hasFocus(field(page, '邮箱'))).toBe(true)
    await picture(page, 'user-form-wrong')

    const [plain, known] = [
      await fixture.server.given.user({ org: head }),
      await fixture.server.given.user({ org: head, employeeNumber: 'K-SEVEN' }),
    ]
    const edit = await fixture.visitAs('1', `/organiz/user/${plain}`, { width: 1440 })
    await edit.getByRole('button', { name: '更多', exact: true }).waitFor()
    expect(await field(edit, '工号').isVisible()).toBe(false)
    await edit.goto(`/organiz/user/${known}`)
    await soon(() => field(edit, '工号').isVisible()).toBe(true)
    await edit.getByRole('button', { name: '收起', exact: true }).waitFor()
  })

  test('保存并继续新增 begins the next user in the same organisation', async () => {
    const page = await fixture.visitAs('1', `/organiz/user?orgId=${finance}`)
    await press(page, '更多')
    await page.getByLabel('自定义密码').click()
    await field(page, '密码').fill('Begin#2026')
    await field(page, '姓名').fill('接连一')
    await field(page, '姓名').blur()
    await soon(() => field(page, '用户名').inputValue()).toBe('jielianyi')
    await press(page, '保存并继续新增')
    await page.getByText('保存成功').waitFor()
    await soon(() => field(page, '姓名').inputValue()).toBe('')
    expect(await field(page, '主职机构').inputValue()).toContain('财务部')
    expect((await fixture.server.admin.call(user.page, { query: { orgId: finance, searchKey: '接连一' } })).total).toBe(1)
  })

  test('FIELD-01 < and > are reported with the characters found', async () => {
    const page = await fixture.show('/organiz/user')
    await field(page, '姓名').fill('a<b')
    await soon(() => problem(page, '姓名').innerText()).toBe('存在非法字符：<')
  })

  test('CONST-06 a line of text is limited to 50 characters', async () => {
    const page = await fixture.show('/organiz/user')
    await press(page, '更多')
    await field(page, '工号').fill('')
    await field(page, '工号').pressSequentially('1'.repeat(52))
    expect(await field(page, '工号').inputValue()).toHaveLength(50)
  })

  test('FIELD-04 FIELD-05 FIELD-06 FIELD-07 FIELD-08 a value already in use is reported while typing', async () => {
    const [n, taken] = [700, { userName: 'taken.name', originUserId: 'OLD-7', employeeNumber: 'NO-7' }]
    await fixture.server.given.user({ ...taken, phone: phoneOf(n), idCard: idCardOf(n) })
    await fixture.server.given.user({ userName: phoneOf(709) })
    const page = await fixture.show('/organiz/user')
    await press(page, '更多')
    const cases = [
      ['用户名', 'Taken.Name', '用户名已存在'],
      ['用户名', phoneOf(n), '用户名已存在'],
      ['手机号', phoneOf(n), '手机号已存在'],
      ['手机号', phoneOf(709), '手机号已存在'],
      ['身份证号', idCardOf(n), '身份证号已存在'],
      ['原系统用户ID', 'OLD-7', '原系统用户ID已存在'],
      ['工号', 'NO-7', '工号已存在'],
    ] as const
    for (const [label, value, sentence] of cases) {
      await field(page, label).fill(value)
      await soon(() => problem(page, label).innerText()).toBe(sentence)
    }
  })

  test('ROUTE-40 FIELD-08 editing begins with the stored values; the own number of the user is no duplicate', async () => {
    const { given, admin } = fixture.server
    const id = await given.user({ org: head, realName: '改名人', employeeNumber: 'NO-8', phone: phoneOf(701) })
    await given.user({ employeeNumber: 'NO-9' })
    const page = await fixture.visitAs('1', `/organiz/user/${id}`)
    await soon(() => field(page, '姓名').inputValue()).toBe('改名人')
    // An administrator may change it (N-03).
    expect(await field(page, '用户名').isDisabled()).toBe(false)
    await page.getByText(`139****${phoneOf(701).slice(-4)}`, { exact: true }).waitFor()
    await field(page, '工号').fill('NO-9')
    await soon(() => problem(page, '工号').innerText()).toBe('工号已存在')
    await field(page, '工号').fill('NO-8')
    await soon(() => problem(page, '工号').count()).toBe(0)
    await field(page, '姓名').fill('新名字')
    await press(page, '保存')
    await page.waitForURL(/\/organiz\/index/)
    expect(await admin.call(user.byId, { query: { id } })).toMatchObject({ realName: '新名字', employeeNumber: 'NO-8' })
  })

  test('an id is never shown in place of a name that is still loading or of a disabled entry', async () => {
    const { given, admin } = fixture.server
    const name = { code: 'LATE', sortNum: 1 }
    const { id: rankId } = await admin.call(positionAttribute.rank.save, { body: { ...name, name: '四级主办' } })
    const { id: positionId } = await admin.call(positionAttribute.duty.save, { body: { ...name, name: '旧职务', status: 0 } })
    const { id: label } = await admin.call(userLabel.save, { body: { name: '后到的标签', color: 'red' } })
    const id = await given.user({ jobs: [{ orgId: head, jobType: 1, rankId, positionId }], labelIds: [label] })
    const page = await fixture.show('/config.json')
    let sendOn = () => {}
    const released = new Promise<void>(resolve => (sendOn = resolve))
    for (const names of ['**/v3/rank/list*', '**/v3/userLabel/list*'])
      await page.route(names, route => released.then(() => route.continue()))
    await page.goto(`/organiz/user/${id}`)
    const shown = (of: string) => page.locator('.ant-form-item').filter({ hasText: of }).last().locator('.ant-select').innerText()
    await soon(() => shown('职级')).toBe('…')
    await soon(() => shown('标签')).toContain('…')
    sendOn()
    await soon(() => shown('职级')).toBe('四级主办')
    await soon(() => shown('标签')).toContain('后到的标签')
    await soon(() => shown('职务')).toBe('已停用或不存在')
  })

  test('D-76, bad input 49 an outdated edit is not stored; the page offers the current data', async () => {
    const { given, admin } = fixture.server
    const id = await given.user({ org: head, realName: '先改者' })
    const page = await fixture.visitAs('1', `/organiz/user/${id}`)
    await soon(() => field(page, '姓名').inputValue()).toBe('先改者')
    const now = await admin.call(user.byId, { query: { id } })
    const { version, jobs } = now
    await admin.call(user.update, {
      body: { id, realName: '后改者', version, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType: jobType as 1 })) },
    })
    await field(page, '姓名').fill('第三者')
    await press(page, '保存')
    await inDialog(page, '知道了')
    await press(page, '重新加载')
    await soon(() => field(page, '姓名').inputValue()).toBe('后改者')
  })

  test('bad input 49 a form survives the end of the session: after signing in again it is filled in as before', async () => {
    const { given, kernel } = fixture.server
    const typist = await given.user({ org: head, realName: '打字员', userName: 'typist' })
    await given.role(typist, '/organiz/index', '/organiz/index#edit-user', '/organiz/index#user-detail')
    const id = await given.user({ org: head, realName: '待改者' })
    const page = await fixture.visitAs(typist, `/organiz/user/${id}`)
    await soon(() => field(page, '姓名').inputValue()).toBe('待改者')
    await field(page, '姓名').fill('改到一半')
    await kernel.db.updateTable('session').set({ endedBy: 'logout' }).where('userId', '=', typist).execute()
    kernel.sessions.forget()
    await press(page, '保存')
    await page.getByRole('dialog', { name: '重新登录' }).getByRole('button', { name: '退出登录' }).click()
    await page.waitForURL('**/login')
    await page.getByLabel('账号').fill('typist')
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await soon(() => field(page, '姓名').inputValue()).toBe('改到一半')
    await press(page, '保存')
    await soon(async () => (await fixture.server.admin.call(user.byId, { query: { id } })).realName).toBe('改到一半')
    // Saving removes the draft, so it is not restored.
    await page.goto(`/organiz/user/${id}`)
    await soon(() => field(page, '姓名').inputValue()).toBe('改到一半')
    expect(await page.evaluate(() => sessionStorage.getItem('hufu-draft'))).toBe(null)
  })

  test('leaving a form with typed values must be confirmed', async () => {
    const page = await fixture.show('/organiz/user')
    await field(page, '姓名').fill('未保存')
    await page.getByRole('navigation').getByRole('link', { name: '组织机构', exact: true }).first().click()
    await inDialog(page, '留在此页')
    expect(await field(page, '姓名').inputValue()).toBe('未保存')
  })

  test('a user name that is the phone of another user since before that was refused is in 今日, and is changed from there', async () => {
    const { given, kernel } = fixture.server
    const [id] = [await given.user({ realName: '号名人' }), await given.user({ realName: '号主人', phone: phoneOf(708) })]
    await kernel.db
      .updateTable('users')
      .set({ userName: phoneOf(708) })
      .where('id', '=', id)
      .execute()
    await fillLoginPhones(kernel).run()
    const page = await fixture.visitAs('1', '/wel/index')
    const todo = page.getByRole('listitem').filter({ hasText: '用户名与他人的手机号相同' })
    expect(await todo.innerText()).toContain('号名人、号主人')
    await todo.getByRole('link', { name: '修改用户' }).click()
    await soon(() => field(page, '用户名').inputValue()).toBe(phoneOf(708))
    await field(page, '用户名').fill('haomingren')
    await press(page, '保存')
    await soon(async () => (await kernel.db.selectFrom('loginPhoneConflict').select('userId').execute()).length).toBe(0)
  })

  test('an organisation is chosen in the dialog, and none twice', async () => {
    const page = await fixture.show(`/organiz/user?orgId=${head}`)
    await press(page, '更多')
    await press(page, '添加兼职')
    await field(page, '兼职机构').press('Enter')
    const dialog = page.getByRole('dialog', { name: '兼职机构' })
    await dialog.getByRole('treeitem', { name: /^总部/ }).click()
    await dialog.getByRole('button', { name: '确定' }).click()
    await soon(() => problem(page, '兼职机构').innerText()).toBe('同一机构只能任职一次')
  })
})

describe('user details', () => {
  test('ROUTE-41 the details are read-only and masked; a reason reveals', async () => {
    const { given } = fixture.server
    const id = await given.user({ org: head, realName: '详情人', phone: phoneOf(702), idCard: idCardOf(702) })
    const page = await fixture.visitAs('1', `/organiz/detail?id=${id}`)
    await page.getByRole('heading', { name: '详情人' }).waitFor()
    expect(await page.getByText(phoneOf(702)).count()).toBe(0)
    await press(page, '查看手机号')
    await page.getByRole('dialog').getByLabel('查看原因').fill('电话核实')
    const revealRequest = page.waitForRequest(request => request.url().includes('/v3/user/reveal'))
    await inDialog(page, '确定')
    expect((await revealRequest).postDataJSON()).toEqual({ id, field: 'phone', reason: '电话核实' })
    await page.getByText(phoneOf(702)).waitFor()
    await press(page, '隐藏')
    expect(await page.getByText(phoneOf(702)).count()).toBe(0)
    await page.getByRole('tab', { name: '任职' }).click()
    await page.getByRole('cell', { name: '总部' }).waitFor()
  })

  test('a generated password is shown once', async () => {
    const id = await fixture.server.given.user({ org: head, realName: '忘密码' })
    const page = await fixture.show(`/organiz/detail?id=${id}`)
    await press(page, '重置密码')
    await inDialog(page, '重置')
    const dialog = page.getByRole('dialog', { name: '新密码' })
    expect(await dialog.locator('code').innerText()).toHaveLength(12)
    await dialog.getByRole('button', { name: '我已保存' }).click()
    expect(await dialog.count()).toBe(0)
  })
})

describe('deleting and restoring', () => {
  test('ENT-03 ROUTE-42 USER-56 a deleted user is listed among the deleted and can be restored', async () => {
    await fixture.server.given.user({ org: branch, realName: '去而复返' })
    const page = await fixture.visitAs('1', list(branch))
    await more(page, '去而复返', '删除')
    const response = page.waitForResponse(response => response.url().includes('/api/v3/user/pageDeletedUser'))
    await inDialog(page, '删除')
    await page.getByText('删除成功').waitFor()
    await page.goto('/organiz/deleted-user?searchKey=去而')
    expect((await response).ok()).toBe(true)
    await row(page, '去而复返').getByRole('button', { name: /详情/ }).click()
    await page.getByRole('dialog').getByText('分部').first().waitFor()
    await inDialog(page, '恢复')
    await page.getByRole('dialog', { name: /恢复“/ }).getByRole('button', { name: '恢复' }).click()
    await page.getByText(/已恢复“去而复返”/).waitFor()
    await page.goto(list(branch))
    await row(page, '去而复返').getByText('启用', { exact: true }).waitFor()
  })

  test('the blockers of restoring a user are named; if the organisation is gone another one is chosen', async () => {
    const { given, admin } = fixture.server
    const gone = await given.org({ name: '将撤' })
    const id = await given.user({ org: gone, realName: '无处可回', userName: 'no.way.back' })
    await admin.call(user.remove, { body: { ids: [id] } })
    const { org } = await import('@hufu/contract/directory/org')
    await admin.call(org.remove, { body: { ids: [gone] } })
    const other = await given.user({ userName: 'no.way.back' })
    const page = await fixture.visitAs('1', '/organiz/deleted-user?searchKey=no.way')
    await row(page, '无处可回').getByRole('button', { name: /恢复/ }).click()
    const dialog = page.getByRole('dialog', { name: /恢复“/ })
    await dialog.getByRole('button', { name: '恢复' }).click()
    await inDialog(page, '知道了')
    await dialog
      .getByText(/用户名已存在|原机构已不存在/)
      .first()
      .waitFor()
    await admin.call(user.remove, { body: { ids: [other] } })
    await dialog.getByLabel('恢复到机构').click()
    const tree = page.getByRole('dialog', { name: '选择机构' })
    await tree.getByRole('treeitem', { name: /^分部/ }).click()
    await tree.getByRole('button', { name: '确定' }).click()
    await dialog.getByRole('button', { name: '恢复' }).click()
    await page.getByText(/已恢复“无处可回”/).waitFor()
  })
})

describe('permissions', () => {
  test('PERM-03 PERM-04 PERM-05 without the button neither tool nor page is there, with it both', async () => {
    const { given } = fixture.server
    const subject = await given.user({ org: head, realName: '被看者' })
    const poor = await given.user()
    await given.role(poor, '/organiz/index')
    const page = await fixture.visitAs(poor, list(head))
    await row(page, '被看者').waitFor()
    expect(await page.getByRole('button', { name: '新增用户', exact: true }).count()).toBe(0)
    expect(
      await row(page, '被看者')
        .getByRole('button', { name: /^(详情|编辑)/ })
        .count(),
    ).toBe(0)
    for (const path of ['/organiz/user', `/organiz/user/${subject}`, `/organiz/detail?id=${subject}`]) {
      await page.goto(path)
      await page.getByRole('tree').waitFor()
      expect(new URL(page.url()).pathname).toBe('/organiz/index')
    }
    const rich = await given.user()
    await given.role(rich, '/organiz/index', '/organiz/index#add-user', '/organiz/index#edit-user', '/organiz/index#user-detail')
    const other = await fixture.visitAs(rich, '/organiz/user')
    await other.getByRole('heading', { name: '新增用户' }).waitFor()
    await other.goto(`/organiz/user/${subject}`)
    await other.getByRole('heading', { name: /编辑用户/ }).waitFor()
    await other.goto(`/organiz/detail?id=${subject}`)
    await other.getByRole('heading', { name: '被看者' }).waitFor()
  })
})

describe('export', () => {
  test('ENT-16 TASK-06 TASK-07 the progress is shown, the file downloads by itself and the dialog closes', async () => {
    await fixture.server.given.user({ org: head, realName: '己导出' })
    const page = await fixture.visitAs('1', list(head))
    await row(page, '己导出').waitFor()
    // The file of so few users would be ready before anybody sees the progress, so the answer waits until then.
    const isSeen = Promise.withResolvers<void>()
    await page.route(/asyncTask\/progress/, async route => {
      await isSeen.promise
      await route.continue()
    })
    await press(page, '导出')
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /不含下级/ })
      .click()
    const coming = page.waitForEvent('download')
    await inDialog(page, '开始导出')
    await page.getByRole('dialog', { name: '导出用户' }).getByRole('progressbar').waitFor()
    isSeen.resolve()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
    expect((await readFile((await file.path())!)).subarray(0, 2).toString()).toBe('PK')
    await soon(() => page.getByRole('dialog').count()).toBe(0)
  })

  test('TASK-13 a running export is cancelled', async () => {
    const { given, kernel } = fixture.server
    const page = await fixture.visitAs('1', list(await given.org({ name: '慢导出' })))
    await press(page, '导出')
    // With jobs stopped the task is still waiting when it is cancelled.
    await kernel.jobs.stop()
    await inDialog(page, '开始导出')
    await press(page, '取消任务')
    await page.getByText('任务取消成功').waitFor()
    await soon(() => page.getByRole('dialog').count()).toBe(0)
  })
})
