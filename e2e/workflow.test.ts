import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workflow } from '@hufu/contract/governance/workflow'
import { role } from '@hufu/contract/permission/role'
import { deployed } from '../server/test/reviews.ts'
import { checkAccessibility, expectAccessible, hasFocus, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
let [person, applicant] = ['', '']
beforeAll(async () => {
  fixture = await openFixture()
  const { given } = fixture.server
  const office = await given.org({ name: '信息科' })
  person = await given.user({ org: office, realName: '高远' })
  applicant = await given.user({ org: office, realName: '申明' })
  await given.role(person, '/examine/review-user#*')
})
afterAll(() => fixture?.close())

const dialog = (page: Page) => page.getByRole('dialog').last()
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const row = (page: Page, name: string) => page.getByRole('main').getByRole('row').filter({ hasText: name })
const cards = (page: Page) => page.getByRole('list', { name: '审核步骤' }).getByRole('listitem')
const titles = (page: Page) => cards(page).locator('strong').allInnerTexts()
const card = (page: Page, at: number) => page.locator(`[data-at="${at}"]`)
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Moves the focus from where it is by Tab only. */
async function tabUntil(page: Page, place: ReturnType<Page['locator']>, key = 'Tab'): Promise<void> {
  for (let n = 0; n < 60; n++) {
    if (await hasFocus(place)) return
    await page.keyboard.press(key)
  }
  throw new Error('Tab does not lead there')
}
const added = async (name: string, bizType: 'user' | 'org' = 'user') =>
  (await fixture.server.admin.call(workflow.save, { body: { name, code: `E${fixture.server.given.next()}`, bizType } })).id
const design = (id: string) => fixture.server.admin.call(workflow.design, { query: { id } })

test('ROUTE-79, X-WORKFLOW-08, X-WORKFLOW-09, X-WORKFLOW-10 three steps are built, reordered, saved and deployed by keyboard', async () => {
  const id = await added('键盘流程')
  const page = await fixture.visitAs('1', `/devops/workflow/design?id=${id}`)
  await cards(page).first().waitFor()
  await quiet(page)
  expect(await titles(page)).toEqual(['发起', '结束'])
  await tabUntil(page, card(page, 0))
  await press(page, 'Insert', 'Insert', '+')
  expect(await titles(page)).toEqual(['发起', '审核 1', '审核 2', '审核 3', '结束'])
  expect(await hasFocus(card(page, 3))).toBe(true)
  await page.getByText('3 个问题').first().waitFor()
  await page.getByRole('button', { name: '请为“审核 2”选择审核人' }).waitFor()
  await picture(page, 'workflow-problems')

  // A draft with problems cannot be saved, which leads to the first problem.
  await press(page, 'Control+s')
  await toast(page, '还有 3 个问题，请先修改')
  await expect.poll(() => hasFocus(card(page, 1))).toBe(true)

  for (const [n, name] of ['初审', '复审', '终审'].entries()) {
    await press(page, 'Enter')
    await expect.poll(() => hasFocus(page.getByLabel('步骤名称'))).toBe(true)
    await press(page, 'Control+a')
    await page.keyboard.type(name)
    await tabUntil(page, page.getByLabel('审核人类型'))
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown')
    expect(await page.getByLabel('审核人类型').inputValue()).toBe('orgAdmin')
    await press(page, 'Escape')
    expect(await hasFocus(card(page, n + 1))).toBe(true)
    if (n < 2) await press(page, 'ArrowDown')
  }
  await page.getByText('没有问题，可以保存和部署').waitFor()
  await press(page, 'Alt+ArrowUp', 'Alt+ArrowUp')
  expect(await titles(page)).toEqual(['发起', '终审', '初审', '复审', '结束'])
  expect(await hasFocus(card(page, 1))).toBe(true)
  await press(page, 'Control+z')
  expect(await titles(page)).toEqual(['发起', '初审', '终审', '复审', '结束'])
  await press(page, 'Control+y')
  expect(await titles(page)).toEqual(['发起', '终审', '初审', '复审', '结束'])
  await press(page, 'Delete')
  expect(await titles(page)).toEqual(['发起', '初审', '复审', '结束'])
  await press(page, 'Control+z')
  expect(await titles(page)).toEqual(['发起', '终审', '初审', '复审', '结束'])
  expect(await hasFocus(card(page, 1))).toBe(true)
  await press(page, 'End')
  expect(await hasFocus(card(page, 4))).toBe(true)
  await press(page, 'Home', 'ArrowDown')

  await press(page, 'Control+s')
  await toast(page, '草稿已保存')
  const stored = await design(id)
  expect(stored.nodes.map(node => node.name)).toEqual(['发起', '终审', '初审', '复审', '结束'])
  expect(stored.edges.map(edge => edge.to)).toEqual(stored.nodes.slice(1).map(node => node.id))
  await tabUntil(page, page.getByRole('button', { name: '部署', exact: true }), 'Shift+Tab')
  await press(page, 'Enter')
  await dialog(page)
    .getByText(/部署后还需要启用/)
    .waitFor()
  await press(page, 'Enter')
  await toast(page, '已部署为 v1')
  await page.getByText('当前版本 v1').waitFor()
  expect(await fixture.server.admin.call(workflow.versions, { query: { id } })).toMatchObject([{ version: 1 }])
})

test('ROUTE-79, X-WORKFLOW-09 approvers, voting modes and conditions are saved as chosen, and loaded with their names', async () => {
  const id = await added('属性流程')
  const page = await fixture.visitAs('1', `/devops/workflow/design?id=${id}`)
  await page.getByRole('button', { name: '在“发起”之后添加步骤' }).click()
  await page.getByLabel('步骤名称').fill('会签')
  await page.getByRole('button', { name: '选择审核人', exact: true }).click()
  await dialog(page).getByRole('checkbox', { name: /高远/ }).check()
  await dialog(page).getByRole('button', { name: '确定（1 人）', exact: true }).click()
  await card(page, 1).getByText('指定用户：高远 · 或签').waitFor()
  await page.getByLabel('审核方式').selectOption('票签')
  await page.getByText('请填写“会签”需要通过的人数').waitFor()
  await page.getByLabel('通过人数').fill('1')
  await page.getByLabel('没有人可以审核时').selectOption('自动驳回')
  await page.getByLabel('时限（小时）').fill('48')
  await page.getByLabel('超过时限后').selectOption('自动驳回')
  await page.getByLabel('仅在满足条件时审核').check()
  await page.getByLabel('删除', { exact: true }).check()
  await checkAccessibility(page, 'workflow-design')
  await press(page, 'Control+s')
  await toast(page, '草稿已保存')
  expect((await design(id)).nodes[1]).toMatchObject({
    name: '会签', approverType: 'user', approverIds: [person], mode: 'ratio', ratio: 1, ifNobody: 'reject', deadlineHours: 48,
    onDeadline: 'reject', when: { operateTypes: ['delete'] },
  }) // prettier-ignore
  await page.reload()
  await card(page, 1).getByText('指定用户：高远 · 票签1 人通过').waitFor()

  await page.getByRole('button', { name: '试运行' }).click()
  await dialog(page).getByRole('button', { name: '选择申请人' }).click()
  await dialog(page).getByRole('radio', { name: /申明/ }).check()
  await dialog(page).getByRole('button', { name: '确定（1 人）', exact: true }).click()
  await dialog(page).getByRole('button', { name: '计算' }).click()
  await dialog(page).getByText('条件不满足，不经过本步').waitFor()
  await dialog(page).getByLabel('操作').selectOption('删除')
  await dialog(page).getByRole('button', { name: '计算' }).click()
  await dialog(page).getByText('高远，共 1 人').waitFor()
  await expectAccessible(page)
  await picture(page, 'workflow-simulation')
  expect(applicant).not.toBe('')
})

test('ROUTE-78, X-WORKFLOW-01 to X-WORKFLOW-07, X-WORKFLOW-11 a workflow is added, changed, enabled in place of another, and deleted', async () => {
  const { admin } = fixture.server
  const code = `org_change_${fixture.server.given.next()}`
  const former = await deployed(fixture.server, 'org', [{ name: '原步骤', approverIds: [person] }])
  const { name: formerName } = await admin.call(workflow.byId, { query: { id: former } })
  const page = await fixture.visitAs('1', '/devops/workflow')
  await page.getByRole('button', { name: '新增流程' }).first().click()
  await dialog(page).getByLabel('流程名称').fill('机构变更')
  await dialog(page).getByLabel('流程编码').fill(code)
  await dialog(page).getByLabel('审核对象').selectOption('机构')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: '保存并设计' }).click()
  await page.getByRole('heading', { level: 1, name: '“机构变更”的流程设计' }).waitFor()
  const { records } = await admin.call(workflow.page, { query: { code } })
  const id = records[0]!.id

  await page.getByRole('button', { name: '在“发起”之后添加步骤' }).click()
  // Leaving with unsaved changes asks first.
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '工作流' }).click()
  await dialog(page)
    .getByRole('button', { name: /离\s*开/ })
    .click()
  await row(page, '机构变更').getByText('未部署').waitFor()
  await row(page, '机构变更').getByRole('button', { name: '启用 机构变更' }).isDisabled()

  const { nodes, edges } = await admin.call(workflow.design, { query: { id: former } })
  await admin.call(workflow.saveDesign, { body: { id, nodes, edges } })
  await admin.call(workflow.deploy, { query: { id } })
  const more = nodes.map(node => (node.type === 'approve' ? { ...node, name: '新步骤', mode: 'all' as const } : node))
  await admin.call(workflow.saveDesign, { body: { id, nodes: more, edges } })
  await page.reload()
  await row(page, '机构变更').getByText('草稿未部署').waitFor()
  await admin.call(workflow.deploy, { query: { id } })
  await page.reload()
  await row(page, '机构变更').getByText('v2').waitFor()
  await row(page, '机构变更').getByRole('button', { name: '启用 机构变更' }).click()
  await dialog(page)
    .getByText(new RegExp(`正在使用的机构流程“${formerName}”将同时停用`))
    .waitFor()
  await picture(page, 'workflow-enable')
  await dialog(page)
    .getByRole('button', { name: /启\s*用/ })
    .click()
  await toast(page, '操作成功')
  expect((await admin.call(workflow.byId, { query: { id: former } })).status).toBe(0)

  const tools = async (tool: string) => {
    await row(page, '机构变更').getByRole('button', { name: /更多/ }).click()
    await page.getByRole('menuitem', { name: tool, exact: true }).click()
  }
  await tools('版本')
  await dialog(page).getByText('“新步骤”修改了名称、审核方式').waitFor()
  await expectAccessible(page)
  await picture(page, 'workflow-versions')
  await dialog(page).getByRole('button', { name: /^v1/ }).click()
  await dialog(page).getByText('第一个版本').waitFor()
  await press(page, 'Escape')
  await tools('编辑')
  expect(await dialog(page).getByLabel('审核对象').isDisabled()).toBe(true)
  await dialog(page).getByLabel('流程名称').fill('机构变更审核')
  await dialog(page)
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await row(page, '机构变更审核').waitFor()
  await checkAccessibility(page, 'workflow-list')

  await row(page, '机构变更审核').getByRole('button', { name: '停用 机构变更审核' }).click()
  await dialog(page)
    .getByRole('button', { name: /停\s*用/ })
    .click()
  await row(page, '机构变更审核').getByRole('button', { name: '启用 机构变更审核' }).waitFor()
  await tools('删除')
  await dialog(page)
    .getByRole('button', { name: /删\s*除/ })
    .click()
  await toast(page, '删除成功')
  expect((await admin.call(workflow.page, { query: { code } })).total).toBe(0)
})

test('X-SYSROLE-06 deleting a role shows which enabled workflows use its holders as reviewers', async () => {
  const { admin } = fixture.server
  const { id } = await admin.call(role.save, { body: { name: '复核专员', code: 'second-look' } })
  const used = await deployed(fixture.server, 'user', [{ approverType: 'role', approverIds: [id] }])
  const { name } = await admin.call(workflow.byId, { query: { id: used } })
  const page = await fixture.visitAs('1', '/system/systemRoleIndex')
  await page.getByRole('checkbox', { name: '选择 复核专员' }).check()
  await page.getByRole('button', { name: /^删\s*除$/ }).click()
  await dialog(page).getByText(`1 个启用的流程由其审批：${name}。`).waitFor()
  await expectAccessible(page)
  await picture(page, 'role-used-by-workflow')
})

test('ROUTE-78, ROUTE-79 in a narrow window the workflow screens do not scroll sideways', async () => {
  const id = await deployed(fixture.server, 'user', [{ name: '部门负责人对人员信息变更的审核', approverIds: [person] }])
  for (const path of ['/devops/workflow', `/devops/workflow/design?id=${id}`]) {
    const page = await fixture.visitAs('1', path, { width: 390 })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await quiet(page)
    if (path.includes('design')) {
      await card(page, 1).click()
      await page.getByLabel('仅在满足条件时审核').check()
      await page.getByLabel('用户符合规则').check()
      await page.getByText('请完善“部门负责人对人员信息变更的审核”的用户条件').waitFor()
    }
    await quiet(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    await expectAccessible(page)
    await picture(page, `workflow-narrow${path.includes('design') ? '-design' : ''}`)
  }
})
